/** Backends by name: what `--backend` and `--adapter` open, with the facts the engine plans by. */
import { describe, expect, test } from "vitest";
import { chooseBackend, openBackend } from "../../node/open-backend.ts";
import { openWebGpu } from "../../node/webgpu-device.ts";
import { portableCandidates } from "../../shaders/index.ts";
import { DeviceLostError } from "../../src/base/errors.ts";
import { failureOf } from "../base/failure.ts";
import { skipNote } from "../base/skip.ts";
import { missingAdapter } from "../webgpu/adapter.ts";
import { smallBuffers, withBindings, X, Y } from "../webgpu/small-program.ts";

const missing = missingAdapter("swiftshader");

describe.skipIf(missing !== undefined)(`webgpu on SwiftShader${skipNote(missing)}`, () => {
  test.each(["webgpu", "auto"] as const)(
    "%s takes the named adapter with its limits, and says that it is software",
    async (name) => {
      const { backend, automatic, reason } = await chooseBackend({ name, adapter: "swiftshader" });
      const { adapter } = await openWebGpu({ adapter: "swiftshader" });
      expect(backend.caps.maxBindingBytes).toBe(adapter.limits.maxStorageBufferBindingSize);
      expect(backend.caps.maxBindingBytes).toBeGreaterThan(2 ** 27);
      expect(backend.caps.maxBufferBytes).toBe(adapter.limits.maxBufferSize);
      expect(backend.caps.features).toContain("software-adapter");
      expect(backend.caps.features).toContain("timestamp-query");
      expect({ automatic, reason }).toEqual({ automatic: false, reason: "asked for swiftshader" });
      await backend.dispose();
    },
  );

  test("a binding above WebGPU's default limit loads, as a matrix of a large model does", async () => {
    const backend = await openBackend({ name: "webgpu", adapter: "swiftshader" });
    const sizeBytes = 2 ** 27 + 4;
    const buffers = smallBuffers(backend).set("x", backend.createBuffer("x", sizeBytes));
    await expect(backend.load(withBindings(0, [{ ...X, sizeBytes }, Y]), buffers)).resolves.toBeDefined();
    await backend.dispose();
  });
});

test("an adapter that is not there is a typed error, not another adapter", async () => {
  const failure = await failureOf(() => openBackend({ name: "webgpu", adapter: "no adapter has this name" }));
  expect(failure).toBeInstanceOf(DeviceLostError);
  expect(failure).toMatchObject({ code: "no_adapter", message: expect.stringContaining("no adapter has this name") });
});

test("cpu has its native routes; checked, only the kernels whose every access is verified", async () => {
  const [plain, checked] = [await openBackend({ name: "cpu" }), await openBackend({ name: "cpu", checked: true })];
  expect([plain.caps.backend, checked.caps.backend]).toEqual(["cpu", "cpu"]);
  expect(checked.candidates.map((c) => c.op)).toEqual(portableCandidates.map((c) => c.op));
  expect(plain.candidates.length).toBeGreaterThan(checked.candidates.length);
});
