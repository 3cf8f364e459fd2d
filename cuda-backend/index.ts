/**
 * Entry of the CUDA backend: the real libraries or the stand-in. Node only; whoever composes an engine injects it.
 */
import type { CacheStore } from "./cache-store.ts";
import { CUDA_FLAVOUR, type CudaBackend, type CudaOptions, openCudaBackend } from "./cuda-backend.ts";
import { buildEmulation } from "./emulate/build.ts";
import { type EmulatedDevice, EmulationControl } from "./emulate/settings.ts";
import { loadLibrary } from "./loader.ts";

export type { CudaBackend } from "./cuda-backend.ts";

export interface CreateCudaOptions extends CudaOptions {
  /** Where compiled modules and the stand-in are kept. */
  readonly cache: CacheStore;
  /** Run on the CPU through the stand-in driver and g++; the backend is then named `cuda-emulated`. */
  readonly emulated?: boolean;
  /** Facts the stand-in reports. */
  readonly emulatedDevice?: EmulatedDevice;
  /** Compile kernels with AddressSanitizer; the process must have been started with its library preloaded. */
  readonly sanitize?: boolean;
  /** Count the accesses of emulated kernels to global memory; several times slower. */
  readonly countAccesses?: boolean;
}

/**
 * @throws UnsupportedError `koffi_missing`, `cuda_driver_missing`, `nvrtc_missing`, `device_too_old`, `nvrtc_too_old`
 *   or `host_compiler_missing`; DeviceLostError `no_cuda_device`; UsageError `unknown_device`.
 */
export async function createCudaBackend(options: CreateCudaOptions): Promise<CudaBackend> {
  if (options.emulated) return (await createEmulatedCuda(options)).backend;
  return openCudaBackend({ ...keptModules(options.cache, "cuda-modules"), ...options }, CUDA_FLAVOUR);
}

/** Where compiled modules are kept. A cache that cannot be written only costs compilation. */
function keptModules(cache: CacheStore, name: string): Pick<CudaOptions, "cacheFolder"> {
  const cacheFolder = cache.folder(name);
  return cacheFolder === undefined ? {} : { cacheFolder };
}

export interface EmulatedCuda {
  readonly backend: CudaBackend;
  readonly control: EmulationControl;
}

/** The stand-in backend with the control of its driver: for tests and perf. */
export async function createEmulatedCuda(options: CreateCudaOptions): Promise<EmulatedCuda> {
  const { cache, sanitize = false, countAccesses = false } = options;
  const build = await buildEmulation(cache, { sanitize, countAccesses });
  const control = new EmulationControl(await loadLibrary("driver", build.library));
  control.set("compiler", build.compiler);
  control.set("include", build.include);
  control.set("flags", build.kernelFlags.join(" "));
  control.device(options.emulatedDevice ?? {});
  const backend = await openCudaBackend(
    {
      ...keptModules(cache, "cuda-emulated-modules"),
      ...options,
      driverPath: build.library,
      nvrtcPath: build.library,
    },
    // Every buffer has an allocation of its own: the stand-in then guards each.
    {
      ...{ name: "cuda-emulated", identity: build.identity, slabBytes: 0 },
      mayPageToHost: options.emulatedDevice?.pagedToHost ?? false,
    },
  );
  return { backend, control };
}
