/**
 * Encoding the grouped integer formats: scale = f16(largest / qmax) of each group, code = x * (1 / scale) rounded to the
 * nearest integer, ties to even. Each step is rounded to f32, and the product with the rounded reciprocal is the
 * definition: a quotient gives other codes. A scale that would round to zero becomes f16's smallest.
 */
import { f16ToF32, f32ToF16 } from "../../base/dtype.ts";
import { type GroupedBits, groupedLayout } from "../../base/formats/grouped.ts";
import { byteOf } from "../../base/formats/layout.ts";
import { NUMBERS } from "../../base/integers.ts";
import { invariant } from "../../base/invariant.ts";
import { type Encoder, largestMagnitude, NO_TRAILER, roundHalfEven } from "./encoder.ts";

const F16_INFINITY = 0x7c00;

/** @param least code, where it is not the smallest that the bits can say */
export function groupedEncoder(bits: GroupedBits, least?: number): Encoder {
  const { group, lowBits, highBits } = bits;
  const layout = groupedLayout(bits);
  const most = 2 ** (lowBits + highBits - 1) - 1;
  const lowest = least ?? -most - 1;
  const [lowBytes, highBytes] = [(group * lowBits) / 8, (group * highBits) / 8];
  return {
    needsLargest: false,
    rows(values, columns) {
      const rows = values.length / columns;
      const storage = layout.storage([rows, columns]);
      invariant(typeof storage !== "string", "a matrix");
      const planes = storage.planes.map(({ unitBytes }) => new Uint8Array(rows * unitBytes));
      const scales = planes.at(-1)!;
      const codes = new Int8Array(group);
      for (let row = 0; row < rows; row++) {
        const { code, scale } = layout.coord(NUMBERS, columns, row, 0, 1);
        const [lowAt, highAt, scaleAt] = [
          byteOf(code[0]!),
          code[1] === undefined ? 0 : byteOf(code[1]),
          byteOf(scale!),
        ];
        for (let column = 0, g = 0; column < columns; column += group, g++) {
          const begin = row * columns + column;
          const end = begin + Math.min(group, columns - column);
          const largest = largestMagnitude(values, begin, end);
          if (largest === 0) continue;
          const word = f32ToF16(Math.fround(largest / most)) || 1;
          if (word === F16_INFINITY) return { row, found: String(largest), needed: `at most ${65504 * most}` };
          quantise(codes, values, begin, end, f16ToF32(word), lowest, most);
          packLow(codes, planes[0]!, lowAt + g * lowBytes, lowBits);
          if (highBits > 0) packHigh(codes, planes[1]!, highAt + g * highBytes, lowBits, highBits);
          scales[scaleAt + 2 * g] = word & 255;
          scales[scaleAt + 2 * g + 1] = word >> 8;
        }
      }
      return planes;
    },
    trailer: NO_TRAILER,
  };
}

/** Codes of one group; those behind the last column are zero. */
function quantise(
  codes: Int8Array,
  values: Float32Array,
  begin: number,
  end: number,
  scale: number,
  lowest: number,
  most: number,
): void {
  const reciprocal = Math.fround(1 / scale);
  codes.fill(0, end - begin);
  for (let i = begin; i < end; i++) {
    const code = roundHalfEven(Math.fround(values[i]! * reciprocal));
    codes[i - begin] = Math.min(most, Math.max(lowest, code));
  }
}

/** The low bits of each code: a nibble, the even lane low, or a byte. */
function packLow(codes: Int8Array, plane: Uint8Array, at: number, bits: number): void {
  if (bits === 8) {
    plane.set(new Uint8Array(codes.buffer), at);
    return;
  }
  for (let lane = 0; lane < codes.length; lane += 2) {
    plane[at + (lane >> 1)] = (codes[lane]! & 15) | ((codes[lane + 1]! & 15) << 4);
  }
}

/** The bits above them, as many lanes to a byte as fit, the first one low. */
function packHigh(codes: Int8Array, plane: Uint8Array, at: number, lowBits: number, bits: number): void {
  const mask = 2 ** bits - 1;
  for (let lane = 0; lane < codes.length; lane++) {
    const bit = lane * bits;
    plane[at + (bit >> 3)]! |= ((codes[lane]! >> lowBits) & mask) << (bit & 7);
  }
}
