/** The WebGPU backend on the software adapter: right words, checked bindings, and errors that reach the caller. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { DeviceBuffer } from "../../src/backend/backend.ts";
import { createWebGpuBackend, type WebGpuBackend } from "../../src/backend/webgpu/webgpu-backend.ts";
import { failureOf } from "../base/failure.ts";
import { skipNote } from "../base/skip.ts";
import { missingAdapter, openAdapter, openPortableDevice } from "./adapter.ts";
import {
  bytesOf,
  expectedTotals,
  INPUT,
  runSmallProgram,
  smallBuffers,
  smallProgram,
  tokens,
  WIDTH,
  withBindings,
  X,
  Y,
  Z,
} from "./small-program.ts";

const missing = missingAdapter("swiftshader");
const note = skipNote(missing);

async function open(): Promise<{ device: GPUDevice; backend: WebGpuBackend }> {
  const opened = await openAdapter();
  return { device: opened.device, backend: createWebGpuBackend(opened) };
}

describe.skipIf(missing !== undefined)(`a device that stays${note}`, () => {
  let device: GPUDevice;
  let backend: WebGpuBackend;
  beforeAll(async () => {
    ({ device, backend } = await open());
  });
  afterAll(() => backend?.dispose());

  test("caps are the opened device's", () => {
    expect(backend.caps).toMatchObject({
      backend: "webgpu",
      maxBindingBytes: 2 ** 30,
      maxBufferBytes: 2 ** 30,
      maxWorkgroupSize: 256,
      maxSharedBytes: 16384,
      maxStorageBuffers: 8,
      offsetAlignment: 256,
    });
    expect(backend.caps.device).toMatch(/swiftshader/i);
    expect(backend.caps.features).toContain("subgroups");
    expect(backend.caps.features).toContain("software-adapter");
    expect(backend.caps.features).not.toContain("shader-f16");
  });

  test("launches run in order, over the rows of each submit and no others", async () => {
    for (const counts of [[4], [1, 3], [0], [2, 0, 4]]) {
      expect(await runSmallProgram(backend, counts)).toEqual(expectedTotals(counts));
    }
  });

  test("new buffers are zero; writes, copies and reads keep their order", async () => {
    const a = backend.createBuffer("a", 40);
    const b = backend.createBuffer("b", 24);
    expect(Array.from(await backend.read(a, 0, 40))).toEqual(new Array(40).fill(0));
    backend.write(a, 8, bytesOf(Uint32Array.of(1, 2, 3)));
    backend.copy(a, 8, b, 4, 12);
    backend.write(a, 8, bytesOf(Uint32Array.of(9)));
    backend.copy(a, 8, a, 24, 12);
    const [left, right] = await Promise.all([backend.read(a, 0, 40), backend.read(b, 0, 24)]);
    expect(Array.from(new Uint32Array(left.buffer))).toEqual([0, 0, 9, 2, 3, 0, 9, 2, 3, 0]);
    expect(Array.from(new Uint32Array(right.buffer))).toEqual([0, 1, 2, 3, 0, 0]);
    expect(Array.from(await backend.read(b, 4, 5))).toEqual([1, 0, 0, 0, 2]);
    expect(await backend.read(b, 4, 0)).toHaveLength(0);
    await expect(backend.read(a, 20, 24)).rejects.toThrow("a: [20, +24) of 40 B");
    expect(() => backend.write(a, 2, new Uint8Array(4))).toThrow("a: [2, +4) of 40 B");
  });

  test("reads of many sizes share staging buffers without mixing contents", async () => {
    const buffer = backend.createBuffer("numbers", 4096);
    const words = Uint32Array.from({ length: 1024 }, (_, i) => 3 * i + 1);
    backend.write(buffer, 0, bytesOf(words));
    const sizes = [4096, 4, 400, 2048, 8, 256, 260, 4, 1024];
    for (let round = 0; round < 2; round++) {
      const parts = await Promise.all(sizes.map((size, i) => backend.read(buffer, 4 * i, size)));
      for (const [i, part] of parts.entries()) {
        expect(Array.from(new Uint32Array(part.buffer))).toEqual(Array.from(words.subarray(i, i + sizes[i]! / 4)));
      }
    }
  });

  test("bindings that WebGPU would refuse are refused with the launch's name", async () => {
    const buffers = smallBuffers(backend);
    const load = (bindings: (typeof X)[]) => backend.load(withBindings(1, bindings), buffers);
    const half = { ...Z, offsetBytes: 0, sizeBytes: 80 };
    await expect(load([half, Z])).rejects.toThrow("gather test reads and writes buffer totals");
    await expect(load([Y, { ...Z, offsetBytes: 128 }])).rejects.toThrow("totals+128:80 is not aligned to 256");
    await expect(load([Y, { ...Z, sizeBytes: 84 }])).rejects.toThrow("passes the buffer's 336 B");
    await expect(load([Y, { ...Z, sizeBytes: 78 }])).rejects.toThrow("is not of whole words");
    await expect(load([Y])).rejects.toThrow("gather test: 1 buffers for 2 bindings");
    await expect(load([Y, { ...Z, buffer: "absent" }])).rejects.toThrow("buffer absent is missing");
  });

  test("a step with more workgroups than the device has is refused before anything runs", async () => {
    const buffers = smallBuffers(backend);
    const executable = await backend.load(smallProgram, buffers);
    backend.write(buffers.get("x")!, 0, bytesOf(INPUT));
    const failure = await failureOf(() => backend.submit(executable, tokens(65536)));
    expect(failure).toMatchObject({ name: "CapacityError", code: "grid_too_large" });
    expect(failure.data).toMatchObject({ launch: "scale test", workgroups: [65536, 1, 1], limit: 65535 });
    const values = await backend.read(buffers.get("values")!, 0, 4 * WIDTH);
    expect(Array.from(values)).toEqual(new Array(4 * WIDTH).fill(0));
  });

  test("memory: beyond the limit at once, beyond the device at load and read, and the backend goes on", async () => {
    const limit = backend.caps.maxBufferBytes;
    const beyond = await failureOf(() => backend.createBuffer("too large", limit + 4));
    expect(beyond).toMatchObject({ name: "CapacityError", code: "out_of_memory" });
    expect(beyond.data).toEqual({ buffer: "too large", bytes: limit + 4, limit });
    // SwiftShader states 1 GiB and does not grant it.
    const buffers: Map<string, DeviceBuffer> = smallBuffers(backend);
    const refused = backend.createBuffer("totals", limit);
    backend.write(refused, 0, bytesOf(INPUT));
    buffers.set("totals", refused);
    for (const action of [() => backend.load(smallProgram, buffers), () => backend.read(refused, 0, 4)]) {
      const failure = await failureOf(action);
      expect(failure).toMatchObject({ name: "CapacityError", code: "out_of_memory" });
      expect(failure.data).toEqual({ buffer: "totals", bytes: limit });
    }
    expect(await runSmallProgram(backend, [4])).toEqual(expectedTotals([4]));
  });

  test("profile runs the program and names every launch that had work", async () => {
    const buffers = smallBuffers(backend);
    const executable = await backend.load(smallProgram, buffers);
    backend.write(buffers.get("x")!, 0, bytesOf(INPUT));
    const times = await backend.profile(executable, tokens(2));
    expect(times.map((t) => t.label)).toEqual(["scale test", "gather test"]);
    expect(times.every((t) => t.ns >= 0 && Number.isSafeInteger(t.ns))).toBe(true);
    const bytes = await backend.read(buffers.get("totals")!, Z.offsetBytes, Z.sizeBytes);
    expect(Array.from(new Float32Array(bytes.buffer))).toEqual(expectedTotals([2]));
    expect(await backend.profile(executable, tokens(0))).toEqual([]);
  });

  // Last in this block: the backend's results are not trusted after it.
  test("an error nobody captured is thrown by the next read", async () => {
    const buffer = backend.createBuffer("b", 4);
    device.createBuffer({ label: "useless", size: 4, usage: 0 });
    const failure = await failureOf(() => backend.read(buffer, 0, 4));
    expect(failure.code).toBe("device_error");
    expect(failure.message).toContain("useless");
  });
});

describe.skipIf(missing !== undefined)(`a device with default limits${note}`, () => {
  test("a binding above the limit names buffer, bytes and limit", async () => {
    const backend = createWebGpuBackend(await openPortableDevice("swiftshader"));
    const buffers: Map<string, DeviceBuffer> = smallBuffers(backend);
    buffers.set("x", backend.createBuffer("x", 2 ** 27 + 256));
    const load = (sizeBytes: number) => backend.load(withBindings(0, [{ ...X, sizeBytes }, Y]), buffers);
    const failure = await failureOf(() => load(2 ** 27 + 4));
    expect(failure).toMatchObject({ name: "CapacityError", code: "binding_too_large" });
    expect(failure.data).toMatchObject({ buffer: "x", bytes: 2 ** 27 + 4, limit: 2 ** 27 });
    await expect(load(2 ** 27)).resolves.toBeDefined();
    expect((await failureOf(async () => backend.profile(await load(4), tokens(1)))).code).toBe("no_timestamps");
    await backend.dispose();
  });
});

describe.skipIf(missing !== undefined)(`a device that goes${note}`, () => {
  test("pending reads and loads reject, later calls reject or do nothing", async () => {
    const { device, backend } = await open();
    const buffers = smallBuffers(backend);
    const executable = await backend.load(smallProgram, buffers);
    backend.submit(executable, tokens(4));
    const pending = failureOf(() => backend.read(buffers.get("totals")!, 0, 16));
    device.destroy();
    const lost = await backend.lost;
    expect(lost).toMatchObject({ name: "DeviceLostError", code: "device_lost", data: { reason: "destroyed" } });
    expect(await pending).toMatchObject({ name: "DeviceLostError", code: "device_lost" });
    expect(await failureOf(() => backend.read(buffers.get("totals")!, 0, 16))).toBe(lost);
    expect(await failureOf(() => backend.load(smallProgram, buffers))).toBe(lost);
    backend.submit(executable, tokens(4));
    backend.write(buffers.get("x")!, 0, bytesOf(INPUT));
    await backend.dispose();
  });

  test("dispose rejects what waits; nothing throws afterwards", async () => {
    const { backend } = await open();
    const buffers = smallBuffers(backend);
    const executable = await backend.load(smallProgram, buffers);
    const pending = failureOf(() => backend.read(buffers.get("totals")!, 0, 16));
    await Promise.all([backend.dispose(), backend.dispose()]);
    expect(await pending).toMatchObject({ code: "device_lost", data: { reason: "disposed" } });
    expect(await backend.lost).toMatchObject({ code: "device_lost" });
    backend.submit(executable, tokens(4));
    backend.write(buffers.get("x")!, 0, bytesOf(INPUT));
    backend.copy(buffers.get("x")!, 0, buffers.get("values")!, 0, 16);
    const late = backend.createBuffer("late", 64);
    for (const buffer of [late, ...buffers.values()]) backend.destroyBuffer(buffer);
    await backend.dispose();
  });
});
