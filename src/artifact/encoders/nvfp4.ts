/**
 * divisor = 6 * 448 / largest of the matrix; scale = e4m3(largest of 16 * divisor / 6); code = e2m1(x * divisor / scale),
 * each step rounded to f32. A scale that would round to zero under a group that is not zero becomes e4m3's smallest.
 */
import { byteOf } from "../../base/formats/layout.ts";
import { nvfp4 as layout } from "../../base/formats/nvfp4.ts";
import { NUMBERS } from "../../base/integers.ts";
import { E4M3_VALUES } from "../formats/e4m3.ts";
import { e4m3Word, MOST_E4M3 } from "./e4m3.ts";
import { type Encoder, largestMagnitude } from "./encoder.ts";

const GROUP = 16;
const MOST_E2M1 = 6;

export const nvfp4: Encoder = {
  needsLargest: true,
  rows(values, columns, largest) {
    const rows = values.length / columns;
    const divisor = divisorOf(largest);
    if (!Number.isFinite(divisor)) {
      return {
        row: 0,
        found: `a matrix whose largest magnitude is ${largest}`,
        needed: "at least 2^-116, or all zero",
      };
    }
    const codes = new Uint8Array((rows * columns) / 2);
    const scales = new Uint8Array((rows * columns) / GROUP);
    for (let row = 0; row < rows; row++) {
      for (let k = 0; k < columns; k += GROUP) {
        const begin = row * columns + k;
        const most = largestMagnitude(values, begin, begin + GROUP);
        if (most === 0) continue;
        const { code, scale } = layout.coord(NUMBERS, columns, row, k / GROUP, GROUP);
        const word = e4m3Word(Math.fround(Math.fround(most * divisor) / MOST_E2M1)) || 1;
        const factor = E4M3_VALUES[word]!;
        scales[byteOf(scale!)] = word;
        for (let i = 0; i < GROUP; i++) {
          const nibble = e2m1Word(Math.fround(Math.fround(values[begin + i]! * divisor) / factor));
          codes[byteOf(code[0]!) + (i >> 1)]! |= nibble << (4 * (i & 1));
        }
      }
    }
    return [codes, scales];
  },
  trailer: (largest) => new Uint8Array(Float32Array.of(divisorOf(largest)).buffer),
};

function divisorOf(largest: number): number {
  return largest === 0 ? 1 : Math.fround((MOST_E2M1 * MOST_E4M3) / largest);
}

/** The nearest of 0, 0.5, 1, 1.5, 2, 3, 4, 6 with its sign; a midpoint goes to the even word. */
function e2m1Word(value: number): number {
  const sign = value < 0 || Object.is(value, -0) ? 8 : 0;
  const magnitude = Math.abs(value);
  if (magnitude <= 0.25) return sign;
  if (magnitude < 0.75) return sign | 1;
  if (magnitude <= 1.25) return sign | 2;
  if (magnitude < 1.75) return sign | 3;
  if (magnitude <= 2.5) return sign | 4;
  if (magnitude < 3.5) return sign | 5;
  if (magnitude <= 5) return sign | 6;
  return sign | 7;
}
