/**
 * The CUDA backend on the stand-in driver: what kernels compute, what the emulation reports, and how the backend
 * replays graphs. After every test nothing of the device may be held.
 */
import { describe, expect, test } from "vitest";
import { exp, f32, i32, kernel, log, sqrt } from "../../codegen/builder.ts";
import { emitCuda } from "../../codegen/emit-cuda.ts";
import { sigmoid, softplus } from "../../codegen/library/math.ts";
import { workgroupReducer } from "../../codegen/library/reduce.ts";
import { LaunchList } from "../../cuda-backend/launch-list.ts";
import { createCpuBackend } from "../../src/backend/cpu/cpu-backend.ts";
import { bf16ToF32, f16ToF32, f32FromBits, f32ToBf16, f32ToF16 } from "../../src/base/dtype.ts";
import { SEED } from "../base/seed.ts";
import { skipNote } from "../base/skip.ts";
import { randomSource } from "../conformance/random.ts";
import { buffersOf, bytesOf, emulationMissing, ONE_STEP, programOf, runKernel, withEmulation } from "./fixtures.ts";

const missing = await emulationMissing();
const floats = (bytes: Uint8Array): Float32Array => new Float32Array(bytes.slice().buffer);

/** y = 2 x: small enough to compile at once. */
const double = kernel("double_words", { workgroupSize: 64, doc: "y = 2 x\ngroup.x: block of 64" }, (k) => {
  const x = k.buffer("x", "f32", "read");
  const y = k.buffer("y", "f32", "write");
  const at = k.let("at", k.groupX.mul(64).add(k.local));
  k.store(y, at, k.load("value", x, at).mul(2));
});
const sixtyFour = Float32Array.from({ length: 64 }, (_, i) => i - 20);

describe.skipIf(missing !== undefined)(`emulated CUDA${skipNote(missing)}`, () => {
  describe("conversions", () => {
    test.each(["bf16", "f16"] as const)("every %s word is read as its value", async (storage) => {
      const read = kernel(`read_${storage}`, { workgroupSize: 64, doc: "y = x" }, (k) => {
        const x = k.buffer("x", storage, "read");
        const y = k.buffer("y", "f32", "write");
        const at = k.let("at", k.groupX.mul(64).add(k.local));
        k.storeGroup(y, at, k.loadGroup("v", x, at, 8));
      });
      const words = Uint16Array.from({ length: 65536 }, (_, i) => i);
      const data = { x: bytesOf(words), y: new Uint8Array(4 * 65536) };
      const { y } = await withEmulation({}, ({ backend }) => runKernel(backend, read, 128, data));
      const toFloat = storage === "bf16" ? bf16ToF32 : f16ToF32;
      const want = Float32Array.from(words, toFloat);
      const same = floats(y!).every((v, i) => Object.is(v, want[i]) || (Number.isNaN(v) && Number.isNaN(want[i]!)));
      expect(same).toBe(true);
    });

    test.each(["bf16", "f16"] as const)("f32 is rounded to %s, ties to even", async (storage) => {
      const write = kernel(`write_${storage}`, { workgroupSize: 64, doc: "y = x" }, (k) => {
        const x = k.buffer("x", "f32", "read");
        const y = k.buffer("y", storage, "write");
        const at = k.let("at", k.groupX.mul(64).add(k.local));
        k.storeGroup(y, at, k.loadGroup("v", x, at, 2));
      });
      const random = randomSource(SEED);
      const special = [
        0,
        -0,
        65504,
        65519.996,
        65520,
        1e30,
        -1e30,
        2 ** -24,
        2 ** -25,
        3 * 2 ** -25,
        6.1e-5,
        1e-45,
        1 + 2 ** -9,
      ];
      const input = Float32Array.from({ length: 8192 }, (_, i) =>
        i < special.length ? special[i]! : f32FromBits(random.integer(0, 0x7f7fffff) ^ (i % 2 === 0 ? 0 : 0x80000000)),
      );
      const data = { x: bytesOf(input), y: new Uint8Array(2 * 8192) };
      const { y } = await withEmulation({}, ({ backend }) => runKernel(backend, write, 64, data));
      const want = Array.from(input, storage === "bf16" ? f32ToBf16 : f32ToF16);
      expect(Array.from(new Uint16Array(y!.slice().buffer)), `seed ${SEED}`).toEqual(want);
    });

    test("bytes keep their sign", async () => {
      const widen = kernel("widen", { workgroupSize: 64, doc: "y = x, z = w" }, (k) => {
        const x = k.buffer("x", "i8", "read");
        const w = k.buffer("w", "u8", "read");
        const y = k.buffer("y", "i32", "write");
        const z = k.buffer("z", "u32", "write");
        const at = k.let("at", k.groupX.mul(64).add(k.local));
        k.store(y, at, k.loadI32("v", x, at));
        k.store(z, at, k.loadU32("u", w, at));
      });
      const all = Uint8Array.from({ length: 256 }, (_, i) => i);
      const data = { x: all, w: all, y: new Uint8Array(1024), z: new Uint8Array(1024) };
      const { y, z } = await withEmulation({}, ({ backend }) => runKernel(backend, widen, 4, data));
      expect(Array.from(new Int32Array(y!.slice().buffer))).toEqual(Array.from(new Int8Array(all.buffer)));
      expect(Array.from(new Uint32Array(z!.slice().buffer))).toEqual(Array.from(all));
    });
  });

  test("floats become integers by truncation, saturating, NaN to zero", async () => {
    const truncate = kernel("truncate_floats", { workgroupSize: 8, doc: "y = i32(x), z = u32(x)" }, (k) => {
      const x = k.buffer("x", "f32", "read");
      const y = k.buffer("y", "i32", "write");
      const z = k.buffer("z", "u32", "write");
      const value = k.load("value", x, k.local);
      k.store(y, k.local, value.toI32());
      k.store(z, k.local, value.toU32());
    });
    const input = Float32Array.of(1.9, -1.9, 3e9, -3e9, Number.NaN, 5e9, 0, Number.POSITIVE_INFINITY);
    const data = { x: bytesOf(input), y: new Uint8Array(32), z: new Uint8Array(32) };
    const { y, z } = await withEmulation({}, ({ backend }) => runKernel(backend, truncate, 1, data));
    const top = 2147483647;
    expect(Array.from(new Int32Array(y!.slice().buffer))).toEqual([1, -1, top, -top - 1, 0, top, 0, top]);
    const whole = 4294967295;
    expect(Array.from(new Uint32Array(z!.slice().buffer))).toEqual([1, 0, 3000000000, 0, 0, whole, 0, whole]);
  });

  test("portable arithmetic has the bits of the checked CPU backend, with any order of warps", async () => {
    const mixed = kernel(
      "mixed_math",
      { workgroupSize: 128, doc: "y = sums of functions of x\ngroup.x: block" },
      (k) => {
        const x = k.buffer("x", "f32", "read");
        const y = k.buffer("y", "f32", "write");
        const reduce = workgroupReducer(k);
        const at = k.let("at", k.groupX.mul(128).add(k.local));
        const value = k.load("value", x, at);
        const parts = [
          exp(value),
          log(value.mul(value).add(0.5)),
          sqrt(value.mul(value)),
          sigmoid(value),
          softplus(value),
        ];
        const joined = k.let(
          "joined",
          parts.reduce((a, b) => a.mul(0.75).add(b.mul(value)), f32(0.1)),
        );
        const total = reduce.sum("total", joined);
        k.store(y, at, joined.div(total.add(3)));
      },
    );
    const random = randomSource(SEED);
    const data = { x: bytesOf(random.values(1024)), y: new Uint8Array(4096) };
    const want = (await runKernel(createCpuBackend({ checked: true }), mixed, 8, data))["y"]!;
    for (const seed of [1, 2, 3]) {
      const got = await withEmulation({ emulatedDevice: { seed } }, ({ backend }) =>
        runKernel(backend, mixed, 8, data),
      );
      expect(Array.from(new Uint32Array(got["y"]!.slice().buffer)), `seed ${SEED}, warp order ${seed}`).toEqual(
        Array.from(new Uint32Array(want.slice().buffer)),
      );
    }
  });

  test("collectives run over warps of 32", async () => {
    const warps = kernel("warp_sums", { workgroupSize: 64, doc: "y = sum, z = neighbour, m = max, f = first" }, (k) => {
      const outputs = ["y", "z", "m", "f"].map((name) => k.buffer(name, "i32", "write"));
      const values = [
        k.collective("sum", "subgroupAdd", k.local),
        k.collective("neighbour", "subgroupShuffleXor", k.local, 1),
        k.collective("largest", "subgroupMax", k.local),
        k.collective("head", "subgroupBroadcastFirst", k.local),
      ];
      for (const [i, out] of outputs.entries()) k.store(out, k.local, values[i]!.add(k.subgroupSize.sub(32)));
    });
    const empty = { y: new Uint8Array(256), z: new Uint8Array(256), m: new Uint8Array(256), f: new Uint8Array(256) };
    const got = await withEmulation({}, ({ backend }) => runKernel(backend, warps, 1, empty));
    const lanes = Array.from({ length: 64 }, (_, i) => i);
    const read = (name: string): number[] => Array.from(new Int32Array(got[name]!.slice().buffer));
    expect(read("y")).toEqual(lanes.map((i) => (i < 32 ? 496 : 1520)));
    expect(read("z")).toEqual(lanes.map((i) => i ^ 1));
    expect(read("m")).toEqual(lanes.map((i) => (i < 32 ? 31 : 63)));
    expect(read("f")).toEqual(lanes.map((i) => (i < 32 ? 0 : 32)));
  });

  describe("graphs", () => {
    test("replays give the bits of single launches and see new data at the same addresses", async () => {
      await withEmulation({ captureAfter: 1 }, async ({ backend, control }) => {
        const buffers = buffersOf(backend, double, { x: bytesOf(sixtyFour), y: new Uint8Array(256) });
        const executable = await backend.load(programOf(double, 1, { x: 256, y: 256 }), buffers);
        control.clearFault();
        for (let step = 0; step < 4; step++) {
          const input = sixtyFour.map((v) => v + step);
          backend.write(buffers.get("x")!, 0, bytesOf(input));
          backend.submit(executable, ONE_STEP);
          const y = await backend.read(buffers.get("y")!, 0, 256);
          expect(Array.from(floats(y))).toEqual(Array.from(input, (v) => 2 * v));
        }
        const calls = control.calls();
        expect(calls.get("cuGraphLaunch")).toBe(3);
        expect(calls.get("cuGraphInstantiateWithFlags")).toBe(1);
      });
    });

    test("replaying a graph that points at freed memory loses the device", async () => {
      await withEmulation({ captureAfter: 0 }, async ({ backend }) => {
        const buffers = buffersOf(backend, double, { x: bytesOf(sixtyFour), y: new Uint8Array(256) });
        const executable = await backend.load(programOf(double, 1, { x: 256, y: 256 }), buffers);
        backend.submit(executable, ONE_STEP);
        backend.destroyBuffer(buffers.get("y")!);
        expect(() => backend.submit(executable, ONE_STEP)).toThrow(
          expect.objectContaining({
            code: "device_lost",
            message: expect.stringMatching(
              /parameter 1 points at freed memory.*; in a graph of 1 launches of double_words, or before it$/,
            ),
          }),
        );
        expect((await backend.lost).code).toBe("device_lost");
        expect(() => backend.write(buffers.get("x")!, 0, new Uint8Array(4))).toThrow(/device is lost/);
      });
    });

    test("without graphs no graph function is called", async () => {
      await withEmulation({ graphs: false }, async ({ backend, control }) => {
        control.clearFault();
        await runKernel(backend, double, 1, { x: bytesOf(sixtyFour), y: new Uint8Array(256) });
        expect([...control.calls().keys()].filter((name) => /Graph|Capture/.test(name))).toEqual([]);
      });
    });
  });

  describe("the emulation's reports", () => {
    test("writing behind a buffer loses the device", async () => {
      await withEmulation({}, async ({ backend }) => {
        const data = { x: bytesOf(new Float32Array(128)), y: new Uint8Array(256) };
        await expect(runKernel(backend, double, 2, data)).rejects.toMatchObject({
          code: "device_lost",
          message: expect.stringContaining("0 B behind its end"),
        });
      });
    });

    test("threads that do not meet are named with block, thread and place", async () => {
      const apart = kernel("apart", { workgroupSize: 64, doc: "half of the threads meet" }, (k) => {
        const y = k.buffer("y", "i32", "write");
        k.barrier();
        k.store(y, k.local, i32(1));
      });
      // The verifier refuses such kernels, so the text is changed behind it.
      const source = emitCuda(apart).replace("__syncthreads();", "if (local < 7) __syncthreads();");
      await withEmulation({}, async ({ backend }) => {
        const text = { name: "apart", entry: "apart", text: source, dynamicSharedBytes: 0 };
        const [loaded] = await backend.compiler.loadAll([text]);
        const { driver } = backend;
        const address = driver.make("cuMemAlloc_v2", 256);
        const launch = { ...programOf(apart, 1, { y: 256 }).launches[0]!, label: "apart test" };
        const policy = { graphs: false, captureAfter: 0, synchronous: false };
        const inputs = [{ launch, kernel: loaded!, threads: 64, addresses: [address] }];
        const list = new LaunchList(driver, 0n, policy, "text", inputs);
        expect(() => list.submit(ONE_STEP)).toThrow(
          /divergence: block \(0, 0, 0\) thread \(\d+, 0, 0\) waits at the barrier of line \d+, .*thread \(\d+, 0, 0\) has ended; in kernel apart test or one before it$/,
        );
        list.dispose();
        driver.release("cuMemFree_v2", address);
      });
    });
  });
});
