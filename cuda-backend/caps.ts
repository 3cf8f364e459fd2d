/** What a CUDA device can do, for selection. Apart from the backend, so that kernels can be chosen for a card that is not here. */
import { READABLE_FORMATS } from "../shaders/weights/registry.ts";
import type { Caps } from "../src/base/caps.ts";
import { FRAGMENT_FORMATS, ordersOf } from "../src/base/formats/registry.ts";
import type { CudaDevice } from "./device.ts";

/** The facts of a device that its capabilities follow from. */
export type CapableDevice = Pick<
  CudaDevice,
  "name" | "totalBytes" | "maxThreadsPerBlock" | "sharedBytes" | "capability" | "multiprocessors" | "sharedBytesOptIn"
>;

export function cudaCaps(backend: string, device: CapableDevice): Caps {
  return {
    backend,
    device: device.name,
    maxBindingBytes: device.totalBytes,
    maxBufferBytes: device.totalBytes,
    maxWorkgroupSize: device.maxThreadsPerBlock,
    maxSharedBytes: device.sharedBytes,
    // The API's limit in y and z; in x it is larger.
    maxGroupsPerDimension: 65535,
    maxStorageBuffers: 64,
    offsetAlignment: 256,
    features: new Set(["subgroups", "f16"]),
    fastActivations: "bf16",
    fastKeyValues: "bf16",
    weightFormats: [...new Set([...READABLE_FORMATS, ...FRAGMENT_FORMATS])],
    orders: ordersOf(FRAGMENT_FORMATS, "fragments"),
    cuda: {
      computeCapability: device.capability,
      multiprocessors: device.multiprocessors,
      sharedBytesOptIn: device.sharedBytesOptIn,
    },
  };
}
