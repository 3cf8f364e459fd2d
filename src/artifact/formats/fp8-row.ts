/**
 * One E4M3FN byte per element and one bf16 scale per row: codes row-major, then the scales, 256-aligned.
 * value[n, k] = scale[n] * e4m3(code[n, k]); the product is exact in float32 but for underflow.
 */
import { alignUp } from "../../base/bytes.ts";
import { bf16ToF32 } from "../../base/dtype.ts";
import { E4M3_VALUES } from "./e4m3.ts";
import type { WeightCodec } from "./layout.ts";

export const fp8Row: WeightCodec = {
  layout(shape) {
    const [rows, columns] = shape;
    if (shape.length !== 2 || rows === undefined || columns === undefined) return "needs two dimensions";
    const scaleOffset = alignUp(rows * columns, 256);
    const planes = [
      { offset: 0, unitBytes: columns },
      { offset: scaleOffset, unitBytes: 2 },
    ];
    return { rows, columns, unitRows: 1, planes, bytes: scaleOffset + 2 * rows };
  },
  decode({ columns, firstRow, planes }, start, end) {
    const codes = planes[0]!;
    const scales = planes[1]!;
    const values = new Float32Array((end - start) * columns);
    for (let row = start; row < end; row++) {
      const from = row - firstRow;
      const scale = bf16ToF32(scales[2 * from]! | (scales[2 * from + 1]! << 8));
      const at = (row - start) * columns;
      for (let k = 0; k < columns; k++) values[at + k] = scale * E4M3_VALUES[codes[from * columns + k]!]!;
    }
    return values;
  },
};
