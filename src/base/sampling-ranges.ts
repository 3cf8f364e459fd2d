/**
 * What the sampler takes. Separate because two sources are held to it where they come in: the options of a request, and
 * the defaults a model publishes. Invariant: settings within these ranges are safe for every kernel that samples.
 */

export interface NumberRange {
  readonly least: number;
  readonly most: number;
  /** Whether `least` itself belongs to it. */
  readonly closed: boolean;
}

export const SAMPLING_RANGES = {
  // As large as f32 holds: the kernels subtract the largest logit before they divide.
  temperature: { least: 0, most: 3.4e38, closed: true },
  topP: { least: 0, most: 1, closed: false },
  minP: { least: 0, most: 1, closed: true },
  presencePenalty: { least: -2, most: 2, closed: true },
  frequencyPenalty: { least: -2, most: 2, closed: true },
  repetitionPenalty: { least: 0.01, most: 100, closed: true },
} satisfies Readonly<Record<string, NumberRange>>;

/** 0 is off; the step block holds it as a 32-bit integer. */
export const MOST_TOP_K = 2 ** 31 - 1;
