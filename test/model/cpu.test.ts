/**
 * The model lists on the CPU, three times: with the kernels it is served with; with portable kernels alone, which are
 * what every backend falls back to; and odd shapes once more with every memory access checked. The last two also keep
 * weights in the formats of the file. Bits do not depend on threads or memories.
 */
import { afterAll, describe } from "vitest";
import { CpuBackend, createCpuBackend } from "../../src/backend/cpu/cpu-backend.ts";
import { spawnThread } from "../backend/cpu/threads.ts";
import { exactTests } from "./lists/exact.ts";
import { fastTests } from "./lists/fast.ts";
import { laneTests } from "./lists/lanes.ts";
import { samplingTests } from "./lists/sampling.ts";
import { shapeTests } from "./lists/shapes.ts";
import { storedTests } from "./lists/stored.ts";
import { threadTests } from "./lists/threads.ts";
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
const elsewhere = [
  ["cpu, 2 threads", 2, { shared: true }],
  ["cpu, 3 threads, operands in 3 memories", 3, { shared: true, spread: 3 }],
  ["cpu, 5 threads", 5, { shared: true }],
  ["cpu, operands in 2 memories that are not shared", 1, { shared: false, spread: 2 }],
] as const;
const others = elsewhere.map(
  ([name, threads, memory]) =>
    new Subject({
      ...{ name, chunking: "bits", thorough: false },
      open: async () => new CpuBackend({ threads, spawn: spawnThread }, { memory }),
    }),
);
afterAll(async () => {
  for (const subject of [cpu, portable, checked, ...others]) await subject.close();
});

describe("cpu", () => {
  exactTests(cpu);
  laneTests(cpu);
  fastTests(cpu);
  shapeTests(cpu);
  samplingTests(cpu);
  threadTests(cpu, others);
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
