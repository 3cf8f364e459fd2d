/** What a KV codec says about its pages: the facts below kernels, planner and whoever copies pages. */
import type { Integers } from "../integers.ts";

export interface KvShape {
  readonly heads: number;
  readonly headWidth: number;
}

export type KvPlane = "keys" | "values";

export interface KvLayout {
  /** Whether the codec stores heads of this width: whole words and whole blocks. */
  fits(shape: KvShape): boolean;
  /** Bytes of a page of one layer; a multiple of 4. */
  pageBytes(shape: KvShape): number;
}

/** Pages that are nothing but vectors of one size, which routes may walk by number. */
export interface VectorPages extends KvLayout {
  /** Number of the vector of a head and token in the pool, when vectors are counted from its start. */
  vector<I>(int: Integers<I>, shape: KvShape, plane: KvPlane, page: I, head: I, token: I): I;
}
