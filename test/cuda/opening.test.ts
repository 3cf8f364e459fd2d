/**
 * A machine whose CUDA cannot be used: every result of the driver before a device is open becomes a typed error with its
 * way out, explicit choices end with it, and the automatic choice goes on to the next backend and says why.
 */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { buildEmulation } from "../../cuda-backend/emulate/build.ts";
import { EmulationControl } from "../../cuda-backend/emulate/settings.ts";
import { loadLibrary } from "../../cuda-backend/loader.ts";
import { chooseBackend } from "../../node/open-backend.ts";
import { diskCache, openCuda, openEmulatedCuda } from "../../node/open-cuda.ts";
import { CapacityError, DeviceLostError, QwerkError, UnsupportedError } from "../../src/base/errors.ts";
import { failureOf } from "../base/failure.ts";
import { skipNote } from "../base/skip.ts";
import { CliBundle } from "../cli/bundle.ts";
import { emulationMissing } from "./fixtures.ts";

const missing = await emulationMissing();
const library = missing === undefined ? (await buildEmulation(diskCache)).library : "";

/** Result of the driver, the error it becomes, what its message and its hint hold. */
const OBSTACLES = [
  [34, UnsupportedError, "cuda_driver_stub", "stub", "QWERK_LIBCUDA"],
  [36, UnsupportedError, "cuda_driver_too_old", "too old", "470 or newer"],
  [46, DeviceLostError, "cuda_device_unavailable", "compute mode", "nvidia-smi -c DEFAULT"],
  [100, DeviceLostError, "no_cuda_device", "no device", "CUDA_VISIBLE_DEVICES"],
  [101, DeviceLostError, "cuda_invalid_device", "refuses the device", "CUDA_VISIBLE_DEVICES"],
  [102, DeviceLostError, "cuda_device_unlicensed", "licence", "virtual machine"],
  [304, DeviceLostError, "cuda_system_call_failed", "system call", "/dev/nvidia*"],
  [802, DeviceLostError, "cuda_system_not_ready", "not ready", "nvidia-fabricmanager"],
  [803, UnsupportedError, "cuda_driver_mismatch", "different versions", "reboot"],
  [804, UnsupportedError, "cuda_compat_unsupported", "forward-compatibility", "cuda-compat"],
  [805, DeviceLostError, "cuda_mps_unavailable", "MPS", "CUDA_MPS_PIPE_DIRECTORY"],
  [810, DeviceLostError, "cuda_mps_unavailable", "MPS", "CUDA_MPS_PIPE_DIRECTORY"],
  [999, DeviceLostError, "cuda_init_failed", "does not say why", "nvidia_uvm"],
  [201, DeviceLostError, "cuda_unavailable", "cannot be used", "nvidia-smi"],
  [2, CapacityError, "out_of_memory", "(2)", "nvidia-smi"],
] as const;

/** Every call between nothing and an open device. */
const CALLS = [
  ...["cuInit", "cuDriverGetVersion", "cuDeviceGetCount", "cuDeviceGet", "cuDeviceGetName", "cuDeviceGetUuid_v2"],
  ...["cuDeviceGetAttribute", "cuDeviceTotalMem_v2", "cuDevicePrimaryCtxRetain", "cuCtxSetCurrent", "cuStreamCreate"],
];

describe.skipIf(missing !== undefined)(`CUDA that cannot be used${skipNote(missing)}`, () => {
  let control: EmulationControl;
  beforeAll(async () => {
    control = new EmulationControl(await loadLibrary("driver", library));
  });
  afterEach(() => control.clearFault());

  const openWith = (call: string, result: number): Promise<QwerkError> => {
    control.injectFault(call, 1, result);
    return failureOf(() => openCuda({ driverPath: library, nvrtcPath: library })) as Promise<QwerkError>;
  };

  describe.each(["cuInit", "cuDevicePrimaryCtxRetain"])("%s gives", (call) => {
    test.each(OBSTACLES)("%i: %o %s", async (result, Class, code, says, way) => {
      const error = await openWith(call, result);
      expect(error).toBeInstanceOf(Class);
      expect(error.code).toBe(code);
      expect(error.message).toContain(says);
      expect(error.message).toContain(call);
      expect(error.hint).toContain(way);
      expect(error.data).toMatchObject({ call, result });
      expect(control.held()).toEqual({ bytes: 0, allocations: 0, objects: 0 });
    });
  });

  test("no call before an open device ends in a failed call or a lost device", async () => {
    for (const call of CALLS) {
      for (const result of [1, 2, 46, 700, 803, 999]) {
        const error = await openWith(call, result);
        expect(error, `${call} ${result}`).toBeInstanceOf(QwerkError);
        expect(["cuda_call_failed", "device_lost"], `${call} ${result}`).not.toContain(error.code);
        expect(error.hint, `${call} ${result}`).toBeTruthy();
      }
    }
  });

  test("a device that is open and then lost is lost, not unusable", async () => {
    const { backend } = await openEmulatedCuda();
    control.injectFault("cuMemsetD8Async", 1, 999);
    expect(() => backend.createBuffer("x", 4)).toThrow(expect.objectContaining({ code: "device_lost" }));
    await backend.dispose();
  });

  describe("the automatic choice", () => {
    const before = { ...process.env };
    beforeAll(() => {
      process.env["QWERK_LIBCUDA"] = library;
      process.env["QWERK_LIBNVRTC"] = library;
    });
    afterAll(() => {
      for (const name of ["QWERK_LIBCUDA", "QWERK_LIBNVRTC"]) {
        if (before[name] === undefined) delete process.env[name];
        else process.env[name] = before[name];
      }
    });

    test("takes a device that opens", async () => {
      const { backend, ...why } = await chooseBackend({ name: "auto" });
      expect(why).toEqual({ automatic: true, reason: "a CUDA device was found" });
      expect(backend.name).toBe("cuda");
      await backend.dispose();
    });

    test.each([
      [46, "compute mode", "nvidia-smi -c DEFAULT"],
      [803, "different versions", "reboot"],
      [1, "cannot be used", "nvidia-smi"],
    ])("goes on after %i and says why", async (result, says, way) => {
      control.injectFault("cuInit", 1, result);
      const { backend, automatic, reason, hint } = await chooseBackend({ name: "auto" });
      expect(automatic).toBe(true);
      expect(backend.name).not.toBe("cuda");
      expect(reason).toContain("no CUDA: ");
      expect(reason).toContain(says);
      expect(hint).toContain(way);
      await backend.dispose();
    });

    test("of a device that is not there is not replaced by another backend", async () => {
      const error = await failureOf(() => chooseBackend({ name: "auto", device: "7" }));
      expect(error).toMatchObject({ name: "UsageError", code: "unknown_device" });
    });
  });

  describe("the command line", () => {
    const bundle = new CliBundle();
    beforeAll(() => bundle.build());
    afterAll(() => bundle.remove());
    const driver = { QWERK_LIBCUDA: library, QWERK_LIBNVRTC: library };
    const run = (backend: string, env: Readonly<Record<string, string>>, ...args: readonly string[]) =>
      bundle.start(["run", "What is 12 + 30?", "--backend", backend, ...args], {
        env: { ...driver, ...env },
      });

    test.each(OBSTACLES.filter(([result]) => result !== 2))(
      "--backend cuda with %i ends with 3 and the way out",
      async (result, _class, _code, says, way) => {
        const { code, stdout, stderr } = await run("cuda", { QWERK_EMULATE_FAULT: `cuInit:1:${result}` });
        expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
        expect(stderr).toContain(says);
        expect(stderr).toContain(way);
      },
    );

    test("auto answers on another backend, and says what stood against CUDA before it does", async () => {
      const { code, stdout, stderr } = await run("auto", { QWERK_EMULATE_FAULT: "cuInit:1:803" });
      expect({ code, stdout }).toEqual({ code: 0, stdout: "42\n" });
      expect(stderr).toMatch(/running on \w+: .*no CUDA: .*different versions.*\n {2}reboot/);
    });

    test("a card without NVRTC does not run something else in silence", async () => {
      const { code, stderr } = await run("auto", { QWERK_LIBNVRTC: "/nowhere/libnvrtc.so" }, "--json");
      expect(code).toBe(0);
      expect(stderr).toMatch(/running on \w+: .*no CUDA: NVRTC.* could not be loaded.*\n {2}install the CUDA toolkit/);
    });

    test("doctor says what would be used, why not CUDA, and the way to it", async () => {
      const env = { ...driver, QWERK_LIBNVRTC: "/nowhere/libnvrtc.so" };
      const { stdout } = await bundle.start(["doctor"], { env });
      expect(stdout).toMatch(/would use .*no CUDA: NVRTC.* could not be loaded/);
      expect(stdout.match(/pip install nvidia-cuda-nvrtc/g)!.length).toBeGreaterThan(1);
      const { choice } = JSON.parse((await bundle.start(["doctor", "--json"], { env })).stdout);
      expect(choice.reason).toContain("no CUDA: NVRTC");
      expect(choice.hint).toContain("pip install nvidia-cuda-nvrtc");
    });
  });
});
