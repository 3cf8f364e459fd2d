/**
 * How a device is requested, in pages and in Node alike: default limits, which kernels are written for, and the
 * adapter's own limits only where weights need them. The backend itself never asks for a device; it is given what this
 * returns. Invariant: no other place of the product requests a device.
 */
import { DeviceLostError } from "../../base/errors.ts";
import { checkValue, opened } from "../../base/options.ts";
import type { AdapterNames } from "./caps.ts";

/** Features used where they are present; no portable kernel needs one. */
const WANTED_FEATURES = ["shader-f16", "subgroups", "timestamp-query"] as const satisfies readonly GPUFeatureName[];

/** A device with what it does not say about itself. */
export interface OpenedDevice {
  readonly device: GPUDevice;
  readonly adapterInfo: AdapterNames;
  /** The adapter says that a CPU emulates it. */
  readonly software: boolean;
}

/** Default limits, except that buffers and bindings may be as large as the adapter allows. */
function deviceDescriptor(adapter: GPUAdapter) {
  const { maxStorageBufferBindingSize, maxBufferSize } = adapter.limits;
  return {
    requiredFeatures: WANTED_FEATURES.filter((name) => adapter.features.has(name)),
    requiredLimits: { maxStorageBufferBindingSize, maxBufferSize },
  } satisfies GPUDeviceDescriptor;
}

/** The device of an adapter. @throws DeviceLostError `device_request_failed`; RequestError `bad_options` */
export async function openDevice(adapter: GPUAdapter): Promise<OpenedDevice> {
  checkValue(adapter, "adapter", { ...opened("requestDevice", "a GPUAdapter"), required: true });
  const { info } = adapter;
  const descriptor = deviceDescriptor(adapter);
  try {
    const device = await adapter.requestDevice(descriptor);
    return { device, adapterInfo: info, software: info.isFallbackAdapter };
  } catch (cause) {
    const name = info.description || info.device || info.vendor;
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new DeviceLostError("device_request_failed", `adapter ${name} refused a device: ${why}`, {
      hint: "an adapter grants one device: open a new adapter for another one (in a page, reload it)",
      data: descriptor,
      cause,
    });
  }
}

/**
 * The page's device. Pass `navigator.gpu`, which pages have in secure contexts only.
 * @throws DeviceLostError `no_webgpu`, `no_adapter`, `device_request_failed`; RequestError `bad_options`
 */
export async function openBrowserDevice(gpu: GPU | undefined): Promise<OpenedDevice> {
  if (gpu === undefined) {
    throw new DeviceLostError("no_webgpu", "this page has no WebGPU", {
      hint: "serve the page over https or from localhost, in a browser with WebGPU; the cpu backend needs neither",
    });
  }
  checkValue(gpu, "gpu", { ...opened("requestAdapter", "a GPU"), hint: "pass navigator.gpu" });
  const adapter = await gpu.requestAdapter({ powerPreference: "high-performance" });
  if (adapter === null) {
    throw new DeviceLostError("no_adapter", "the browser has WebGPU but offers no adapter", {
      hint: "enable hardware acceleration in the browser's settings, or use the cpu backend",
    });
  }
  return await openDevice(adapter);
}
