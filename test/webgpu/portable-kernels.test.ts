/**
 * Every portable kernel, for every problem that conformance cases pose, is WGSL that the compiler of Chromium and Node
 * accepts, within WebGPU's default limits. Dawn's null backend compiles and runs nothing, so this needs no driver and a
 * few milliseconds per kernel.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { kernel } from "../../codegen/builder.ts";
import type { Kernel } from "../../codegen/ir.ts";
import { DeviceFaults } from "../../src/backend/webgpu/faults.ts";
import { PipelineCache } from "../../src/backend/webgpu/pipelines.ts";
import { CompileError } from "../../src/base/errors.ts";
import { kernelsOf, PROBLEMS } from "../golden/emitted.ts";
import { openPortableDevice } from "./adapter.ts";

let device: GPUDevice;
let pipelines: PipelineCache;

beforeAll(async () => {
  const opened = await openPortableDevice("null");
  device = opened.device;
  pipelines = new PipelineCache(device, new DeviceFaults(device));
});

afterAll(() => device?.destroy());

const compile = (source: Kernel) =>
  pipelines.compiled({ id: source.name, source: { kind: "portable", kernel: source } });

describe("portable kernels compile", () => {
  test.each(PROBLEMS)("$name", async ({ problem }) => {
    for (const source of kernelsOf(problem)) {
      const { bindings } = await compile(source);
      expect(bindings.map((b) => b.writable)).toEqual(source.bindings.map((b) => b.access !== "read"));
    }
  });
});

describe("a kernel that WGSL refuses", () => {
  const copy = kernel("copy_words", { workgroupSize: 64, doc: "y = x\ngroup.x: block of 64" }, (k) => {
    const x = k.buffer("x", "f32", "read");
    const y = k.buffer("y", "f32", "write");
    const at = k.let("at", k.groupX.mul(64).add(k.local));
    k.store(y, at, k.load("value", x, at));
  });

  test("is a CompileError with kernel, log and numbered source", async () => {
    // The builder refuses such names; plain data does not.
    const body = copy.body.map((s) => (s.kind === "store" ? { ...s, target: "fn" } : s));
    const broken: Kernel = {
      ...copy,
      bindings: [copy.bindings[0]!, { name: "fn", operand: "fn", storage: "f32", access: "write" }],
      body,
    };
    const failure = await compile(broken).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(CompileError);
    const { code, data, message } = failure as CompileError;
    expect(code).toBe("kernel_compile");
    expect(data["kernel"]).toBe("copy_words");
    // Line and column of the name in the declaration below.
    expect(data["log"]).toMatch(/^5:48 expected identifier/);
    expect(data["source"]).toContain(" 5 | @group(0) @binding(1) var<storage, read_write> fn: array<f32>;");
    expect(message).toContain("copy_words");
  });

  test("leaves the next kernel alone", async () => {
    const { pipeline } = await compile(copy);
    expect(pipeline.label).toBe("copy_words");
    expect(await compile(copy)).toBe(await compile(structuredClone(copy)));
  });
});
