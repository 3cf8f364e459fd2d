/**
 * The team of threads: whatever the number of threads and however launches depend on each other, a step leaves the bytes
 * that one thread leaves; no thread outlives its backend, and the loss of one is told.
 */
import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { fileDirectory } from "../../../node/file-source.ts";
import { openArtifact } from "../../../src/artifact/open.ts";
import { CpuBackend, type CpuParts } from "../../../src/backend/cpu/cpu-backend.ts";
import { type PlannedLaunch, StepPlanner } from "../../../src/backend/cpu/step-plan.ts";
import { MODE, STEP_WORD } from "../../../src/backend/cpu/walk.ts";
import { DeviceLostError } from "../../../src/base/errors.ts";
import { openEngineHere } from "../../../src/host-engine.ts";
import { SEED } from "../../base/seed.ts";
import { type MixLaunch, mix, mixed, mixProgram, stuck } from "./bodies.ts";
import { running, spawnThread } from "./threads.ts";

const EXTENTS = { tokens: 3, sequences: 1, outputs: 1 };
const opened: CpuBackend[] = [];

function open(threads: number, parts: CpuParts = {}): CpuBackend {
  const backend = new CpuBackend({ threads, spawn: spawnThread }, { factories: { mix }, ...parts });
  opened.push(backend);
  return backend;
}

afterEach(async () => {
  for (const backend of opened.splice(0)) await backend.dispose();
  expect(running.size).toBe(0);
});

async function runSteps(
  backend: CpuBackend,
  launches: readonly MixLaunch[],
  count: number,
  steps: number,
): Promise<Int32Array[]> {
  const names = [0, 1, 2, 3].map((b) => `b${b}`);
  const buffers = new Map(names.map((name) => [name, backend.createBuffer(name, 4 * count + 8)]));
  for (const [b, buffer] of [...buffers.values()].entries()) {
    backend.write(buffer, 4, new Uint8Array(start(b, count).buffer));
  }
  const executable = await backend.load(mixProgram(launches, count), buffers);
  for (let step = 0; step < steps; step++) backend.submit(executable, EXTENTS);
  const all = names.map(async (name) => new Int32Array((await backend.read(buffers.get(name)!, 4, 4 * count)).buffer));
  const words = await Promise.all(all);
  for (const buffer of buffers.values()) backend.destroyBuffer(buffer);
  return words;
}

const start = (b: number, count: number): Int32Array => Int32Array.from({ length: count }, (_, i) => 7919 * b + i);

const launch = fc
  .record({ x: fc.integer({ min: 0, max: 3 }), shift: fc.integer({ min: 1, max: 3 }), rounds: fc.constantFrom(1, 40) })
  .map(({ x, shift, rounds }) => ({ x, y: (x + shift) % 4, rounds }));

describe.each([2, 3, 5])("%i threads", (threads) => {
  test("launches that depend on each other leave what one after another would", { timeout: 300_000 }, async () => {
    const backend = open(threads);
    await fc.assert(
      fc.asyncProperty(
        fc.array(launch, { minLength: 1, maxLength: 12 }),
        fc.constantFrom(1, 2, 3, 97, 4099),
        fc.integer({ min: 1, max: 5 }),
        async (launches, count, steps) => {
          const want = [0, 1, 2, 3].map((b) => start(b, count));
          for (let step = 0; step < steps; step++) mixed(want, launches, EXTENTS.tokens);
          expect(await runSteps(backend, launches, count, steps)).toEqual(want);
        },
      ),
      { seed: SEED, numRuns: 25 },
    );
  });
});

describe("plans", () => {
  const touches = fc.array(
    fc.record({ start: fc.nat(20), bytes: fc.integer({ min: 1, max: 8 }), written: fc.boolean() }),
    { minLength: 1, maxLength: 3 },
  );
  const planned = fc.record({
    touches,
    divisible: fc.boolean(),
    items: fc.nat(200),
    ms: fc.double({ min: 0, max: 1 }),
  });

  test("launches that touch the same bytes are on two sides of a barrier, or one thread runs both", () => {
    fc.assert(
      fc.property(
        fc.array(planned, { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 2, max: 5 }),
        (list, threads) => {
          const launches = list.map(({ touches: touched, divisible, items }): PlannedLaunch => {
            const ranges = touched.map((t) => ({ start: t.start, end: t.start + t.bytes, written: t.written }));
            return { touches: ranges, divisible, size: () => [1, 1, 1, items] };
          });
          const planner = new StepPlanner(launches);
          // The second plan knows what launches cost.
          const { costs } = planner.plan(EXTENTS, threads);
          for (const [i, { items, ms }] of list.entries()) costs.learn(i, items, ms);
          expect(costs.due()).toBe(true);
          const { words } = planner.plan(EXTENTS, threads);
          const modes = launches.map((_, i) => words[i * STEP_WORD.count + STEP_WORD.mode]!);
          for (const [i, mode] of modes.entries()) {
            const alone = (mode & MODE.alone) !== 0;
            expect(alone || launches[i]!.divisible).toBe(true);
            for (let j = 0; j < i; j++) {
              const clash = launches[i]!.touches.some((a) =>
                launches[j]!.touches.some((b) => (a.written || b.written) && a.start < b.end && b.start < a.end),
              );
              const apart = modes.slice(j + 1, i + 1).some((between) => (between & MODE.barrier) !== 0);
              expect(!clash || apart || (alone && (modes[j]! & MODE.alone) !== 0)).toBe(true);
            }
          }
        },
      ),
      { seed: SEED },
    );
  });
});

describe("threads end", () => {
  const program = mixProgram([{ x: 0, y: 1, rounds: 1 }], 1000);
  const twoBuffers = (backend: CpuBackend) =>
    new Map(["b0", "b1"].map((name) => [name, backend.createBuffer(name, 4008)] as const));

  test("none is started before a buffer, and all end with the backend", async () => {
    const backend = open(3);
    expect(running.size).toBe(0);
    const buffers = twoBuffers(backend);
    expect(running.size).toBe(2);
    await backend.load(program, buffers);
    expect(running.size).toBe(2);
    await backend.dispose();
    expect(running.size).toBe(0);
  });

  test("a load that is refused leaves none behind its backend", async () => {
    const backend = open(2, {
      factories: {
        mix: () => {
          throw new Error("no such body");
        },
      },
    });
    await expect(backend.load(program, twoBuffers(backend))).rejects.toThrow("no such body");
    await backend.dispose();
    expect(running.size).toBe(0);
  });

  test("a load that is given up is refused and leaves none", async () => {
    const backend = open(3);
    const loading = backend.load(program, twoBuffers(backend));
    const refused = expect(loading).rejects.toThrow(/given up/);
    await backend.dispose();
    await refused;
    expect(running.size).toBe(0);
  });

  test.each([0, 1, 20])("an opening that is cancelled after %i pieces leaves none", async (pieces) => {
    const cancelling = new AbortController();
    let calls = 0;
    const opening = openEngineHere(
      () => openArtifact(fileDirectory("test/fixtures/tiny-random")),
      async () => ({ backend: new CpuBackend({ threads: 3, spawn: spawnThread }), reason: "asked for" }),
      {
        maxContext: 64,
        signal: cancelling.signal,
        onProgress: () => {
          if (calls++ === pieces) cancelling.abort(new Error("given up"));
        },
      },
      {},
    );
    await expect(opening).rejects.toThrow("given up");
    expect(calls).toBeGreaterThan(pieces);
    expect(running.size).toBe(0);
  });

  test("where one cannot be started, those before it end", async () => {
    let started = 0;
    const spawn = () => {
      if (++started === 3) throw new Error("no more threads");
      return spawnThread();
    };
    const backend = new CpuBackend({ threads: 4, spawn }, { factories: { mix } });
    expect(() => backend.createBuffer("b0", 64)).toThrow("no more threads");
    while (running.size > 0) await sleep(1);
    await backend.dispose();
  });

  test("one that ends by itself between steps is a lost device", async () => {
    const backend = open(3);
    const executable = await backend.load(program, twoBuffers(backend));
    backend.submit(executable, EXTENTS);
    await [...running][0]!.terminate();
    const error = await backend.lost;
    expect(error).toBeInstanceOf(DeviceLostError);
    expect(error.message).toMatch(/thread \d of the CPU backend ended/);
    expect(() => backend.submit(executable, EXTENTS)).toThrow(DeviceLostError);
    await expect(backend.load(program, twoBuffers(backend))).rejects.toThrow(DeviceLostError);
  });

  test("one that is gone holds up no step: what it would have taken, others take", async () => {
    const backend = open(2, { team: { patienceMs: 10_000 } });
    const buffers = twoBuffers(backend);
    const executable = await backend.load(program, buffers);
    // Its end is told to the event loop, which has not come round yet.
    const ended = [...running][0]!.terminate();
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
    for (const [b, buffer] of [...buffers.values()].entries()) {
      backend.write(buffer, 4, new Uint8Array(start(b, 1000).buffer));
    }
    for (let step = 0; step < 3; step++) backend.submit(executable, EXTENTS);
    const want = [start(0, 1000), start(1, 1000)];
    for (let step = 0; step < 3; step++) mixed(want, [{ x: 0, y: 1, rounds: 1 }], EXTENTS.tokens);
    const got = new Int32Array((await backend.read(buffers.get("b1")!, 4, 4000)).buffer);
    expect(got).toEqual(want[1]);
    await ended;
    expect((await backend.lost).code).toBe("thread_failed");
  });

  test("one that never finishes what it took is a lost device, not a hang", async () => {
    const backend = open(2, { team: { patienceMs: 200 }, factories: { mix: stuck } });
    const executable = await backend.load(mixProgram([{ x: 0, y: 1, rounds: 1 }], 2), twoBuffers(backend));
    expect(() => backend.submit(executable, EXTENTS)).toThrow(/gave no sign/);
    expect((await backend.lost).code).toBe("thread_failed");
    expect(() => backend.submit(executable, EXTENTS)).toThrow(DeviceLostError);
  });

  test("a launch that traps on another thread ends the step with an error", async () => {
    const backend = open(2);
    const buffers = twoBuffers(backend);
    // The reversed half of x that the second thread reads lies beyond the memory.
    const launches = mixProgram([{ x: 0, y: 1, rounds: 1 }], 2 ** 30 / 4);
    const wide = {
      ...launches,
      launches: launches.launches.map((l) => ({
        ...l,
        bindings: l.bindings.map((ref) => ({ ...ref, offsetBytes: 0, sizeBytes: 4008 })),
      })),
    };
    const executable = await backend.load(wide, buffers);
    expect(() => backend.submit(executable, EXTENTS)).toThrow(/out of bounds|thread/);
    await backend.lost;
    expect(() => backend.submit(executable, EXTENTS)).toThrow(DeviceLostError);
  });
});
