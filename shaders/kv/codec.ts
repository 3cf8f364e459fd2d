/**
 * How keys and values lie in a page and are encoded. A page of one layer holds, for G heads of width D and P = 64
 * tokens, the K plane [G][P][D] and then the V plane [G][P][D]. A codec is one file here.
 */
import type { F32, I32, KernelBuilder, Memory } from "../../codegen/builder.ts";
import { PAGE_TOKENS } from "../../src/base/step-block.ts";
import type { StateStorage } from "../candidate.ts";

export type Plane = "keys" | "values";

export interface KvShape {
  readonly heads: number;
  readonly headWidth: number;
}

export interface KvPages {
  /** Elements [group * width, …) of the vector of one head and token. */
  load(name: string, plane: Plane, page: I32, head: I32, token: I32, group: I32 | number, width: number): F32[];
  store(plane: Plane, page: I32, head: I32, token: I32, group: I32 | number, values: readonly F32[]): void;
}

export function pageElements(shape: KvShape): number {
  return 2 * shape.heads * PAGE_TOKENS * shape.headWidth;
}

/** Plain floats: f32 or bf16. */
export function bindPages(
  k: KernelBuilder,
  name: string,
  storage: StateStorage,
  shape: KvShape,
  access: "read" | "read_write",
): KvPages {
  const memory: Memory = k.buffer(name, storage, access);
  const { heads, headWidth } = shape;
  const at = (plane: Plane, page: I32, head: I32, token: I32, width: number): I32 => {
    const vector = page
      .mul(2 * heads)
      .add(head)
      .add(plane === "values" ? heads : 0);
    return vector
      .mul(PAGE_TOKENS)
      .add(token)
      .mul(headWidth / width);
  };
  return {
    load: (loadName, plane, page, head, token, group, width) =>
      k.loadGroup(loadName, memory, at(plane, page, head, token, width).add(group), width),
    store: (plane, page, head, token, group, values) =>
      k.storeGroup(memory, at(plane, page, head, token, values.length).add(group), values),
  };
}
