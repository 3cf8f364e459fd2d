/**
 * A packed model on the CPU in the fast profile: its matrices stay in panels, their products take the integer route, and a
 * row has the same bits however the prompt is cut and whatever runs beside it. How far sums of codes are from sums of
 * floats is judged where nothing else differs.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createCpuBackend } from "../../src/backend/cpu/cpu-backend.ts";
import { selectHead } from "../../src/compile-model.ts";
import { modelOf } from "../../src/model/open.ts";
import { SEED } from "../base/seed.ts";
import { randomSource } from "../conformance/random.ts";
import { openRecipe } from "../convert/recipes.ts";
import { expectSameBits, Tally } from "./comparison.ts";
import {
  FIXTURE_CAPACITY,
  openTestModel,
  readRows,
  runPrompt,
  scatteredHome,
  step,
  TestLane,
  type TestModel,
} from "./fixture-model.ts";
import { hybridPrompt } from "./fixtures.ts";
import type { OpenedModel } from "./opened-model.ts";
import { packedModel } from "./packed-model.ts";

const backend = createCpuBackend();
const target = backend;
const OPTIONS = { profile: "fast", capacity: FIXTURE_CAPACITY, maxPositions: 512 } as const;
const { ids } = hybridPrompt("add");
const home = scatteredHome(FIXTURE_CAPACITY, 0);

let source: OpenedModel;
let model: TestModel;
beforeAll(async () => {
  source = await packedModel(openRecipe("groupwise-int"));
  model = await openTestModel(source.artifact, backend, { ...OPTIONS, caps: target.caps });
});
afterAll(async () => {
  model.runner.dispose();
  await source.close();
  await backend.dispose();
});

test("every product with a matrix in panels takes the integer route, and nothing is decoded", () => {
  const { nodes } = selectHead(modelOf(source.artifact), target, "argmax", { ...OPTIONS, keepHidden: true });
  const products = nodes.flatMap(({ problem, candidate }) => {
    const { w } = problem.weights;
    return problem.op === "linear" && w?.kind === "tensor" && w.order !== undefined ? [{ w, candidate }] : [];
  });
  expect(new Set(products.map(({ candidate }) => candidate.name))).toEqual(new Set(["integer"]));
  expect(new Set(products.map(({ w }) => w.format))).toEqual(new Set(["q4_g64", "q5_g64", "w8_g32"]));
  const roles = model.buffers.flatMap(({ role }) => (role.kind === "weight" ? [role] : []));
  expect(roles.filter(({ stored, resident }) => stored !== resident)).toEqual([]);
});

test("rows and states have the same bits however a prompt is cut", async () => {
  const whole = await runPrompt(model, home, ids);
  const random = randomSource(SEED);
  for (const most of [1, 5, 20]) {
    const chunks: number[] = [];
    for (let left = ids.length; left > 0; left -= chunks.at(-1)!) chunks.push(Math.min(left, random.integer(1, most)));
    const cut = await runPrompt(model, home, ids, { chunks });
    expectSameBits(`logits of chunks of at most ${most}, seed ${SEED}`, whole.logits, cut.logits);
    for (const [i, layer] of cut.states.entries()) expect(layer, `layer ${i}, seed ${SEED}`).toEqual(whole.states[i]);
  }
});

test("rows have the same bits beside another sequence", async () => {
  const alone = await runPrompt(model, home, ids);
  const lanes = [0, 1].map((i) => new TestLane(model, scatteredHome(FIXTURE_CAPACITY, i)));
  const outputs = ids.map((_, i) => i);
  step(model, [
    { lane: lanes[1]!, tokens: ids.slice(0, 7).reverse(), outputs: [] },
    { lane: lanes[0]!, tokens: ids, outputs },
  ]);
  expectSameBits("logits", alone.logits, (await readRows(model)).logits);
});

test("logits are close to those of the same kernels on floats", async () => {
  const floats = await openTestModel(source.artifact, backend, {
    ...OPTIONS,
    caps: { ...target.caps, codedRows: false },
  });
  const tally = new Tally("coded rows");
  const [expected, actual] = [await runPrompt(floats, home, ids), await runPrompt(model, home, ids)];
  tally.close("logits", "add", expected.logits, actual.logits, { maxAbs: 2e-2, relRms: 1e-3 });
  tally.print();
  floats.runner.dispose();
});
