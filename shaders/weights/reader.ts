/** A weight bound to a kernel: rows of a matrix of any format, in runs of consecutive columns, as f32. */
import type { F32, I32, KernelBuilder } from "../../codegen/builder.ts";

/** The longest run a kernel may ask for: what the widest loads of any target take of the narrowest dense type. */
export const LONGEST_RUN = 8;

/** What names of a run's parts begin with. */
export const prefixOf = (runName: string): string => (runName.endsWith("_") ? runName : `${runName}_`);

/** A run as factors: value i is `codes[i]`, times `scale` where there is one. */
export interface FactoredRun {
  readonly codes: readonly F32[];
  readonly scale?: F32;
}

/**
 * A weight whose value is an integer times the scale of its group of columns. Rows are stored to the end of their last
 * group: what lies there behind the columns are codes of any value.
 */
export interface IntegerReader {
  /** Columns of a group: a power of two. */
  readonly group: number;
  /** Codes of columns [run * width, (run + 1) * width) of a row; `width` at most `LONGEST_RUN`, whatever the columns. */
  codes(name: string, row: I32 | number, run: I32 | number, width: number): I32[];
  /** The number that the codes of a group of a row are multiplied with. */
  scale(name: string, row: I32 | number, group: I32 | number): F32;
}

export interface WeightReader {
  readonly rows: number;
  readonly columns: number;
  /** Longest run that is accepted, for every row: a power of two of at most `LONGEST_RUN`. Shorter ones are accepted. */
  readonly runWidth: number;
  /** The run that costs least to read: one vector of f32, or one word of the narrowest codes. */
  readonly bestRun: number;
  /** Columns [group * width, (group + 1) * width) of a row: the values exactly as the format defines them. */
  run(name: string, row: I32 | number, group: I32 | number, width: number): F32[];
  /** The same as factors, for sums of products: a scale is applied once to a sum. Equal to `run` up to one rounding. */
  factors(name: string, row: I32 | number, group: I32 | number, width: number): FactoredRun;
  /** The same as integers, where the format stores integers. */
  readonly integers?: IntegerReader;
}

/** Declares a weight as a read-only buffer bound to `operand` and returns its reader. */
export type BindWeight = (
  k: KernelBuilder,
  operand: string,
  name: string,
  rows: number,
  columns: number,
) => WeightReader;
