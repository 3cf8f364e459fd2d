/**
 * The conformance suite on the backends every machine has: the CPU as it serves, the CPU with every access verified, and
 * WebGPU on the software adapters. Those compile slowly: by day each case has one profile there, dealt by the seed, on
 * one driver the one that the other has not. The seed is fresh each time and printed.
 */
import { describe, expect, it } from "vitest";
import type { Backend } from "../../src/backend/backend.ts";
import { CpuBackend, createCpuBackend } from "../../src/backend/cpu/cpu-backend.ts";
import { createTraceBackend } from "../../src/backend/trace/trace-backend.ts";
import { spawnThread } from "../backend/cpu/threads.ts";
import { SEED as seed } from "../base/seed.ts";
import { skipNote } from "../base/skip.ts";
import { missingAdapter, openSoftwareBackend } from "../webgpu/adapter.ts";
import { opSuites } from "./index.ts";
import { type PlannedRun, planCases } from "./plan.ts";
import { runSuites } from "./run.ts";

const nightly = process.env["QWERK_NIGHTLY"] === "1";

const PROFILES = ["exact", "fast"] as const;

interface Subject {
  readonly name: string;
  /** By day, which of the two profiles of a case. Default: both. */
  readonly hand?: 0 | 1;
  /** Why this machine cannot run it. */
  readonly missing?: string | undefined;
  open(): Promise<Backend>;
}

const subjects: readonly Subject[] = [
  { name: "cpu", open: async () => createCpuBackend() },
  {
    name: "cpu on 3 threads, operands in 3 memories",
    open: async () => new CpuBackend({ threads: 3, spawn: spawnThread }, { memory: { shared: true, spread: 3 } }),
  },
  { name: "cpu, checked", open: async () => createCpuBackend({ checked: true }) },
  {
    name: "webgpu on SwiftShader (no shader-f16, subgroups of 4)",
    missing: missingAdapter("swiftshader"),
    hand: 0,
    open: () => openSoftwareBackend("swiftshader"),
  },
  {
    name: "webgpu on lavapipe (shader-f16, subgroups of 8)",
    missing: missingAdapter("lavapipe"),
    hand: 1,
    open: () => openSoftwareBackend("lavapipe"),
  },
];

describe.each(subjects)("conformance: $name", ({ name, open, missing, hand }) => {
  it.skipIf(missing !== undefined)(`every candidate agrees with its oracle${skipNote(missing)}`, async () => {
    const backend = await open();
    try {
      const dealt = nightly || hand === undefined ? {} : { hand };
      const options = { seed, nightly, profiles: PROFILES, ...dealt };
      const rows = await runSuites(backend, [...opSuites.values()], options);
      console.log(`${name}: ${rows.length} rows, seed ${seed}`);
      const failed = rows.filter((row) => row.result === "failed");
      expect(failed.map((row) => `${row.id} (seed ${seed}): ${row.criterion}: ${row.reason}`)).toEqual([]);
      expect(rows.length).toBeGreaterThan(100);
    } finally {
      await backend.dispose();
    }
  });
});

it("a profile by itself runs the cases that it does not narrow, too", async () => {
  const backend = createCpuBackend();
  const options = { seed, nightly: false, profiles: ["fast"], query: "argmax" } as const;
  const rows = await runSuites(backend, [opSuites.get("argmax")!], options);
  await backend.dispose();
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.filter((row) => row.result !== "passed")).toEqual([]);
});

it("two hands make the whole, and each has every candidate in every profile it can run in", () => {
  const backend = createTraceBackend();
  const suites = ["rms-norm", "attention", "gated-rms-norm", "embedding", "delta-gates"].map((op) => opSuites.get(op)!);
  const runsOf = (options: { readonly hand?: 0 | 1 }): PlannedRun[] => {
    const plan = planCases(backend, suites, { seed, nightly: false, profiles: PROFILES, ...options });
    return [...plan].flatMap(({ runs }) => runs);
  };
  const idsOf = (runs: readonly PlannedRun[]) => new Set(runs.map(({ id }) => id));
  const metBy = (runs: readonly PlannedRun[]) => new Set(runs.map((run) => `${run.candidate.op} ${run.profile}`));
  const whole = runsOf({});
  const hands = [runsOf({ hand: 0 }), runsOf({ hand: 1 })];
  expect(idsOf(hands.flat()), `seed ${seed}`).toEqual(idsOf(whole));
  for (const hand of hands) {
    expect(metBy(hand), `seed ${seed}`).toEqual(metBy(whole));
    expect(hand.length, `seed ${seed}`).toBeLessThan(0.75 * whole.length);
  }
});
