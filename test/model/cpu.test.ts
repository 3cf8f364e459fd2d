/**
 * The model lists on the CPU, three times: with the kernels it is served with; with portable kernels alone, which are
 * what every backend falls back to; and odd shapes once more with every memory access checked. The last two also keep
 * weights in the formats of the file.
 */
import { afterAll, describe } from "vitest";
import { createCpuBackend } from "../../src/backend/cpu/cpu-backend.ts";
import { exactTests } from "./lists/exact.ts";
import { fastTests } from "./lists/fast.ts";
import { laneTests } from "./lists/lanes.ts";
import { samplingTests } from "./lists/sampling.ts";
import { shapeTests } from "./lists/shapes.ts";
import { storedTests } from "./lists/stored.ts";
import { Subject } from "./subject.ts";

const cpu = new Subject({ name: "cpu", chunking: "bits", thorough: true, open: async () => createCpuBackend() });
const portable = new Subject({
  name: "cpu, portable",
  chunking: "bits",
  portable: true,
  thorough: true,
  open: async () => createCpuBackend({ portableOnly: true }),
});
const checked = new Subject({
  name: "cpu, checked",
  chunking: "bits",
  thorough: false,
  open: async () => createCpuBackend({ checked: true, subgroupSize: 8 }),
});
afterAll(async () => {
  for (const subject of [cpu, portable, checked]) await subject.close();
});

describe("cpu", () => {
  exactTests(cpu);
  laneTests(cpu);
  fastTests(cpu);
  shapeTests(cpu);
  samplingTests(cpu);
});

describe("cpu, portable", () => {
  exactTests(portable);
  laneTests(portable);
  shapeTests(portable);
  storedTests(portable);
});

describe("cpu, checked", () => {
  shapeTests(checked);
});
