/**
 * A sequence's numbers do not depend on where it lives or who is beside it: the same steps in another lane, slot and
 * pages, with a neighbour in every step, give identical bits.
 */
import { beforeAll, describe, expect, test } from "vitest";
import { expectSameBits } from "../comparison.ts";
import {
  flush,
  type Home,
  type LayerStates,
  readRows,
  readStates,
  scatteredHome,
  step,
  TestLane,
  type TestModel,
} from "../fixture-model.ts";
import { hybridPrompt } from "../fixtures.ts";
import type { Subject } from "../subject.ts";

/** Rows of each step: more than the records hold, fewer, one. */
const CHUNKS = [29, 9, 1, 1];

export interface Trace {
  readonly logits: readonly Float32Array[];
  readonly states: readonly LayerStates[];
}

/** Steps of one sequence; a neighbour, when there is one, goes before it in each of them. */
export async function trace(model: TestModel, ids: readonly number[], home: Home, neighbour?: Home): Promise<Trace> {
  const lane = new TestLane(model, home);
  const other = neighbour === undefined ? undefined : new TestLane(model, neighbour);
  const otherIds = hybridPrompt("needle").ids;
  const logits: Float32Array[] = [];
  for (const rows of CHUNKS) {
    const tokens = ids.slice(lane.length, lane.length + rows);
    const outputs = tokens.map((_, i) => i);
    const beside = otherIds.slice(other?.length ?? 0, (other?.length ?? 0) + 3 + (rows % 5));
    const before = other === undefined ? [] : [{ lane: other, tokens: beside, outputs: [0] }];
    step(model, [...before, { lane, tokens, outputs }]);
    const mine = outputs.length * model.config.vocabSize;
    logits.push((await readRows(model)).logits.slice(-mine));
  }
  flush(model, other === undefined ? [lane] : [other, lane]);
  return { logits, states: await readStates(model, lane) };
}

export function expectSameTrace(want: Trace, got: Trace): void {
  expect(want.logits.length).toBe(CHUNKS.length);
  for (const [i, logits] of want.logits.entries()) expectSameBits(`logits of step ${i}`, logits, got.logits[i]!);
  for (const [layer, state] of want.states.entries()) {
    for (const [part, values] of Object.entries(state)) {
      expectSameBits(`${part} of layer ${layer}`, values, got.states[layer]![part as keyof LayerStates]!);
    }
  }
}

export function laneTests(subject: Subject): void {
  describe("a sequence anywhere", () => {
    let model: TestModel;
    beforeAll(async () => {
      model = await subject.model("tiny-hybrid", "exact");
    });

    test("identical bits in another lane, slot and pages, with a neighbour", async () => {
      const { ids } = hybridPrompt("multi");
      const alone = await trace(model, ids, scatteredHome(model.capacity, 2));
      const moved = await trace(model, ids, scatteredHome(model.capacity, 9), scatteredHome(model.capacity, 5));
      expectSameTrace(alone, moved);
    });
  });
}
