/**
 * Where a setting of a request stands, by the names people know it under: ours, and those of other APIs. Separate because
 * readers of all parts of a request ask. Invariant: every path exists; a test writes each one and has it read.
 */
import type { RightNames } from "../base/refusal.ts";

const PLACES: readonly (readonly [path: string, otherNames: readonly string[]])[] = [
  ["prompt", ["input"]],
  ["prompt.messages", []],
  ["prompt.tools", ["functions"]],
  ["prompt.thinking", ["enable_thinking"]],
  ["prompt.preserveThinking", []],
  ["prompt.reasoningEffort", ["effort"]],
  ["prompt.allowControl", []],
  ["answerSoFar", []],
  ["sampling", ["sampling_params"]],
  ["sampling.greedy", []],
  ["sampling.temperature", []],
  ["sampling.topK", []],
  ["sampling.topP", []],
  ["sampling.minP", []],
  ["sampling.presencePenalty", []],
  ["sampling.frequencyPenalty", []],
  ["sampling.repetitionPenalty", ["repeat_penalty"]],
  ["sampling.seed", []],
  [
    "maxNewTokens",
    ["max_tokens", "max_completion_tokens", "max_output_tokens", "max_length", "num_predict", "n_predict"],
  ],
  ["stopStrings", ["stop", "stop_sequences"]],
  ["ignoreEos", []],
  ["thinkingBudget", ["budget_tokens"]],
];

export const RIGHT_NAMES: RightNames = Object.fromEntries(
  PLACES.flatMap(([path, otherNames]) =>
    [path.slice(path.lastIndexOf(".") + 1), ...otherNames].map((name) => [name, path]),
  ),
);
