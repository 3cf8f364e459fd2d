/** The model lists on WebGPU's software adapter, where the platform has one. */
import { afterAll, describe } from "vitest";
import { openWebGpu } from "../../node/webgpu-device.ts";
import { deviceDescriptor } from "../../src/backend/webgpu/open-device.ts";
import { createWebGpuBackend } from "../../src/backend/webgpu/webgpu-backend.ts";
import { exactTests } from "./lists/exact.ts";
import { fastTests } from "./lists/fast.ts";
import { laneTests } from "./lists/lanes.ts";
import { samplingTests } from "./lists/sampling.ts";
import { shapeTests } from "./lists/shapes.ts";
import { Subject } from "./subject.ts";

const runnable = process.platform === "linux" && process.arch === "x64";

const subject = new Subject({
  name: "webgpu",
  chunking: "tolerance",
  thorough: process.env["QWERK_NIGHTLY"] === "1",
  open: async () => {
    const { adapter, info } = await openWebGpu({ adapter: "swiftshader" });
    const device = await adapter.requestDevice(deviceDescriptor(adapter));
    return createWebGpuBackend({ device, adapterInfo: info, software: info.isFallback });
  },
});
afterAll(() => subject.close());

describe.runIf(runnable)("webgpu", () => {
  exactTests(subject);
  laneTests(subject);
  fastTests(subject);
  shapeTests(subject);
  // Thousands of steps on a software adapter: nightly. The sampler's kernel is compared in test/conformance.
  if (subject.thorough) samplingTests(subject);
});
