/**
 * The account of memory against arithmetic: what the embedded model holds follows from its published widths, so the
 * numbers here are written from those and not from the passes.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fileDirectory } from "../../node/file-source.ts";
import { type Artifact, openArtifact } from "../../src/artifact/open.ts";
import { createTraceBackend } from "../../src/backend/trace/trace-backend.ts";
import { type CompileOptions, compileProgram, createRunner } from "../../src/compile-model.ts";
import type { Model } from "../../src/model/model.ts";
import { modelOf } from "../../src/model/open.ts";
import { openTokenEngine, planTokenEngine } from "../../src/open-token-engine.ts";
import { accountOf, type ProgramAccount } from "../../src/program/account.ts";

const CAPACITY = { maxRows: 8, maxLanes: 1, maxPagesPerLane: 2, maxOutputs: 1, slots: 2, pages: 3 };
const EXACT: CompileOptions = { profile: "exact", capacity: CAPACITY, maxPositions: 128 };

const HIDDEN = 192;
const INTERMEDIATE = 512;
const VOCABULARY = 1280;
const LINEAR_LAYERS = 3;
const KEYS = 2 * 32;
const VALUES = 6 * 32;
const CHANNELS = 2 * KEYS + VALUES;
/** A delta-rule state and sixteen records of it; three columns of the convolution and sixteen records. */
const SLOT_ELEMENTS = LINEAR_LAYERS * (6 * 32 * 32 + 16 * (KEYS + VALUES + 2 * 6) + (3 + 16) * CHANNELS);
/** K and V of two heads of 64, in the one layer that has them. */
const TOKEN_ELEMENTS = 2 * 2 * 64;

let artifact: Artifact;
let model: Model;
beforeAll(async () => {
  artifact = await openArtifact(fileDirectory("test/fixtures/tiny-hybrid"));
  model = modelOf(artifact);
});
afterAll(() => artifact.close());

function weightElements(): number {
  const mlp = 3 * INTERMEDIATE * HIDDEN;
  const norms = 2 * HIDDEN;
  const gates = 2 * 6 * HIDDEN + 2 * 6;
  const linear = CHANNELS * HIDDEN + CHANNELS * 4 + VALUES * HIDDEN + gates + 32 + HIDDEN * VALUES;
  const attention = (4 * 2 * 64 + 2 * 2 * 64) * HIDDEN + 2 * 64 + HIDDEN * 4 * 64;
  return 2 * VOCABULARY * HIDDEN + HIDDEN + (LINEAR_LAYERS + 1) * (mlp + norms) + LINEAR_LAYERS * linear + attention;
}

describe("account of a program", () => {
  const accountFor = (head: "argmax" | "sample", profile: "exact" | "fast"): ProgramAccount => {
    const program = compileProgram(model, createTraceBackend(), head, { ...EXACT, profile });
    return accountOf(program.buffers, CAPACITY);
  };

  it("holds the weights as stored, and pages and slots as the widths say", () => {
    const account = accountFor("argmax", "exact");
    expect(account.weightBytes).toBe(2 * weightElements());
    // One entry for each of 256 positions, and one for the only multiple of 256 below 128.
    expect(account.constantBytes).toBe(4 * (256 + 1) * 16);
    expect(account.keyValueBytesPerToken).toBe(4 * TOKEN_ELEMENTS);
    expect(account.keyValueBytes).toBe(4 * TOKEN_ELEMENTS * 64 * CAPACITY.pages);
    expect(account.stateBytesPerSlot).toBe(4 * SLOT_ELEMENTS);
    expect(account.stateBytes).toBe(4 * SLOT_ELEMENTS * CAPACITY.slots);
    expect(account.countBytes).toBe(0);
    // Header, ids and lanes, three positions a row, two lane starts, length, slot, fold, output, pages, nine settings;
    // then one choice of two words and the last tokens of two slots.
    expect(account.stepBytes).toBe(4 * (16 + 2 * 8 + 3 * 8 + 2 + 3 + 1 + 2 + 9) + 4 * (2 + 2));
    expect(account.largest).toEqual({ name: expect.stringContaining("weight"), bytes: 2 * VOCABULARY * HIDDEN });
  });

  it("halves KV in the fast profile and adds counts where the program samples", () => {
    const exact = accountFor("argmax", "exact");
    const fast = accountFor("sample", "fast");
    expect(fast.keyValueBytesPerToken).toBe(2 * TOKEN_ELEMENTS);
    expect(fast.countBytes).toBe(4 * VOCABULARY * CAPACITY.slots);
    expect(fast.stateBytesPerSlot - exact.stateBytesPerSlot).toBe(4 * VOCABULARY);
  });

  it("sums to what a runner's buffers take, and a disposed runner leaves nothing", async () => {
    const backend = createTraceBackend();
    const sample = accountFor("sample", "exact");
    const runner = await createRunner(model, backend, EXACT);
    expect(backend.heldBytes).toBe(sample.totalBytes);
    expect(backend.counts.writtenBytes).toBe(sample.weightBytes + sample.constantBytes);
    const { weightBytes, constantBytes, keyValueBytes, stateBytes, countBytes, stepBytes, arenaBytes } = sample;
    const arenas = Object.values(arenaBytes).reduce((a, b) => a + b, 0);
    expect(weightBytes + constantBytes + keyValueBytes + stateBytes + countBytes + stepBytes + arenas).toBe(
      sample.totalBytes,
    );
    runner.dispose();
    expect(backend.heldBytes).toBe(0);
  });
});

describe("plan of an engine", () => {
  it("tells the parts before anything is allocated, and the engine holds just that", async () => {
    const backend = createTraceBackend();
    const plan = planTokenEngine(model, backend, { maxContext: 512, maxLanes: 2 });
    expect(backend.heldBytes).toBe(0);
    // Two lanes of eight pages and the null page; two slots and the null slot.
    const keyValues = 4 * TOKEN_ELEMENTS * 64 * (2 * 8 + 1);
    const states = 4 * SLOT_ELEMENTS * 3;
    const { other, ...held } = plan.memory;
    expect(held).toEqual({ weights: 2 * weightElements(), keyValues, states });
    const engine = await openTokenEngine(artifact, backend, { maxContext: 512, maxLanes: 2 });
    expect(engine.info.memory).toEqual(plan.memory);
    expect(backend.heldBytes).toBe(plan.account.totalBytes);
    expect(held.weights + keyValues + states + other).toBe(plan.account.totalBytes);
    await engine.close();
    expect(backend.heldBytes).toBe(0);
  });

  it("refuses what the device cannot bind, and says which buffer", () => {
    // Runs of 128 rows of the embedding fit, those of the widest matrix of a layer do not.
    const backend = createTraceBackend({ caps: { maxBindingBytes: 100_000 } });
    const options = { maxContext: 64, prefillChunk: 8 };
    expect(() => planTokenEngine(model, backend, options)).toThrow(
      /^weight \S+layers.0.mlp.down_proj.weight: needs one binding of 196,608 B, nothing allows 100,000 B/,
    );
  });
});
