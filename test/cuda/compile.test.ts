/**
 * What can go wrong around compiled kernels: a compiler without its second library, an image the driver refuses, two
 * processes that fill one cache, and modules whose functions share names.
 */
import { type ChildProcess, fork } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CheckDevice } from "../../perf/gpu/device.ts";
import { QwerkError } from "../../src/base/errors.ts";
import { skipNote } from "../base/skip.ts";
import type { Report } from "./compile-run.ts";
import { bytesOf, emulationMissing, withEmulation } from "./fixtures.ts";

const missing = await emulationMissing();

const text = (name: string) => ({
  ...{ name, entry: name, dynamicSharedBytes: 0 },
  text: `extern "C" __global__ void ${name}(int* y) { y[threadIdx.x] = 1; }\n`,
});

/** Words that threads hand each other through the shared array of a function both modules call alike. */
const exchange = (words: number): string => `
__device__ __forceinline__ void exchange(const int* x, int* y) {
  __shared__ int tile[${words}];
  for (int i = threadIdx.x; i < ${words}; i += 32) tile[i] = x[i];
  __syncthreads();
  for (int i = threadIdx.x; i < ${words}; i += 32) y[i] = tile[${words - 1} - i];
}
extern "C" __global__ void primitive(const int* x, int* y) { exchange(x, y); }
`;

interface Outcome {
  readonly sums: readonly number[];
  readonly unwritable: string | undefined;
  /** Of every look into the cache: whether the entry was there. */
  readonly found: readonly boolean[];
}

/** Processes that compile the same kernels; at the cache each waits for the others. */
async function runTogether(cacheFolder: string, count: number): Promise<Outcome[]> {
  const children = Array.from({ length: count }, () =>
    fork("test/cuda/compile-run.ts", [cacheFolder], { execArgv: ["--import", "tsx"], serialization: "advanced" }),
  );
  let waiting = 0;
  const outcomeOf = (child: ChildProcess): Promise<Outcome> =>
    new Promise((resolve, reject) => {
      const found: boolean[] = [];
      let outcome: Outcome | undefined;
      child.on("message", (report: Report) => {
        if (report.kind === "looked") found.push(report.found);
        if (report.kind === "done") outcome = { sums: report.sums, unwritable: report.unwritable, found };
        else if (++waiting % count === 0) for (const one of children) one.send("go");
      });
      child.on("exit", (code) => {
        if (code === 0 && outcome !== undefined) resolve(outcome);
        else reject(new Error(`a process ended with ${code}`));
      });
    });
  try {
    return await Promise.all(children.map(outcomeOf));
  } finally {
    for (const child of children) child.kill();
  }
}

describe.skipIf(missing !== undefined)(`CUDA compilation${skipNote(missing)}`, () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "qwerk-compile-test-"));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const failing = (call: string, error: number): Promise<unknown> =>
    withEmulation({ cacheFolder: join(folder, call) }, async ({ backend, control }) => {
      control.injectFault(call, 1, error);
      return backend.compiler.loadAll([text("once")]).catch((e: unknown) => e);
    });

  test("NVRTC without its builtins library: the library is named, with the way out", async () => {
    const BUILTIN_OPERATION_FAILURE = 7;
    expect(await failing("nvrtcCompileProgram", BUILTIN_OPERATION_FAILURE)).toMatchObject({
      ...{ name: "UnsupportedError", code: "nvrtc_builtins_missing" },
      message: expect.stringMatching(/NVRTC at .*libqwerk-emulated\.so lacks its builtins library/),
      hint: expect.stringContaining("libnvrtc-builtins"),
    });
  });

  test("a fresh image of a version the driver does not take is refused once, not compiled again", async () => {
    const UNSUPPORTED_PTX = 222;
    const error = await failing("cuModuleLoadData", UNSUPPORTED_PTX);
    expect(error).toBeInstanceOf(QwerkError);
    expect(error).toMatchObject({ name: "UnsupportedError", hint: expect.stringContaining("QWERK_LIBNVRTC") });
  });

  test("two processes that fill an empty cache at once both compute, and leave whole entries only", async () => {
    const shared = join(folder, "shared");
    const right = { sums: [496 + 32, 496 + 64, 496 + 96], unwritable: undefined };
    for (const process of await runTogether(shared, 2)) {
      expect(process).toEqual({ ...right, found: [false, false, false] });
    }
    const entries = await readdir(shared);
    expect(entries.length).toBe(3);
    expect(entries.every((name) => /^[0-9a-f]{64}\.module$/.test(name))).toBe(true);
    expect(await runTogether(shared, 1)).toEqual([{ ...right, found: [true, true, true] }]);
  });

  test("shared arrays of functions with one name stay apart, whatever their sizes", async () => {
    const device = await CheckDevice.open({ emulated: true });
    try {
      // The small one is loaded first and stays loaded.
      for (const count of [32, 8192]) {
        const x = Int32Array.from({ length: count }, (_, i) => i);
        const [, y] = await device.run({ source: exchange(count), threads: 32 }, [
          bytesOf(x),
          new Uint8Array(4 * count),
        ]);
        expect(Array.from(new Int32Array(y!.slice().buffer))).toEqual(Array.from(x).reverse());
      }
    } finally {
      await device.close();
    }
  });
});
