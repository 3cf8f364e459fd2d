/** value[n, k] = e2m1(code) * e4m3(scale[n, floor(k / 16)]) / divisor: the product is exact, the division rounds once. */
import { byteOf } from "../../base/formats/layout.ts";
import { nvfp4 as layout } from "../../base/formats/nvfp4.ts";
import { NUMBERS } from "../../base/integers.ts";
import type { RowDecoder } from "./decoder.ts";
import { E4M3_VALUES } from "./e4m3.ts";

const GROUP = 16;
const E2M1_VALUES = Float32Array.of(0, 0.5, 1, 1.5, 2, 3, 4, 6, -0, -0.5, -1, -1.5, -2, -3, -4, -6);

export const nvfp4: RowDecoder = ({ columns, firstRow, planes, trailer }, start, end) => {
  const codes = planes[0]!;
  const scales = planes[1]!;
  const divisor = new DataView(trailer.buffer, trailer.byteOffset, 4).getFloat32(0, true);
  const values = new Float32Array((end - start) * columns);
  for (let row = start; row < end; row++) {
    const at = (row - start) * columns;
    for (let k = 0; k < columns; k += GROUP) {
      const { code, scale } = layout.coord(NUMBERS, columns, row - firstRow, k / GROUP, GROUP);
      const factor = E4M3_VALUES[scales[byteOf(scale!)]!]!;
      for (let i = 0; i < GROUP; i++) {
        const word = (codes[byteOf(code[0]!) + (i >> 1)]! >> (4 * (i & 1))) & 15;
        values[at + k + i] = (E2M1_VALUES[word]! * factor) / divisor;
      }
    }
  }
  return values;
};
