/**
 * Matrices in runs of rows: what a binding holds, rows of several formats, calls that share a weight; and the published
 * 27B file, whose every launch fits WebGPU's default limits with no weight decoded.
 */
import { describe, expect, test } from "vitest";
import { openArtifact } from "../../src/artifact/open.ts";
import { createTraceBackend } from "../../src/backend/trace/trace-backend.ts";
import { matrixLayout } from "../../src/base/formats/registry.ts";
import { compileProgram } from "../../src/compile-model.ts";
import type { Graph, WeightRef } from "../../src/graph/graph.ts";
import { modelOf } from "../../src/model/open.ts";
import { checkDevice } from "../../src/passes/check-device.ts";
import { lower } from "../../src/passes/lower.ts";
import { planMemory, rowCapacities } from "../../src/passes/plan-memory.ts";
import { select } from "../../src/passes/select.ts";
import { accountOf } from "../../src/program/account.ts";
import type { Program } from "../../src/program/program.ts";
import { resources27b, tensors27b } from "../artifact/ninfer-inventory.ts";
import { writeV3 } from "../artifact/ninfer-writer.ts";
import { PUBLISHED_OBJECTS } from "../convert/inventory.ts";
import { CAPACITY, CAPS, EXACT, op, TestGraph, weight } from "./graphs.ts";

const READS_ALL = { ...CAPS, weightFormats: createTraceBackend().caps.weightFormats };

function programOf(graph: Graph, caps: Partial<typeof CAPS>): Program {
  const selection = select(graph, { ...EXACT, caps: { ...READS_ALL, ...caps } });
  return lower("test", selection, planMemory(selection, CAPACITY, 256), CAPACITY);
}

/** A table and a head, of one tensor. */
function tied(format: WeightRef["format"], rows: number, columns: number): Graph {
  const g = new TestGraph();
  const table = weight("table", rows, columns, format);
  const x = g.builder.one(op("embedding"), "embed", { attributes: { width: columns }, weights: { table } });
  const wanted = g.builder.one(op("gather-rows"), "rows", { inputs: { x } });
  const attributes = { epilogue: "none", outputType: "exact" };
  const logits = g.builder.one(op("linear"), "head", { attributes, inputs: { x: wanted }, weights: { w: table } });
  return g.finish({ logits });
}

const weightsOf = (program: Program) =>
  program.buffers.flatMap(({ name, bytes, role }) => (role.kind === "weight" ? [{ name, bytes, role }] : []));

describe("a matrix larger than a binding", () => {
  const [rows, columns] = [1000, 192];
  const limit = 60_000;
  const program = programOf(tied("w8_g32", rows, columns), { maxBindingBytes: limit });
  const runs = weightsOf(program);

  test("is buffers of whole rows, each a matrix of its own that a binding holds", () => {
    // 1000 rows of 256 padded codes and 8 scales of 2 bytes: at most 220 fit, 128 of a step do.
    expect(runs.map(({ role }) => [role.row, role.rows])).toEqual([
      ...Array.from({ length: 7 }, (_, i) => [128 * i, 128]),
      [896, 104],
    ]);
    for (const { bytes, role } of runs) {
      expect(bytes).toBe(matrixLayout("w8_g32", role.rows, columns).bytes);
      expect(bytes).toBeLessThanOrEqual(limit);
    }
  });

  test("is a launch for each, on the columns that its rows make; both calls bind the same buffers", () => {
    const [embed, head] = ["embed", "head"].map((label) => program.launches.filter((l) => l.label === label));
    const weights = (launches: typeof program.launches): string[] =>
      launches.flatMap(({ bindings }) => bindings.filter((b) => b.buffer.startsWith("weight")).map((b) => b.buffer));
    expect(weights(embed!)).toEqual(runs.map(({ name }) => name));
    expect(weights(head!)).toEqual(runs.map(({ name }) => name));
    const outputs = head!.map(({ bindings }) => bindings.at(-1)!);
    const { ref } = program.results["logits"]!;
    expect(outputs.map(({ offsetBytes }) => offsetBytes - ref.offsetBytes)).toEqual(
      runs.map(({ role }) => 4 * role.row),
    );
    for (const output of outputs) expect(output.offsetBytes % 256).toBe(0);
    // All runs but the last are of one length, so they are one kernel.
    expect(new Set(head!.map(({ kernel }) => kernel)).size).toBe(2);
  });

  test("stays whole where it fits, and where not even a step of rows does the device says so", () => {
    expect(weightsOf(programOf(tied("w8_g32", rows, columns), {})).map(({ name }) => name)).toEqual(["weight table"]);
    const caps = { ...READS_ALL, maxBindingBytes: 20_000 };
    const small = programOf(tied("w8_g32", rows, columns), caps);
    expect(() => checkDevice(small, caps, rowCapacities(CAPACITY))).toThrow(
      /^weight table: needs one binding of 272,000 B, paper allows 20,000 B/,
    );
  });

  test("has runs that an index can count, however much a device binds", () => {
    const huge = { maxBindingBytes: 2 ** 40, maxBufferBytes: 2 ** 40 };
    const halves = weightsOf(programOf(tied("w8_g32", 300_000, 8192), huge)).map(({ role }) => role.rows);
    expect(halves).toEqual([150_016, 149_984]);
  });
});

describe("a pair of matrices", () => {
  test("is cut at the same rows, and so is what follows its columns", () => {
    const g = new TestGraph();
    const x = g.input("in", 64);
    const attributes = { epilogue: "swiglu" };
    const weights = { w: weight("gate", 512, 64, "bf16"), w2: weight("up", 512, 64, "q4_g64") };
    const y = g.builder.one(op("linear"), "pair", { attributes, inputs: { x }, weights });
    const limit = 2 * 64 * 256;
    const program = programOf(g.finish({ y }), { maxBindingBytes: limit });
    const names = program.launches.slice(1).map(({ bindings }) => bindings.slice(2, 4).map(({ buffer }) => buffer));
    expect(names).toEqual([
      ["weight gate rows 0-255", "weight up rows 0-255"],
      ["weight gate rows 256-511", "weight up rows 256-511"],
    ]);
  });
});

describe("rows of several formats", () => {
  const parted = (first: number): Graph => {
    const g = new TestGraph();
    const x = g.input("in", 64);
    const parts = [
      { tensor: "queries", row: 0, rows: first, format: "q4_g64" },
      { tensor: "values", row: 128, rows: 320 - first, format: "q5_g64" },
    ] as const;
    const w = { ...weight("both", 320, 64), parts };
    const y = g.builder.one(op("linear"), "both", {
      attributes: { epilogue: "none" },
      inputs: { x },
      weights: { w },
    });
    return g.finish({ y });
  };

  test("are read as they are stored, a launch for each", () => {
    const held = weightsOf(programOf(parted(128), {})).slice(1);
    expect(held.map(({ name, role }) => [name, role.stored, role.resident, role.row, role.rows])).toEqual([
      ["weight queries rows 0-127", "q4_g64", "q4_g64", 0, 128],
      ["weight values rows 128-319", "q5_g64", "q5_g64", 128, 192],
    ]);
  });

  test("are one decoded matrix where their columns cannot be bound", () => {
    const held = weightsOf(programOf(parted(100), {})).slice(1);
    expect(held.map(({ name, role }) => [name, role.stored, role.resident])).toEqual([["weight both", "f32", "f32"]]);
  });
});

describe("the published 27B file", () => {
  /** What every implementation of WebGPU grants. */
  const DEFAULTS = { maxBindingBytes: 2 ** 27, maxBufferBytes: 2 ** 28, maxStorageBuffers: 8, maxWorkgroupSize: 256 };
  /** A layer's page of f32 is 512 KiB: 1024 of them fill four bindings. */
  const capacity = { maxRows: 64, maxLanes: 1, maxPagesPerLane: 1023, maxOutputs: 8, slots: 2, pages: 1024 };

  test("fits WebGPU's default limits, and holds the bytes of the file", async () => {
    const model = modelOf(await openArtifact(writeV3(resources27b(), tensors27b(false))));
    const backend = createTraceBackend({ caps: DEFAULTS });
    const options = { profile: "exact", capacity, maxPositions: 65536 } as const;
    const program = compileProgram(model, backend, "argmax", options);
    const held = weightsOf(program);
    expect(held.filter(({ role }) => role.stored !== role.resident)).toEqual([]);
    for (const { bindings, label } of program.launches) {
      expect(bindings.length, label).toBeLessThanOrEqual(8);
      for (const { buffer, sizeBytes, offsetBytes } of bindings) {
        expect(sizeBytes, `${label} of ${buffer}`).toBeLessThanOrEqual(2 ** 27);
        expect(offsetBytes % 256, `${label} of ${buffer}`).toBe(0);
      }
    }
    for (const { name, bytes } of program.buffers) expect(bytes, name).toBeLessThanOrEqual(2 ** 28);
    const pages = program.buffers.filter(({ role }) => role.kind === "state" && role.ref.kind === "kv");
    expect(pages.length).toBe(16 * 4);
    expect(pages.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(16 * 1024 * 2 * 4 * 256 * 64 * 4);
    // Queries and keys lie in one object, values in another of another format.
    const mixed = program.launches.filter(({ label }) => label === "layers.0.linear_attn.qkv");
    expect(mixed.map(({ bindings }) => bindings.find(({ buffer }) => buffer.startsWith("weight"))!.buffer)).toEqual([
      expect.stringMatching(/ rows 0-4095$/),
      expect.stringMatching(/ rows 0-6143$/),
    ]);
    const head = program.launches.filter(({ label }) => label === "head.logits");
    expect(head.length).toBe(Math.ceil(1_350_860_800 / 2 ** 27));
    // The text objects of the published list; rows that are taken out of one end their planes at multiples of 256.
    const text = PUBLISHED_OBJECTS.filter(([, , kind, , , , , , of]) => kind === "tensor" && of!.startsWith("text/"));
    const stored = text.reduce((sum, [, , , , , , , bytes]) => sum + Number(bytes), 0);
    const { weightBytes } = accountOf(program.buffers, capacity);
    const more = { ...options, capacity: { ...capacity, pages: 1025 } };
    expect(() => compileProgram(model, backend, "argmax", more)).toThrow(
      expect.objectContaining({ code: "binding_too_large", hint: "a `maxContext` of 96 % of this one fits" }),
    );
    expect(Math.abs(weightBytes - stored)).toBeLessThan(256 * 3 * held.length);
  });
});
