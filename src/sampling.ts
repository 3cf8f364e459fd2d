/** Sampling settings of a request: its own options, completed by the model's published defaults. Both were checked. */
import type { SamplingSettings } from "./base/step-block.ts";
import type { ModelConfig } from "./model/model.ts";
import type { SamplingOptions } from "./request/sampling.ts";

/** A share of the probability that the likeliest token has in any vocabulary. */
const ONE_TOKEN = 2 ** -30;

export function resolveSampling(options: SamplingOptions, defaults: ModelConfig["generation"]): SamplingSettings {
  const published = defaults.doSample === false ? { ...defaults, temperature: 0 } : defaults;
  return {
    temperature: options.greedy === true ? 0 : (options.temperature ?? published.temperature ?? 1),
    topK: options.topK ?? published.topK ?? 0,
    // Checkpoints may say 0, which to transformers is the likeliest token alone.
    topP: options.topP ?? (published.topP === 0 ? ONE_TOKEN : (published.topP ?? 1)),
    minP: options.minP ?? published.minP ?? 0,
    presencePenalty: options.presencePenalty ?? 0,
    frequencyPenalty: options.frequencyPenalty ?? 0,
    repetitionPenalty: options.repetitionPenalty ?? published.repetitionPenalty ?? 1,
    seed: BigInt.asIntN(64, BigInt(options.seed ?? 0)),
  };
}
