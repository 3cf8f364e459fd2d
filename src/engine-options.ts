/**
 * Options of engines and the rules they are held to before anything is opened. Apart from the engines, because both sides
 * of a port and every host that opens one ask. Invariant: one that would have no effect is refused as well.
 */
import {
  ABORT_SIGNAL,
  checkOptions,
  FUNCTION,
  type OptionRule,
  type OptionRules,
  oneOf,
  wholeNumber,
} from "./base/options.ts";
import type { RightNames } from "./base/refusal.ts";
import type { Activations, Profile } from "./program/storage.ts";
import type { ProgressListener } from "./runtime/port.ts";

export interface TokenEngineOptions {
  readonly profile?: Profile;
  /**
   * What products of matrices read: floats, or int8 codes in groups of 64 in steps of more than 16 rows, where a matrix is
   * stored as integers. Faster prompts where the backend has integer units, and other numbers. Default float.
   */
  readonly activations?: Activations;
  /** Most tokens of prompt and answer together. Default: the model's, at most 8192. */
  readonly maxContext?: number;
  /** Sequences served at once. Default 1. */
  readonly maxLanes?: number;
  /** Prompt rows of one step. Default 256. */
  readonly prefillChunk?: number;
  /** Bytes of weights that are on the device, and of all; called for every few megabytes. */
  readonly onProgress?: ProgressListener;
  /** Ends opening, at any point of it: it rejects with the signal's reason, and nothing is left open. */
  readonly signal?: AbortSignal;
}

/** Steps index their rows with 32-bit integers, and no step is that long. */
const COUNT = wholeNumber(1, 2 ** 20);

const PROFILES: readonly Profile[] = ["exact", "fast"];
const ACTIVATIONS: readonly Activations[] = ["float", "int8"];

/** Its range is the model's, which is not open yet. */
const WITHIN_THE_MODEL: OptionRule = { right: () => true, needed: "a whole number" };

export const TOKEN_ENGINE_OPTIONS: OptionRules<TokenEngineOptions> = {
  profile: { ...oneOf(PROFILES, "left out, the profile is exact"), code: "bad_profile" },
  activations: { ...oneOf(ACTIVATIONS, "left out, products read floats"), code: "bad_activations" },
  maxContext: WITHIN_THE_MODEL,
  maxLanes: { ...COUNT, code: "bad_max_lanes", hint: "left out, there is 1 lane" },
  prefillChunk: { ...COUNT, code: "bad_prefill_chunk", hint: "left out, a chunk has 256 tokens" },
  onProgress: FUNCTION,
  signal: ABORT_SIGNAL,
};

/** What other engines call it. */
const OTHER_NAMES: RightNames = {
  max_model_len: "maxContext",
  max_seq_len: "maxContext",
  max_length: "maxContext",
  n_ctx: "maxContext",
  num_ctx: "maxContext",
  context_length: "maxContext",
  context_size: "maxContext",
  max_num_seqs: "maxLanes",
  max_batch_size: "maxLanes",
  n_parallel: "maxLanes",
  max_num_batched_tokens: "prefillChunk",
  batch_size: "prefillChunk",
  template: "chatTemplate",
};

/**
 * Options of an engine and of what a host opens beside it; `maxContext` by its name alone.
 * @throws RequestError `unknown_field`, `bad_profile`, `bad_activations`, `bad_max_lanes`, `bad_prefill_chunk`, `bad_options`
 */
export function checkEngineOptions<T>(options: unknown, own: OptionRules<T>): void {
  checkOptions(options, { ...own, ...TOKEN_ENGINE_OPTIONS }, { otherNames: OTHER_NAMES });
}
