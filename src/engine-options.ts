/**
 * Options of engines, held to their names and ranges before anything is opened. Apart from the readers of requests,
 * because a worker that owns a device opens engines and reads no request. Invariant: an option that nobody reads is
 * refused, with the nearest right name, and so is one that would have no effect.
 */
import { nearestName } from "./base/nearest-name.ts";
import { fieldNames, memberPath, type RightNames, refusal, shownValue, unknownName } from "./base/refusal.ts";
import type { Profile } from "./program/storage.ts";
import type { ProgressListener } from "./runtime/port.ts";

export interface TokenEngineOptions {
  readonly profile?: Profile;
  /** Most tokens of prompt and answer together. Default: the model's, at most 8192. */
  readonly maxContext?: number;
  /** Sequences served at once. Default 1. */
  readonly maxLanes?: number;
  /** Prompt rows of one step. Default 256. */
  readonly prefillChunk?: number;
  readonly onProgress?: ProgressListener;
}

export const TOKEN_ENGINE_OPTIONS = fieldNames<TokenEngineOptions>({
  profile: true,
  maxContext: true,
  maxLanes: true,
  prefillChunk: true,
  onProgress: true,
});

const PROFILES: readonly Profile[] = ["exact", "fast"];

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
 * @param path of the options, where they are members of others
 * @throws RequestError `bad_options`, `unknown_field`
 */
export function refuseUnknownOptions(options: unknown, known: readonly string[], path = ""): void {
  if (typeof options !== "object" || options === null) {
    throw refusal("bad_options", path === "" ? "options" : path, shownValue(options), "an object");
  }
  const others = Object.entries(OTHER_NAMES).filter(([, name]) => known.includes(name));
  const rightNames = { ...Object.fromEntries(others), ...Object.fromEntries(known.map((name) => [name, name])) };
  for (const [name, value] of Object.entries(options)) {
    if (value !== undefined && !known.includes(name))
      throw unknownName(memberPath(path, name), name, known, rightNames);
  }
}

/**
 * All of them but `maxContext`, whose range is the model's.
 * @throws RequestError `bad_profile`, `bad_max_lanes`, `bad_prefill_chunk`, `bad_options`
 */
export function checkTokenEngineOptions({ profile, maxLanes, prefillChunk, onProgress }: TokenEngineOptions): void {
  checkCount("bad_max_lanes", "maxLanes", maxLanes, "left out, there is 1 lane");
  checkCount("bad_prefill_chunk", "prefillChunk", prefillChunk, "left out, a chunk has 256 tokens");
  if (profile !== undefined && !PROFILES.includes(profile)) {
    const near = typeof profile === "string" ? nearestName(profile, PROFILES) : undefined;
    const hint = near === undefined ? "left out, the profile is exact" : `did you mean ${near}?`;
    throw refusal("bad_profile", "profile", shownValue(profile), `one of ${PROFILES.join(", ")}`, hint);
  }
  if (onProgress !== undefined && typeof onProgress !== "function") {
    throw refusal("bad_options", "onProgress", shownValue(onProgress), "a function");
  }
}

/** Steps index their rows with 32-bit integers, and no step is that long. */
const MOST = 2 ** 20;

function checkCount(code: string, name: string, value: unknown, hint: string): void {
  if (value === undefined || (Number.isInteger(value) && (value as number) >= 1 && (value as number) <= MOST)) return;
  throw refusal(code, name, shownValue(value), `a whole number from 1 to ${MOST}`, hint);
}
