/** How many neighbouring elements one thread reads or writes at once: whole words, whole vectors. */
import { byteSize } from "../src/base/dtype.ts";
import { invariant } from "../src/base/invariant.ts";
import type { TensorType } from "../src/program/candidate.ts";

/** The longest run, at most `most` elements and a power of two like it, that divides a row of `columns`. */
export function widestRun(columns: number, most: number): number {
  let run = most;
  while (run > 1 && columns % run !== 0) run /= 2;
  return run;
}

/**
 * Elements of a row that one thread writes: `wanted`, or the widest smaller power of two that divides the width, so that
 * narrow storage is always stored in whole words.
 */
export function storageRun(type: TensorType, wanted: number): number {
  const run = widestRun(type.width, wanted);
  invariant(run * byteSize(type.storage) >= 4, `width ${type.width} cannot be stored as ${type.storage}`);
  return run;
}
