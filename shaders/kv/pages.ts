/** The pages of a layer bound to a kernel: vectors of a head and token, whatever the codec. */
import type { F32, I32, KernelBuilder } from "../../codegen/builder.ts";
import type { KvPlane, KvShape } from "../../src/base/kv/layout.ts";

/** Elements [group * width, …) of a vector that is to be stored. */
type ReadRun = (name: string, group: I32, width: number) => F32[];

export interface KvPages {
  /** Elements [group * width, …) of the vector of one head and token. */
  load(name: string, plane: KvPlane, page: I32, head: I32, token: I32, group: I32 | number, width: number): F32[];
  /**
   * Stores a whole vector. All threads of the workgroup come here together, in uniform control flow, and the codec shares
   * the work out: it may need something of all elements first, such as a scale.
   */
  append(plane: KvPlane, page: I32, head: I32, token: I32, read: ReadRun): void;
}

/** Declares a layer's pages, or one segment of them, as a buffer bound to `operand`. */
export type BindPages = (
  k: KernelBuilder,
  operand: string,
  name: string,
  shape: KvShape,
  access: "read" | "read_write",
  segment?: number,
) => KvPages;
