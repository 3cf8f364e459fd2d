/**
 * The CUDA backend when the world fails: no memory, no device, refused sources, damaged caches, and an error injected at
 * every call of the driver and the compiler. Every run ends in a typed error or in success, with nothing held.
 */
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { kernel } from "../../codegen/builder.ts";
import type { CompileProgress } from "../../cuda-backend/compiler.ts";
import { openEmulatedCuda } from "../../node/open-cuda.ts";
import { CompileError, QwerkError } from "../../src/base/errors.ts";
import { failureOf } from "../base/failure.ts";
import { skipNote } from "../base/skip.ts";
import { buffersOf, bytesOf, emulationMissing, ONE_STEP, programOf, runKernel, withEmulation } from "./fixtures.ts";

const missing = await emulationMissing();
let cache: string;
beforeAll(async () => {
  cache = await mkdtemp(join(tmpdir(), "qwerk-cuda-test-"));
});
afterAll(() => rm(cache, { recursive: true, force: true }));

const increment = kernel("increment_words", { workgroupSize: 64, doc: "y = x + 1\ngroup.x: block of 64" }, (k) => {
  const x = k.buffer("x", "f32", "read");
  const y = k.buffer("y", "f32", "write");
  const at = k.let("at", k.groupX.mul(64).add(k.local));
  k.store(y, at, k.load("value", x, at).add(1));
});
const input = Float32Array.from({ length: 64 }, (_, i) => i);
const data = { x: bytesOf(input), y: new Uint8Array(256) };
const right = Array.from(input, (v) => v + 1);
const values = (bytes: Uint8Array): number[] => Array.from(new Float32Array(bytes.slice().buffer));

describe.skipIf(missing !== undefined)(`CUDA faults${skipNote(missing)}`, () => {
  test("out of memory names the buffer and says where the memory is", async () => {
    await withEmulation({ emulatedDevice: { memoryBytes: 1 << 20 } }, async ({ backend }) => {
      backend.createBuffer("first", 700_000);
      expect(() => backend.createBuffer("second", 400_000)).toThrow(
        expect.objectContaining({
          code: "out_of_memory",
          name: "CapacityError",
          message: expect.stringContaining("buffer second: needs 400,128 B, 348,416 B of 1,048,576 B are free"),
          data: expect.objectContaining({ neededBytes: 400_128, freeBytes: 348_416, heldBytes: 700_160 }),
        }),
      );
      // The device is well: the next smaller buffer fits.
      backend.createBuffer("third", 300_000);
    });
  });

  test("where Windows would page memory to the host, what is not free is refused with the same account", async () => {
    const emulatedDevice = { memoryBytes: 1 << 20, pagedToHost: true };
    await withEmulation({ emulatedDevice }, async ({ backend, control }) => {
      const first = backend.createBuffer("first", 700_000);
      expect(() => backend.createBuffer("second", 400_000)).toThrow(
        expect.objectContaining({
          code: "out_of_memory",
          message: expect.stringMatching(/needs 400,128 B, 348,416 B .*; Windows would page it to the host's memory$/),
        }),
      );
      expect(control.held().bytes).toBe(700_160);
      // The driver itself would have given it.
      const { driver } = backend;
      driver.release("cuMemFree_v2", driver.make("cuMemAlloc_v2", 4 << 20));
      backend.createBuffer("third", 300_000);
      backend.destroyBuffer(first);
      backend.createBuffer("fourth", 400_000);
    });
  });

  describe("after a result of the driver", () => {
    const outcomeOf = (result: number) =>
      withEmulation({}, async ({ backend, control }) => {
        const buffer = backend.createBuffer("x", 256);
        control.injectFault("cuMemcpyHtoDAsync_v2", 1, result);
        const error = await failureOf(() => backend.write(buffer, 0, new Uint8Array(4)));
        const after = await Promise.resolve()
          .then(() => backend.write(buffer, 0, new Uint8Array(4)))
          .catch((e: unknown) => e);
        return { code: error.code, same: after === error, well: after === undefined };
      });

    test.each([214, 220, 226, 700, 702, 709, 710, 714, 715, 716, 717, 718, 719, 721, 810, 911, 999])(
      "%i the device is lost, and every call says so",
      async (result) => expect(await outcomeOf(result)).toEqual({ code: "device_lost", same: true, well: false }),
    );

    test.each([1, 201, 219, 400, 401, 701, 703, 712, 713, 720, 800, 801, 900])(
      "%i only this call has failed",
      async (result) => expect(await outcomeOf(result)).toEqual({ code: "cuda_call_failed", same: false, well: true }),
    );
  });

  test.each([
    [{ computeCapability: 70 }, "device_too_old"],
    [{ devices: 0 }, "no_cuda_device"],
  ] as const)("%o is refused", async (emulatedDevice, code) => {
    const error = await openEmulatedCuda({ emulatedDevice }).catch((e: unknown) => e);
    expect(error).toMatchObject({ code });
  });

  test("the wished device is opened; an unknown one lists those there are", async () => {
    const emulatedDevice = { devices: 3 };
    await withEmulation({ emulatedDevice, device: 2 }, async ({ backend }) => expect(backend.device.ordinal).toBe(2));
    const error = await openEmulatedCuda({ emulatedDevice, device: 3 }).catch((e: unknown) => e);
    expect(error).toMatchObject({
      code: "unknown_device",
      message: expect.stringContaining("2: Emulated device 2 GPU-"),
    });
  });

  test.each([68, 76, 80, 82, 84, 128, 132, 170])(
    "a device of %i multiprocessors is reported as such",
    async (count) => {
      await withEmulation({ emulatedDevice: { multiprocessors: count } }, async ({ backend }) => {
        expect(backend.caps.cuda).toEqual({ computeCapability: 86, multiprocessors: count, sharedBytesOptIn: 101376 });
      });
    },
  );

  test("a source the compiler refuses carries kernel, log and numbered source", async () => {
    await withEmulation({}, async ({ backend }) => {
      const text = { name: "broken", entry: "broken", text: 'extern "C" __global__ void broken() { x = 1; }\n' };
      const error = await backend.compiler.loadAll([{ ...text, dynamicSharedBytes: 0 }]).catch((e: unknown) => e);
      expect(error).toBeInstanceOf(CompileError);
      expect(error).toMatchObject({ code: "kernel_compile", data: { kernel: "broken" } });
      const { data: facts } = error as CompileError;
      expect(facts["log"]).toContain("error");
      expect(facts["source"]).toContain("1 | extern");
    });
  });

  describe("the module cache", () => {
    const build = async (cacheFolder: string): Promise<readonly CompileProgress[]> => {
      const seen: CompileProgress[] = [];
      await withEmulation({ cacheFolder, onProgress: (p) => seen.push(p) }, async ({ backend }) => {
        expect(values((await runKernel(backend, increment, 1, data))["y"]!)).toEqual(right);
      });
      return seen;
    };

    test("a second engine takes the image from disk", async () => {
      const folder = join(cache, "reuse");
      expect((await build(folder)).map((p) => p.cached)).toEqual([false]);
      expect((await build(folder)).map((p) => p.cached)).toEqual([true]);
    });

    test.each([
      ["cut off", (bytes: Buffer) => bytes.subarray(0, bytes.length >> 1)],
      ["empty", () => Buffer.alloc(0)],
      ["with a flipped bit", (bytes: Buffer) => bytes.map((byte, i) => (i === bytes.length - 9 ? byte ^ 1 : byte))],
    ] as const)("an entry that is %s is compiled again and replaced", async (name, damage) => {
      const folder = join(cache, name.replaceAll(" ", "-"));
      await build(folder);
      const [entry] = await readdir(folder);
      const whole = await readFile(join(folder, entry!));
      await writeFile(join(folder, entry!), damage(Buffer.from(whole)));
      expect((await build(folder)).map((p) => p.cached)).toEqual([false]);
      expect((await build(folder)).map((p) => p.cached)).toEqual([true]);
    });

    test("an entry the driver refuses is compiled again", async () => {
      const folder = join(cache, "refused");
      await build(folder);
      const [entry] = await readdir(folder);
      const { ModuleCache } = await import("../../cuda-backend/module-cache.ts");
      await new ModuleCache(folder).put(entry!.replace(".module", ""), { image: new Uint8Array(64), log: "" });
      expect((await build(folder)).map((p) => p.cached)).toEqual([false]);
      expect((await build(folder)).map((p) => p.cached)).toEqual([true]);
    });

    test("a place that cannot hold a folder only costs compilation", async () => {
      const file = join(cache, "a-file");
      await writeFile(file, "");
      await withEmulation({ cacheFolder: join(file, "below") }, async ({ backend }) => {
        expect(values((await runKernel(backend, increment, 1, data))["y"]!)).toEqual(right);
        expect(backend.compiler.cache.unwritable).toMatch(/ENOTDIR|not a directory/i);
      });
    });

    const root = process.getuid?.() === 0 ? "root may write everywhere" : undefined;
    test.skipIf(root !== undefined)(
      `a folder without write permission only costs compilation${skipNote(root)}`,
      async () => {
        const folder = join(cache, "read-only");
        await mkdir(folder, { mode: 0o555 });
        for (let engine = 0; engine < 2; engine++) {
          expect((await build(folder)).map((p) => p.cached)).toEqual([false]);
          expect(await readdir(folder)).toEqual([]);
        }
      },
    );

    test("two engines may compile the same kernel at once", async () => {
      const folder = join(cache, "both");
      const { ModuleCache } = await import("../../cuda-backend/module-cache.ts");
      const entry = { image: Uint8Array.from({ length: 100_000 }, (_, i) => i), log: "log" };
      const caches = Array.from({ length: 8 }, () => new ModuleCache(folder));
      await Promise.all(caches.map((c) => c.put("k", entry)));
      const read = await Promise.all(caches.map((c) => c.get("k")));
      for (const found of read) expect(found?.image).toEqual(entry.image);
      expect(await readdir(folder)).toEqual(["k.module"]);
    });
  });

  describe("an injected error at every call", () => {
    type Control = Awaited<ReturnType<typeof openEmulatedCuda>>["control"];
    const folder = () => join(cache, "sweep");

    /** Load, three submits, reads and a copy; the calls it made. */
    const use = (prepare: (control: Control) => void): Promise<ReadonlyMap<string, number>> =>
      withEmulation({ cacheFolder: folder(), captureAfter: 1 }, async ({ backend, control }) => {
        prepare(control);
        const buffers = buffersOf(backend, increment, data);
        const executable = await backend.load(programOf(increment, 1, { x: 256, y: 256 }), buffers);
        for (let step = 0; step < 3; step++) backend.submit(executable, ONE_STEP);
        expect(values(await backend.read(buffers.get("y")!, 0, 256))).toEqual(right);
        backend.copy(buffers.get("y")!, 0, buffers.get("x")!, 0, 256);
        expect(values(await backend.read(buffers.get("x")!, 0, 256))).toEqual(right);
        for (const buffer of buffers.values()) backend.destroyBuffer(buffer);
        return control.calls();
      });

    test("of use ends in a typed error or success, with nothing held", async () => {
      const counts = await use((control) => control.clearFault());
      expect(counts.get("cuLaunchKernel")).toBe(2);
      expect(counts.get("nvrtcCompileProgram")).toBe(1);
      let failures = 0;
      for (const [call, count] of counts) {
        for (let n = 1; n <= count; n++) {
          for (const error of [2, 719]) {
            if (call.startsWith("nvrtc")) await rm(folder(), { recursive: true, force: true });
            const outcome = await use((control) => control.injectFault(call, n, error)).catch((e: unknown) => e);
            if (outcome instanceof Map) continue;
            failures++;
            expect(outcome, `${call} call ${n} error ${error}: ${outcome}`).toBeInstanceOf(QwerkError);
          }
        }
      }
      expect(failures).toBeGreaterThan(30);
    });

    test("of opening ends in a typed error, with nothing held", async () => {
      let sweep = 0;
      const { backend, control } = await openEmulatedCuda();
      await backend.dispose();
      for (let n = 1; n < 40; n++) {
        control.injectFault("*", n, 999);
        const outcome = await openEmulatedCuda().catch((e: unknown) => e);
        control.clearFault();
        if (outcome instanceof QwerkError) sweep++;
        else await (outcome as Awaited<ReturnType<typeof openEmulatedCuda>>).backend.dispose();
        expect(control.held(), `call ${n}`).toEqual({ bytes: 0, allocations: 0, objects: 0 });
      }
      expect(sweep).toBeGreaterThan(10);
    });
  });
});
