/** What a WebGPU device can do, from the limits and features it was opened with; an adapter may have more. */
import { READABLE_FORMATS } from "../../../shaders/weights/registry.ts";
import type { Caps } from "../../base/caps.ts";

/** The adapter's names for itself. A page may hide some of them behind empty strings. */
export type AdapterNames = Pick<GPUAdapterInfo, "vendor" | "architecture" | "device" | "description">;

/** Reported among the features of a device that a CPU emulates. */
export const SOFTWARE_FEATURE = "software-adapter";

export function capsOf(device: GPUDevice, names: AdapterNames, software: boolean): Caps {
  const { limits } = device;
  const features = new Set<string>(device.features);
  if (software) features.add(SOFTWARE_FEATURE);
  return {
    backend: "webgpu",
    device: deviceName(names),
    maxBindingBytes: limits.maxStorageBufferBindingSize,
    maxBufferBytes: limits.maxBufferSize,
    maxWorkgroupSize: Math.min(limits.maxComputeInvocationsPerWorkgroup, limits.maxComputeWorkgroupSizeX),
    maxSharedBytes: limits.maxComputeWorkgroupStorageSize,
    maxGroupsPerDimension: limits.maxComputeWorkgroupsPerDimension,
    maxStorageBuffers: limits.maxStorageBuffersPerShaderStage,
    offsetAlignment: limits.minStorageBufferOffsetAlignment,
    features,
    fastActivations: "bf16",
    fastKeyValues: "bf16",
    weightFormats: READABLE_FORMATS,
  };
}

function deviceName({ vendor, architecture, device, description }: AdapterNames): string {
  return description || device || [vendor, architecture].filter(Boolean).join(" ") || "WebGPU device";
}
