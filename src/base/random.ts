/**
 * Counter-based random numbers: the value depends on seed, absolute position and purpose and on nothing else, so a
 * step can be repeated, moved to another lane or run ahead and draws the same. Kernels compute the same integers.
 */

/** Purposes keep draws at one position independent. */
export const RANDOM_PURPOSE = { sampling: 0, acceptance: 1, residual: 2 } as const;

/** 32 mixed bits (unsigned). Arguments are taken modulo 2^32. */
export function counterHash(seedLow: number, seedHigh: number, position: number, purpose: number): number {
  let h = seedLow | 0;
  for (const word of [seedHigh, position, purpose]) {
    h ^= Math.imul(word, 0x9e3779b1);
    h ^= h >>> 16;
    h = Math.imul(h, 0x7feb352d);
    h ^= h >>> 15;
    h = Math.imul(h, 0x846ca68b);
    h ^= h >>> 16;
  }
  return h >>> 0;
}

/** Uniform in [0, 1) with 24 bits, exact in f32. */
export function counterUniform(seedLow: number, seedHigh: number, position: number, purpose: number): number {
  return (counterHash(seedLow, seedHigh, position, purpose) >>> 8) * 2 ** -24;
}
