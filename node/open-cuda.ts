/**
 * The CUDA backend with this machine's cache folder. Separate from `open-backend.ts` because tests and tools open the
 * backend and its emulation with options of their own.
 */
import { join } from "node:path";
import type { CacheStore } from "../cuda-backend/cache-store.ts";
import {
  type CreateCudaOptions,
  type CudaBackend,
  createCudaBackend,
  createEmulatedCuda,
  type EmulatedCuda,
} from "../cuda-backend/index.ts";
import { checkOptions, FLAG, FUNCTION, isObject, type OptionRules, text, wholeNumber } from "../src/base/options.ts";
import { cacheFolder, optionalCacheFolder, publishFolder } from "./cache-folder.ts";

/** The cache folder as the CUDA backend takes it. */
export const diskCache: CacheStore = {
  folder(name) {
    const root = optionalCacheFolder();
    return root === undefined ? undefined : join(root, name);
  },
  publish: (parent, name, required, fill) => publishFolder(join(cacheFolder(), parent), name, required, fill),
};

export type OpenCudaOptions = Omit<CreateCudaOptions, "cache">;

const CUDA_OPTIONS: OptionRules<OpenCudaOptions> = {
  device: {
    right: (value) => typeof value === "string" || (Number.isInteger(value) && (value as number) >= 0),
    needed: "an ordinal of at least 0, or a UUID",
  },
  driverPath: text("a path"),
  nvrtcPath: text("a path"),
  graphs: FLAG,
  captureAfter: wholeNumber(0, 2 ** 20),
  synchronous: FLAG,
  contraction: FLAG,
  portableOnly: FLAG,
  cacheFolder: text("a path"),
  onProgress: FUNCTION,
  emulated: FLAG,
  emulatedDevice: { right: isObject, needed: "facts of a device" },
  sanitize: FLAG,
  countAccesses: FLAG,
};

/** @throws RequestError `bad_options`, `unknown_field`, and as `createCudaBackend` does */
export async function openCuda(options: OpenCudaOptions = {}): Promise<CudaBackend> {
  checkOptions(options, CUDA_OPTIONS);
  return createCudaBackend({ cache: diskCache, ...options });
}

/** The stand-in with the control of its driver. @throws as `openCuda` does */
export async function openEmulatedCuda(options: OpenCudaOptions = {}): Promise<EmulatedCuda> {
  checkOptions(options, CUDA_OPTIONS);
  return createEmulatedCuda({ cache: diskCache, ...options });
}
