/** Both profiles on a second WebGPU driver (shader-f16, subgroups of 8), where it is installed. */
import { afterAll, describe } from "vitest";
import { skipNote } from "../base/skip.ts";
import { missingAdapter, openSoftwareBackend } from "../webgpu/adapter.ts";
import { exactTests } from "./lists/exact.ts";
import { fastTests } from "./lists/fast.ts";
import { Subject } from "./subject.ts";

const missing = missingAdapter("lavapipe");

const subject = new Subject({
  name: "webgpu on lavapipe",
  chunking: "tolerance",
  thorough: process.env["QWERK_NIGHTLY"] === "1",
  open: () => openSoftwareBackend("lavapipe"),
});
afterAll(() => subject.close());

describe.skipIf(missing !== undefined)(`webgpu on lavapipe${skipNote(missing)}`, () => {
  exactTests(subject);
  fastTests(subject);
});
