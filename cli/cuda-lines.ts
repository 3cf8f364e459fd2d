/**
 * The CUDA part of `qwerk doctor` as lines of text. Apart from the command because it knows the report of the CUDA
 * backend; what is missing is said with what brings it.
 */
import type { NvmlDevice, NvmlReport } from "../cuda-backend/nvml.ts";
import type { CudaReport, DeviceReport, LibraryReport, Missing } from "../cuda-backend/report.ts";
import { formatBytes } from "../src/base/bytes.ts";
import { inCommandWords } from "./wording.ts";

const INDENT = " ".repeat(12);

const isMissing = (part: object): part is Missing => "problem" in part;

function missingLines(title: string, problem: string, hint: string | undefined): string[] {
  const line = `  ${title.padEnd(9)} ${problem}`;
  return hint === undefined ? [line] : [line, `${INDENT}${inCommandWords(hint)}`];
}

function libraryLines(title: string, part: LibraryReport | Missing): string[] {
  if (isMissing(part)) return missingLines(title, part.problem, part.hint);
  return [`  ${title.padEnd(9)} CUDA ${part.version} (${part.library})`];
}

/** Joined facts, without those that are not known. */
const known = (...facts: readonly (string | false)[]): string => facts.filter((fact) => fact !== false).join(", ");

function of(now: number | undefined, most: number | undefined, unit: string): string | false {
  if (now === undefined && most === undefined) return false;
  return `${now ?? "?"} of ${most ?? "?"} ${unit}`;
}

function monitorLines(device: NvmlDevice): string[] {
  const { temperatureCelsius, memoryFreeBytes, memoryOfOthersBytes, absent } = device;
  const power = of(device.powerWatts, device.powerLimitWatts, "W");
  const sm = of(device.smClockMegahertz, device.smClockMaxMegahertz, "MHz");
  const memory = of(device.memoryClockMegahertz, device.memoryClockMaxMegahertz, "MHz");
  const text = known(
    power !== false && `power ${power}`,
    sm !== false && `multiprocessors at ${sm}`,
    memory !== false && `memory at ${memory}`,
    temperatureCelsius !== undefined && `${temperatureCelsius} \u00b0C`,
  );
  const bytes = known(
    memoryOfOthersBytes !== undefined && `${formatBytes(memoryOfOthersBytes)} used by others`,
    memoryFreeBytes !== undefined && `${formatBytes(memoryFreeBytes)} free`,
  );
  const unknown = Object.entries(absent).map(([name, reason]) => `${name}: ${reason}`);
  return [text, bytes, ...unknown].filter((line) => line !== "").map((line) => `${INDENT}${line}`);
}

function deviceLines(device: DeviceReport, nvml: NvmlReport): string[] {
  const { ordinal, name, uuid, capability, kernels } = device;
  const monitored = nvml.available ? nvml.devices.find((d) => d.uuid === uuid) : undefined;
  const facts = known(
    `compute capability ${capability / 10}`,
    `${device.multiprocessors} multiprocessors`,
    formatBytes(device.totalBytes),
    `${formatBytes(device.sharedBytesOptIn)} shared`,
    `${formatBytes(device.l2Bytes)} L2`,
    device.pagedToHost && "memory paged by Windows (WDDM)",
  );
  const compiled =
    kernels === undefined || isMissing(kernels) ? [] : [`kernels as ${kernels.wanted}, ${kernels.option}`];
  const refused =
    kernels !== undefined && isMissing(kernels) ? [kernels.problem, ...(kernels.hint ? [kernels.hint] : [])] : [];
  return [
    `  device ${ordinal}  ${name} ${uuid}`,
    ...[facts, ...compiled, ...refused].map((line) => `${INDENT}${line}`),
    ...(monitored === undefined ? [] : monitorLines(monitored)),
  ];
}

export function cudaLines({ driver, nvrtc, devices, nvml }: CudaReport): string[] {
  // Without a driver there is no device: said once.
  const withoutDevices = isMissing(devices) && !isMissing(driver);
  return [
    ...libraryLines("driver", driver),
    ...libraryLines("NVRTC", nvrtc),
    ...(nvml.available
      ? [`  NVML      driver ${nvml.driverVersion} (${nvml.library})`]
      : missingLines("NVML", nvml.reason, nvml.hint)),
    ...(withoutDevices ? missingLines("devices", devices.problem, devices.hint) : []),
    ...(isMissing(devices) ? [] : devices.flatMap((device) => deviceLines(device, nvml))),
  ];
}
