/** Sampling options: the request's, else the model's published ones, else neutral; nonsense is refused by name. */
import { describe, expect, it } from "vitest";
import { RequestError } from "../../src/base/errors.ts";
import { resolveSampling, type SamplingOptions } from "../../src/sampling.ts";
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
    expect(() => resolveSampling({ topP: 0 }, { topP: 0 })).toThrow("topP is 0");
  });

  it.each([1, 0.1, Number.NaN])("refuses greedy with a temperature of %d", (temperature) => {
    expect(() => resolveSampling({ greedy: true, temperature }, {})).toThrow(
      expect.objectContaining({
        ...{ name: "RequestError", code: "bad_sampling" },
        message: `greedy is on and temperature is ${temperature}; needed one of them`,
      }),
    );
  });

  it("keeps seeds as 64 bits", () => {
    expect(resolveSampling({ seed: -1 }, {}).seed).toBe(-1n);
    expect(resolveSampling({ seed: 2n ** 64n + 7n }, {}).seed).toBe(7n);
    expect(resolveSampling({ seed: 2n ** 63n }, {}).seed).toBe(-(2n ** 63n));
  });

  it.each<[SamplingOptions, string]>([
    [{ temperature: -0.1 }, "temperature is -0.1"],
    [{ temperature: Number.NaN }, "temperature is NaN"],
    [{ temperature: Number.POSITIVE_INFINITY }, "temperature is Infinity"],
    [{ topK: 1.5 }, "topK is 1.5"],
    [{ topK: -1 }, "topK is -1"],
    [{ topP: 0 }, "topP is 0"],
    [{ topP: 1.01 }, "topP is 1.01"],
    [{ minP: -0.5 }, "minP is -0.5"],
    [{ presencePenalty: 2.5 }, "presencePenalty is 2.5"],
    [{ frequencyPenalty: -3 }, "frequencyPenalty is -3"],
    [{ repetitionPenalty: 0 }, "repetitionPenalty is 0"],
    [{ seed: 1.5 }, "seed is 1.5"],
    [{ seed: 2 ** 60 }, "seed is 1152921504606847000"],
  ])("refuses %o", (options, found) => {
    try {
      resolveSampling(options, {});
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(RequestError);
      const { code, message, hint, data } = error as RequestError;
      expect(code).toBe("bad_sampling");
      expect(message).toMatch(/; needed a/);
      expect(message.startsWith(found)).toBe(true);
      expect(hint).toBeTruthy();
      expect(Object.keys(options)).toEqual([data["param"]]);
    }
  });
});
