/**
 * The model lists on the emulated CUDA backend; and what only this backend can show: graphs on and off give identical
 * bits, and in the exact profile portable kernels give the bits of the CPU that rounds every operation, in any chunks.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type OpenCudaOptions, openEmulatedCuda } from "../../node/open-cuda.ts";
import { createCpuBackend } from "../../src/backend/cpu/cpu-backend.ts";
import { skipNote } from "../base/skip.ts";
import { argmaxOf } from "../conformance/argmax.ts";
import { emulationMissing } from "../cuda/fixtures.ts";
import { expectSameBits } from "./comparison.ts";
import { flush, type LayerStates, readRows, readStates, scatteredHome, step, TestLane } from "./fixture-model.ts";
import { hybridPrompt } from "./fixtures.ts";
import { exactTests } from "./lists/exact.ts";
import { fastTests } from "./lists/fast.ts";
import { laneTests } from "./lists/lanes.ts";
import { samplingTests } from "./lists/sampling.ts";
import { shapeTests } from "./lists/shapes.ts";
import { storedTests } from "./lists/stored.ts";
import { Subject } from "./subject.ts";

const missing = await emulationMissing();
const thorough = process.env["QWERK_NIGHTLY"] === "1";
type Control = Awaited<ReturnType<typeof openEmulatedCuda>>["control"];
let control: Control | undefined;

/** Native kernels group rows as their tiles do, so chunks change their bits; portable ones must not. */
function emulated(name: string, chunking: "bits" | "tolerance", options: OpenCudaOptions): Subject {
  const open = async () => {
    const opened = await openEmulatedCuda(options);
    control = opened.control;
    return opened.backend;
  };
  return new Subject({ name, chunking, thorough, open });
}

const served = emulated("cuda-emulated", "tolerance", {});
const graphs = emulated("cuda-emulated, graphs at once", "tolerance", { captureAfter: 0 });
const singles = emulated("cuda-emulated, without graphs", "tolerance", { graphs: false });
const portable = emulated("cuda-emulated, portable", "bits", { portableOnly: true });
const checkedCpu = new Subject({
  name: "cpu, checked",
  chunking: "bits",
  thorough,
  open: async () => createCpuBackend({ checked: true }),
});
const emulatedSubjects = [served, graphs, singles, portable];
afterAll(async () => {
  for (const subject of [...emulatedSubjects, checkedCpu]) await subject.close();
  if (control !== undefined) expect(control.held()).toEqual({ bytes: 0, allocations: 0, objects: 0 });
});

interface Text {
  /** Of every prompt row, then of every decoded one: [vocabulary] each. */
  readonly logits: readonly Float32Array[];
  readonly tokens: readonly number[];
  readonly states: readonly LayerStates[];
}

/** A stored prompt in the given chunks and greedy tokens behind it, one step each. */
async function generate(subject: Subject, name: string, chunks: readonly number[], count: number): Promise<Text> {
  const model = await subject.model("tiny-hybrid", "exact");
  const { vocabSize } = model.config;
  const { ids } = hybridPrompt(name);
  const lane = new TestLane(model, scatteredHome(model.capacity, 4));
  const logits: Float32Array[] = [];
  const run = async (tokens: readonly number[]): Promise<void> => {
    step(model, [{ lane, tokens, outputs: tokens.map((_, i) => i) }]);
    const rows = (await readRows(model)).logits;
    for (let row = 0; row < tokens.length; row++) logits.push(rows.slice(row * vocabSize, (row + 1) * vocabSize));
  };
  for (const rows of chunks) await run(ids.slice(lane.length, lane.length + rows));
  const tokens = [argmaxOf(logits.at(-1)!)];
  while (tokens.length < count) {
    // One step takes the token by id, the next ones the last sampled on the device.
    await run([tokens.length === 1 ? tokens[0]! : -1]);
    tokens.push((await model.runner.readTokens())[0]!);
    expect(tokens.at(-1)).toBe(argmaxOf(logits.at(-1)!));
  }
  flush(model, [lane]);
  return { logits, tokens, states: await readStates(model, lane) };
}

function expectSameText(expected: Text, actual: Text): void {
  expect(actual.tokens).toEqual(expected.tokens);
  expect(actual.logits.length).toBe(expected.logits.length);
  for (const [row, logits] of expected.logits.entries()) expectSameBits(`logits ${row}`, logits, actual.logits[row]!);
  for (const [layer, state] of expected.states.entries()) {
    for (const [part, values] of Object.entries(state)) {
      expectSameBits(`${part} of layer ${layer}`, values, actual.states[layer]![part as keyof LayerStates]!);
    }
  }
}

describe.skipIf(missing !== undefined)(`cuda-emulated${skipNote(missing)}`, () => {
  exactTests(served);
  laneTests(served);
  storedTests(served);
  // Emulated threads are slow: the rest of the matrix runs nightly.
  if (thorough) {
    fastTests(served);
    shapeTests(served);
    samplingTests(served);
  }

  describe("graphs", () => {
    const { ids, greedy } = hybridPrompt("add");
    const half = ids.length >> 1;
    // Chunks of equal length are replays of one graph; so are the decoded tokens.
    const chunks = [half, half, ids.length - 2 * half].filter((rows) => rows > 0);

    test("on and off: identical bits of logits, states and tokens", async () => {
      const without = await generate(singles, "add", chunks, 8);
      expect(without.tokens).toEqual(greedy.slice(0, 8));
      control!.clearFault();
      const replayed = await generate(graphs, "add", chunks, 8);
      expect(control!.calls().get("cuGraphLaunch")).toBe(chunks.length + 8);
      expectSameText(without, replayed);
    });
  });

  describe("portable kernels in the exact profile", () => {
    const { ids, greedy } = hybridPrompt("chinese");
    let whole: Text;
    beforeAll(async () => {
      whole = await generate(portable, "chinese", [ids.length], 6);
    });

    test("greedy text as stored", () => expect(whole.tokens).toEqual(greedy.slice(0, 6)));

    test.each([
      ["1 and the rest", [1, ids.length - 1]],
      ["9 at a time", Array.from({ length: Math.ceil(ids.length / 9) }, (_, i) => Math.min(9, ids.length - 9 * i))],
    ])("chunks of %s: identical bits", async (_, chunks) => {
      expectSameText(whole, await generate(portable, "chinese", chunks, 6));
    });

    test("identical bits on the CPU with every operation rounded", async () => {
      expectSameText(await generate(checkedCpu, "chinese", [ids.length], 6), whole);
    });
  });
});
