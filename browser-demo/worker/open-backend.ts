/** The backends of a page by name. A page has no CUDA, and nothing here may reach it. */
import { type Backend, createCpuBackend, createWebGpuBackend, openBrowserDevice } from "../../src/device.ts";
import type { BackendName } from "../calls.ts";

/** @throws DeviceLostError as `openBrowserDevice` */
export async function openBackend(name: BackendName): Promise<Backend> {
  switch (name) {
    case "webgpu":
      return createWebGpuBackend(await openBrowserDevice(navigator.gpu));
    case "cpu":
      return createCpuBackend();
    default:
      return name satisfies never;
  }
}
