/**
 * What a machine offers to the CUDA backend, for `qwerk doctor` and perf records: libraries with versions, devices with
 * what the driver and NVML say of them, and for everything missing what brings it. Makes no context; never throws for
 * what is absent.
 */
import { QwerkError } from "../src/base/errors.ts";
import { checkOptions, type OptionRules, text } from "../src/base/options.ts";
import { checkToolkit, chooseTarget } from "./compiler.ts";
import { type CudaDevice, listDevices } from "./device.ts";
import { type CudaVersion, type Driver, openDriver, versionText } from "./driver.ts";
import { type NvmlReport, readNvml } from "./nvml.ts";
import { type Nvrtc, openNvrtc } from "./nvrtc.ts";

export interface Missing {
  readonly problem: string;
  readonly hint?: string;
}

export interface LibraryReport {
  readonly library: string;
  /** CUDA version it is of. */
  readonly version: string;
}

export interface DeviceReport extends CudaDevice {
  /** What NVRTC makes for it, or why nothing can be made; absent without NVRTC. */
  readonly kernels?: { readonly option: string; readonly wanted: "cubin" | "ptx" } | Missing;
}

export interface CudaReport {
  readonly driver: LibraryReport | Missing;
  readonly nvrtc: (LibraryReport & { readonly architectures: readonly number[] }) | Missing;
  readonly devices: readonly DeviceReport[] | Missing;
  readonly nvml: NvmlReport;
}

export interface CudaReportOptions {
  readonly driverPath?: string;
  readonly nvrtcPath?: string;
  readonly nvmlPath?: string;
}

export const isMissing = (part: object): part is Missing => "problem" in part;

/** A value, or what stood in the way. */
async function attempt<T extends object>(body: () => T | Promise<T>): Promise<T | Missing> {
  try {
    return await body();
  } catch (error) {
    if (!(error instanceof QwerkError)) throw error;
    return { problem: error.message, ...(error.hint === undefined ? {} : { hint: error.hint }) };
  }
}

function deviceReport(device: CudaDevice, driver: CudaVersion, nvrtc: Nvrtc | Missing): Promise<DeviceReport> {
  if (isMissing(nvrtc)) return Promise.resolve(device);
  const target = attempt(() => {
    const chosen = chooseTarget(device.capability, nvrtc.architectures);
    checkToolkit(chosen, nvrtc.cudaVersion, driver);
    return chosen;
  });
  return target.then((kernels) => ({ ...device, kernels }));
}

async function devicesReport(
  driver: Driver,
  version: CudaVersion,
  nvrtc: Nvrtc | Missing,
): Promise<CudaReport["devices"]> {
  const found = await attempt(() => listDevices(driver));
  return isMissing(found) ? found : Promise.all(found.map((device) => deviceReport(device, version, nvrtc)));
}

function nvrtcReport(nvrtc: Nvrtc | Missing): CudaReport["nvrtc"] {
  if (isMissing(nvrtc)) return nvrtc;
  return { library: nvrtc.path, version: nvrtc.version, architectures: nvrtc.architectures };
}

const REPORT_OPTIONS: OptionRules<CudaReportOptions> = {
  driverPath: text("a path"),
  nvrtcPath: text("a path"),
  nvmlPath: text("a path"),
};

/** @throws RequestError `bad_options`, `unknown_field` */
export async function cudaReport(options: CudaReportOptions = {}): Promise<CudaReport> {
  checkOptions(options, REPORT_OPTIONS);
  const nvml = await readNvml(undefined, options.nvmlPath === undefined ? {} : { path: options.nvmlPath });
  const opened = await attempt(async () => {
    const driver = await openDriver(options.driverPath);
    return { driver, version: driver.version() };
  });
  const newest = isMissing(opened) ? undefined : opened.version.major;
  const nvrtc = await attempt<Nvrtc>(() => openNvrtc(options.nvrtcPath, newest));
  if (isMissing(opened)) return { driver: opened, nvrtc: nvrtcReport(nvrtc), devices: opened, nvml };
  const { driver, version } = opened;
  return {
    driver: { library: driver.path, version: versionText(version) },
    nvrtc: nvrtcReport(nvrtc),
    devices: await devicesReport(driver, version, nvrtc),
    nvml,
  };
}
