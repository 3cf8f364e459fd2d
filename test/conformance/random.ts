/**
 * Seeded random data for cases: the same seed gives the same bits on every machine. Values have outliers, because sums
 * that only meet well-behaved numbers hide wrong orders, wrong scales and lost rows.
 */

export interface ValueOptions {
  /** Half width of the uniform part. Default 1. */
  readonly scale?: number;
  readonly shift?: number;
  /** Share of values multiplied by 12. Default 1 / 64. */
  readonly outliers?: number;
}

export interface RandomSource {
  /** Uniform in [0, 1), 24 bits. */
  uniform(): number;
  /** Whole number in [low, high]. */
  integer(low: number, high: number): number;
  values(count: number, options?: ValueOptions): Float32Array;
  /** `count` different numbers of 1..limit in random order: slots or pages, never the null one. */
  distinct(count: number, limit: number): number[];
}

export function randomSource(seed: number): RandomSource {
  let counter = 0;
  const next = (): number => {
    let x = (Math.imul(counter++, 0x6c8e9cf5) + Math.imul(seed, 0x2545f491)) | 0;
    x ^= x >>> 15;
    x = Math.imul(x, 0x2c1b3c6d);
    x ^= x >>> 12;
    x = Math.imul(x, 0x297a2d39);
    x ^= x >>> 15;
    return (x >>> 8) * 2 ** -24;
  };
  const integer = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  return {
    uniform: next,
    integer,
    values(count, { scale = 1, shift = 0, outliers = 1 / 64 } = {}) {
      const out = new Float32Array(count);
      for (let i = 0; i < count; i++) {
        const value = (2 * next() - 1) * scale;
        out[i] = shift + (next() < outliers ? 12 * value : value);
      }
      return out;
    },
    distinct(count, limit) {
      const all = Array.from({ length: limit }, (_, i) => i + 1);
      for (let i = 0; i < count; i++) {
        const j = integer(i, limit - 1);
        [all[i], all[j]] = [all[j]!, all[i]!];
      }
      return all.slice(0, count);
    },
  };
}

/** A seed of its own for each case, from the suite's seed and the case's name. */
export function seedFor(seed: number, name: string): number {
  let h = seed | 0;
  for (let i = 0; i < name.length; i++) h = Math.imul(h ^ name.charCodeAt(i), 0x01000193);
  return h ^ (h >>> 15);
}
