/**
 * The trace backend against arithmetic: what the embedded model launches and moves follows from its published layers,
 * so the numbers here are written from those and not from the passes. What it holds is in `program/account.test.ts`.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fileDirectory } from "../../node/file-source.ts";
import { type Artifact, openArtifact } from "../../src/artifact/open.ts";
import { createTraceBackend } from "../../src/backend/trace/trace-backend.ts";
import { GREEDY, type StepLane } from "../../src/base/step-block.ts";
import { type CompileOptions, compileProgram, createRunner } from "../../src/compile-model.ts";
import type { Model } from "../../src/model/model.ts";
import { modelOf } from "../../src/model/open.ts";

const CAPACITY = { maxRows: 8, maxLanes: 1, maxPagesPerLane: 2, maxOutputs: 1, slots: 2, pages: 3 };
const EXACT: CompileOptions = { profile: "exact", capacity: CAPACITY, maxPositions: 128 };

const LINEAR_LAYERS = 3;
const LANE: StepLane = {
  slot: 1,
  length: 0,
  pendingFold: 0,
  pages: [1],
  tokens: [-1],
  outputs: [0],
  sampling: GREEDY,
};

let artifact: Artifact;
let model: Model;
beforeAll(async () => {
  artifact = await openArtifact(fileDirectory("test/fixtures/tiny-hybrid"));
  model = modelOf(artifact);
});
afterAll(() => artifact.close());

describe("launches of a step", () => {
  // norm, qkv, conv, z, decay, beta, delta rule, its records, gated norm, out, norm, gate and up, down
  const LINEAR = 13;
  // norm, q, q norm, k, k norm, v, append, attention, o, norm, gate and up, down
  const ATTENTION = 12;
  // rows, norm, logits, argmax
  const HEAD = 4;
  const BODY = 1 + LINEAR_LAYERS * LINEAR + ATTENTION;

  it("counts every launch once, and none of the head's where no logits are wanted", async () => {
    const backend = createTraceBackend();
    const runner = await createRunner(model, backend, EXACT);
    backend.reset();
    runner.submit("argmax", [{ ...LANE, tokens: [1, 2, 3], outputs: [] }]);
    expect(backend.counts).toMatchObject({ submits: 1, launches: BODY });
    runner.submit("argmax", [{ ...LANE, length: 3 }]);
    expect(backend.counts).toMatchObject({ submits: 2, launches: 2 * BODY + HEAD });
    await runner.readTokens();
    expect(backend.counts).toMatchObject({ reads: 1, readBytes: 8 });
    runner.dispose();
  });

  it("writes by difference: one more decoded token changes its positions and its length", async () => {
    const backend = createTraceBackend();
    const runner = await createRunner(model, backend, EXACT);
    for (const length of [3, 4]) runner.submit("argmax", [{ ...LANE, length, pendingFold: 1 }]);
    backend.reset();
    runner.submit("argmax", [{ ...LANE, length: 5, pendingFold: 1 }]);
    // Header 16, tokens 8, lanes 8, then positions at 32, 40 and 48, two lane starts, and the length at 58.
    expect(backend.counts).toMatchObject({ writes: 1, writtenBytes: 4 * (59 - 32) });
    runner.dispose();
  });

  it("lists launches with their workgroups", async () => {
    const backend = createTraceBackend();
    const program = compileProgram(model, backend, "argmax", EXACT);
    const launches = backend.launches({ program }, { tokens: 5, sequences: 1, outputs: 1 });
    expect(launches).toHaveLength(BODY + HEAD);
    const attention = launches.find(({ launch }) => launch.label.endsWith("self_attn.attention"));
    expect(attention?.groups).toEqual([4, 5, 1]);
  });

  it("refuses a write outside a buffer and the use of a destroyed one", () => {
    const backend = createTraceBackend();
    const buffer = backend.createBuffer("b", 16);
    expect(() => backend.write(buffer, 8, new Uint8Array(12))).toThrow(/\[8, \+12\) in 16 B/);
    backend.destroyBuffer(buffer);
    expect(() => backend.write(buffer, 0, new Uint8Array(4))).toThrow(/destroyed/);
  });
});
