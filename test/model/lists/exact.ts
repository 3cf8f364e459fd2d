/**
 * The `exact` profile against the reference implementation in f32: logits, hidden rows, states and greedy text of the
 * stored prompts; the same prompt in chunks; several prompts in one ragged step.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { argmaxOf } from "../../conformance/argmax.ts";
import { expectSameBits, F32_LOGITS, F32_STATES, Tally } from "../comparison.ts";
import {
  flush,
  type PromptRun,
  pickRows,
  readRows,
  readStates,
  runPrompt,
  scatteredHome,
  step,
  TestLane,
  type TestModel,
} from "../fixture-model.ts";
import type { FixtureTensor } from "../fixture-tensors.ts";
import {
  byToken,
  countingPositions,
  farPrompt,
  hybridBatch,
  hybridPrompt,
  hybridPrompts,
  hybridTensors,
  mropePositions,
  mropePrompt,
  type PromptCase,
  randomPrompt,
  randomTensors,
  tailOf,
  tensor,
} from "../fixtures.ts";
import { expectGreedy } from "../greedy.ts";
import type { Subject } from "../subject.ts";

/** Twice the limit on logits: below this distance two logits may change places. */
const FLIP_MARGIN = 2 * F32_LOGITS.maxAbs;

type Tensors = ReadonlyMap<string, FixtureTensor>;

/** Logits, final rows, hidden rows and likeliest tokens of a whole prompt. */
function expectRows(tally: Tally, model: TestModel, tensors: Tensors, prefix: string, c: PromptCase, run: PromptRun) {
  const { hiddenSize, vocabSize } = model.config;
  const close = (kind: string, actual: Float32Array, width: number, limit = F32_STATES): void =>
    tally.close(kind, `${prefix}${kind}`, tensor(tensors, `${prefix}${kind}`), pickRows(actual, width, c.rows), limit);
  close("logits", run.logits, vocabSize, F32_LOGITS);
  close("final", run.final, hiddenSize);
  const hidden = tensor(tensors, `${prefix}hidden`);
  const layerSize = hidden.length / run.hidden.length;
  for (const [i, layer] of run.hidden.entries()) {
    const expected = hidden.subarray(i * layerSize, (i + 1) * layerSize);
    tally.close("hidden", `${prefix}hidden ${i}`, expected, pickRows(layer, hiddenSize, c.rows), F32_STATES);
  }
  const likeliest = c.ids.map((_, r) => argmaxOf(run.logits.subarray(r * vocabSize, (r + 1) * vocabSize)));
  expect(likeliest, `${prefix}argmax`).toEqual(Array.from(tensor(tensors, `${prefix}argmax`)));
}

/** Every stored state of these kinds; returns how many there were. */
function expectStates(
  tally: Tally,
  tensors: Tensors,
  prefix: string,
  states: PromptRun["states"],
  kinds: readonly string[] = ["gdn", "conv", "k", "v"],
): number {
  let checked = 0;
  const check = (kind: string, layer: number, actual: Float32Array | undefined): void => {
    const stored = tensors.get(`${prefix}${kind}.${layer}`);
    if (stored === undefined || actual === undefined || !kinds.includes(kind)) return;
    const expected = kind === "gdn" ? stored.data : kind === "conv" ? tailOf(stored) : byToken(stored);
    tally.close(kind, `${prefix}${kind}.${layer}`, expected, actual, F32_STATES);
    checked++;
  };
  for (const [layer, { delta, tail, keys, values }] of states.entries()) {
    check("gdn", layer, delta);
    check("conv", layer, tail);
    check("k", layer, keys);
    check("v", layer, values);
  }
  return checked;
}

/** Two runs of one sequence that were cut differently. */
function expectSameRun(tally: Tally, subject: Subject, what: string, whole: PromptRun, other: PromptRun): void {
  const compare = (part: string, expected: Float32Array | undefined, actual: Float32Array | undefined): void => {
    if (expected === undefined || actual === undefined) return;
    const limit = part === "logits" ? F32_LOGITS : F32_STATES;
    if (subject.chunking === "bits") expectSameBits(`${what}: ${part}`, expected, actual);
    else tally.close(`chunked ${part}`, `${what}: ${part}`, expected, actual, limit);
  };
  compare("logits", whole.logits, other.logits);
  compare("final", whole.final, other.final);
  expect(other.states.length).toBe(whole.states.length);
  for (const [i, state] of whole.states.entries()) {
    const same = other.states[i]!;
    expect(Object.keys(same)).toEqual(Object.keys(state));
    compare("gdn", state.delta, same.delta);
    compare("conv", state.tail, same.tail);
    compare("k", state.keys, same.keys);
    compare("v", state.values, same.values);
  }
}

export function exactTests(subject: Subject): void {
  describe("exact: tiny-hybrid", () => {
    const tally = new Tally(`${subject.name}: exact, tiny-hybrid`);
    const prompts = subject.prompts("exact");
    let model: TestModel;
    const runs = new Map<string, Promise<PromptRun>>();
    /** Runs a prompt once, in the home of its place in the list. */
    const whole = (c: PromptCase): Promise<PromptRun> => {
      const running =
        runs.get(c.name) ?? runPrompt(model, scatteredHome(model.capacity, hybridPrompts.indexOf(c)), c.ids);
      runs.set(c.name, running);
      return running;
    };
    /** Homes behind those of the prompts. */
    const spare = (index: number) => scatteredHome(model.capacity, hybridPrompts.length + index);

    beforeAll(async () => {
      model = await subject.model("tiny-hybrid", "exact");
    });
    afterAll(() => tally.print());

    test("every stored prompt is here", () => {
      expect(hybridPrompts.map((c) => c.name)).toEqual(["add", "think", "needle", "tool", "story", "chinese", "multi"]);
    });

    test.each(prompts)("$name: logits, hidden rows and states", async (c) => {
      const run = await whole(c);
      expectRows(tally, model, hybridTensors, `${c.name}.`, c, run);
      // Three delta states and three tails; keys and values where the prompt is short.
      expect(expectStates(tally, hybridTensors, `${c.name}.`, run.states)).toBe(c.ids.length < 200 ? 8 : 6);
    });

    test("states in the middle of a prompt", async () => {
      const at71 = await runPrompt(model, spare(0), hybridPrompt("needle").ids.slice(0, 71));
      expect(expectStates(tally, hybridTensors, "needle.at71.", at71.states)).toBe(8);
    });

    const short = prompts.filter((c) => c.ids.length < 20);
    const inChunks = subject.thorough ? prompts : short;
    test.each(inChunks)("$name: in the stored chunks as in one step", async (c) => {
      const chunked = await runPrompt(model, spare(1), c.ids, { chunks: c.prefill_chunks });
      expectSameRun(tally, subject, c.name, await whole(c), chunked);
    });

    const stepwise = subject.thorough ? prompts : short.filter((c) => c.name === "chinese");
    test.each(stepwise)("$name: row by row as in one step", async (c) => {
      const chunked = await runPrompt(model, spare(1), c.ids, { chunks: c.ids.map(() => 1) });
      expectSameRun(tally, subject, c.name, await whole(c), chunked);
    });

    test("greedy text of these prompts, decoded together", async () => {
      const lanes = [];
      for (const c of prompts) {
        const { lane, logits } = await whole(c);
        lanes.push({ lane, expected: c, logits: logits.subarray(-model.config.vocabSize) });
        runs.delete(c.name);
      }
      expect(prompts.every((c) => c.greedy.length === 64)).toBe(true);
      await expectGreedy(model, tally, lanes, { flipBelow: FLIP_MARGIN });
    });

    test("two prompts of different lengths in one ragged step", async () => {
      const cases = hybridBatch.sequences.map(hybridPrompt);
      const lanes = cases.map((_, i) => new TestLane(model, spare(i)));
      step(
        model,
        cases.map(({ ids }, i) => ({ lane: lanes[i]!, tokens: ids, outputs: [ids.length - 1] })),
      );
      const { logits } = await readRows(model);
      tally.close("batch logits", "batch", tensor(hybridTensors, "batch.last_logits"), logits, F32_LOGITS);
      const { vocabSize } = model.config;
      const rows = cases.map(({ name, margin }, i) => ({
        lane: lanes[i]!,
        expected: { name: `batch ${name}`, greedy: hybridBatch.greedy[i]!, margin },
        logits: logits.subarray(i * vocabSize, (i + 1) * vocabSize),
      }));
      await expectGreedy(model, tally, rows, { flipBelow: FLIP_MARGIN });
    });
  });

  describe("exact: tiny-random", () => {
    const tally = new Tally(`${subject.name}: exact, tiny-random`);
    let model: TestModel;
    beforeAll(async () => {
      model = await subject.model("tiny-random", "exact");
    });
    afterAll(() => tally.print());

    test("random: logits, hidden rows, states and greedy text", async () => {
      const c = randomPrompt;
      const run = await runPrompt(model, scatteredHome(model.capacity, 0), c.ids);
      expectRows(tally, model, randomTensors, "", c, run);
      expect(expectStates(tally, randomTensors, "", run.states, ["k", "v"])).toBe(4);
      expect(c.greedy.length).toBe(32);
      const logits = run.logits.subarray(-model.config.vocabSize);
      const lanes = [{ lane: run.lane, expected: c, logits }];
      await expectGreedy(model, tally, lanes, { flipBelow: FLIP_MARGIN, runLast: true });
      // The stored delta states and tails were taken after the 32 greedy tokens, the keys and values before them.
      flush(model, [run.lane]);
      expect(expectStates(tally, randomTensors, "", await readStates(model, run.lane), ["gdn", "conv"])).toBe(12);
    });

    const lastRows = [36, 37, 38, 39];
    test.each([
      { name: "far", ids: farPrompt.ids, positions: countingPositions(farPrompt.first_position, farPrompt.ids.length) },
      { name: "mrope", ids: mropePrompt.ids, positions: mropePositions() },
    ])("$name: logits at positions of their own", async ({ name, ids, positions }) => {
      const run = await runPrompt(model, scatteredHome(model.capacity, 1), ids, { positions, chunks: [7, 33] });
      const rows = pickRows(run.logits, model.config.vocabSize, lastRows);
      tally.close(`${name} logits`, name, tensor(randomTensors, `${name}.logits`), rows, F32_LOGITS);
    });
  });
}
