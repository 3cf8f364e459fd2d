/** A weight bound to a kernel: rows of a matrix of any format, in runs of consecutive columns, as f32. */
import type { F32, I32, KernelBuilder } from "../../codegen/builder.ts";

/** The longest run a kernel may ask for: what the widest loads of any target take of the narrowest dense type. */
export const LONGEST_RUN = 8;

export interface WeightReader {
  readonly rows: number;
  readonly columns: number;
  /** Longest run that `run` accepts, for every row: a power of two of at most `LONGEST_RUN`. Shorter ones are accepted. */
  readonly runWidth: number;
  /** Columns [group * width, (group + 1) * width) of a row. */
  run(name: string, row: I32 | number, group: I32 | number, width: number): F32[];
}

/** Declares the planes of a weight as read-only buffers bound to `operand` and returns its reader. */
export type BindWeight = (
  k: KernelBuilder,
  operand: string,
  name: string,
  rows: number,
  columns: number,
) => WeightReader;
