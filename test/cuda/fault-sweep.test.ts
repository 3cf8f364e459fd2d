/**
 * The fault sweep in short: every function of the driver and of NVRTC that an engine's life calls fails once early, once
 * in the middle and once at its last call. `npm run fault-sweep` tries every n of each.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { everyLife } from "../../scripts/fault-sweep.ts";
import { skipNote } from "../base/skip.ts";
import { FaultScenario } from "./fault-scenario.ts";
import { emulationMissing } from "./fixtures.ts";

const missing = await emulationMissing();

describe.skipIf(missing !== undefined)(`fault sweep${skipNote(missing)}`, () => {
  let folder: string;
  let scenario: FaultScenario;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "qwerk-fault-test-"));
    scenario = await FaultScenario.open({ decodeSteps: 1, captureAfter: 0, folder });
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test("every call, early, in the middle and last: a typed error or the right tokens, nothing held", async () => {
    const lives = await everyLife(scenario);
    const calls = new Map<string, number>();
    for (const { fault } of lives) calls.set(fault.call, Math.max(fault.n, calls.get(fault.call) ?? 0));
    // Opening, loading, a graph per step, reading, and everything that is given back.
    for (const call of ["cuInit", "cuMemAlloc_v2", "cuModuleLoadData", "cuLaunchKernel", "cuGraphLaunch"]) {
      expect(calls.get(call), call).toBeGreaterThan(0);
    }
    expect(calls.get("nvrtcCompileProgram")).toBe(calls.get("cuModuleLoadData"));
    const wrong: string[] = [];
    const results = new Set<string>();
    let lived = 0;
    for (const [call, count] of calls) {
      for (const n of new Set([1, Math.ceil(count / 2), count])) {
        // Another error for each n, and for each call.
        const choices = lives.filter((life) => life.fault.call === call && life.fault.n === n);
        const { fault, compiled } = choices[lived++ % choices.length]!;
        const outcome = await scenario.run(fault, compiled);
        results.add(outcome.result);
        if (outcome.wrong.length > 0) wrong.push(`${call} call ${n} error ${fault.error}: ${outcome.wrong.join("; ")}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(lived).toBeGreaterThan(80);
    for (const code of ["success", "cuda_call_failed", "device_lost", "out_of_memory", "kernel_compile"]) {
      expect([...results], code).toContain(code);
    }
  });

  test("a fault while a request gets its slot ends the request", async () => {
    const { result: whole } = await scenario.run(undefined, "warm");
    expect(whole).toBe("success");
    const uploads = scenario.control.calls().get("cuMemcpyHtoDAsync_v2")!;
    // The last uploads are the step blocks of both steps; before them the slot's states are cleared.
    for (const n of [uploads - 3, uploads - 2]) {
      const outcome = await scenario.run({ call: "cuMemcpyHtoDAsync_v2", n, error: 1 }, "warm");
      expect(outcome).toEqual({ result: "cuda_call_failed", wrong: [] });
    }
  });

  test("a fault that is never met changes nothing", async () => {
    const outcome = await scenario.run({ call: "cuMemAlloc_v2", n: 100_000, error: 2 }, "warm");
    expect(outcome).toEqual({ result: "success", wrong: [] });
  });
});
