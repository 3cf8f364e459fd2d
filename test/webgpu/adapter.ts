/**
 * The software adapters that tests run on, opened in one place: which of them this machine has, a backend on one as the
 * product opens it, and a device of default limits. Only portability tests take the last one: what works there works on
 * every implementation of WebGPU.
 */
import { pacePolling } from "../../node/paced-polling.ts";
import { lavapipeDriver } from "../../node/vulkan.ts";
import { openWebGpu } from "../../node/webgpu-device.ts";
import { type OpenedDevice, openDevice } from "../../src/backend/webgpu/open-device.ts";
import { createWebGpuBackend, type WebGpuBackend } from "../../src/backend/webgpu/webgpu-backend.ts";

export type SoftwareAdapter = "swiftshader" | "lavapipe";

/** Why this machine has no such adapter; undefined where it has one. */
export function missingAdapter(name: SoftwareAdapter): string | undefined {
  switch (name) {
    case "swiftshader": {
      const runs = process.platform === "linux" && process.arch === "x64";
      return runs ? undefined : "SwiftShader's package has x86-64 Linux binaries only";
    }
    case "lavapipe":
      return lavapipeDriver() === undefined ? "lavapipe is not installed, see scripts/lavapipe.sh" : undefined;
    default:
      return name satisfies never;
  }
}

/** A device as the product requests it. */
export async function openAdapter(name: SoftwareAdapter = "swiftshader"): Promise<OpenedDevice> {
  const { adapter } = await openWebGpu({ adapter: name });
  return await openDevice(adapter);
}

export async function openSoftwareBackend(name: SoftwareAdapter = "swiftshader"): Promise<WebGpuBackend> {
  return pacePolling(createWebGpuBackend(await openAdapter(name)));
}

/** A device with the limits every implementation grants and no feature. `null` compiles shaders and runs nothing. */
export async function openPortableDevice(name: SoftwareAdapter | "null"): Promise<OpenedDevice> {
  const { adapter, info } = await openWebGpu({ adapter: name });
  return { device: await adapter.requestDevice(), adapterInfo: info, software: info.isFallback };
}
