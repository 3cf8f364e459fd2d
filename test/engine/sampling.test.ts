/** Sampling settings: the request's, else the model's published ones, else neutral. */
import { describe, expect, it } from "vitest";
import { resolveSampling } from "../../src/sampling.ts";
import { distribution } from "../conformance/sampling.ts";

const NEUTRAL = {
  ...{ temperature: 1, topK: 0, topP: 1, minP: 0, presencePenalty: 0, frequencyPenalty: 0, repetitionPenalty: 1 },
  seed: 0n,
};

describe("resolveSampling", () => {
  it("is neutral without anything", () => {
    expect(resolveSampling({}, {})).toEqual(NEUTRAL);
  });

  it("takes the model's values, and the request's before them", () => {
    const published = { temperature: 0.6, topK: 20, topP: 0.95, minP: 0.01, repetitionPenalty: 1.05, doSample: true };
    expect(resolveSampling({}, published)).toEqual({
      ...NEUTRAL,
      ...{ temperature: 0.6, topK: 20, topP: 0.95, minP: 0.01, repetitionPenalty: 1.05 },
    });
    expect(resolveSampling({ temperature: 0, topK: 0, topP: 1 }, published)).toMatchObject({
      temperature: 0,
      topK: 0,
      topP: 1,
    });
  });

  it("is greedy when asked, or when the model is published so", () => {
    expect(resolveSampling({ greedy: true }, { temperature: 0.7 }).temperature).toBe(0);
    expect(resolveSampling({ greedy: true, temperature: 0 }, {}).temperature).toBe(0);
    expect(resolveSampling({ greedy: false, temperature: 2 }, {}).temperature).toBe(2);
    expect(resolveSampling({}, { doSample: false, temperature: 0.7 }).temperature).toBe(0);
    expect(resolveSampling({ temperature: 0.5 }, { doSample: false }).temperature).toBe(0.5);
  });

  it("a model published with a top-p of 0 gives the likeliest token alone, whatever the temperature", () => {
    // A flat row of the family's vocabulary, one logit a hair above the others.
    const logits = new Float32Array(248320);
    logits[77] = 1e-3;
    for (const temperature of [0.5, 1, 50]) {
      const settings = resolveSampling({ temperature }, { topP: 0 });
      expect(
        distribution(
          logits,
          logits.map(() => 0),
          settings,
        ).probabilities[77],
      ).toBe(1);
    }
    expect(resolveSampling({ topP: 0.9 }, { topP: 0 }).topP).toBe(0.9);
  });

  it("keeps seeds as 64 bits", () => {
    expect(resolveSampling({ seed: -1 }, {}).seed).toBe(-1n);
    expect(resolveSampling({ seed: 2n ** 64n + 7n }, {}).seed).toBe(7n);
    expect(resolveSampling({ seed: 2n ** 63n }, {}).seed).toBe(-(2n ** 63n));
  });
});
