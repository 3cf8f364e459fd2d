/** Bytes a weight takes in memory, by format: the row-major dense types here; block formats bring their own rule. */
import { alignUp } from "../base/bytes.ts";
import { byteSize, type DType } from "../base/dtype.ts";
import { invariant } from "../base/invariant.ts";
import type { WeightFormat } from "../base/weight-format.ts";

const DENSE: readonly WeightFormat[] = ["f32", "f16", "bf16"];

export function weightCodecBytes(format: WeightFormat, rows: number, columns: number): number {
  invariant(DENSE.includes(format), `no resident size is known for ${format}`);
  return alignUp(rows * columns * byteSize(format as DType), 4);
}
