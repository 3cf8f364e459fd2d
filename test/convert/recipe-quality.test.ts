/**
 * What each recipe costs the tiny model, on texts of all its tasks: perplexity over the checkpoint's own, the divergence of
 * its predictions, and whether any greedy token changes. The bounds are tight enough that a wrong scale, a wrong sign or a
 * group that takes its neighbour's scale breaks them, in one matrix of one layer. The table is printed.
 */
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { fileDirectory } from "../../node/file-source.ts";
import type { PlacedObject } from "../../src/artifact/ninfer/new-set.ts";
import { memoryDirectory } from "../../src/artifact/sources.ts";
import { createCpuBackend } from "../../src/backend/cpu/cpu-backend.ts";
import { f16ToF32, f32ToF16 } from "../../src/base/dtype.ts";
import { argmaxOf } from "../conformance/argmax.ts";
import {
  FIXTURE_CAPACITY,
  openTestModel,
  scatteredHome,
  step,
  TestLane,
  type TestModel,
} from "../model/fixture-model.ts";
import { readJson } from "../model/fixture-tensors.ts";
import { type OpenedModel, openModel } from "../model/opened-model.ts";
import { converted } from "./memory-set.ts";

// Nightly a model predicts 36,000 tokens.
vi.setConfig({ testTimeout: 900_000, hookTimeout: 900_000 });

interface Example {
  readonly ids?: readonly number[];
  readonly greedy?: readonly number[];
}

const nightly = process.env["QWERK_NIGHTLY"] === "1";
const { examples } = readJson<{ examples: Readonly<Record<string, readonly Example[]>> }>("test/fixtures/eval.json");

interface Text {
  readonly task: string;
  /** Prompt and answer. */
  readonly ids: readonly number[];
  /** Where the answer begins. */
  readonly prompt: number;
}

/** Texts of every task without pictures: one each, nightly all. A step takes at most 256 rows. */
const TEXTS = Object.entries(examples).flatMap(([task, list]) =>
  list.slice(0, nightly ? undefined : 1).flatMap(({ ids, greedy }): Text[] => {
    if (ids === undefined || greedy === undefined) return [];
    return [{ task, ids: [...ids, ...greedy].slice(0, FIXTURE_CAPACITY.maxRows), prompt: ids.length }];
  }),
);

/** Log probabilities of every row of a text. */
type Predictions = readonly Float64Array[];

interface Quality {
  /** Perplexity of all tokens over that of the checkpoint. */
  readonly perplexity: number;
  /** Mean divergence of the checkpoint's predictions from the recipe's, in nats. */
  readonly divergence: number;
  /** Texts whose greedy answer changes, thinking aside. */
  readonly changed: readonly string[];
}

async function predict(model: TestModel, { ids }: Text): Promise<Predictions> {
  const lane = new TestLane(model, scatteredHome(model.capacity, 0));
  step(model, [{ lane, tokens: ids, outputs: ids.map((_, i) => i) }]);
  const { data } = await model.runner.readResult("logits");
  const width = data.length / ids.length;
  return ids.map((_, i) => logSoftmax(data.subarray(i * width, (i + 1) * width)));
}

function logSoftmax(logits: Float32Array): Float64Array {
  const most = logits.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  const sum = logits.reduce((total, x) => total + Math.exp(x - most), 0);
  return Float64Array.from(logits, (x) => x - most - Math.log(sum));
}

/** One for all models, which share its compiled kernels. */
const backend = createCpuBackend();

async function predictions(source: OpenedModel): Promise<readonly Predictions[]> {
  const options = { capacity: FIXTURE_CAPACITY, maxPositions: 512 };
  const model = await openTestModel(source.artifact, backend, options);
  const found: Predictions[] = [];
  for (const text of TEXTS) found.push(await predict(model, text));
  model.runner.dispose();
  return found;
}

/** Sum over the tokens of a text, each predicted by the row before it. */
function surprise(rows: Predictions, { ids }: Text): number {
  return ids.slice(1).reduce((sum, id, i) => sum - rows[i]![id]!, 0);
}

function divergenceOf(wanted: Float64Array, found: Float64Array): number {
  return wanted.reduce((sum, p, i) => sum + Math.exp(p) * (p - found[i]!), 0);
}

/** Whether every token of the answer is still the likeliest one, which makes it the greedy answer. */
function answers(rows: Predictions, { ids, prompt }: Text): boolean {
  return ids.slice(prompt).every((id, i) => argmaxOf(Float32Array.from(rows[prompt + i - 1]!)) === id);
}

let tiny: OpenedModel;
let reference: readonly Predictions[];
beforeAll(async () => {
  tiny = await openModel(fileDirectory("test/fixtures/tiny-hybrid"));
  reference = await predictions(tiny);
});

const table: Record<string, Record<string, string>> = {};
afterAll(async () => {
  await tiny.close();
  console.table(table);
});

async function qualityOf(source: OpenedModel): Promise<Quality> {
  const found = await predictions(source);
  const tokens = TEXTS.reduce((sum, { ids }) => sum + ids.length - 1, 0);
  const rows = TEXTS.reduce((sum, { ids }) => sum + ids.length, 0);
  const excess = TEXTS.reduce((sum, text, i) => sum + surprise(found[i]!, text) - surprise(reference[i]!, text), 0);
  const divergence = found.flatMap((text, i) => text.map((row, j) => divergenceOf(reference[i]![j]!, row)));
  return {
    perplexity: Math.exp(excess / tokens),
    divergence: divergence.reduce((a, b) => a + b, 0) / rows,
    changed: TEXTS.filter((text, i) => !text.task.startsWith("think") && !answers(found[i]!, text)).map((t) => t.task),
  };
}

/** Most that a recipe may cost. Perplexity may also be better by as much: rounding has no side. */
const BOUNDS: Readonly<Record<string, { readonly perplexity: number; readonly divergence: number }>> = {
  "tiny-w8": { perplexity: 1.001, divergence: 5e-5 },
  "groupwise-int": { perplexity: 1.005, divergence: 3e-3 },
  lean: { perplexity: 1.005, divergence: 3e-3 },
  "w4-g64-16gb": { perplexity: 1.01, divergence: 8e-3 },
};

test("the checkpoint itself gives every answer", () => {
  expect(TEXTS.length).toBeGreaterThan(15);
  expect(TEXTS.filter((text, i) => !answers(reference[i]!, text)).map(({ task }) => task)).toEqual([]);
});

describe.each(Object.entries(BOUNDS))("%s", (recipe, bounds) => {
  test("stays within its bounds", async () => {
    const { model } = await converted(tiny, recipe, { without: ["vision"] });
    const { perplexity, divergence, changed } = await qualityOf(model);
    table[recipe] = {
      perplexity: perplexity.toFixed(5),
      divergence: divergence.toExponential(2),
      changed: changed.join(),
    };
    expect(Math.abs(Math.log(perplexity))).toBeLessThan(Math.log(bounds.perplexity));
    expect(divergence).toBeLessThan(bounds.divergence);
    if (recipe === "tiny-w8" || recipe === "groupwise-int") expect(changed).toEqual([]);
  });
});

/** Faults of an encoder, done to the stored bytes of one matrix. */
const FAULTS: Readonly<Record<string, (planes: readonly Uint8Array[], object: PlacedObject) => void>> = {
  "a scale that is a quarter too large": (planes) => {
    const scales = new Uint16Array(planes.at(-1)!.buffer, planes.at(-1)!.byteOffset, planes.at(-1)!.length / 2);
    scales.forEach((word, i) => {
      scales[i] = f32ToF16(1.25 * f16ToF32(word));
    });
  },
  "a sign bit that is lost": (planes) => {
    const codes = planes[0]!;
    for (let i = 0; i < codes.length; i++) {
      const code = (codes[i]! << 24) >> 24;
      codes[i] = Math.abs(code);
    }
  },
  "a group with its neighbour's scale": (planes) => {
    const scales = new Uint16Array(planes.at(-1)!.buffer, planes.at(-1)!.byteOffset, planes.at(-1)!.length / 2);
    for (let i = 0; i + 1 < scales.length; i += 2) [scales[i], scales[i + 1]] = [scales[i + 1]!, scales[i]!];
  },
};

describe.each(Object.entries(FAULTS))("%s, in one matrix", (name, spoil) => {
  test("breaks the bound of tiny-w8", async () => {
    const { plan, files } = await converted(tiny, "tiny-w8", { without: ["vision"] });
    const at = plan.jobs.findIndex(
      (job) =>
        job.kind === "tensor" && job.members.some(({ parameter }) => parameter.name === "text/layers/1/mlp/down"),
    );
    const object = plan.set.objects[at]!;
    if (object.kind !== "tensor") throw new Error("a matrix was needed");
    const bytes = Uint8Array.from(files["out.ninfer"]!);
    const start = plan.set.files[0]!.payloadStart + object.offset;
    const planes = object.layout.planes.map(({ offset, unitBytes }) =>
      bytes.subarray(start + offset, start + offset + unitBytes * object.layout.rows),
    );
    spoil(planes, object);
    const model = await openModel(memoryDirectory("spoilt", { "out.ninfer": bytes }));
    const { perplexity, divergence } = await qualityOf(model);
    table[name] = { perplexity: perplexity.toFixed(5), divergence: divergence.toExponential(2), changed: "" };
    expect(divergence).toBeGreaterThan(BOUNDS["tiny-w8"]!.divergence);
  });
});
