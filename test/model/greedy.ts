/**
 * Greedy text against the stored one. The device feeds itself as long as it agrees; where it chooses otherwise at a
 * step whose two largest logits are closer than the profile can tell apart, the flip is counted, the stored token is
 * fed instead, and the comparison goes on behind it.
 */
import { expect } from "vitest";
import { argmaxOf } from "../conformance/argmax.ts";
import type { Tally } from "./comparison.ts";
import { step, type TestLane, type TestModel } from "./fixture-model.ts";
import type { PromptCase } from "./fixtures.ts";

export interface GreedyLane {
  readonly lane: TestLane;
  readonly expected: Pick<PromptCase, "name" | "greedy" | "margin">;
  /** Logits of the prompt's last row. */
  readonly logits: Float32Array;
}

interface GreedyOptions {
  /** Margin below which a step may flip. */
  readonly flipBelow: number;
  /** Also runs the last stored token, as the stored states need it. */
  readonly runLast?: boolean;
}

/** Decodes lanes together, behind their prompts, until every stored token was compared. */
export async function expectGreedy(
  model: TestModel,
  tally: Tally,
  lanes: readonly GreedyLane[],
  { flipBelow, runLast = false }: GreedyOptions,
): Promise<void> {
  const judge = ({ name, greedy, margin }: GreedyLane["expected"], at: number, token: number): boolean => {
    if (token === greedy[at]) return true;
    const what = `${name}: token ${at} is ${token}, needed ${greedy[at]}`;
    expect(margin[at], `${what}; margin`).toBeLessThan(flipBelow);
    console.log(`${what}: allowed, the margin is ${margin[at]}`);
    tally.count("flips");
    return false;
  };
  // The device's own first token is that of the prompt's last row, however many rows of the step had outputs.
  let agreed = lanes.map(({ expected, logits }) => judge(expected, 0, argmaxOf(logits)));
  const longest = Math.max(...lanes.map(({ expected }) => expected.greedy.length));
  tally.count("greedy tokens", lanes.length);
  for (let at = 1; at < longest + Number(runLast); at++) {
    const running = lanes.filter(({ expected }) => at < expected.greedy.length + Number(runLast));
    step(
      model,
      running.map(({ lane, expected }) => ({
        lane,
        tokens: [agreed[lanes.findIndex((l) => l.lane === lane)] ? -1 : expected.greedy[at - 1]!],
        outputs: [0],
      })),
    );
    const tokens = await model.runner.readTokens();
    const next = running.map(({ expected }, i) => at >= expected.greedy.length || judge(expected, at, tokens[i]!));
    agreed = lanes.map(({ lane }) => next[running.findIndex((l) => l.lane === lane)] ?? false);
    tally.count("greedy tokens", running.filter(({ expected }) => at < expected.greedy.length).length);
  }
}
