/**
 * The conformance suite on the emulated CUDA backend: every op, every candidate, every case; then the ops whose launches
 * may follow the device's facts again, on devices that report other counts of multiprocessors. By day each case has one
 * profile, dealt by the seed, and on the other device the other one. Apart from the other backends because kernels are
 * compiled by g++, all of them before the first case, and because nothing may be held by the stand-in driver when it is
 * over.
 */
import { describe, expect, it } from "vitest";
import { cudaText } from "../../cuda-backend/kernel-text.ts";
import { type OpenCudaOptions, openEmulatedCuda } from "../../node/open-cuda.ts";
import { SEED as seed } from "../base/seed.ts";
import { skipNote } from "../base/skip.ts";
import { emulationMissing } from "../cuda/fixtures.ts";
import { opSuites } from "./index.ts";
import { kernelSources, type PlanOptions } from "./plan.ts";
import { type ConformanceRow, runSuites } from "./run.ts";
import type { OpSuite } from "./types.ts";

const nightly = process.env["QWERK_NIGHTLY"] === "1";
const missing = await emulationMissing();

/** Ops with launch plans of their own per device: split keys, split sums, tiles over multiprocessors. */
const PLANNED_OPS = ["linear", "attention", "gated-delta-rule", "sample"];
/** By day one of two, drawn with the seed. */
const COUNTS = nightly ? [68, 76, 80, 82, 84, 128, 132, 170] : [seed % 2 === 0 ? 68 : 132];
const SHARED_BYTES = 99 * 1024;

async function conformance(options: OpenCudaOptions, suites: readonly OpSuite[], name: string, hand: 0 | 1) {
  const { backend, control } = await openEmulatedCuda(options);
  const run: PlanOptions = { seed, nightly, profiles: ["exact", "fast"], ...(nightly ? {} : { hand }) };
  const start = performance.now();
  let compiled = start;
  let rows: ConformanceRow[];
  try {
    const texts = kernelSources(backend, suites, run).map(cudaText);
    await backend.compiler.loadAll(texts);
    compiled = performance.now();
    rows = await runSuites(backend, suites, { ...run, ...(suites.length < opSuites.size ? { query: "" } : {}) });
    const seconds = [compiled - start, performance.now() - compiled].map((ms) => (ms / 1000).toFixed(1));
    console.log(
      `${name}: ${texts.length} kernels ready in ${seconds[0]} s, ${rows.length} rows in ${seconds[1]} s, seed ${seed}`,
    );
  } finally {
    await backend.dispose();
  }
  expect(control.held()).toEqual({ bytes: 0, allocations: 0, objects: 0 });
  return rows;
}

function failures(rows: readonly ConformanceRow[]): string[] {
  const failed = rows.filter((row) => row.result === "failed");
  return failed.map((row) => `${row.id} (seed ${seed}): ${row.criterion}: ${row.reason}`);
}

describe.skipIf(missing !== undefined)(`conformance: cuda-emulated${skipNote(missing)}`, () => {
  it("every candidate agrees with its oracle", async () => {
    const rows = await conformance({}, [...opSuites.values()], "cuda-emulated", 0);
    expect(failures(rows)).toEqual([]);
    expect(new Set(rows.map((row) => row.id.split(":")[0]))).toEqual(new Set(opSuites.keys()));
    expect(rows.length).toBeGreaterThan(200);
  });

  it.each(COUNTS)("and on %i multiprocessors", async (multiprocessors) => {
    const suites = PLANNED_OPS.map((op) => opSuites.get(op)!);
    const emulatedDevice = { multiprocessors, sharedBytes: SHARED_BYTES, seed: multiprocessors };
    const rows = await conformance({ emulatedDevice }, suites, `${multiprocessors} multiprocessors`, 1);
    expect(failures(rows)).toEqual([]);
    expect(rows.length).toBeGreaterThan(50);
  });
});
