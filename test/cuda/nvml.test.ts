/**
 * What NVML and the driver say about devices: facts and typed absence, which devices CUDA_VISIBLE_DEVICES leaves, what
 * `qwerk doctor` shows of it, and what happens when driver and compiler are of different CUDA versions. On the stand-in
 * libraries, through the same bindings as the real ones.
 */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { cudaLines } from "../../cli/cuda-lines.ts";
import { kernel } from "../../codegen/builder.ts";
import { checkToolkit } from "../../cuda-backend/compiler.ts";
import { buildEmulation } from "../../cuda-backend/emulate/build.ts";
import { libraryCandidates } from "../../cuda-backend/loader.ts";
import { type NvmlReport, readNvml } from "../../cuda-backend/nvml.ts";
import { cudaReport, isMissing } from "../../cuda-backend/report.ts";
import { diskCache, type OpenCudaOptions, openEmulatedCuda } from "../../node/open-cuda.ts";
import { skipNote } from "../base/skip.ts";
import { CliBundle } from "../cli/bundle.ts";
import { bytesOf, emulationMissing, runKernel, withEmulation } from "./fixtures.ts";

const missing = await emulationMissing();
const library = missing === undefined ? (await buildEmulation(diskCache)).library : "";
const options = { path: library };
/** UUIDs of the stand-in's devices: bytes that count up from 16 times the device's number. */
const uuid = (device: number): string => {
  const hex = Array.from({ length: 16 }, (_, i) => (16 * device + i).toString(16).padStart(2, "0")).join("");
  return `GPU-${[hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-")}`;
};

type Found = Extract<NvmlReport, { available: true }>;
function found(report: NvmlReport): Found {
  if (!report.available) throw new Error(report.reason);
  return report;
}

const visibleBefore = process.env["CUDA_VISIBLE_DEVICES"];
afterEach(() => {
  if (visibleBefore === undefined) delete process.env["CUDA_VISIBLE_DEVICES"];
  else process.env["CUDA_VISIBLE_DEVICES"] = visibleBefore;
});

test("a machine without NVML is told so, with what brings it", async () => {
  const report = await readNvml(undefined, { path: "/nowhere/libnvidia-ml.so.1" });
  expect(report).toMatchObject({ available: false, reason: expect.stringContaining("/nowhere/libnvidia-ml.so.1") });
  expect("hint" in report && report.hint).toContain("NVIDIA driver");
});

test("NVML is looked for by its name on Linux and Windows", () => {
  const place = { environment: {}, list: () => [] };
  expect(libraryCandidates("nvml", { ...place, platform: "linux" })[0]).toBe("libnvidia-ml.so.1");
  expect(libraryCandidates("nvml", { ...place, platform: "win32" })).toEqual(["nvml.dll"]);
});

describe("versions of NVRTC and the driver", () => {
  const cubin = { option: "--gpu-architecture=sm_86", wanted: "cubin" } as const;
  const ptx = { option: "--gpu-architecture=compute_86", wanted: "ptx" } as const;
  const at = (major: number, minor: number) => ({ major, minor });

  test("a cubin may come from any toolkit, PTX not from one newer than the driver", () => {
    for (const nvrtc of [at(13, 1), at(13, 0), at(12, 9)]) checkToolkit(cubin, nvrtc, at(13, 0));
    for (const nvrtc of [at(13, 0), at(12, 9)]) checkToolkit(ptx, nvrtc, at(13, 0));
    for (const nvrtc of [at(13, 1), at(14, 0)]) {
      expect(() => checkToolkit(ptx, nvrtc, at(13, 0))).toThrow(
        expect.objectContaining({ code: "ptx_too_new", hint: expect.stringContaining("QWERK_LIBNVRTC") }),
      );
    }
  });

  test("an NVRTC of a newer CUDA major than the driver is the last to be tried", () => {
    const folders: Record<string, string[]> = {
      "/usr/local": ["cuda-13.0", "cuda-12.4"],
      "/usr/local/cuda-13.0/lib64": ["libnvrtc.so.13"],
      "/usr/local/cuda-12.4/lib64": ["libnvrtc.so.12"],
    };
    const place = { platform: "linux", environment: {}, list: (folder: string) => folders[folder] ?? [] };
    expect(libraryCandidates("nvrtc", place, undefined, 12)).toEqual([
      ...["libnvrtc.so.12", "libnvrtc.so.11.2", "libnvrtc.so", "/usr/local/cuda-12.4/lib64/libnvrtc.so.12"],
      ...["libnvrtc.so.13", "/usr/local/cuda-13.0/lib64/libnvrtc.so.13"],
    ]);
    const windows = { platform: "win32", environment: {}, list: () => [] };
    expect(libraryCandidates("nvrtc", windows, undefined, 12)[0]).toBe("nvrtc64_120_0.dll");
  });
});

describe.skipIf(missing !== undefined)(`stand-in libraries${skipNote(missing)}`, () => {
  describe("NVML", () => {
    test("states the facts of a device in watts, megahertz, degrees and bytes", async () => {
      const emulatedDevice = { memoryBytes: 8 << 20, othersBytes: 3 << 20, devices: 2 };
      await withEmulation({ emulatedDevice }, async ({ backend }) => {
        const buffer = backend.createBuffer("mine", 1 << 20);
        const report = found(await readNvml(backend.device.uuid, options));
        backend.destroyBuffer(buffer);
        expect(report).toEqual({
          available: true,
          library,
          driverVersion: "580.65.06",
          devices: [
            {
              ...{ uuid: uuid(0), name: "Emulated device 0", absent: {} },
              ...{ powerWatts: 71.5, powerLimitWatts: 350, temperatureCelsius: 41 },
              ...{ smClockMegahertz: 1695, smClockMaxMegahertz: 2100 },
              ...{ memoryClockMegahertz: 9501, memoryClockMaxMegahertz: 9751 },
              ...{ memoryTotalBytes: 8 << 20, memoryUsedBytes: 4 << 20, memoryFreeBytes: 4 << 20 },
              memoryOfOthersBytes: 3 << 20,
            },
          ],
        });
      });
    });

    test("where the process is not listed, what it knows to hold is taken off", async () => {
      const emulatedDevice = { othersBytes: 3 << 20 };
      await withEmulation({ emulatedDevice }, async ({ backend, control }) => {
        const buffer = backend.createBuffer("mine", 1 << 20);
        control.set("processes_hidden", 1);
        const others = async (ownBytes?: number): Promise<number | undefined> =>
          found(await readNvml(undefined, { ...options, ...(ownBytes === undefined ? {} : { ownBytes }) })).devices[0]!
            .memoryOfOthersBytes;
        const seen = [await others(), await others(1 << 20)];
        control.set("processes_hidden", "");
        backend.destroyBuffer(buffer);
        expect(seen).toEqual([4 << 20, 3 << 20]);
      });
    });

    test.each([
      ["nvmlDeviceGetPowerUsage", "powerWatts"],
      ["nvmlDeviceGetEnforcedPowerLimit", "powerLimitWatts"],
      ["nvmlDeviceGetTemperature", "temperatureCelsius"],
    ] as const)("without %s, %s is absent with the reason and the rest is there", async (call, fact) => {
      await withEmulation({}, async ({ control }) => {
        control.injectFault(call, 1, 3);
        const [device] = found(await readNvml(undefined, options)).devices;
        expect(device).not.toHaveProperty(fact);
        expect(device!.absent).toEqual({ [fact]: `${call}: Not Supported (3)` });
        expect(device!.smClockMegahertz).toBe(1695);
      });
    });

    test("an NVML that does not start is a reason, not an error", async () => {
      await withEmulation({}, async ({ control }) => {
        control.injectFault("nvmlInit_v2", 1, 9);
        const report = await readNvml(undefined, options);
        expect(report).toMatchObject({ available: false, reason: "nvmlInit_v2: Driver Not Loaded (9)" });
      });
    });

    test("a library without a function leaves its facts out", async () => {
      // Any library at all: it has none of the functions.
      const report = await readNvml(undefined, { path: process.platform === "linux" ? "libc.so.6" : library });
      expect(report).toMatchObject({ available: false, reason: "libc.so.6 has no function nvmlInit_v2" });
    });

    test("devices go by UUID: NVML counts those that CUDA does not see", async () => {
      process.env["CUDA_VISIBLE_DEVICES"] = "2";
      await withEmulation({ emulatedDevice: { devices: 3 } }, async ({ backend }) => {
        expect([backend.device.ordinal, backend.device.uuid]).toEqual([0, uuid(2)]);
        expect(found(await readNvml(undefined, options)).devices.map((d) => d.uuid)).toEqual([0, 1, 2].map(uuid));
        const [own] = found(await readNvml(backend.device.uuid, options)).devices;
        expect([own!.name, own!.powerWatts]).toEqual(["Emulated device 2", 71.502]);
      });
    });
  });

  describe("CUDA_VISIBLE_DEVICES", () => {
    const open = async (visible: string, rest: OpenCudaOptions = {}): Promise<string> => {
      process.env["CUDA_VISIBLE_DEVICES"] = visible;
      return withEmulation({ emulatedDevice: { devices: 4 }, ...rest }, async ({ backend }) => backend.device.uuid);
    };

    test.each([
      ["1", undefined, 1],
      ["3,1", undefined, 3],
      ["3,1", 1, 1],
      [`${uuid(2)},${uuid(0)}`, undefined, 2],
      [`${uuid(2)},${uuid(0)}`, 1, 0],
      ["GPU-30,GPU-1", 1, 1],
      ["gpu-30", 0, undefined],
      // The list ends at the first entry that names nothing.
      ["2,9,1", 1, undefined],
      ["0,1,2", uuid(2).slice(0, 8), 2],
      ["0,1", uuid(2), undefined],
      // A device named twice leaves none, as does an empty list.
      ["1,1", undefined, undefined],
      ["", undefined, undefined],
    ] as const)("%j with --device %s", async (visible, device, physical) => {
      const opened = open(visible, device === undefined ? {} : { device });
      if (physical !== undefined) expect(await opened).toBe(uuid(physical));
      else await expect(opened).rejects.toMatchObject({ code: expect.stringMatching(/^(no_cuda|unknown)_device$/) });
    });
  });

  describe("a driver older than the compiler", () => {
    const plusOne = kernel("plus_one_versions", { workgroupSize: 64, doc: "y = x + 1" }, (k) => {
      const x = k.buffer("x", "f32", "read");
      const y = k.buffer("y", "f32", "write");
      const at = k.let("at", k.groupX.mul(64).add(k.local));
      k.store(y, at, k.load("value", x, at).add(1));
    });
    const data = { x: bytesOf(new Float32Array(64).fill(41)), y: new Uint8Array(256) };
    const run = (emulatedDevice: NonNullable<OpenCudaOptions["emulatedDevice"]>) =>
      withEmulation({ emulatedDevice }, async ({ backend }) => {
        const { y } = await runKernel(backend, plusOne, 1, data);
        return [backend.compiler.target.wanted, new Float32Array(y!.slice().buffer)[63]];
      });

    test("of the same CUDA major: cubins for the device work", async () => {
      expect(await run({ driverVersion: 13000, nvrtcVersion: "13.1" })).toEqual(["cubin", 42]);
    });

    test("PTX of the driver's version or older works for devices the compiler does not know", async () => {
      const computeCapability = 122;
      expect(await run({ computeCapability, driverVersion: 13010, nvrtcVersion: "13.1" })).toEqual(["ptx", 42]);
      expect(await run({ computeCapability, driverVersion: 13010, nvrtcVersion: "12.9" })).toEqual(["ptx", 42]);
    });

    test("PTX newer than the driver is refused before anything is compiled", async () => {
      const emulatedDevice = { computeCapability: 122, driverVersion: 13000, nvrtcVersion: "13.1" };
      const error = await openEmulatedCuda({ emulatedDevice }).catch((e: unknown) => e);
      expect(error).toMatchObject({
        ...{ code: "ptx_too_new", name: "UnsupportedError" },
        message: expect.stringMatching(/NVRTC 13\.1 .*PTX.*CUDA 13\.0/),
        hint: expect.stringContaining("update the NVIDIA driver"),
      });
    });

    test("of an older CUDA major: its refusal says which versions do not go together", async () => {
      await expect(run({ driverVersion: 12080, nvrtcVersion: "13.0" })).rejects.toMatchObject({
        ...{ code: "nvrtc_too_new", name: "UnsupportedError" },
        message: expect.stringMatching(/CUDA 12\.8, refuses what NVRTC 13\.0 made of kernel plus_one_versions/),
        hint: expect.stringContaining("QWERK_LIBNVRTC"),
      });
    });
  });

  describe("the report", () => {
    const paths = { driverPath: library, nvrtcPath: library, nvmlPath: library };

    test("names libraries, versions, devices and their facts", async () => {
      await withEmulation({ emulatedDevice: { devices: 2, multiprocessors: 84 } }, async () => {
        const report = await cudaReport(paths);
        expect(report).toMatchObject({
          driver: { library, version: "13.0" },
          nvrtc: { library, version: "13.0" },
          devices: [0, 1].map((ordinal) => ({
            ...{ ordinal, uuid: uuid(ordinal), multiprocessors: 84 },
            kernels: { option: "--gpu-architecture=sm_86", wanted: "cubin" },
          })),
        });
        const text = cudaLines(report).join("\n");
        for (const fact of ["CUDA 13.0", uuid(1), "84 multiprocessors", "71.5 of 350 W", "1695 of 2100 MHz", "41 °C"]) {
          expect(text).toContain(fact);
        }
      });
    });

    test("says what is missing and what brings it", async () => {
      const nowhere = { driverPath: "/nowhere/cuda", nvrtcPath: "/nowhere/nvrtc", nvmlPath: "/nowhere/nvml" };
      const report = await cudaReport(nowhere);
      expect(isMissing(report.driver) && isMissing(report.nvrtc) && isMissing(report.devices)).toBe(true);
      const text = cudaLines(report).join("\n");
      for (const [path, brings] of [
        ["/nowhere/cuda", "install the NVIDIA driver"],
        ["/nowhere/nvrtc", "pip install nvidia-cuda-nvrtc"],
        ["/nowhere/nvml", "comes with the NVIDIA driver"],
      ]) {
        expect(text).toContain(path);
        expect(text).toContain(brings);
      }
    });

    test("a device nothing can be made for is listed with the reason", async () => {
      await withEmulation({}, async ({ control }) => {
        control.set("compute_capability", 70);
        const [device] = (await cudaReport(paths)).devices as Exclude<
          Awaited<ReturnType<typeof cudaReport>>["devices"],
          { problem: string }
        >;
        control.set("compute_capability", "");
        expect(device!.kernels).toMatchObject({ problem: expect.stringContaining("compute capability 7") });
      });
    });
  });

  describe("the command line", () => {
    const bundle = new CliBundle();
    beforeAll(() => bundle.build());
    afterAll(() => bundle.remove());
    const run = (args: readonly string[], env: Readonly<Record<string, string>>) =>
      bundle.start(["run", "What is 12 + 30?", "--backend", "cuda-emulated", ...args], { env });

    test("an unknown --device lists the visible ones and ends with 2", async () => {
      const env = { QWERK_EMULATE_DEVICES: "3", CUDA_VISIBLE_DEVICES: `2,${uuid(0)}` };
      const { code, stderr } = await run(["--device", "2"], env);
      expect(code).toBe(2);
      expect(stderr).toContain(`0: Emulated device 2 ${uuid(2)}; 1: Emulated device 0 ${uuid(0)}`);
    });

    test("no visible device ends with 3", async () => {
      const { code, stderr } = await run([], { CUDA_VISIBLE_DEVICES: "" });
      expect(code).toBe(3);
      expect(stderr).toContain("CUDA_VISIBLE_DEVICES");
    });

    test.each([
      ["1", 0],
      [uuid(2).slice(0, 8), 2],
    ])("--device %s takes that device; losing it ends with 3 and names it", async (device, physical) => {
      // The first fill of a buffer meets an illegal address: the context is gone.
      const env = {
        ...{ QWERK_EMULATE_DEVICES: "3", CUDA_VISIBLE_DEVICES: `2,${uuid(0)}` },
        QWERK_EMULATE_FAULT: "cuMemsetD8Async:1:700",
      };
      const { code, stdout, stderr } = await run(["--device", device], env);
      expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
      expect(stderr).toContain(
        `the CUDA device is lost (Emulated device ${physical} ${uuid(physical)}): cuMemsetD8Async`,
      );
      expect(stderr).toContain("CUDA_ERROR_ILLEGAL_ADDRESS");
    });

    test("a device lost between steps ends with 3 and blames no kernel of the graph", async () => {
      const env = { QWERK_EMULATE_FAULT: "cuGraphLaunch:2:719" };
      const { code, stderr } = await run(["--max-new", "4"], env);
      expect(code).toBe(3);
      expect(stderr).toMatch(
        /cuGraphLaunch: CUDA_ERROR_LAUNCH_FAILED.*in a graph of \d+ launches of \w+.*\n.*--cuda-sync waits for every/,
      );
    });

    test.each([
      [["--cuda-sync"], {}],
      [[], { QWERK_CUDA_SYNC: "1" }],
    ])("with %j %j the kernel that lost it is named", async (args, env) => {
      // Behind the launches that put weights in order.
      const fault = { QWERK_EMULATE_FAULT: "cuLaunchKernel:60:719" };
      const { code, stderr } = await run(args, { ...fault, ...env });
      expect(code).toBe(3);
      expect(stderr).toMatch(/cuLaunchKernel: CUDA_ERROR_LAUNCH_FAILED.*; in kernel layers\.\d\.\S+\n/);
    });

    test("doctor shows the devices, and what they are told to be", async () => {
      const env = {
        ...{ QWERK_LIBCUDA: library, QWERK_LIBNVRTC: library, QWERK_LIBNVML: library },
        ...{ QWERK_EMULATE_DEVICES: "2", QWERK_EMULATE_MULTIPROCESSORS: "68" },
      };
      const { code, stdout } = await bundle.start(["doctor", "--json"], { env });
      expect(code).toBe(0);
      const { cuda } = JSON.parse(stdout);
      expect(cuda.devices.map((d: { uuid: string }) => d.uuid)).toEqual([uuid(0), uuid(1)]);
      expect(cuda.devices[0].multiprocessors).toBe(68);
      expect(cuda.nvml).toMatchObject({ available: true, driverVersion: "580.65.06" });
    });
  });
});
