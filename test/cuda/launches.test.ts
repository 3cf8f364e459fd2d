/**
 * How launches reach the device: no kernel is captured before its code is there, and when the device is lost the report
 * says no more than is known: the kernel where every launch is waited for, else the newest launch or the whole graph.
 */
import { describe, expect, test } from "vitest";
import { kernel } from "../../codegen/builder.ts";
import type { Backend, DeviceBuffer } from "../../src/backend/backend.ts";
import type { DeviceLostError } from "../../src/base/errors.ts";
import type { Extents, Program, ProgramLaunch } from "../../src/program/program.ts";
import { bytesOf, emulationMissing, ONE_STEP, programOf, withEmulation } from "./fixtures.ts";

const missing = await emulationMissing();

/** y += `added` over 64 words, `past` of them behind the place asked for. */
const adder = (name: string, added: number, past = 0) =>
  kernel(name, { workgroupSize: 64, doc: `y += ${added}` }, (k) => {
    const y = k.buffer("y", "f32", "read_write");
    const at = k.let("at", k.local.add(past));
    k.store(y, at, k.load("value", y, at).add(added));
  });

/** One launch a kernel over one buffer; `outputs` gives the last one a grid of that extent. */
function chain(kernels: readonly ReturnType<typeof adder>[], lastExtent: "one" | "outputs" = "one"): Program {
  const programs = kernels.map((k) => programOf(k, 1, { y: 256 }));
  const launches = programs.flatMap((program, i) =>
    program.launches.map((launch): ProgramLaunch => {
      const [x, y, z] = launch.grid;
      const extent = i === programs.length - 1 ? lastExtent : "one";
      return { ...launch, grid: [{ ...x, extent }, y, z] };
    }),
  );
  return { ...programs[0]!, name: "chain", kernels: Object.assign({}, ...programs.map((p) => p.kernels)), launches };
}

async function loadChain(backend: Backend, program: Program) {
  const y = backend.createBuffer("y", 256);
  const executable = await backend.load(program, new Map<string, DeviceBuffer>([["y", y]]));
  const value = async (): Promise<number> => new Float32Array((await backend.read(y, 0, 256)).slice().buffer)[5]!;
  return { y, executable, value };
}

describe.skipIf(missing !== undefined)(`CUDA launches${missing === undefined ? "" : ` (${missing})`}`, () => {
  describe("what is captured has its code on the device", () => {
    const withOutputs = (outputs: number): Extents => ({ ...ONE_STEP, outputs });
    /** Submits of a chain whose second kernel runs only for outputs; the calls each made. */
    const submits = (driverVersion: number, outputs: readonly number[]) =>
      withEmulation(
        { captureAfter: 0, emulatedDevice: { driverVersion, nvrtcVersion: "12.0" } },
        async ({ backend, control }) => {
          const program = chain([adder("first", 1), adder("second", 10)], "outputs");
          const { executable, value } = await loadChain(backend, program);
          const kinds: string[] = [];
          for (const count of outputs) {
            control.clearFault();
            backend.submit(executable, withOutputs(count));
            const calls = control.calls();
            const captured = calls.has("cuStreamBeginCapture_v2") ? "captured" : undefined;
            const replayed = calls.has("cuGraphLaunch") ? "replayed" : "launched";
            kinds.push(captured ?? replayed);
          }
          return { kinds, value: await value() };
        },
      );

    test("a driver that loads on demand captures at once", async () => {
      const { kinds, value } = await submits(13000, [1, 1, 0]);
      expect(kinds).toEqual(["captured", "replayed", "captured"]);
      expect(value).toBe(11 + 11 + 1);
    });

    test("with an older one every kernel is launched before", async () => {
      expect((await submits(12020, [1, 1, 1])).kinds).toEqual(["launched", "captured", "replayed"]);
    });

    test("a grid that was empty until now is a first launch too", async () => {
      const { kinds, value } = await submits(12020, [0, 0, 1, 1, 0]);
      expect(kinds).toEqual(["launched", "captured", "launched", "captured", "replayed"]);
      expect(value).toBe(1 + 1 + 11 + 11 + 1);
    });

    test("the stand-in takes no kernel into a capture that is not loaded", async () => {
      await withEmulation({ emulatedDevice: { driverVersion: 12020, nvrtcVersion: "12.0" } }, async ({ backend }) => {
        const [loaded] = await backend.compiler.loadAll([
          { name: "k", entry: "k", text: 'extern "C" __global__ void k() {}\n', dynamicSharedBytes: 0 },
        ]);
        const { driver } = backend;
        const stream = driver.make("cuStreamCreate", 1);
        driver.call("cuStreamBeginCapture_v2", stream, 1);
        expect(driver.launch(loaded!.handle, 1, 1, 1, 1, 1, 1, 0, stream, null, null)).toBe(900);
        driver.release("cuGraphDestroy", driver.make("cuStreamEndCapture", stream));
        driver.release("cuStreamDestroy_v2", stream);
      });
    });
  });

  describe("a write behind a buffer, found later than it happened", () => {
    const broken = chain([adder("good", 1), adder("bad", 1, 60), adder("innocent", 1)]);
    const lossOf = (options: { synchronous?: boolean; captureAfter?: number; graphs?: boolean }) =>
      withEmulation(options, async ({ backend, control }) => {
        const { y, executable } = await loadChain(backend, broken);
        backend.write(y, 0, bytesOf(new Float32Array(64)));
        control.clearFault();
        const submitted = async (): Promise<void> => {
          backend.submit(executable, ONE_STEP);
          await backend.read(y, 0, 4);
        };
        const error = await submitted().then(
          () => undefined,
          (e: unknown) => e as DeviceLostError,
        );
        expect(error).toMatchObject({ code: "device_lost", message: expect.stringContaining("behind its end") });
        expect((await backend.lost).message).toBe(error!.message);
        return { error: error!, calls: control.calls() };
      });

    test("with launches that are waited for, the kernel is named", async () => {
      const { error, calls } = await lossOf({ synchronous: true, captureAfter: 0 });
      expect(error.message).toMatch(/; in kernel bad test$/);
      expect(error.hint).toContain("`qwerk doctor`");
      expect(error.data["work"]).toEqual({ kind: "awaited", label: "bad test" });
      expect([calls.get("cuLaunchKernel"), calls.has("cuGraphLaunch")]).toEqual([2, false]);
    });

    test("with launches that are not, the newest is no culprit, and the way to the culprit is given", async () => {
      const { error } = await lossOf({ graphs: false });
      expect(error.message).toMatch(/; in kernel innocent test or one before it$/);
      expect(error.hint).toContain("`synchronous`");
    });

    test("in a graph no kernel is blamed", async () => {
      const { error } = await lossOf({ captureAfter: 0 });
      expect(error.message).toMatch(/; in a graph of 3 launches of chain, or before it$/);
      expect(error.hint).toContain("`synchronous`");
      expect(error.data["work"]).toEqual({ kind: "graph", program: "chain", launches: 3 });
    });
  });

  test("an error after launches that were waited for is not theirs", async () => {
    await withEmulation({ synchronous: true }, async ({ backend, control }) => {
      const { executable, y } = await loadChain(backend, chain([adder("good", 1)]));
      backend.submit(executable, ONE_STEP);
      control.injectFault("cuMemcpyDtoHAsync_v2", 1, 719);
      await expect(backend.read(y, 0, 4)).rejects.toThrow(/; after kernel good test, which ended well$/);
    });
  });

  test("waiting changes no result and makes no graph", async () => {
    await withEmulation({ synchronous: true, captureAfter: 0 }, async ({ backend, control }) => {
      const { executable, value } = await loadChain(backend, chain([adder("first", 1), adder("second", 10)]));
      control.clearFault();
      for (let step = 0; step < 3; step++) backend.submit(executable, ONE_STEP);
      expect([...control.calls().keys()].filter((name) => /Graph|Capture/.test(name))).toEqual([]);
      expect(control.calls().get("cuStreamSynchronize")).toBe(6);
      expect(await value()).toBe(33);
    });
  });
});
