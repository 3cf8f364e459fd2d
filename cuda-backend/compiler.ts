/**
 * From kernel sources to loaded functions: chooses what NVRTC compiles for, keeps images in the disk cache, compiles
 * several kernels at a time off the main thread. A kernel that was loaded once is not loaded again in this process.
 */
import { availableParallelism } from "node:os";
import { UnsupportedError } from "../src/base/errors.ts";
import { headersOf } from "./device-headers.ts";
import { type CudaVersion, type Driver, NEWER_NVRTC_HINT, reaches, versionText } from "./driver.ts";
import type { KernelText } from "./kernel-text.ts";
import { type CachedImage, ModuleCache } from "./module-cache.ts";
import type { Nvrtc } from "./nvrtc.ts";
import { type KernelResources, parseResources } from "./resources.ts";
import { CUDA } from "./results.ts";

export interface LoadedKernel {
  readonly text: KernelText;
  /** CUfunction. */
  readonly handle: bigint;
  readonly resources: KernelResources | undefined;
  /**
   * Whether its code is certainly on the device. Drivers load it late, at the latest at its first launch, which is
   * dependable inside a capture only from CUDA 12.3.
   */
  loaded: boolean;
}

export interface CompileProgress {
  readonly done: number;
  readonly total: number;
  readonly kernel: string;
  readonly cached: boolean;
  readonly ms: number;
}

export interface Target {
  readonly option: string;
  readonly wanted: "cubin" | "ptx";
}

/** Results of a driver that does not take an image. */
const REFUSALS = [CUDA.invalidImage, CUDA.invalidPtx, CUDA.noBinary, CUDA.unsupportedPtx];

/** CUDA version of the drivers that load a kernel's code when they are asked to. */
const LOADS_ON_DEMAND: CudaVersion = { major: 12, minor: 4 };

/** Oldest capability the kernels are written for. */
const OLDEST = 75;

/**
 * A cubin for the device when NVRTC knows it, else PTX for the highest architecture below it that the driver then
 * translates. Capabilities are 10 * major + minor.
 * @throws UnsupportedError `device_too_old`, or `nvrtc_too_old` when NVRTC knows nothing at or below the device.
 */
export function chooseTarget(capability: number, architectures: readonly number[]): Target {
  if (capability < OLDEST) {
    throw new UnsupportedError(
      "device_too_old",
      `the device has compute capability ${capability / 10}, at least ${OLDEST / 10} is needed`,
      { hint: "use `backend` webgpu or cpu", data: { capability } },
    );
  }
  if (architectures.includes(capability)) return { option: `--gpu-architecture=sm_${capability}`, wanted: "cubin" };
  const below = architectures.filter((a) => a >= OLDEST && a < capability).at(-1);
  if (below !== undefined) return { option: `--gpu-architecture=compute_${below}`, wanted: "ptx" };
  throw new UnsupportedError(
    "nvrtc_too_old",
    `NVRTC compiles for ${architectures.join(", ")}; the device is ${capability}`,
    { hint: "install a newer NVRTC", data: { architectures, capability } },
  );
}

/**
 * Whether the driver can take what NVRTC makes. A cubin may come from a newer toolkit of the driver's CUDA major; PTX
 * of a newer toolkit is of a PTX version the driver does not know, and nothing else could be made for the device.
 * @throws UnsupportedError `ptx_too_new`
 */
export function checkToolkit(target: Target, nvrtc: CudaVersion, driver: CudaVersion): void {
  if (target.wanted === "cubin" || reaches(driver, nvrtc)) return;
  throw new UnsupportedError(
    "ptx_too_new",
    `NVRTC ${versionText(nvrtc)} has no code for this device but PTX (${target.option}), and the driver, of CUDA ` +
      `${versionText(driver)}, translates no PTX newer than itself`,
    { hint: NEWER_NVRTC_HINT, data: { nvrtc: versionText(nvrtc), driver: versionText(driver), target: target.option } },
  );
}

export interface CompilerOptions {
  readonly cacheFolder: string | undefined;
  /** Distinguishes compilers whose version is the same. */
  readonly identity: string;
  readonly contraction: boolean;
  readonly onProgress?: (progress: CompileProgress) => void;
}

export class KernelCompiler {
  readonly target: Target;
  readonly cache: ModuleCache;
  readonly #driver: Driver;
  readonly #driverVersion: CudaVersion;
  readonly #nvrtc: Nvrtc;
  readonly #options: CompilerOptions;
  readonly #loaded = new Map<string, Promise<LoadedKernel>>();
  readonly #modules: bigint[] = [];

  constructor(driver: Driver, nvrtc: Nvrtc, capability: number, options: CompilerOptions) {
    this.target = chooseTarget(capability, nvrtc.architectures);
    this.#driverVersion = driver.version();
    checkToolkit(this.target, nvrtc.cudaVersion, this.#driverVersion);
    this.cache = new ModuleCache(options.cacheFolder);
    this.#driver = driver;
    this.#nvrtc = nvrtc;
    this.#options = options;
  }

  get compileOptions(): readonly string[] {
    return [
      this.target.option,
      "--std=c++17",
      `--fmad=${this.#options.contraction}`,
      ...(this.target.wanted === "cubin" ? ["--ptxas-options=-v"] : []),
    ];
  }

  /** Loads all kernels, some at a time. The first failure is thrown when all running compilations have ended. */
  async loadAll(texts: readonly KernelText[]): Promise<LoadedKernel[]> {
    const results: LoadedKernel[] = [];
    let next = 0;
    let done = 0;
    let failed: unknown;
    const work = async (): Promise<void> => {
      while (next < texts.length && failed === undefined) {
        const index = next++;
        const text = texts[index]!;
        const start = performance.now();
        try {
          const { kernel, cached } = await this.#load(text);
          results[index] = kernel;
          const ms = performance.now() - start;
          this.#options.onProgress?.({ done: ++done, total: texts.length, kernel: text.name, cached, ms });
        } catch (error) {
          failed ??= error;
        }
      }
    };
    await Promise.all(Array.from({ length: Math.min(texts.length, availableParallelism()) }, work));
    if (failed !== undefined) throw failed;
    return results;
  }

  dispose(): void {
    for (const module of this.#modules.splice(0)) this.#driver.release("cuModuleUnload", module);
    this.#loaded.clear();
  }

  async #load(text: KernelText): Promise<{ readonly kernel: LoadedKernel; readonly cached: boolean }> {
    const headers = headersOf(text.text);
    const parts = [this.#options.identity, this.#nvrtc.version, ...this.compileOptions, text.text];
    const key = ModuleCache.key([...parts, ...Object.entries(headers).flat()]);
    const known = this.#loaded.get(key);
    if (known !== undefined) return { kernel: await known, cached: true };
    let cached = false;
    const making = (async (): Promise<LoadedKernel> => {
      const stored = await this.cache.get(key);
      if (stored !== undefined) {
        const kernel = this.#open(text, stored, true);
        cached = kernel !== undefined;
        if (kernel !== undefined) return kernel;
        await this.cache.remove(key);
      }
      const compiled = await this.#nvrtc.compile({
        name: text.name,
        source: text.text,
        headers,
        options: this.compileOptions,
        wanted: this.target.wanted,
      });
      const kernel = this.#open(text, compiled, false)!;
      await this.cache.put(key, compiled);
      return kernel;
    })();
    this.#loaded.set(key, making);
    making.catch(() => this.#loaded.delete(key));
    return { kernel: await making, cached };
  }

  /** A fresh image was refused, and NVRTC is of a newer CUDA major than the driver. */
  #refusal(text: KernelText, result: number): UnsupportedError {
    const versions = { nvrtc: this.#nvrtc.version, driver: versionText(this.#driverVersion) };
    return new UnsupportedError(
      "nvrtc_too_new",
      `the driver, of CUDA ${versions.driver}, refuses what NVRTC ${versions.nvrtc} made of kernel ${text.name} ` +
        `(result ${result}): cubins are exchanged within one CUDA major version only`,
      { hint: NEWER_NVRTC_HINT, data: { ...versions, result, library: this.#nvrtc.path } },
    );
  }

  /** Gives an image to the driver. With `tolerant`, an image it refuses gives undefined. */
  #open(text: KernelText, compiled: CachedImage, tolerant: boolean): LoadedKernel | undefined {
    const driver = this.#driver;
    const newMajor = this.#nvrtc.cudaVersion.major > this.#driverVersion.major;
    const refusals = tolerant || newMajor ? REFUSALS : [];
    // PTX is text and ends with a zero.
    const image = this.target.wanted === "ptx" ? Buffer.concat([compiled.image, new Uint8Array(1)]) : compiled.image;
    const out = new BigUint64Array(1);
    const result = driver.query("cuModuleLoadData", refusals, out, image);
    if (result !== 0 && tolerant) return undefined;
    if (result !== 0) throw this.#refusal(text, result);
    this.#modules.push(out[0]!);
    const handle = driver.make("cuModuleGetFunction", out[0]!, text.entry);
    const MAX_DYNAMIC_SHARED = 8;
    if (text.dynamicSharedBytes > 0) {
      driver.call("cuFuncSetAttribute", handle, MAX_DYNAMIC_SHARED, text.dynamicSharedBytes);
    }
    const loaded = reaches(this.#driverVersion, LOADS_ON_DEMAND);
    if (loaded) driver.call("cuFuncLoad", handle);
    return { text, handle, resources: parseResources(compiled.log), loaded };
  }
}
