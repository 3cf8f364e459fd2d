/** The host's mirror of a slot: what each step runs, wants and leaves behind. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { GREEDY } from "../../src/base/step-block.ts";
import { Sequence } from "../../src/runtime/sequence.ts";

const lease = { slot: 3, pages: [7, 5] };

/** Runs a sequence in steps of at most these rows; returns all tokens run and after how many an output was wanted. */
function run(sequence: Sequence, most: readonly number[]): { tokens: number[]; outputsAt: number[] } {
  const tokens: number[] = [];
  const outputsAt: number[] = [];
  for (const limit of most) {
    const rows = sequence.nextRows(limit);
    const lane = sequence.nextLane(rows);
    expect(lane.length).toBe(tokens.length);
    expect(lane.tokens.length).toBe(rows);
    tokens.push(...lane.tokens);
    if (lane.outputs.length > 0) outputsAt.push(tokens.length);
    sequence.advance();
    expect(sequence.pendingFold).toBe(rows > 16 ? 0 : rows);
  }
  return { tokens, outputsAt };
}

test("a prompt in any pieces runs once, and only its last row wants a token", () => {
  const prompt = Array.from({ length: 40 }, (_, i) => i + 100);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 40, maxLength: 40 }), (most) => {
      const { tokens, outputsAt } = run(new Sequence(lease, prompt, GREEDY), most);
      expect(tokens.slice(0, 40)).toEqual(prompt);
      expect(tokens.slice(40).every((token) => token === -1)).toBe(true);
      expect(outputsAt[0]).toBe(40);
    }),
  );
});

test("injected tokens run behind the last sampled one, whole or in pieces", () => {
  for (const most of [[8], [2, 2, 2], [1, 1, 1, 1, 1]]) {
    const sequence = new Sequence(lease, [1, 2, 3], GREEDY);
    run(sequence, [3]);
    sequence.inject([50, 51, 52, 53]);
    const tokens: number[] = [];
    let outputs = 0;
    for (const limit of most) {
      const lane = sequence.nextLane(sequence.nextRows(limit));
      tokens.push(...lane.tokens);
      outputs += lane.outputs.length;
      expect(lane.length + lane.tokens.length).toBe(3 + tokens.length);
      sequence.advance();
    }
    expect(tokens).toEqual([-1, 50, 51, 52, 53]);
    expect(outputs).toBe(1);
    expect(sequence.nextLane(1).tokens).toEqual([-1]);
  }
});
