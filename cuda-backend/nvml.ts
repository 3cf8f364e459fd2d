/**
 * NVML, the driver's monitoring library: power, clocks, temperature and memory of the devices, matched by UUID because
 * NVML counts all devices and CUDA only the visible ones. Nothing depends on it: what it does not tell is absent with
 * the reason, and reading never throws for a missing library.
 */
import { QwerkError } from "../src/base/errors.ts";
import { checkOptions, checkValue, type OptionRules, text, wholeNumber } from "../src/base/options.ts";
import { type LoadedLibrary, loadLibrary } from "./loader.ts";

interface NvmlFacts {
  readonly powerWatts?: number;
  readonly powerLimitWatts?: number;
  /** Of the multiprocessors: now, and the highest. */
  readonly smClockMegahertz?: number;
  readonly smClockMaxMegahertz?: number;
  readonly memoryClockMegahertz?: number;
  readonly memoryClockMaxMegahertz?: number;
  readonly temperatureCelsius?: number;
  readonly memoryTotalBytes?: number;
  readonly memoryFreeBytes?: number;
  readonly memoryUsedBytes?: number;
  /** Used by everything but this process: other processes and the driver itself. */
  readonly memoryOfOthersBytes?: number;
}

export interface NvmlDevice extends NvmlFacts {
  readonly uuid: string;
  readonly name: string;
  /** Why a fact is not there, for each that is not. */
  readonly absent: Readonly<Partial<Record<keyof NvmlFacts, string>>>;
}

export type NvmlReport =
  | {
      readonly available: true;
      readonly library: string;
      /** Release of the driver, for example 580.65.06. */
      readonly driverVersion: string;
      readonly devices: readonly NvmlDevice[];
    }
  | { readonly available: false; readonly reason: string; readonly hint?: string };

export interface NvmlOptions {
  readonly path?: string;
  /** Device memory this process knows to hold, for where NVML does not list the process. Default 0. */
  readonly ownBytes?: number;
}

const SIGNATURES = {
  nvmlInit_v2: [],
  nvmlShutdown: [],
  nvmlSystemGetDriverVersion: ["void *", "uint"],
  nvmlDeviceGetCount_v2: ["void *"],
  nvmlDeviceGetHandleByIndex_v2: ["uint", "void *"],
  nvmlDeviceGetName: ["void *", "void *", "uint"],
  nvmlDeviceGetUUID: ["void *", "void *", "uint"],
  nvmlDeviceGetPowerUsage: ["void *", "void *"],
  nvmlDeviceGetEnforcedPowerLimit: ["void *", "void *"],
  nvmlDeviceGetClockInfo: ["void *", "int", "void *"],
  nvmlDeviceGetMaxClockInfo: ["void *", "int", "void *"],
  nvmlDeviceGetTemperature: ["void *", "int", "void *"],
  nvmlDeviceGetMemoryInfo: ["void *", "void *"],
  nvmlDeviceGetComputeRunningProcesses_v3: ["void *", "void *", "void *"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

type NvmlFunction = keyof typeof SIGNATURES;
type NvmlArgument = number | bigint | null | NodeJS.TypedArray;
type NativeCall = (...args: readonly NvmlArgument[]) => number;

const INSUFFICIENT_SIZE = 7;
const CLOCK_SM = 1;
const CLOCK_MEMORY = 2;
const SENSOR_GPU = 0;
const TEXT_BYTES = 96;
/** Records of processes: pid, used bytes and two instance ids, of which the first two are read. */
const PROCESS_BYTES = 24;
/** A used size that NVML does not know. */
const UNKNOWN_BYTES = 0xffffffffffffffffn;

/** A fact that is not there. Never leaves this file. */
class Absent extends Error {}

class Nvml {
  readonly #library: LoadedLibrary;
  readonly #bound = new Map<NvmlFunction, NativeCall>();

  constructor(library: LoadedLibrary) {
    this.#library = library;
  }

  /** Result of a function. @throws Absent when this version of the library has no such function */
  result(name: NvmlFunction, ...args: readonly NvmlArgument[]): number {
    let call = this.#bound.get(name);
    if (call === undefined) {
      try {
        call = this.#library.handle.func(name, "int", [...SIGNATURES[name]]) as NativeCall;
      } catch {
        throw new Absent(`${this.#library.path} has no function ${name}`);
      }
      this.#bound.set(name, call);
    }
    return call(...args);
  }

  /** @throws Absent with NVML's own text unless the call succeeds */
  call(name: NvmlFunction, ...args: readonly NvmlArgument[]): void {
    const result = this.result(name, ...args);
    if (result !== 0) throw new Absent(`${name}: ${this.#textOf(result)} (${result})`);
  }

  text(name: NvmlFunction, ...args: readonly NvmlArgument[]): string {
    const bytes = new Uint8Array(TEXT_BYTES);
    this.call(name, ...args, bytes, TEXT_BYTES);
    return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
  }

  uint(name: NvmlFunction, ...args: readonly NvmlArgument[]): number {
    const out = new Uint32Array(1);
    this.call(name, ...args, out);
    return out[0]!;
  }

  #textOf(result: number): string {
    try {
      const call = this.#library.handle.func("nvmlErrorString", "str", ["int"]) as (r: number) => string | null;
      return call(result) ?? "unknown error";
    } catch {
      return "unknown error";
    }
  }
}

/** Bytes this process holds on a device by NVML's list of processes; undefined when the process is not in it. */
function listedBytes(nvml: Nvml, device: bigint): number | undefined {
  const name = "nvmlDeviceGetComputeRunningProcesses_v3";
  const count = new Uint32Array(1);
  const first = nvml.result(name, device, count, null);
  if (first !== 0 && first !== INSUFFICIENT_SIZE) return undefined;
  // Processes may come between the two calls.
  const room = count[0]! + 8;
  const list = new DataView(new ArrayBuffer(PROCESS_BYTES * room));
  count[0] = room;
  if (nvml.result(name, device, count, new Uint8Array(list.buffer)) !== 0) return undefined;
  for (let at = 0; at < PROCESS_BYTES * count[0]!; at += PROCESS_BYTES) {
    const bytes = list.getBigUint64(at + 8, true);
    if (list.getUint32(at, true) === process.pid && bytes !== UNKNOWN_BYTES) return Number(bytes);
  }
  return undefined;
}

function ownBytesOn(nvml: Nvml, device: bigint, known: number): number {
  try {
    return listedBytes(nvml, device) ?? known;
  } catch (error) {
    if (error instanceof Absent) return known;
    throw error;
  }
}

/** Total, free and used bytes. */
function memoryOf(
  nvml: Nvml,
  device: bigint,
): { readonly total: number; readonly free: number; readonly used: number } {
  const out = new BigUint64Array(3);
  nvml.call("nvmlDeviceGetMemoryInfo", device, out);
  return { total: Number(out[0]), free: Number(out[1]), used: Number(out[2]) };
}

function describe(nvml: Nvml, index: number, ownBytes: number): NvmlDevice {
  const handle = new BigUint64Array(1);
  nvml.call("nvmlDeviceGetHandleByIndex_v2", index, handle);
  const device = handle[0]!;
  const watts = (name: NvmlFunction): number => nvml.uint(name, device) / 1000;
  const readers: Readonly<Record<keyof NvmlFacts, () => number>> = {
    powerWatts: () => watts("nvmlDeviceGetPowerUsage"),
    powerLimitWatts: () => watts("nvmlDeviceGetEnforcedPowerLimit"),
    smClockMegahertz: () => nvml.uint("nvmlDeviceGetClockInfo", device, CLOCK_SM),
    smClockMaxMegahertz: () => nvml.uint("nvmlDeviceGetMaxClockInfo", device, CLOCK_SM),
    memoryClockMegahertz: () => nvml.uint("nvmlDeviceGetClockInfo", device, CLOCK_MEMORY),
    memoryClockMaxMegahertz: () => nvml.uint("nvmlDeviceGetMaxClockInfo", device, CLOCK_MEMORY),
    temperatureCelsius: () => nvml.uint("nvmlDeviceGetTemperature", device, SENSOR_GPU),
    memoryTotalBytes: () => memoryOf(nvml, device).total,
    memoryFreeBytes: () => memoryOf(nvml, device).free,
    memoryUsedBytes: () => memoryOf(nvml, device).used,
    memoryOfOthersBytes: () => Math.max(0, memoryOf(nvml, device).used - ownBytesOn(nvml, device, ownBytes)),
  };
  const facts: Partial<Record<keyof NvmlFacts, number>> = {};
  const absent: Partial<Record<keyof NvmlFacts, string>> = {};
  for (const key of Object.keys(readers) as (keyof NvmlFacts)[]) {
    try {
      facts[key] = readers[key]();
    } catch (error) {
      if (!(error instanceof Absent)) throw error;
      absent[key] = error.message;
    }
  }
  const uuid = nvml.text("nvmlDeviceGetUUID", device);
  return { uuid, name: nvml.text("nvmlDeviceGetName", device), ...facts, absent };
}

const NVML_OPTIONS: OptionRules<NvmlOptions> = { path: text("a path"), ownBytes: wholeNumber(0, 2 ** 50) };

/**
 * Facts of all devices, or of those whose UUID begins with `uuid`. Makes no context and holds nothing afterwards.
 * @throws RequestError `bad_options`, `unknown_field`
 */
export async function readNvml(uuid?: string, options: NvmlOptions = {}): Promise<NvmlReport> {
  checkValue(uuid, "uuid", text("a UUID or its beginning"));
  checkOptions(options, NVML_OPTIONS);
  let library: LoadedLibrary;
  try {
    library = await loadLibrary("nvml", options.path);
  } catch (error) {
    if (!(error instanceof QwerkError)) throw error;
    return { available: false, reason: error.message, ...(error.hint === undefined ? {} : { hint: error.hint }) };
  }
  const nvml = new Nvml(library);
  try {
    nvml.call("nvmlInit_v2");
    try {
      const count = nvml.uint("nvmlDeviceGetCount_v2");
      const devices = Array.from({ length: count }, (_, index) => describe(nvml, index, options.ownBytes ?? 0));
      const wanted = devices.filter((d) => d.uuid.toLowerCase().startsWith((uuid ?? "").toLowerCase()));
      const driverVersion = nvml.text("nvmlSystemGetDriverVersion");
      return { available: true, library: library.path, driverVersion, devices: wanted };
    } finally {
      nvml.result("nvmlShutdown");
    }
  } catch (error) {
    if (!(error instanceof Absent)) throw error;
    return { available: false, reason: error.message, hint: "check that nvidia-smi works" };
  }
}
