/**
 * What each recipe costs the tiny model, on texts of all its tasks: perplexity over the checkpoint's own, the divergence of
 * its predictions, and whether any greedy token changes. The bounds are tight enough that a wrong scale, a wrong sign or a
 * group that takes its neighbour's scale breaks them, in one matrix of one layer. The table is printed.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fileDirectory } from "../../node/file-source.ts";
import type { PlacedObject } from "../../src/artifact/ninfer/new-set.ts";
import { memoryDirectory } from "../../src/artifact/sources.ts";
import { createCpuBackend } from "../../src/backend/cpu/cpu-backend.ts";
import { f16ToF32, f32ToF16 } from "../../src/base/dtype.ts";
import { type OpenedModel, openModel } from "../model/opened-model.ts";
import { answers, compare, type Predictions, predictTexts, type Quality, textsOf } from "../model/quality.ts";
import { converted } from "./memory-set.ts";

const nightly = process.env["QWERK_NIGHTLY"] === "1";
const TEXTS = textsOf(nightly ? undefined : 1);

/** One for all models, which share its compiled kernels. */
const backend = createCpuBackend();

const predictions = (source: OpenedModel): Promise<readonly Predictions[]> =>
  predictTexts(source.artifact, backend, TEXTS);

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

const qualityOf = async (source: OpenedModel): Promise<Quality> => compare(TEXTS, reference, await predictions(source));

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
