/**
 * Every portable kernel is WGSL that the compiler of Chromium and Node accepts, within WebGPU's default limits. Dawn's
 * null backend compiles and runs nothing, so this needs no driver and a few milliseconds per kernel.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { kernel } from "../../codegen/builder.ts";
import type { Kernel } from "../../codegen/ir.ts";
import { portableCandidates } from "../../shaders/index.ts";
import { capsOf } from "../../src/backend/webgpu/caps.ts";
import { DeviceFaults } from "../../src/backend/webgpu/faults.ts";
import { PipelineCache } from "../../src/backend/webgpu/pipelines.ts";
import type { Caps } from "../../src/base/caps.ts";
import { CompileError } from "../../src/base/errors.ts";
import { openPortableDevice } from "./adapter.ts";
import { NAMED_PROBLEMS } from "./wgsl-problems.ts";

let device: GPUDevice;
let pipelines: PipelineCache;
let caps: Caps;

beforeAll(async () => {
  const opened = await openPortableDevice("null");
  device = opened.device;
  pipelines = new PipelineCache(device, new DeviceFaults(device));
  caps = capsOf(device, opened.adapterInfo, opened.software);
});

afterAll(() => device?.destroy());

const compile = (source: Kernel) =>
  pipelines.compiled({ id: source.name, source: { kind: "portable", kernel: source } });

describe("portable kernels compile", () => {
  test.each(NAMED_PROBLEMS)("$name", async ({ problem }) => {
    const candidate = portableCandidates.find((c) => c.op === problem.op);
    for (const { source } of candidate!.lower(problem, caps).launches) {
      if (source.kind !== "portable") throw new Error(`${source.name} is not portable`);
      const { bindings } = await compile(source.kernel);
      expect(bindings.map((b) => b.writable)).toEqual(source.kernel.bindings.map((b) => b.access !== "read"));
    }
  });

  test("problems cover every op", () => {
    const ops = new Set(NAMED_PROBLEMS.map(({ problem }) => problem.op));
    expect([...ops].sort()).toEqual(portableCandidates.map((c) => c.op).sort());
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
