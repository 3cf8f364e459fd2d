/** Sampling options of a request, completed by the model's published defaults and checked once. */
import { RequestError } from "./base/errors.ts";
import type { SamplingSettings } from "./base/step-block.ts";
import type { ModelConfig } from "./model/model.ts";

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

type NumberName = Exclude<keyof SamplingOptions, "greedy" | "seed">;

const RANGES: Readonly<Record<NumberName, readonly [low: number, high: number, text: string]>> = {
  // As large as f32 holds: the kernels subtract the largest logit before they divide.
  temperature: [0, 3.4e38, "a number from 0 to 3.4e38"],
  topK: [0, 2 ** 31 - 1, "a whole number from 0 (off) to 2147483647"],
  topP: [0, 1, "a number above 0 and at most 1"],
  minP: [0, 1, "a number from 0 to 1"],
  presencePenalty: [-2, 2, "a number from -2 to 2"],
  frequencyPenalty: [-2, 2, "a number from -2 to 2"],
  repetitionPenalty: [0.01, 100, "a number from 0.01 to 100"],
};

/** A share of the probability that the likeliest token has in any vocabulary. */
const ONE_TOKEN = 2 ** -30;

function checked(name: NumberName, value: number): number {
  const [low, high, text] = RANGES[name];
  const whole = name !== "topK" || Number.isInteger(value);
  const aboveZero = name !== "topP" || value > 0;
  if (Number.isFinite(value) && value >= low && value <= high && whole && aboveZero) return value;
  throw new RequestError("bad_sampling", `${name} is ${value}; needed ${text}`, {
    hint: "left out, the model's own default is used",
    data: { param: name, value },
  });
}

function checkGreedy({ greedy, temperature }: SamplingOptions): void {
  if (greedy !== true || temperature === undefined || temperature === 0) return;
  throw new RequestError("bad_sampling", `greedy is on and temperature is ${temperature}; needed one of them`, {
    hint: "leave out `greedy` to sample, or `temperature` to take the likeliest token",
    data: { param: "greedy", value: greedy },
  });
}

/** @throws RequestError `bad_sampling` naming the option, what was found and what is allowed */
export function resolveSampling(options: SamplingOptions, defaults: ModelConfig["generation"]): SamplingSettings {
  checkGreedy(options);
  const published = defaults.doSample === false ? { ...defaults, temperature: 0 } : defaults;
  const pick = (name: NumberName, fallback: number): number => checked(name, options[name] ?? fallback);
  const seed = options.seed ?? 0;
  if (typeof seed === "number" && !Number.isSafeInteger(seed)) {
    throw new RequestError("bad_sampling", `seed is ${seed}; needed a whole number`, {
      hint: "left out, the seed is 0",
      data: { param: "seed", value: seed },
    });
  }
  return {
    temperature: options.greedy === true ? 0 : pick("temperature", published.temperature ?? 1),
    topK: pick("topK", published.topK ?? 0),
    // Checkpoints may say 0, which to transformers is the likeliest token alone.
    topP: pick("topP", published.topP === 0 ? ONE_TOKEN : (published.topP ?? 1)),
    minP: pick("minP", published.minP ?? 0),
    presencePenalty: pick("presencePenalty", 0),
    frequencyPenalty: pick("frequencyPenalty", 0),
    repetitionPenalty: pick("repetitionPenalty", published.repetitionPenalty ?? 1),
    seed: BigInt.asIntN(64, BigInt(seed)),
  };
}
