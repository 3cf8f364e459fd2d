/**
 * The sampling formula in float64: penalties, temperature, min-p, top-k, top-p, and how far each decision is from its
 * border. Separate from the suite, because the fixtures check the probabilities alone. Cases use the margins to stay
 * where f32 and f64 must decide alike.
 */
import { COUNT_WORD } from "../../src/base/operands.ts";
import type { SamplingSettings } from "../../src/base/step-block.ts";
import { argmaxOf } from "./argmax.ts";

export interface Distribution {
  readonly probabilities: Float64Array;
  /** Smallest distance of a cut from its border, as a share of the quantity compared. Infinite without cuts. */
  readonly cutMargin: number;
}

/** Logits behind the penalties. NaN becomes -infinity. */
function penalise(logits: ArrayLike<number>, counts: ArrayLike<number>, s: SamplingSettings): Float64Array {
  const [repetition, frequency, presence] = [s.repetitionPenalty, s.frequencyPenalty, s.presencePenalty].map(
    Math.fround,
  );
  return Float64Array.from(logits, (raw, i) => {
    if (Number.isNaN(raw)) return Number.NEGATIVE_INFINITY;
    const word = counts[i]!;
    const times = word & COUNT_WORD.generated;
    const repeated = word === 0 ? raw : raw > 0 ? raw / repetition! : raw * repetition!;
    return repeated - frequency! * times - (times > 0 ? presence! : 0);
  });
}

const largestOf = (values: Float64Array): number => values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);

function softmax(values: Float64Array): Float64Array {
  const largest = largestOf(values);
  const weights = values.map((v) => Math.exp(v - largest));
  const total = weights.reduce((a, b) => a + b, 0);
  return weights.map((w) => w / total);
}

function oneHot(size: number, id: number): Float64Array {
  const out = new Float64Array(size);
  out[id] = 1;
  return out;
}

const NONE = Number.NEGATIVE_INFINITY;

/** Masks what is less likely than minP times the likeliest; returns the margin. */
function cutMinP(values: Float64Array, minP: number): number {
  if (minP <= 0) return Infinity;
  const largest = largestOf(values);
  let margin = Infinity;
  for (let i = 0; i < values.length; i++) {
    const share = Math.exp(values[i]! - largest);
    margin = Math.min(margin, Math.abs(share / minP - 1));
    if (share < minP) values[i] = NONE;
  }
  return margin;
}

/** Masks what is below the k-th largest value; ties at it stay. */
function cutTopK(values: Float64Array, k: number): number {
  if (k <= 0 || k >= values.length) return Infinity;
  const sorted = values.slice().sort().reverse();
  const border = sorted[k - 1]!;
  const next = sorted.find((v) => v < border) ?? NONE;
  for (let i = 0; i < values.length; i++) if (values[i]! < border) values[i] = NONE;
  return border === NONE || next === NONE ? Infinity : (border - next) / Math.max(1, Math.abs(border));
}

/** Drops in ascending order (equal values: lower id first) while their sum stays within 1 - p; never all. */
function cutTopP(values: Float64Array, topP: number): number {
  if (topP >= 1) return Infinity;
  const shares = softmax(values);
  const order = Array.from(values.keys()).sort((a, b) => values[a]! - values[b]! || a - b);
  let sum = 0;
  let margin = Infinity;
  for (const id of order.slice(0, -1)) {
    sum += shares[id]!;
    margin = Math.min(margin, Math.abs(sum - (1 - topP)));
    if (sum > 1 - topP) break;
    values[id] = NONE;
  }
  return margin;
}

/** Probabilities of one row after all settings. Without any finite logit id 0 is certain. */
export function distribution(
  logits: ArrayLike<number>,
  counts: ArrayLike<number>,
  settings: SamplingSettings,
): Distribution {
  const values = penalise(logits, counts, settings);
  const best = argmaxOf(values);
  if (values[best] === NONE) return { probabilities: oneHot(values.length, 0), cutMargin: Infinity };
  const temperature = Math.fround(settings.temperature);
  if (temperature === 0) {
    const runnerUp = values.reduce((a, v) => (v < values[best]! ? Math.max(a, v) : a), NONE);
    return { probabilities: oneHot(values.length, best), cutMargin: values[best]! - runnerUp };
  }
  for (let i = 0; i < values.length; i++) values[i]! /= temperature;
  const margins = [
    cutMinP(values, Math.fround(settings.minP)),
    cutTopK(values, settings.topK),
    cutTopP(values, Math.fround(settings.topP)),
  ];
  return { probabilities: softmax(values), cutMargin: Math.min(...margins) };
}

export interface Draw {
  readonly token: number;
  /** Distance of the random number from the nearest border between kept ids. */
  readonly margin: number;
}

/** First id, in id order, whose cumulative probability exceeds `u`; the last kept id if rounding prevents that. */
export function drawToken(probabilities: Float64Array, u: number): Draw {
  let sum = 0;
  let token = -1;
  let lastKept = 0;
  let margin = Infinity;
  for (const [id, p] of probabilities.entries()) {
    if (p === 0) continue;
    sum += p;
    lastKept = id;
    if (p < 1) margin = Math.min(margin, Math.abs(sum - u));
    if (token < 0 && sum > u) token = id;
  }
  return { token: token < 0 ? lastKept : token, margin };
}

/** The counter-based mix, in exact integer arithmetic modulo 2^32. */
export function mixCounter(seed: bigint, position: number, purpose: number): bigint {
  const mask = 0xffffffffn;
  const words = [(seed >> 32n) & mask, BigInt(position), BigInt(purpose)];
  return words.reduce((before, word) => {
    let h = before ^ ((word * 0x9e3779b1n) & mask);
    h ^= h >> 16n;
    h = (h * 0x7feb352dn) & mask;
    h ^= h >> 15n;
    h = (h * 0x846ca68bn) & mask;
    return h ^ (h >> 16n);
  }, seed & mask);
}

/** Uniform number in [0, 1) for the token at an absolute position. */
export function uniformAt(seed: bigint, position: number): number {
  return Number(mixCounter(seed, position, 0) >> 8n) / 2 ** 24;
}
