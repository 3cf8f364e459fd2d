/**
 * Weights as a container stores them: logits of a packed model against those of the same weights decoded to f32, on every
 * task the embedded model was trained for; and matrices read in runs of rows, which must not change a bit.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createCpuBackend } from "../../../src/backend/cpu/cpu-backend.ts";
import { alignUp } from "../../../src/base/bytes.ts";
import type { Caps } from "../../../src/base/caps.ts";
import { type Recipe, readRecipe } from "../../../src/convert/recipe.ts";
import { accountOf } from "../../../src/program/account.ts";
import { openRecipe } from "../../convert/recipes.ts";
import { expectSameBits, F32_LOGITS, Tally } from "../comparison.ts";
import {
  FIXTURE_CAPACITY,
  flush,
  openTestModel,
  readRows,
  readStates,
  step,
  TestLane,
  type TestModel,
} from "../fixture-model.ts";
import { readJson } from "../fixture-tensors.ts";
import { hybridPrompt, openFixtureArtifact } from "../fixtures.ts";
import type { OpenedModel } from "../opened-model.ts";
import { packedModel } from "../packed-model.ts";
import type { Subject } from "../subject.ts";

/** Rules in turn for what the published recipe does not use; the first that a matrix's shape allows. */
const REST: Recipe = readRecipe("rest", {
  name: "rest",
  rule: [
    { parameters: ["text/layers/*/mlp/gate", "text/layers/*/mlp/up"], format: "nvfp4" },
    { parameters: ["text/token_embedding", "text/layers/*/mlp/down"], format: "fp8_e4m3fn_row_bf16" },
    { parameters: ["text/output_head", "text/layers/*/gdn/z"], format: "q6_g64_fp16" },
    { parameters: ["text/layers/*/attention/gate", "text/layers/*/gdn/query"], format: "q6_g64_fp16" },
    { parameters: ["text/layers/*/attention/query", "text/layers/*/gdn/output"], format: "q8_g32_fp16" },
    { parameters: ["text/layers/*/gdn/key", "text/layers/*/gdn/value"], format: "fp8_e4m3fn_row_bf16" },
    { parameters: "**", format: "bf16" },
  ],
});

interface Task {
  readonly ids: readonly number[];
  readonly greedy: readonly number[];
}
/** The first example of each task that is text alone. */
const TASKS = Object.entries(
  readJson<{ examples: Record<string, readonly Partial<Task>[]> }>("test/fixtures/eval.json").examples,
)
  .map(([task, [first]]) => [task, first] as const)
  .filter((entry): entry is [string, Task] => entry[1]?.ids !== undefined);
const MAX_POSITIONS = 512;

/** Logits of every row of a text, all of it in one step. */
async function logitsOf(model: TestModel, tokens: readonly number[]): Promise<Float32Array> {
  const pages = Array.from({ length: model.capacity.maxPagesPerLane }, (_, i) => i + 1);
  const lane = new TestLane(model, { slot: 1, pages });
  step(model, [{ lane, tokens, outputs: tokens.map((_, i) => i) }]);
  return (await readRows(model)).logits.slice();
}

export function storedTests(subject: Subject): void {
  const recipes = [["groupwise-int", openRecipe("groupwise-int")] as const, ["the other formats", REST] as const];
  // Each recipe is kernels of its own, which slow compilers make nightly.
  describe.each(subject.thorough ? recipes : recipes.slice(0, 1))("weights as stored: %s", (name, recipe) => {
    let source: OpenedModel;
    let asStored: TestModel;
    let decoded: TestModel;
    beforeAll(async () => {
      source = await packedModel(recipe);
      const options = { capacity: FIXTURE_CAPACITY, maxPositions: MAX_POSITIONS };
      asStored = await openTestModel(source.artifact, await subject.backend(), options);
      // The CPU's own products of f32 are quick and share no line with the packed readers.
      decoded = await openTestModel(source.artifact, createCpuBackend(), {
        ...options,
        caps: { weightFormats: ["f32"] },
      });
    });
    afterAll(async () => {
      for (const model of [asStored, decoded]) model.runner.dispose();
      await source.close();
    });

    test("every byte of a weight is one of the file, and each format has a matrix", () => {
      const roles = asStored.buffers.flatMap(({ role }) => (role.kind === "weight" ? [role] : []));
      expect(roles.filter((role) => role.stored !== role.resident)).toEqual([]);
      const reference = decoded.buffers.flatMap(({ role }) => (role.kind === "weight" ? [role.resident] : []));
      expect(new Set(reference)).toEqual(new Set(["f32"]));
      const wanted =
        name === "groupwise-int" ? ["q4_g64", "q5_g64", "w8_g32", "f32"] : ["nvfp4", "fp8_row", "q6_g64", "w8_g32"];
      expect(new Set(roles.map((role) => role.resident))).toEqual(new Set([...wanted, "bf16"]));
      // A backend with an order of its own may pad a matrix.
      const same = asStored.buffers.filter(({ role }) => role.kind === "weight" && role.order === undefined);
      const stored = same.map(({ role }) => {
        if (role.kind !== "weight") return 0;
        return (source.tensors.get(role.tensor) ?? source.pieces?.get(role.tensor))!.bytes;
      });
      const { weightBytes } = accountOf(same, FIXTURE_CAPACITY);
      expect(weightBytes).toBe(stored.reduce((sum, bytes) => sum + alignUp(bytes, 4), 0));
    });

    const tasks = subject.thorough ? TASKS : TASKS.filter((_, i) => i % 6 === 0);
    test.each(tasks)("logits of %s as with decoded weights", async (task, { ids, greedy }) => {
      const tally = new Tally(`${subject.name}, ${name}, ${task}`);
      const tokens = [...ids, ...greedy];
      tally.close("logits", task, await logitsOf(decoded, tokens), await logitsOf(asStored, tokens), F32_LOGITS);
      tally.print();
    });
  });

  const SMALL = { maxRows: 32, maxLanes: 1, maxPagesPerLane: 1, maxOutputs: 4, slots: 3, pages: 2 };
  const profiles = ["exact", "fast"] as const;

  describe.each(subject.thorough ? profiles : profiles.slice(0, 1))("matrices beyond a binding, %s", (profile) => {
    test("in runs of rows: identical bits", async () => {
      const artifact = await openFixtureArtifact("tiny-hybrid");
      const backend = await subject.backend();
      const options = { profile, capacity: SMALL, maxPositions: 64 };
      const kept: Partial<Caps> = { weightFormats: ["f32"] };
      const whole = await openTestModel(artifact, backend, { ...options, caps: kept });
      // A binding as large as whatever is no weight needs.
      const others = whole.buffers.filter(({ role }) => role.kind !== "weight").map(({ bytes }) => bytes);
      const maxBindingBytes = Math.max(300_000, ...others);
      const cut = await openTestModel(artifact, backend, { ...options, caps: { ...kept, maxBindingBytes } });
      const runsOf = (tensor: string): number =>
        cut.buffers.filter(({ name }) => name.startsWith(`weight ${tensor} rows `)).length;
      const tables = 4 * 1280 * 192;
      for (const tensor of ["lm_head.weight", "model.language_model.embed_tokens.weight"]) {
        expect(runsOf(tensor), tensor).toBeGreaterThanOrEqual(Math.ceil(tables / maxBindingBytes));
        expect(runsOf(tensor), tensor).toBeGreaterThan(1);
      }
      const { ids } = hybridPrompt("add");
      const lanes = [whole, cut].map((model) => ({ model, lane: new TestLane(model, { slot: 1, pages: [1] }) }));
      for (const tokens of [ids.slice(0, 17), ids.slice(17), [-1], [-1]]) {
        for (const { model, lane } of lanes) step(model, [{ lane, tokens, outputs: [tokens.length - 1] }]);
        expectSameBits("logits", (await readRows(whole)).logits, (await readRows(cut)).logits);
        expect(await cut.runner.readTokens()).toEqual(await whole.runner.readTokens());
      }
      for (const { model } of lanes) model.runner.dispose();
      await artifact.close();
    });
  });

  test.runIf(subject.portable && subject.thorough)("pages beyond a binding, in segments: identical bits", async () => {
    const artifact = await openFixtureArtifact("tiny-hybrid");
    const backend = await subject.backend();
    // Two pages of 64 KiB are all that a binding holds; eight bindings of attention leave four for pages.
    const capacity = { maxRows: 32, maxLanes: 1, maxPagesPerLane: 3, maxOutputs: 2, slots: 2, pages: 8 };
    const options = { capacity, maxPositions: 512 };
    const whole = await openTestModel(artifact, backend, options);
    const cut = await openTestModel(artifact, backend, { ...options, caps: { maxBindingBytes: 2 ** 17 } });
    const segments = cut.buffers.filter(({ name }) => name.startsWith("kv."));
    expect(segments.map(({ name, bytes }) => [name, bytes])).toEqual(
      [0, 1, 2, 3].map((segment) => [`kv.3 segment ${segment}`, 2 ** 17]),
    );
    const accounts = [whole, cut].map(({ buffers }) => accountOf(buffers, capacity).keyValueBytesPerToken);
    expect(accounts[1]).toBe(accounts[0]);
    const [, { ids, greedy }] = TASKS.find(([task]) => task === "needle40")!;
    const home = { slot: 1, pages: [1, 7, 4] };
    const lanes = [whole, cut].map((model) => ({ model, lane: new TestLane(model, home) }));
    const text = [...ids, ...greedy];
    for (let at = 0; at < text.length; at += capacity.maxRows) {
      const tokens = text.slice(at, at + capacity.maxRows);
      for (const { model, lane } of lanes) step(model, [{ lane, tokens, outputs: [tokens.length - 1] }]);
      expectSameBits(`logits behind ${at}`, (await readRows(whole)).logits, (await readRows(cut)).logits);
    }
    for (const { model, lane } of lanes) flush(model, [lane]);
    const [one, other] = await Promise.all(lanes.map(({ model, lane }) => readStates(model, lane)));
    expectSameBits("keys", one![3]!.keys!, other![3]!.keys!);
    expectSameBits("values", one![3]!.values!, other![3]!.values!);
    for (const { model } of lanes) model.runner.dispose();
    await artifact.close();
  });
}
