/** Sampling options of a request: taken as they are, or refused with their path, what was found and what is needed. */
import { describe, expect, it } from "vitest";
import { readRequest } from "../../src/request/generate-request.ts";
import type { SamplingOptions } from "../../src/request/sampling.ts";
import { parseExactJson } from "../../src/text/exact-json.ts";
import { refusalOf } from "./refusal.ts";

const prompt = { kind: "text", text: "x" };
const read = (sampling: unknown): SamplingOptions | undefined => readRequest({ prompt, sampling }).sampling;

describe("sampling options", () => {
  it("within their ranges come out as they went in", () => {
    const ends: SamplingOptions[] = [
      { temperature: 0, topK: 0, topP: Number.MIN_VALUE, minP: 0, presencePenalty: -2, repetitionPenalty: 0.01 },
      { temperature: 3.4e38, topK: 2147483647, topP: 1, minP: 1, frequencyPenalty: 2, repetitionPenalty: 100 },
      { greedy: true, temperature: 0, seed: -1 },
      { greedy: false, temperature: 2, seed: 2n ** 64n + 7n },
      {},
    ];
    for (const options of ends) expect(read(options)).toEqual(options);
    expect(read(undefined)).toBeUndefined();
    expect(read({ seed: undefined })).toEqual({});
  });

  it("of exact JSON keep all digits of the seed", () => {
    const text = '{"seed": 9007199254740993, "temperature": 7e-1, "topK": 2e1}';
    expect(read(parseExactJson(text))).toEqual({ seed: 9007199254740993n, temperature: 0.7, topK: 20 });
  });

  it.each<[unknown, string, string]>([
    [{ temperature: -0.1 }, "temperature is -0.1", "a number from 0 to 3.4e38"],
    [{ temperature: Number.NaN }, "temperature is NaN", "a number from 0 to 3.4e38"],
    [{ temperature: Number.POSITIVE_INFINITY }, "temperature is Infinity", "a number from 0 to 3.4e38"],
    [{ temperature: "0.7" }, 'temperature is "0.7"', "a number from 0 to 3.4e38"],
    [{ temperature: null }, "temperature is null", "a number from 0 to 3.4e38"],
    [{ topK: 1.5 }, "topK is 1.5", "a whole number from 0 (off) to 2147483647"],
    [{ topK: -1 }, "topK is -1", "a whole number from 0 (off) to 2147483647"],
    [{ topK: 2 ** 31 }, "topK is 2147483648", "a whole number from 0 (off) to 2147483647"],
    [{ topP: 0 }, "topP is 0", "a number above 0 and at most 1"],
    [{ topP: 1.01 }, "topP is 1.01", "a number above 0 and at most 1"],
    [{ topP: [0.5] }, "topP is a list", "a number above 0 and at most 1"],
    [{ minP: -0.5 }, "minP is -0.5", "a number from 0 to 1"],
    [{ presencePenalty: 2.5 }, "presencePenalty is 2.5", "a number from -2 to 2"],
    [{ frequencyPenalty: -3 }, "frequencyPenalty is -3", "a number from -2 to 2"],
    [{ repetitionPenalty: 0 }, "repetitionPenalty is 0", "a number from 0.01 to 100"],
    [{ seed: 1.5 }, "seed is 1.5", "a whole number"],
    [{ seed: "a" }, 'seed is "a"', "a whole number"],
    [{ seed: 2 ** 60 }, "seed is 1152921504606847000", "a whole number"],
    [{ greedy: 1 }, "greedy is 1", "true or false"],
  ])("refuses %o", (options, found, needed) => {
    const { code, message, hint, data } = refusalOf(() => read(options));
    expect(code).toBe("bad_sampling");
    expect(message).toBe(`sampling.${found}; needed ${needed}`);
    expect(data).toEqual({ param: `sampling.${Object.keys(options as object)[0]}` });
    if (!("greedy" in (options as object))) expect(hint).toMatch(/^left out, /);
  });

  it.each([1, 0.1])("refuses greedy with a temperature of %d", (temperature) => {
    const { code, message, data } = refusalOf(() => read({ greedy: true, temperature }));
    expect(code).toBe("bad_sampling");
    expect(message).toBe(`sampling.greedy is on and temperature is ${temperature}; needed one of them`);
    expect(data).toEqual({ param: "sampling.greedy" });
  });

  it.each([
    ["tempreature", "sampling.temperature"],
    ["top_p", "sampling.topP"],
    ["max_tokens", "maxNewTokens"],
  ])("names what %s may have been", (name, suggestion) => {
    const { code, hint, data } = refusalOf(() => read({ [name]: 1 }));
    expect(code).toBe("unknown_field");
    expect(hint).toBe(`did you mean \`${suggestion}\`?`);
    expect(data).toEqual({ param: `sampling.${name}`, suggestion });
  });
});
