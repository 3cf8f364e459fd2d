/** How many neighbouring elements one thread writes, so that narrow storage is always stored in whole words. */
import { byteSize } from "../src/base/dtype.ts";
import { invariant } from "../src/base/invariant.ts";
import type { TensorType } from "./candidate.ts";

/** Elements of a row that one thread handles: `wanted` or the widest smaller power of two that divides the width. */
export function storageRun(type: TensorType, wanted: number): number {
  let run = wanted;
  while (run > 1 && type.width % run !== 0) run /= 2;
  invariant(run * byteSize(type.storage) >= 4, `width ${type.width} cannot be stored as ${type.storage}`);
  return run;
}
