/** The 105 reference distributions as calls of the sample op: one lane, one output, 48 ids. */

import { COUNT_WORD } from "../../src/base/operands.ts";
import { GREEDY } from "../../src/base/step-block.ts";
import { readJson } from "../model/fixture-tensors.ts";
import type { OracleCall } from "./types.ts";

export interface SamplingCase {
  readonly logits: string;
  readonly params: Readonly<Record<string, number>>;
  /** Probabilities in vLLM's order of transforms. */
  readonly vllm: readonly number[];
  readonly note?: string;
}

interface SamplingFixture {
  readonly prompt: readonly number[];
  readonly output: readonly number[];
  readonly logits: Readonly<Record<string, readonly number[]>>;
  readonly tolerance: number;
  readonly cases: readonly SamplingCase[];
}

const fixture = readJson<SamplingFixture>("test/fixtures/sampling.json");
const VOCABULARY = 48;

export const samplingCases = fixture.cases;
export const samplingTolerance = fixture.tolerance;

/** Count words of the fixture's prompt and output. */
export const samplingWords = Uint32Array.from({ length: VOCABULARY }, (_, id) => {
  const generated = fixture.output.filter((token) => token === id).length;
  return generated + (fixture.prompt.includes(id) ? COUNT_WORD.inPrompt : 0);
});

export const samplingLogits = (name: string): readonly number[] => fixture.logits[name]!;

export function samplingSettings(params: SamplingCase["params"]) {
  return {
    ...GREEDY,
    temperature: params["temperature"] ?? 1,
    topK: params["top_k"] ?? 0,
    topP: params["top_p"] ?? 1,
    minP: params["min_p"] ?? 0,
    presencePenalty: params["presence"] ?? 0,
    frequencyPenalty: params["frequency"] ?? 0,
    repetitionPenalty: params["repetition"] ?? 1,
  };
}

export function samplingCall({ logits, params }: SamplingCase): OracleCall {
  const counts = new Uint32Array(2 * VOCABULARY);
  counts.set(samplingWords, VOCABULARY);
  return {
    op: "sample",
    attributes: {},
    lanes: [
      {
        slot: 1,
        length: 0,
        pendingFold: 0,
        pages: [1],
        tokens: [0],
        outputs: [0],
        sampling: samplingSettings(params),
      },
    ],
    capacity: { maxRows: 1, maxLanes: 1, maxPagesPerLane: 1, maxOutputs: 1, slots: 2 },
    inputs: {
      logits: { width: VOCABULARY, extent: "outputs", type: "exact", data: Float32Array.from(samplingLogits(logits)) },
    },
    weights: {},
    constants: {},
    states: {
      counts: {
        ref: { kind: "token-counts", vocabulary: VOCABULARY },
        storage: "u32",
        entries: 2,
        data: counts,
      },
    },
    sampledWords: new Int32Array(4),
  };
}
