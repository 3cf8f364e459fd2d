/**
 * scale = bf16(largest / 448) of each row, code = e4m3(x * (1 / scale)), all rounded to nearest even. A scale that would
 * round to zero becomes bf16's smallest; where its reciprocal is no longer finite the row is refused.
 */
import { bf16ToF32, f32ToBf16 } from "../../base/dtype.ts";
import { fp8Row as layout } from "../../base/formats/fp8-row.ts";
import { byteOf } from "../../base/formats/layout.ts";
import { NUMBERS } from "../../base/integers.ts";
import { e4m3Word, MOST_E4M3 } from "./e4m3.ts";
import { type Encoder, largestMagnitude, NO_TRAILER } from "./encoder.ts";

export const fp8Row: Encoder = {
  needsLargest: false,
  rows(values, columns) {
    const rows = values.length / columns;
    const codes = new Uint8Array(rows * columns);
    const scales = new Uint8Array(2 * rows);
    for (let row = 0; row < rows; row++) {
      const { code, scale } = layout.coord(NUMBERS, columns, row, 0, 1);
      const [codeAt, scaleAt] = [byteOf(code[0]!), byteOf(scale!)];
      const begin = row * columns;
      const largest = largestMagnitude(values, begin, begin + columns);
      if (largest === 0) continue;
      const word = f32ToBf16(Math.fround(largest / MOST_E4M3)) || 1;
      const reciprocal = Math.fround(1 / bf16ToF32(word));
      if (!Number.isFinite(reciprocal)) {
        return { row, found: `a row whose largest magnitude is ${largest}`, needed: "at least 2^-119, or all zero" };
      }
      for (let k = 0; k < columns; k++) codes[codeAt + k] = e4m3Word(Math.fround(values[begin + k]! * reciprocal));
      scales[scaleAt] = word & 255;
      scales[scaleAt + 1] = word >> 8;
    }
    return [codes, scales];
  },
  trailer: NO_TRAILER,
};
