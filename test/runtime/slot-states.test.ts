/**
 * What a slot holds beside its pages: cleared, it starts a sequence as a new one; copied, it continues one elsewhere.
 * Right tokens come from the model's fixtures.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { emptyRunner, oneLane, TEXT_27B, TEXT_64_NARROW } from "../../perf/shapes.ts";
import { createCpuBackend } from "../../src/backend/cpu/cpu-backend.ts";
import { createTraceBackend } from "../../src/backend/trace/trace-backend.ts";
import { GREEDY } from "../../src/base/step-block.ts";
import { openTokenEngine } from "../../src/open-token-engine.ts";
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

describe("what a new request moves", () => {
  test("of the 27B decoder: 214.8 MB become zero on the device, and none of it is uploaded", async () => {
    const backend = createTraceBackend();
    const runner = await emptyRunner(TEXT_27B, backend, "fast", oneLane(4096));
    backend.reset();
    runner.slots.clear(1);
    // Of each linear layer a state, a tail and the records of both; token counts; the last token.
    const delta = 48 * 128 * 128 + 16 * (16 * 128 + 48 * 128 + 2 * 48);
    const convolution = (3 + 16) * (2 * 16 * 128 + 48 * 128);
    const bytes = 4 * (48 * (delta + convolution) + 248_320 + 1);
    expect(bytes).toBe(214_804_484);
    expect(backend.counts).toMatchObject({ clears: 48 + 48 + 1 + 1, clearedBytes: bytes, writes: 0, writtenBytes: 0 });
    runner.dispose();
  });

  test("marks of a prompt: neighbouring ids in one write, each id once", async () => {
    const backend = createTraceBackend();
    const runner = await emptyRunner(TEXT_64_NARROW, backend, "fast", oneLane(4096));
    const moved = (prompt: readonly number[]): readonly [number, number] => {
      backend.reset();
      runner.slots.writeCounts(1, prompt, { prompt, generated: [] });
      return [backend.counts.writes, backend.counts.writtenBytes];
    };
    expect(moved([7])).toEqual([1, 4]);
    expect(moved([7, 5, 6, 7, 6])).toEqual([1, 4 * 3]);
    expect(moved([0, 257])).toEqual([1, 4 * 258]);
    expect(moved([0, 258])).toEqual([2, 4 * 2]);
    // Never more than the vocabulary, however long the prompt is.
    expect(moved(Array.from({ length: 100_000 }, (_, i) => (i * 577) % 1024))).toEqual([1, 4 * 1024]);
    runner.dispose();
  });

  test("through the engine: the step block, and marks where the prompt counts", async () => {
    const artifact = await openFixtureArtifact("tiny-hybrid");
    const prompt = [5, 6, 7, 300, 1000];
    const moved: number[] = [];
    for (const repetitionPenalty of [1, 1.1]) {
      const backend = createTraceBackend();
      const engine = await openTokenEngine(artifact, backend, { maxContext: 64, prefillChunk: 8 });
      backend.reset();
      const sampling = { ...GREEDY, temperature: 1, presencePenalty: 0.5, repetitionPenalty };
      for await (const event of engine.run({ prompt, sampling, maxNewTokens: 1, stopTokens: [] })) void event;
      moved.push(backend.counts.writtenBytes);
      await engine.close();
    }
    await artifact.close();
    // Header; of 9 rows id, lane and three positions; two lane starts; length, slot, fold; output; page; nine settings.
    const block = 4 * (16 + 5 * 9 + 2 + 3 + 1 + 1 + 9);
    expect(moved).toEqual([block, block + 4 * (3 + 1 + 1)]);
  });
});

test("slot 0 and slots outside the pool are nobody's", () => {
  for (const slot of [0, -1, model.capacity.slots]) {
    expect(() => model.runner.slots.clear(slot)).toThrow(/belongs to nobody/);
    expect(() => model.runner.slots.copy(1, slot)).toThrow(/belongs to nobody/);
  }
});
