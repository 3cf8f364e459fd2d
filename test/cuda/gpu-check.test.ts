/**
 * The GPU check on the stand-in libraries: its truth vectors hold, its clocks cover every kernel of a step, and without
 * a device it ends at once, with the typed error in its record. What it finds on a card is in perf/records.
 */
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { CheckDevice } from "../../perf/gpu/device.ts";
import { checkPrimitives } from "../../perf/gpu/primitives.ts";
import { measureCeilings, type TimingSizes, timeRows } from "../../perf/gpu/timings.ts";
import { programOf, QUANTISATIONS, TEXT_64_NARROW } from "../../perf/shapes.ts";
import { skipNote } from "../base/skip.ts";
import { emulationMissing } from "./fixtures.ts";

const missing = await emulationMissing();
const folder = mkdtempSync(join(tmpdir(), "qwerk-gpu-check-test-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Ended {
  readonly code: number;
  readonly stderr: string;
}

function runCheck(args: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<Ended> {
  return new Promise((resolve) => {
    const env = { ...process.env, ...environment };
    execFile(process.execPath, ["--import", "tsx", "perf/gpu/check.ts", ...args], { env }, (error, _stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), stderr });
    });
  });
}

test("without a driver it ends with code 3 and the typed error, on stderr and in the record", async () => {
  const record = join(folder, "none.json");
  const nowhere = join(folder, "libcuda.so");
  const { code, stderr } = await runCheck(["--seed", "7", "--record", record], { QWERK_LIBCUDA: nowhere });
  expect(code).toBe(3);
  expect(stderr).toMatch(/^gpu-check: cuda_driver_missing: /);
  expect(stderr).toContain(nowhere);
  expect(JSON.parse(readFileSync(record, "utf8"))).toMatchObject({
    schema: "qwerk-gpu-check/1",
    seed: 7,
    result: "no_device",
    stages: [],
    error: { name: "UnsupportedError", code: "cuda_driver_missing" },
  });
});

describe.skipIf(missing !== undefined)(`GPU check, emulated${skipNote(missing)}`, () => {
  async function withDevice<T>(body: (device: CheckDevice) => Promise<T>): Promise<T> {
    const device = await CheckDevice.open({ emulated: true });
    try {
      return await body(device);
    } finally {
      await device.close();
    }
  }

  test("what is not equal is reported with its place", async () => {
    const broken = new Proxy({} as CheckDevice, {
      get: (_, name) => (name === "capability" ? 86 : async (_launch: unknown, b: Uint8Array[]) => b),
    });
    const results = await checkPrimitives(broken, 1);
    expect(results.every((r) => r.result === "failed")).toBe(true);
    expect(results[0]!.reason).toMatch(/^value \d+ is .*, needed/);
    const old = new Proxy({} as CheckDevice, { get: () => 75 });
    const [first] = await checkPrimitives(old, 1);
    expect(first).toMatchObject({ name: "mma_bf16", result: "skipped", reason: "needs compute capability 8" });
  });

  test("ceilings are measured, and every kernel of a step is timed", async () => {
    const sizes: TimingSizes = {
      config: { ...TEXT_64_NARROW, layerTypes: TEXT_64_NARROW.layerTypes.slice(0, 4), maxPositions: 256 },
      ...{ context: 64, rows: [2], weights: ["bf16", "groupwise"], copyBytes: 1 << 16, passes: 2, repeats: 4 },
    };
    await withDevice(async (device) => {
      const ceilings = await measureCeilings(device, sizes);
      for (const rate of Object.values(ceilings)) expect(rate).toBeGreaterThan(0);
      const capacity = { maxRows: 2, maxLanes: 1, maxOutputs: 1, maxPagesPerLane: 2, slots: 2, pages: 3 };
      for (const weights of sizes.weights) {
        const { kernels, step } = await timeRows(device.backend, sizes, weights, 2, ceilings);
        const formatOf = QUANTISATIONS[weights];
        const program = programOf(sizes.config, device.backend, "argmax", "fast", capacity, formatOf);
        expect(kernels.length).toBe(Object.keys(program.kernels).length);
        expect(step.launches).toBe(program.launches.length);
        const linear = kernels.filter((k) => k.kernel.startsWith("linear"));
        expect(linear.length).toBeGreaterThan(2);
        for (const k of linear) {
          expect(k.bytesPerSecond, k.kernel).toBeGreaterThan(0);
          expect(k.flopsPerSecond, k.kernel).toBeGreaterThan(0);
        }
      }
      expect(device.backend.memoryAccount().usedBytes).toBe(0);
    });
  });

  test("stages run in processes of their own and fill the record", async () => {
    const record = join(folder, "some.json");
    const only = ["--only", "primitives,conformance join,compute-sanitizer"];
    const { code, stderr } = await runCheck(["--emulated", "--seed", "3", "--record", record, ...only]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const written = JSON.parse(readFileSync(record, "utf8"));
    expect(written).toMatchObject({ schema: "qwerk-gpu-check/1", emulated: true, result: "passed" });
    const stages = written.stages as { stage: string; result: string; details?: { rows: number; failed: unknown[] } }[];
    const sanitizer = ["memcheck", "racecheck", "synccheck", "initcheck"].map((tool) => `compute-sanitizer ${tool}`);
    expect(stages.map((s) => s.stage)).toEqual(["primitives", "conformance join", ...sanitizer]);
    expect(stages[1]).toMatchObject({ result: "passed", details: { failed: [] } });
    expect(stages[1]!.details!.rows).toBeGreaterThan(5);
  });
});
