/** Both profiles on a second WebGPU driver (shader-f16, subgroups of 8), where it is installed. */
import { afterAll, describe } from "vitest";
import { lavapipeDriver } from "../../node/vulkan.ts";
import { openWebGpu } from "../../node/webgpu-device.ts";
import { deviceDescriptor } from "../../src/backend/webgpu/open-device.ts";
import { createWebGpuBackend } from "../../src/backend/webgpu/webgpu-backend.ts";
import { exactTests } from "./lists/exact.ts";
import { fastTests } from "./lists/fast.ts";
import { Subject } from "./subject.ts";

const missing = lavapipeDriver() === undefined ? " (skipped: lavapipe is not installed, see scripts/lavapipe.sh)" : "";

const subject = new Subject({
  name: "webgpu on lavapipe",
  chunking: "tolerance",
  thorough: process.env["QWERK_NIGHTLY"] === "1",
  open: async () => {
    const { adapter, info } = await openWebGpu({ adapter: "lavapipe" });
    const device = await adapter.requestDevice(deviceDescriptor(adapter));
    return createWebGpuBackend({ device, adapterInfo: info, software: info.isFallback });
  },
});
afterAll(() => subject.close());

describe.skipIf(missing !== "")(`webgpu on lavapipe${missing}`, () => {
  exactTests(subject);
  fastTests(subject);
});
