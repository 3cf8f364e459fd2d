/**
 * Bindings of the CUDA driver API: calls that throw typed errors. Only handles and addresses (bigint) cross this file;
 * it knows no program. Until a device is `opened`, a failure means that this machine's CUDA cannot be used. Invariant:
 * after a sticky error every call throws the same DeviceLostError, which names the newest work, and releases never throw.
 */
import { CapacityError, DeviceLostError, QwerkError, UnsupportedError } from "../src/base/errors.ts";
import { type LoadedLibrary, loadLibrary } from "./loader.ts";
import { CUDA, obstacleError, STICKY } from "./results.ts";

export type Argument = number | bigint | string | null | NodeJS.TypedArray | readonly (string | null)[];

/** Parameter types by function. Pointers and handles are passed as bigint or as a typed array that receives them. */
const SIGNATURES = {
  cuInit: ["uint"],
  cuDriverGetVersion: ["void *"],
  cuDeviceGetCount: ["void *"],
  cuDeviceGet: ["void *", "int"],
  cuDeviceGetName: ["void *", "int", "int"],
  cuDeviceGetUuid_v2: ["void *", "int"],
  cuDeviceGetAttribute: ["void *", "int", "int"],
  cuDeviceTotalMem_v2: ["void *", "int"],
  cuDevicePrimaryCtxRetain: ["void *", "int"],
  cuDevicePrimaryCtxRelease_v2: ["int"],
  cuCtxSetCurrent: ["void *"],
  cuMemGetInfo_v2: ["void *", "void *"],
  cuMemAlloc_v2: ["void *", "size_t"],
  cuMemFree_v2: ["uint64_t"],
  cuMemHostAlloc: ["void *", "size_t", "uint"],
  cuMemFreeHost: ["void *"],
  cuMemcpyHtoDAsync_v2: ["uint64_t", "void *", "size_t", "void *"],
  cuMemcpyDtoHAsync_v2: ["void *", "uint64_t", "size_t", "void *"],
  cuMemcpyDtoDAsync_v2: ["uint64_t", "uint64_t", "size_t", "void *"],
  cuMemsetD8Async: ["uint64_t", "uint8_t", "size_t", "void *"],
  cuStreamCreate: ["void *", "uint"],
  cuStreamDestroy_v2: ["void *"],
  cuStreamSynchronize: ["void *"],
  cuStreamBeginCapture_v2: ["void *", "int"],
  cuStreamEndCapture: ["void *", "void *"],
  cuGraphInstantiateWithFlags: ["void *", "void *", "uint64_t"],
  cuGraphLaunch: ["void *", "void *"],
  cuGraphDestroy: ["void *"],
  cuGraphExecDestroy: ["void *"],
  cuEventCreate: ["void *", "uint"],
  cuEventDestroy_v2: ["void *"],
  cuEventRecord: ["void *", "void *"],
  cuEventQuery: ["void *"],
  cuEventSynchronize: ["void *"],
  cuEventElapsedTime: ["void *", "void *", "void *"],
  cuModuleLoadData: ["void *", "void *"],
  cuModuleUnload: ["void *"],
  cuModuleGetFunction: ["void *", "void *", "str"],
  cuFuncLoad: ["void *"],
  cuFuncSetAttribute: ["void *", "int", "int"],
  cuFuncGetAttribute: ["void *", "int", "void *"],
  cuOccupancyMaxActiveBlocksPerMultiprocessor: ["void *", "void *", "int", "size_t"],
  cuLaunchKernel: [
    ...["void *", "uint", "uint", "uint", "uint", "uint", "uint"],
    ...["uint", "void *", "void *", "void *"],
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type DriverFunction = keyof typeof SIGNATURES;
type NativeCall = ((...args: readonly Argument[]) => number) & {
  async(...args: readonly (Argument | ((error: unknown, result: number) => void))[]): void;
};

/** Functions that only newer drivers have: who calls them asks for the version first. */
const LATER: ReadonlySet<string> = new Set<DriverFunction>(["cuFuncLoad"]);

/** The way out when NVRTC makes what the driver does not take. */
export const NEWER_NVRTC_HINT =
  "update the NVIDIA driver, or install an NVRTC of the driver's CUDA version (`qwerk doctor` shows both) and name it with QWERK_LIBNVRTC";

export interface CudaVersion {
  readonly major: number;
  readonly minor: number;
}

export const versionText = ({ major, minor }: CudaVersion): string => `${major}.${minor}`;

export const reaches = (version: CudaVersion, needed: CudaVersion): boolean =>
  version.major > needed.major || (version.major === needed.major && version.minor >= needed.minor);

/** What the device was given last. An error arrives after its cause, unless every launch is waited for to its end. */
export type Work =
  | { readonly kind: "none" }
  | { readonly kind: "launch"; readonly label: string }
  | { readonly kind: "awaited" | "ended"; readonly label: string }
  | { readonly kind: "graph"; readonly program: string; readonly launches: number };

function workText(work: Work): string {
  switch (work.kind) {
    case "none":
      return "before any launch";
    case "launch":
      return `in kernel ${work.label} or one before it`;
    case "awaited":
      return `in kernel ${work.label}`;
    case "ended":
      return `after kernel ${work.label}, which ended well`;
    case "graph":
      return `in a graph of ${work.launches} launches of ${work.program}, or before it`;
    default:
      return work satisfies never;
  }
}

function lossHint(work: Work): string {
  const again = "restart the engine; if it repeats, ";
  if (work.kind === "awaited" || work.kind === "ended") return `${again}run \`qwerk doctor\` and report both`;
  return `${again}\`synchronous\` waits for every launch and names the kernel that fails`;
}

export class Driver {
  readonly path: string;
  readonly library: LoadedLibrary;
  /** The newest work, for the report of a lost device. */
  lastWork: Work = { kind: "none" };
  readonly #calls: Readonly<Record<DriverFunction, NativeCall>>;
  readonly #texts: readonly [NativeCall, NativeCall];
  #device: string | undefined;
  #lost: DeviceLostError | undefined;
  #reportLost: (error: DeviceLostError) => void = () => {};
  readonly lost: Promise<DeviceLostError>;

  constructor(library: LoadedLibrary) {
    this.library = library;
    this.path = library.path;
    this.lost = new Promise((resolve) => {
      this.#reportLost = resolve;
    });
    const bind = (name: string, parameters: readonly string[]): NativeCall => {
      try {
        return library.handle.func(name, "int", [...parameters]) as NativeCall;
      } catch (cause) {
        const missing = (): never => {
          throw new UnsupportedError("cuda_driver_too_old", `${library.path} has no function ${name}`, {
            hint: "install a driver of version 470 or newer",
            cause,
          });
        };
        return LATER.has(name) ? Object.assign(missing, { async: missing }) : missing();
      }
    };
    const text = ["int", "_Out_ const char **"];
    this.#texts = [bind("cuGetErrorName", text), bind("cuGetErrorString", text)];
    const names = Object.keys(SIGNATURES) as DriverFunction[];
    this.#calls = Object.fromEntries(names.map((name) => [name, bind(name, SIGNATURES[name])])) as Record<
      DriverFunction,
      NativeCall
    >;
  }

  /** CUDA version the driver supports. @throws as `call` does */
  version(): CudaVersion {
    const number = this.int("cuDriverGetVersion");
    return { major: Math.floor(number / 1000), minor: Math.floor((number % 1000) / 10) };
  }

  /** From now on a device is in use; what names it goes into the report of its loss. */
  opened(device: string): void {
    this.#device = device;
  }

  /** The error of a device that is gone, if it is. */
  get lostError(): DeviceLostError | undefined {
    return this.#lost;
  }

  /** Calls a function and throws a typed error unless it succeeds. */
  call(name: DriverFunction, ...args: readonly Argument[]): void {
    if (this.#lost !== undefined) throw this.#lost;
    const result = this.#calls[name](...args);
    if (result !== 0) throw this.failure(name, result);
  }

  /** As `call`, but hands back the result when it is one of `expected`. */
  query(name: DriverFunction, expected: readonly number[], ...args: readonly Argument[]): number {
    if (this.#lost !== undefined) throw this.#lost;
    const result = this.#calls[name](...args);
    if (result !== 0 && !expected.includes(result)) throw this.failure(name, result);
    return result;
  }

  /**
   * The result of a call made on another thread, for calls that wait. Nothing is judged: what the result means to a
   * thread without a context is the caller's to say.
   */
  elsewhere(name: DriverFunction, ...args: readonly Argument[]): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#calls[name].async(...args, (error, result) => {
        if (error) reject(error);
        else resolve(result);
      });
    });
  }

  /** Calls a function that releases something. A failure is not reported: nothing could be done about it. */
  release(name: DriverFunction, ...args: readonly Argument[]): void {
    this.#calls[name](...args);
  }

  /** The launch call without checks in between, for the launch loop. */
  get launch(): NativeCall {
    return this.#calls.cuLaunchKernel;
  }

  /** A handle made by a function whose first parameter receives it. */
  make(name: DriverFunction, ...args: readonly Argument[]): bigint {
    const out = new BigUint64Array(1);
    this.call(name, out, ...args);
    return out[0]!;
  }

  int(name: DriverFunction, ...args: readonly Argument[]): number {
    const out = new Int32Array(1);
    this.call(name, out, ...args);
    return out[0]!;
  }

  #text(result: number): string {
    const [nameOf, textOf] = this.#texts as unknown as readonly ((r: number, out: (string | null)[]) => number)[];
    const name: (string | null)[] = [null];
    const text: (string | null)[] = [null];
    nameOf!(result, name);
    textOf!(result, text);
    return `${name[0] ?? "unknown error"} (${result})${text[0] && text[0] !== name[0] ? `: ${text[0]}` : ""}`;
  }

  /** The typed error of a result; a sticky one loses the device. */
  failure(name: DriverFunction, result: number): QwerkError {
    const text = `${name}: ${this.#text(result)}`;
    const data = { call: name, result, library: this.path };
    if (result === CUDA.outOfMemory) {
      const hint = "free the device's memory; nvidia-smi lists who holds it";
      return new CapacityError("out_of_memory", text, { hint, data });
    }
    if (this.#device === undefined) return obstacleError(result, text, data);
    if (STICKY.has(result)) {
      this.#lost ??= new DeviceLostError(
        "device_lost",
        `the CUDA device is lost (${this.#device}): ${text}; ${workText(this.lastWork)}`,
        { hint: lossHint(this.lastWork), data: { ...data, work: this.lastWork } },
      );
      this.#reportLost(this.#lost);
      return this.#lost;
    }
    if (result === CUDA.unsupportedPtx) {
      const problem = `${text}; NVRTC is newer than the driver`;
      return new UnsupportedError("ptx_too_new", problem, { hint: NEWER_NVRTC_HINT, data });
    }
    return new QwerkError("cuda_call_failed", text, { data });
  }
}

export async function openDriver(explicit?: string): Promise<Driver> {
  return new Driver(await loadLibrary("driver", explicit));
}
