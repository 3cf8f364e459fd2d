/**
 * Int8 activations on the tiny model: which programs have them, and what they cost on texts of its tasks. The bounds are
 * tight enough that a wrong scale, a lost sign or a group that takes its neighbour's scale breaks them, in the rows that
 * one kind of matrix reads.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Kernel } from "../../codegen/ir.ts";
import { fileDirectory } from "../../node/file-source.ts";
import { createCpuBackend } from "../../src/backend/cpu/cpu-backend.ts";
import { invariant } from "../../src/base/invariant.ts";
import { compilePrograms } from "../../src/compile-model.ts";
import { modelOf } from "../../src/model/open.ts";
import type { Candidate } from "../../src/program/candidate.ts";
import { converted } from "../convert/memory-set.ts";
import { FIXTURE_CAPACITY } from "./fixture-model.ts";
import { type OpenedModel, openModel } from "./opened-model.ts";
import { productErrors } from "./product-errors.ts";
import { compare, type Predictions, predictTexts, type Quality, type Text, textsOf } from "./quality.ts";

const nightly = process.env["QWERK_NIGHTLY"] === "1";
/** Few texts, because integers are slow in JavaScript; `npm run perf -- activations` takes them all. */
const TEXTS = nightly ? textsOf(1) : textsOf(1).filter((_, i) => i % 4 === 0);
const backend = createCpuBackend();

/** Most that codes may cost against the same weights with floats. Perplexity may also be better by as much. */
const PERPLEXITY = 1.001;
const DIVERGENCE = 1e-4;
/** Most that one product may lose: uniform rounding of 64 normal numbers loses 0.6 %, outliers of a group more. */
const RELATIVE_ERROR = 0.02;

let model: OpenedModel;
let reference: readonly Predictions[];
beforeAll(async () => {
  const tiny = await openModel(fileDirectory("test/fixtures/tiny-hybrid"));
  model = (await converted(tiny, "tiny-w8", { without: ["vision"] })).model;
  reference = await predictTexts(model.artifact, backend, TEXTS);
  await tiny.close();
});

const table: Record<string, Record<string, string>> = {};
afterAll(async () => {
  await model.close();
  console.table(table);
});

async function qualityOf(name: string, texts: readonly Text[], candidates: readonly Candidate[]): Promise<Quality> {
  const found = await predictTexts(model.artifact, backend, texts, { activations: "int8", candidates });
  const quality = compare(texts, reference.slice(0, texts.length), found);
  const { perplexity, divergence, changed } = quality;
  table[name] = {
    perplexity: perplexity.toFixed(5),
    divergence: divergence.toExponential(2),
    changed: changed.join(),
  };
  return quality;
}

test("only steps of more than 16 rows have integer products, of all layers and of no head", () => {
  const target = { caps: backend.caps, candidates: backend.candidates };
  const options = { profile: "exact", capacity: FIXTURE_CAPACITY, maxPositions: 512, activations: "int8" } as const;
  const { argmax, sample } = compilePrograms(modelOf(model.artifact), target, options);
  for (const programs of [argmax, sample]) {
    expect(programs.map(({ most }) => most?.tokens)).toEqual([16, FIXTURE_CAPACITY.maxRows]);
    const [few, many] = programs.map(({ launches, kernels }) =>
      launches.map(({ label, kernel }) => ({ label, kernel: kernels[kernel]!.id })),
    );
    const integer = (list: typeof few) => list!.filter(({ kernel }) => kernel.startsWith("quantised_linear"));
    const anyCodes = few!.filter(({ kernel }) => /quantise/.test(kernel));
    expect(anyCodes).toEqual([]);
    const layers = integer(many).map(({ label }) => /layers\.(\d+)\./.exec(label)?.[1]);
    expect(new Set(layers)).toEqual(new Set(["0", "1", "2", "3"]));
    // qkv, z and out of linear layers, q, k, v and o of the other; gate with up, and down of all.
    expect(layers.length).toBe(3 * 3 + 4 + 2 * 4);
  }
});

test("stays within its bounds", async () => {
  const { perplexity, divergence, changed } = await qualityOf("int8", TEXTS, backend.candidates);
  expect(Math.abs(Math.log(perplexity))).toBeLessThan(Math.log(PERPLEXITY));
  expect(divergence).toBeLessThan(DIVERGENCE);
  expect(divergence).toBeGreaterThan(0);
  expect(changed).toEqual([]);
});

test("no product by itself loses more than its bound", async () => {
  const errors = await productErrors(model.artifact, backend, TEXTS[0]!.ids);
  expect(errors.length).toBe(3 * 3 + 4 + 3 * 4);
  for (const { tensor, relative } of errors) expect(relative, tensor).toBeLessThan(RELATIVE_ERROR);
  expect(Math.max(...errors.map(({ relative }) => relative))).toBeGreaterThan(0.002);
});

/** The kernel with every node of its text that `change` answers for changed; at least one must be. */
function changed(kernel: Kernel, change: (node: Readonly<Record<string, unknown>>) => object | undefined): Kernel {
  let count = 0;
  const text = JSON.stringify(kernel, (_key, value: unknown) => {
    const node = typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
    const other = node === undefined ? undefined : change(node as Readonly<Record<string, unknown>>);
    if (other !== undefined) count++;
    return other ?? value;
  });
  invariant(count > 0, `${kernel.name} has nothing to change`);
  return JSON.parse(text) as Kernel;
}

const SCALE = Math.fround(1 / 127);

/** Faults of kernels: which products they touch, and how. */
const FAULTS: Readonly<Record<string, (kernel: Kernel) => Kernel>> = {
  "a scale that is a tenth too large": (kernel) =>
    changed(kernel, (node) =>
      node["kind"] === "const" && node["value"] === SCALE ? { ...node, value: 1.1 * SCALE } : undefined,
    ),
  "a sign that is lost": (kernel) =>
    changed(kernel, (node) =>
      node["kind"] === "unary" && node["op"] === "-" && node["type"] === "i32" ? (node["a"] as object) : undefined,
    ),
  "a group with its neighbour's scale": (kernel) =>
    changed(kernel, (node) => {
      if (node["kind"] !== "store" || node["target"] !== "scales") return undefined;
      // Groups of a row are an even number here, so a neighbour is one of the same row.
      const one = { kind: "const", type: "i32", value: 1 };
      const { index, ...rest } = node;
      return { ...rest, kind: "store", index: { kind: "binary", type: "i32", op: "^", a: index, b: one } };
    }),
};

describe.each(Object.entries(FAULTS))("%s, in the rows that the last matrix of a block reads", (name, spoil) => {
  test("breaks the bound", async () => {
    let spoilt = 0;
    const candidates = backend.candidates.map((candidate): Candidate => {
      if (candidate.op !== "quantised-linear") return candidate;
      return {
        ...candidate,
        lower(problem, caps) {
          const lowering = candidate.lower(problem, caps);
          if (problem.outputs["codes"] === undefined) return lowering;
          spoilt++;
          const launches = lowering.launches.map((launch) => {
            invariant(launch.source.kind === "portable", "a portable kernel");
            return { ...launch, source: { ...launch.source, kernel: spoil(launch.source.kernel) } };
          });
          return { ...lowering, launches };
        },
      };
    });
    const { divergence } = await qualityOf(name, TEXTS.slice(0, 2), candidates);
    expect(spoilt).toBeGreaterThan(0);
    expect(divergence).toBeGreaterThan(DIVERGENCE);
  });
});
