/**
 * The conformance suite on the backends every machine has: the CPU as it serves, the CPU with every access verified,
 * and WebGPU on the software adapter. The seed is fresh each time and printed when something fails.
 */
import { describe, expect, it } from "vitest";
import type { Backend } from "../../src/backend/backend.ts";
import { CpuBackend, createCpuBackend } from "../../src/backend/cpu/cpu-backend.ts";
import type { Profile } from "../../src/program/storage.ts";
import { spawnThread } from "../backend/cpu/threads.ts";
import { SEED as seed } from "../base/seed.ts";
import { skipNote } from "../base/skip.ts";
import { missingAdapter, openSoftwareBackend } from "../webgpu/adapter.ts";
import { opSuites } from "./index.ts";
import { runSuites } from "./run.ts";

const nightly = process.env["QWERK_NIGHTLY"] === "1";

const PROFILES = ["exact", "fast"] as const;

interface Subject {
  readonly name: string;
  /** Default: both. */
  readonly profiles?: readonly Profile[];
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
    open: () => openSoftwareBackend("swiftshader"),
  },
  {
    name: "webgpu on lavapipe (shader-f16, subgroups of 8)",
    missing: missingAdapter("lavapipe"),
    // It compiles slowly, and the other driver runs both each time: the seed draws one, nights have both.
    profiles: nightly ? PROFILES : [PROFILES[seed % 2]!],
    open: () => openSoftwareBackend("lavapipe"),
  },
];

describe.each(subjects)("conformance: $name", ({ open, missing, profiles = PROFILES }) => {
  it.skipIf(missing !== undefined)(
    `every candidate agrees with its oracle${skipNote(missing)}`,
    { timeout: 900_000 },
    async () => {
      const backend = await open();
      try {
        const rows = await runSuites(backend, [...opSuites.values()], { seed, nightly, profiles });
        const failed = rows.filter((row) => row.result === "failed");
        expect(failed.map((row) => `${row.id} (seed ${seed}): ${row.criterion}: ${row.reason}`)).toEqual([]);
        expect(rows.length).toBeGreaterThan(100);
      } finally {
        await backend.dispose();
      }
    },
  );
});

it("a profile by itself runs the cases that it does not narrow, too", async () => {
  const backend = createCpuBackend();
  const options = { seed, nightly: false, profiles: ["fast"], query: "argmax" } as const;
  const rows = await runSuites(backend, [opSuites.get("argmax")!], options);
  await backend.dispose();
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.filter((row) => row.result !== "passed")).toEqual([]);
});
