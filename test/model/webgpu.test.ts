/** The model lists on WebGPU's software adapter, where the platform has one. */
import { afterAll, describe } from "vitest";
import { skipNote } from "../base/skip.ts";
import { missingAdapter, openSoftwareBackend } from "../webgpu/adapter.ts";
import { exactTests } from "./lists/exact.ts";
import { fastTests } from "./lists/fast.ts";
import { laneTests } from "./lists/lanes.ts";
import { samplingTests } from "./lists/sampling.ts";
import { shapeTests } from "./lists/shapes.ts";
import { storedTests } from "./lists/stored.ts";
import { Subject } from "./subject.ts";

const missing = missingAdapter("swiftshader");

const subject = new Subject({
  name: "webgpu",
  chunking: "tolerance",
  portable: true,
  thorough: process.env["QWERK_NIGHTLY"] === "1",
  open: () => openSoftwareBackend(),
});
afterAll(() => subject.close());

describe.skipIf(missing !== undefined)(`webgpu${skipNote(missing)}`, () => {
  exactTests(subject);
  laneTests(subject);
  fastTests(subject);
  shapeTests(subject);
  storedTests(subject);
  // Thousands of steps on a software adapter: nightly. The sampler's kernel is compared in test/conformance.
  if (subject.thorough) samplingTests(subject);
});
