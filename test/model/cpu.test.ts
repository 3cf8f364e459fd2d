/**
 * The model lists on the CPU: everything with the kernels it is served with, and odd shapes once more with every memory
 * access checked, where weights also stay in the formats of the file.
 */
import { afterAll, describe } from "vitest";
import { createCpuBackend } from "../../src/backend/cpu/cpu-backend.ts";
import { exactTests } from "./lists/exact.ts";
import { fastTests } from "./lists/fast.ts";
import { laneTests } from "./lists/lanes.ts";
import { samplingTests } from "./lists/sampling.ts";
import { shapeTests } from "./lists/shapes.ts";
import { Subject } from "./subject.ts";

const cpu = new Subject({ name: "cpu", chunking: "bits", thorough: true, open: async () => createCpuBackend() });
const checked = new Subject({
  name: "cpu, checked",
  chunking: "bits",
  thorough: false,
  open: async () => createCpuBackend({ checked: true, subgroupSize: 8 }),
});
afterAll(async () => {
  await cpu.close();
  await checked.close();
});

describe("cpu", () => {
  exactTests(cpu);
  laneTests(cpu);
  fastTests(cpu);
  shapeTests(cpu);
  samplingTests(cpu);
});

describe("cpu, checked", () => {
  shapeTests(checked);
});
