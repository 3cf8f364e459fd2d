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

/** @throws as `createCudaBackend` does */
export function openCuda(options: OpenCudaOptions = {}): Promise<CudaBackend> {
  return createCudaBackend({ cache: diskCache, ...options });
}

/** The stand-in with the control of its driver. @throws as `createCudaBackend` does */
export function openEmulatedCuda(options: OpenCudaOptions = {}): Promise<EmulatedCuda> {
  return createEmulatedCuda({ cache: diskCache, ...options });
}
