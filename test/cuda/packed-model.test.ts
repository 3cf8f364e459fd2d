/**
 * The embedded model in four bits to eight, on the emulated CUDA backend: matrices go to the device as they are stored,
 * lie there in fragment order, and give the logits that the CPU computes from the same numbers in f32. What the plan
 * says of memory is what the device holds.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CudaBackend } from "../../cuda-backend/index.ts";
import { fileDirectory } from "../../node/file-source.ts";
import { openEmulatedCuda } from "../../node/open-cuda.ts";
import { createCpuBackend } from "../../src/backend/cpu/cpu-backend.ts";
import { alignUp } from "../../src/base/bytes.ts";
import { FRAGMENT_FORMATS } from "../../src/base/formats/registry.ts";
import { compilePrograms, createRunner } from "../../src/compile-model.ts";
import { accountOf } from "../../src/program/account.ts";
import { sharedBuffers } from "../../src/program/program.ts";
import type { Profile } from "../../src/program/storage.ts";
import { skipNote } from "../base/skip.ts";
import { converted } from "../convert/memory-set.ts";
import { type Deviation, F32_LOGITS, Tally } from "../model/comparison.ts";
import { FIXTURE_CAPACITY, openTestModel, runPrompt, scatteredHome, type TestModel } from "../model/fixture-model.ts";
import { bf16Limit, hybridPrompts, MAX_POSITIONS } from "../model/fixtures.ts";
import { type OpenedModel, openModel } from "../model/opened-model.ts";
import { emulationMissing } from "./fixtures.ts";

const missing = await emulationMissing();
const [prompt] = hybridPrompts;
const SETTINGS = { capacity: FIXTURE_CAPACITY, maxPositions: MAX_POSITIONS["tiny-hybrid"] };

describe.skipIf(missing !== undefined)(`packed weights on cuda-emulated${skipNote(missing)}`, () => {
  let source: OpenedModel;
  let packed: OpenedModel;
  let backend: CudaBackend;
  const cpu = createCpuBackend();
  beforeAll(async () => {
    source = await openModel(fileDirectory("test/fixtures/tiny-hybrid"));
    packed = (await converted(source, "lean")).model;
    backend = (await openEmulatedCuda()).backend;
  });
  afterAll(async () => {
    await backend.dispose();
    await cpu.dispose();
    await packed.close();
    await source.close();
  });

  const logitsOf = async (model: TestModel): Promise<Float32Array> =>
    (await runPrompt(model, scatteredHome(FIXTURE_CAPACITY, 0), prompt!.ids)).logits;

  test("memory holds what the plan says: packed matrices in fragment order, byte for byte", async () => {
    const options = { profile: "fast" as const, ...SETTINGS };
    const { argmax, sample } = compilePrograms(packed, backend, options);
    const buffers = sharedBuffers([...argmax, ...sample]);
    const orders = new Set(
      buffers.flatMap(({ role }) => (role.kind === "weight" && role.order === "fragments" ? [role.resident] : [])),
    );
    expect([...orders].sort()).toEqual([...FRAGMENT_FORMATS].sort());
    const before = backend.memoryAccount().usedBytes;
    const runner = await createRunner(packed, backend, options);
    const held = backend.memoryAccount().usedBytes - before;
    expect(held).toBe(buffers.reduce((sum, { bytes }) => sum + alignUp(bytes, 256), 0));
    expect(accountOf(buffers, FIXTURE_CAPACITY).totalBytes).toBe(buffers.reduce((sum, { bytes }) => sum + bytes, 0));
    runner.dispose();
    expect(backend.memoryAccount().usedBytes).toBe(before);
  });

  test.each([
    ["exact", F32_LOGITS],
    ["fast", bf16Limit(prompt!)],
  ] as const)("%s: logits of the same numbers in f32", async (profile: Profile, limit: Deviation) => {
    const [wanted, found] = [
      await openTestModel(packed.artifact, cpu, { profile: "exact", ...SETTINGS }),
      await openTestModel(packed.artifact, backend, { profile, ...SETTINGS }),
    ];
    const tally = new Tally(`cuda-emulated: packed, ${profile}`);
    tally.close("logits", prompt!.name, await logitsOf(wanted), await logitsOf(found), limit);
    tally.print();
    wanted.runner.dispose();
    found.runner.dispose();
  });
});
