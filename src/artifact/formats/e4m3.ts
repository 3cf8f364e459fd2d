/**
 * The E4M3FN byte: sign, 4 exponent bits (bias 7), 3 mantissa bits; no infinities, 0x7f and 0xff are NaN, largest 448.
 * Separate because block scales and row codes both use it.
 */

/** Value of each of the 256 words. */
export const E4M3_VALUES: Float32Array = Float32Array.from({ length: 256 }, (_, word) => {
  const sign = word & 0x80 ? -1 : 1;
  const exponent = (word >> 3) & 15;
  const mantissa = word & 7;
  if (exponent === 15 && mantissa === 7) return Number.NaN;
  if (exponent === 0) return sign * mantissa * 2 ** -9;
  return sign * (1 + mantissa / 8) * 2 ** (exponent - 7);
});
