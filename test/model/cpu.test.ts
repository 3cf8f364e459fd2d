/** The model lists on the CPU. */
import { afterAll } from "vitest";
import { createCpuBackend } from "../../src/backend/cpu/cpu-backend.ts";
import { exactTests } from "./lists/exact.ts";
import { fastTests } from "./lists/fast.ts";
import { laneTests } from "./lists/lanes.ts";
import { Subject } from "./subject.ts";

const subject = new Subject({
  name: "cpu",
  chunking: "bits",
  thorough: true,
  open: async () => createCpuBackend(),
});
afterAll(() => subject.close());

exactTests(subject);
laneTests(subject);
fastTests(subject);
