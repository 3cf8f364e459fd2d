/**
 * Sampling options of a request. Separate from `src/sampling.ts`, which completes them by what the model publishes and
 * trusts both. Invariant: options that pass are within `SAMPLING_RANGES` and do not contradict each other.
 */
import { fieldNames, refusal, shownValue } from "../base/refusal.ts";
import { MOST_TOP_K, type NumberRange, SAMPLING_RANGES } from "../base/sampling-ranges.ts";
import {
  at,
  defined,
  exactText,
  type Fields,
  fieldsOf,
  flag,
  numberIn,
  optional,
  type Place,
  refused,
  refuseUnknown,
} from "./fields.ts";
import { RIGHT_NAMES } from "./right-names.ts";

export interface SamplingOptions {
  /** Take the likeliest token; the same as temperature 0. */
  readonly greedy?: boolean;
  readonly temperature?: number;
  readonly topK?: number;
  readonly topP?: number;
  readonly minP?: number;
  readonly presencePenalty?: number;
  readonly frequencyPenalty?: number;
  readonly repetitionPenalty?: number;
  /** Default 0. */
  readonly seed?: number | bigint;
}

const NAMES = fieldNames<SamplingOptions>({
  ...{ greedy: true, temperature: true, topK: true, topP: true, minP: true, seed: true },
  ...{ presencePenalty: true, frequencyPenalty: true, repetitionPenalty: true },
});

const CODE = "bad_sampling";
const DEFAULT_HINT = "left out, the model's own default is used";

function inRange({ least, most, closed }: NumberRange): (place: Place) => number {
  const end = String(most).replace("e+", "e");
  const needed = closed ? `a number from ${least} to ${end}` : `a number above ${least} and at most ${end}`;
  return (place) => {
    const value = numberIn(place.value);
    if (value !== undefined && value <= most && (closed ? value >= least : value > least)) return value;
    throw refused(CODE, place, needed, DEFAULT_HINT);
  };
}

function topK(place: Place): number {
  const value = numberIn(place.value);
  if (value !== undefined && Number.isInteger(value) && value >= 0 && value <= MOST_TOP_K) return value;
  throw refused(CODE, place, `a whole number from 0 (off) to ${MOST_TOP_K}`, DEFAULT_HINT);
}

/** Of a bigint, and of an integer in exact JSON, every digit counts; a larger JavaScript number is none of its own. */
function seed(place: Place): number | bigint {
  const { value } = place;
  if (typeof value === "bigint" || Number.isSafeInteger(value)) return value as number | bigint;
  const spelled = exactText(value);
  if (spelled !== undefined && /^-?\d{1,40}$/.test(spelled)) return BigInt(spelled);
  throw refused(CODE, place, "a whole number", "left out, the seed is 0");
}

/** @throws RequestError `bad_sampling`, `unknown_field` */
export function readSampling(place: Place): SamplingOptions {
  const fields = fieldsOf(place, CODE, "an object such as { temperature: 0.7 }");
  refuseUnknown(fields, NAMES, RIGHT_NAMES);
  const range = (name: keyof typeof SAMPLING_RANGES): number | undefined =>
    optional(at(fields, name), inRange(SAMPLING_RANGES[name]));
  const options = defined<SamplingOptions>({
    greedy: optional(at(fields, "greedy"), flag(CODE)),
    temperature: range("temperature"),
    topK: optional(at(fields, "topK"), topK),
    topP: range("topP"),
    minP: range("minP"),
    presencePenalty: range("presencePenalty"),
    frequencyPenalty: range("frequencyPenalty"),
    repetitionPenalty: range("repetitionPenalty"),
    seed: optional(at(fields, "seed"), seed),
  });
  checkGreedy(options, fields);
  return options;
}

function checkGreedy({ greedy, temperature }: SamplingOptions, fields: Fields): void {
  if (greedy !== true || temperature === undefined || temperature === 0) return;
  const found = `on and temperature is ${shownValue(temperature)}`;
  const hint = "leave out `greedy` to sample, or `temperature` to take the likeliest token";
  throw refusal(CODE, at(fields, "greedy").path, found, "one of them", hint);
}
