/** value[n, k] = scale[n] * e4m3(code[n, k]); the product is exact in float32 but for underflow. */
import { bf16ToF32 } from "../../base/dtype.ts";
import { fp8Row as layout } from "../../base/formats/fp8-row.ts";
import { byteOf } from "../../base/formats/layout.ts";
import { NUMBERS } from "../../base/integers.ts";
import type { RowDecoder } from "./decoder.ts";
import { E4M3_VALUES } from "./e4m3.ts";

export const fp8Row: RowDecoder = ({ columns, firstRow, planes }, start, end) => {
  const codes = planes[0]!;
  const scales = planes[1]!;
  const values = new Float32Array((end - start) * columns);
  for (let row = start; row < end; row++) {
    const { code, scale } = layout.coord(NUMBERS, columns, row - firstRow, 0, 1);
    const [codeAt, scaleAt] = [byteOf(code[0]!), byteOf(scale!)];
    const factor = bf16ToF32(scales[scaleAt]! | (scales[scaleAt + 1]! << 8));
    const at = (row - start) * columns;
    for (let k = 0; k < columns; k++) values[at + k] = factor * E4M3_VALUES[codes[codeAt + k]!]!;
  }
  return values;
};
