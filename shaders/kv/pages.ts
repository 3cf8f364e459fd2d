/** The pages of a layer bound to a kernel: vectors of a head and token, in runs, whatever the codec. */
import type { F32, I32, KernelBuilder } from "../../codegen/builder.ts";
import type { KvPlane, KvShape } from "../../src/base/kv/layout.ts";

export interface KvPages {
  /** Elements [group * width, …) of the vector of one head and token. */
  load(name: string, plane: KvPlane, page: I32, head: I32, token: I32, group: I32 | number, width: number): F32[];
  store(plane: KvPlane, page: I32, head: I32, token: I32, group: I32 | number, values: readonly F32[]): void;
}

/** Declares a layer's pages as a buffer bound to `operand`. */
export type BindPages = (
  k: KernelBuilder,
  operand: string,
  name: string,
  shape: KvShape,
  access: "read" | "read_write",
) => KvPages;
