/** The E4M3FN byte from a number; its values stand with the decoders, which alone read it. */
import { f32Bits } from "../../base/dtype.ts";
import { roundHalfEven } from "./encoder.ts";

/** Largest finite value. */
export const MOST_E4M3 = 448;
const LEAST_NORMAL = 2 ** -6;

/** The word nearest to an f32 value, ties to even; magnitudes above 448 become 448. */
export function e4m3Word(value: number): number {
  const sign = value < 0 || Object.is(value, -0) ? 0x80 : 0;
  const magnitude = Math.min(Math.abs(value), MOST_E4M3);
  // Subnormals are multiples of 2^-9; 8 of them are the word of the smallest normal.
  if (magnitude < LEAST_NORMAL) return sign | roundHalfEven(magnitude * 2 ** 9);
  const rebased = f32Bits(magnitude) - ((127 - 7) << 23);
  return sign | ((rebased + 0x7ffff + ((rebased >>> 20) & 1)) >>> 20);
}
