/**
 * The sampling oracle against the 105 reference distributions, how evenly its random numbers lie, and the draw on
 * distributions whose answer can be read off.
 */
import { expect, test } from "vitest";
import { GREEDY } from "../../src/base/step-block.ts";
import { argmaxOf } from "../conformance/argmax.ts";
import { distribution, drawToken, uniformAt } from "../conformance/sampling.ts";
import {
  samplingCases,
  samplingLogits,
  samplingSettings,
  samplingTolerance,
  samplingWords,
} from "../conformance/sampling-cases.ts";

test("105 cases", () => {
  expect(samplingCases.length).toBe(105);
});

test.each(samplingCases)("$logits $params", ({ logits, params, vllm, note }) => {
  const settings = samplingSettings(params);
  const { probabilities } = distribution(samplingLogits(logits), samplingWords, settings);
  // Which of several equal logits survives a cut is the reference's sort order; the values are not.
  const order = (values: ArrayLike<number>): number[] => {
    const list = Array.from(values);
    return note === undefined ? list : list.sort((a, b) => a - b);
  };
  const wanted = order(vllm);
  const worst = Math.max(...order(probabilities).map((p, i) => Math.abs(p - wanted[i]!)));
  expect(worst).toBeLessThanOrEqual(samplingTolerance);
});

test("equal logits at the border of top-p: lower ids go first", () => {
  const { probabilities } = distribution([1, 1, 1, 1], new Uint32Array(4), { ...GREEDY, temperature: 1, topP: 0.45 });
  expect(Array.from(probabilities)).toEqual([0, 0, 0.5, 0.5]);
});

test("uniform numbers fill [0, 1) evenly over positions and over seeds", () => {
  for (const at of [(i: number) => uniformAt(7n, i), (i: number) => uniformAt(BigInt(i), 7)]) {
    const bins = new Array<number>(16).fill(0);
    for (let i = 0; i < 16000; i++) bins[Math.floor(at(i) * 16)]!++;
    // 1000 expected in each; six standard deviations are 184.
    for (const count of bins) expect(Math.abs(count - 1000)).toBeLessThan(184);
  }
});

test("a draw takes the first id whose cumulative probability exceeds the number", () => {
  const p = Float64Array.of(0, 0.25, 0, 0.5, 0.25, 0);
  expect([0, 0.249, 0.25, 0.74, 0.75, 0.999].map((u) => drawToken(p, u).token)).toEqual([1, 1, 3, 3, 4, 4]);
  expect(drawToken(Float64Array.of(0.3, 0.3, 0), 0.9).token).toBe(1);
});

test("argmax: lowest id among equals, NaN below all", () => {
  expect(argmaxOf([1, 3, 3, 2])).toBe(1);
  expect(argmaxOf([Number.NaN, -5, Number.NaN, -4])).toBe(3);
  expect(argmaxOf([Number.NaN, Number.NEGATIVE_INFINITY])).toBe(0);
});
