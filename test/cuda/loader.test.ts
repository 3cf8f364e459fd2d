/** Where the CUDA libraries are looked for, what is compiled for a device, and how a device is chosen. */
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { chooseTarget } from "../../cuda-backend/compiler.ts";
import { type CudaDevice, chooseDevice } from "../../cuda-backend/device.ts";
import { buildEmulation } from "../../cuda-backend/emulate/build.ts";
import { libraryCandidates, loadLibrary, type SearchPlace } from "../../cuda-backend/loader.ts";
import { parseResources } from "../../cuda-backend/resources.ts";
import { diskCache } from "../../node/open-cuda.ts";
import { emulationMissing } from "./fixtures.ts";

function place(platform: string, environment: Record<string, string>, folders: Record<string, string[]>): SearchPlace {
  return { platform, environment, list: (folder) => folders[folder] ?? [] };
}

describe("library search", () => {
  test("Linux: names, then toolkit folders, conda, and Python environments", () => {
    const env = { CUDA_HOME: "/opt/cuda", CONDA_PREFIX: "/conda", VIRTUAL_ENV: "/venv" };
    const found = libraryCandidates(
      "nvrtc",
      place("linux", env, {
        "/opt/cuda/lib64": ["libnvrtc.so.12"],
        "/usr/local": ["bin", "cuda-12.4", "cuda-13.0"],
        "/usr/local/cuda-13.0/lib64": ["libnvrtc.so.13", "libnvrtc.so"],
        "/usr/local/cuda-12.4/lib64": ["libnvrtc.so.12"],
        "/conda/lib": ["libnvrtc.so.11.2"],
        "/venv/lib": ["python3.11"],
        "/venv/lib/python3.11/site-packages/nvidia/cu13/lib": ["libnvrtc.so.13"],
      }),
    );
    expect(found).toEqual([
      ...["libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so.11.2", "libnvrtc.so"],
      "/opt/cuda/lib64/libnvrtc.so.12",
      ...["/usr/local/cuda-13.0/lib64/libnvrtc.so.13", "/usr/local/cuda-13.0/lib64/libnvrtc.so"],
      "/usr/local/cuda-12.4/lib64/libnvrtc.so.12",
      "/conda/lib/libnvrtc.so.11.2",
      "/venv/lib/python3.11/site-packages/nvidia/cu13/lib/libnvrtc.so.13",
    ]);
  });

  test("Windows: names, then the toolkit's folders", () => {
    const found = libraryCandidates(
      "nvrtc",
      place("win32", { CUDA_PATH: "/cuda" }, { "/cuda/bin/x64": ["nvrtc64_130_0.dll"] }),
    );
    expect(found).toEqual([
      "nvrtc64_130_0.dll",
      "nvrtc64_120_0.dll",
      "nvrtc64_112_0.dll",
      "/cuda/bin/x64/nvrtc64_130_0.dll",
    ]);
    expect(libraryCandidates("driver", place("win32", {}, {}))).toEqual(["nvcuda.dll"]);
  });

  test("Windows: the folders of pip's packages, that of CUDA 13 by architecture", () => {
    const nvidia = "/venv/Lib/site-packages/nvidia";
    const found = libraryCandidates(
      "nvrtc",
      place(
        "win32",
        { VIRTUAL_ENV: "/venv" },
        {
          [`${nvidia}/cu13/bin/x86_64`]: ["nvrtc64_130_0.dll", "nvrtc-builtins64_130.dll"],
          [`${nvidia}/cuda_nvrtc/bin`]: ["nvrtc64_120_0.dll"],
        },
      ),
    );
    expect(found.slice(3)).toEqual([
      `${nvidia}/cu13/bin/x86_64/nvrtc64_130_0.dll`,
      `${nvidia}/cuda_nvrtc/bin/nvrtc64_120_0.dll`,
    ]);
  });

  test("an explicit path is the only one, before the variable", () => {
    const env = { QWERK_LIBCUDA: "/from/variable" };
    expect(libraryCandidates("driver", place("linux", env, {}), "/from/option")).toEqual(["/from/option"]);
    expect(libraryCandidates("driver", place("linux", env, {}))).toEqual(["/from/variable"]);
  });

  test.each([
    ["driver", "cuda_driver_missing"],
    ["nvrtc", "nvrtc_missing"],
  ] as const)("a missing %s names the library and all it tried", async (kind, code) => {
    const error = await loadLibrary(kind, "/nowhere/library.so").catch((e: unknown) => e);
    expect(error).toMatchObject({ code, name: "UnsupportedError" });
    expect((error as Error).message).toContain("/nowhere/library.so");
    expect((error as { hint?: string }).hint).toBeTruthy();
  });
});

describe("what is compiled for a device", () => {
  const known = [75, 80, 86, 89, 90, 120];
  test.each([
    [86, "--gpu-architecture=sm_86", "cubin"],
    [75, "--gpu-architecture=sm_75", "cubin"],
    // A card newer than the compiler gets PTX of the newest it knows.
    [121, "--gpu-architecture=compute_120", "ptx"],
    [87, "--gpu-architecture=compute_86", "ptx"],
  ] as const)("capability %i: %s", (capability, option, wanted) => {
    expect(chooseTarget(capability, known)).toEqual({ option, wanted });
  });
  test("devices below 7.5 are refused", () => {
    expect(() => chooseTarget(70, [70, 75])).toThrow(expect.objectContaining({ code: "device_too_old" }));
  });
  test("a compiler that knows only newer devices is refused", () => {
    expect(() => chooseTarget(75, [80, 86])).toThrow(expect.objectContaining({ code: "nvrtc_too_old" }));
  });
});

describe("choice of a device", () => {
  const device = (ordinal: number, uuid: string): CudaDevice => ({
    ...{ ordinal, uuid, name: `card ${ordinal}`, capability: 86, multiprocessors: 82, maxThreadsPerBlock: 1024 },
    ...{ sharedBytes: 49152, sharedBytesOptIn: 101376, l2Bytes: 6 << 20, totalBytes: 24e9, pagedToHost: false },
  });
  const two = [device(0, "GPU-01020304-aaaa"), device(1, "GPU-01020305-bbbb")];
  test.each([
    [undefined, 0],
    [1, 1],
    ["1", 1],
    ["GPU-01020305", 1],
    ["gpu-01020304-AAAA", 0],
  ])("%s", (wish, ordinal) => expect(chooseDevice(two, wish, undefined).ordinal).toBe(ordinal));

  test("an unknown or ambiguous wish lists the devices and the limiting variable", () => {
    for (const wish of [2, "GPU-0102030", "GPU-ff"]) {
      expect(() => chooseDevice(two, wish, "0,1")).toThrow(
        expect.objectContaining({
          code: "unknown_device",
          message: expect.stringMatching(/CUDA_VISIBLE_DEVICES=0,1.*card 1/),
        }),
      );
    }
  });
  test("no device is said with the variable", () => {
    expect(() => chooseDevice([], undefined, "")).toThrow(expect.objectContaining({ code: "no_cuda_device" }));
  });
});

test("resources are read from a compiler's log", () => {
  const log = [
    "ptxas info    : 0 bytes gmem",
    "ptxas info    : Compiling entry function 'k' for 'sm_86'",
    "ptxas info    : Function properties for k",
    "    16 bytes stack frame, 8 bytes spill stores, 12 bytes spill loads",
    "ptxas info    : Used 64 registers, used 1 barriers, 16 bytes cumulative stack size, 1568 bytes smem, 392 bytes cmem[0]",
  ].join("\n");
  expect(parseResources(log)).toEqual({
    registers: 64,
    spillStoreBytes: 8,
    spillLoadBytes: 12,
    sharedBytes: 1568,
    stackBytes: 16,
  });
  expect(parseResources("no such line")).toBeUndefined();
});

const missing = process.platform === "linux" ? await emulationMissing() : "needs /proc";
test.skipIf(missing !== undefined)(
  `a library stays loaded when nobody holds it any more${missing === undefined ? "" : ` (${missing})`}`,
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "qwerk-loader-"));
    try {
      const copy = join(folder, "libkept.so");
      copyFileSync((await buildEmulation(diskCache)).library, copy);
      await loadLibrary("driver", copy);
      setFlagsFromString("--expose_gc");
      const collect = runInNewContext("gc") as () => void;
      for (let round = 0; round < 5; round++) {
        collect();
        await new Promise((resolve) => setImmediate(resolve));
      }
      expect(readFileSync("/proc/self/maps", "utf8")).toContain(copy);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
