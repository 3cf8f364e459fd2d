/**
 * What a slot holds beside its pages: cleared, it starts a sequence as a new one; copied, it continues one elsewhere.
 * Right tokens come from the model's fixtures.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createCpuBackend } from "../../src/backend/cpu/cpu-backend.ts";
import { expectSameBits } from "../model/comparison.ts";
import {
  FIXTURE_CAPACITY,
  type Home,
  type LayerStates,
  openTestModel,
  runPrompt,
  scatteredHome,
  step,
  TestLane,
  type TestModel,
} from "../model/fixture-model.ts";
import { hybridPrompt, openFixtureArtifact } from "../model/fixtures.ts";

const { ids, greedy } = hybridPrompt("add");

let model: TestModel;
beforeAll(async () => {
  const artifact = await openFixtureArtifact("tiny-hybrid");
  model = await openTestModel(artifact, createCpuBackend(), { capacity: FIXTURE_CAPACITY, maxPositions: 256 });
  await artifact.close();
});
afterAll(() => model.runner.dispose());

/** Runs the prompt; returns the lane and its first token. */
async function prefill(lane: TestLane): Promise<number> {
  step(model, [{ lane, tokens: ids, outputs: [ids.length - 1] }]);
  return (await model.runner.readTokens())[0]!;
}

async function decode(lane: TestLane, count: number): Promise<number[]> {
  const tokens: number[] = [];
  for (let i = 0; i < count; i++) {
    step(model, [{ lane, tokens: [-1], outputs: [0] }]);
    tokens.push((await model.runner.readTokens())[0]!);
  }
  return tokens;
}

test("a copied slot goes on from its last token, records pending, though the first is cleared", async () => {
  const home = scatteredHome(model.capacity, 3);
  const first = new TestLane(model, home);
  expect([await prefill(first), ...(await decode(first, 3))]).toEqual(greedy.slice(0, 4));
  // Its pages are shared: whatever comes behind the copy is written again.
  const second = new TestLane(model, { ...home, slot: home.slot + 1 });
  model.runner.slots.copy(first.home.slot, second.home.slot);
  Object.assign(second, { length: first.length, pendingFold: first.pendingFold });
  expect(first.pendingFold).toBe(1);
  expect(await decode(first, 6)).toEqual(greedy.slice(4, 10));
  model.runner.slots.clear(first.home.slot);
  expect(await decode(second, 6)).toEqual(greedy.slice(4, 10));
});

test("a cleared slot gives the bits of one that was never used, and its neighbours are as before", async () => {
  const [left, home, right] = [5, 6, 7].map((at) => scatteredHome(model.capacity, at)) as [Home, Home, Home];
  const unused = await runPrompt(model, home, ids);
  const neighbours = [left, right].map((other) => new TestLane(model, other));
  for (const lane of neighbours) expect(await prefill(lane)).toBe(greedy[0]);
  await runPrompt(model, home, hybridPrompt("needle").ids);
  const reused = await runPrompt(model, home, ids);
  expectSameBits("logits", unused.logits, reused.logits);
  for (const [layer, states] of unused.states.entries()) {
    for (const [part, values] of Object.entries(states) as [keyof LayerStates, Float32Array][]) {
      expectSameBits(`${part} of layer ${layer}`, values, reused.states[layer]![part]!);
    }
  }
  for (const lane of neighbours) expect(await decode(lane, 5)).toEqual(greedy.slice(1, 6));
});

test("slot 0 and slots outside the pool are nobody's", () => {
  for (const slot of [0, -1, model.capacity.slots]) {
    expect(() => model.runner.slots.clear(slot)).toThrow(/belongs to nobody/);
    expect(() => model.runner.slots.copy(1, slot)).toThrow(/belongs to nobody/);
  }
});
