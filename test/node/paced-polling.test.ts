/**
 * Waiting for a software adapter without keeping a core busy: while a call waits, the event loop takes few turns, and
 * what the call answers stays what it is. Turns are held to what the loop must have slept, which no slow machine changes.
 */
import { expect, test } from "vitest";
import { pacePolling, SLEEP_MS } from "../../node/paced-polling.ts";
import { createTraceBackend } from "../../src/backend/trace/trace-backend.ts";

const milliseconds = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** How many turns the event loop takes within `ms` more than it could if it slept in each. */
async function turnsWithoutSleep(ms: number): Promise<number> {
  let turns = 0;
  let counting = true;
  const count = (): void => {
    turns++;
    if (counting) setImmediate(count);
  };
  const start = performance.now();
  setImmediate(count);
  await milliseconds(ms);
  counting = false;
  return turns - Math.ceil((performance.now() - start) / SLEEP_MS);
}

/** Waits until the loop turns freely; a loop that never does runs into the test's time limit. */
async function freely(): Promise<void> {
  while ((await turnsWithoutSleep(20)) <= 1);
}

test("turns of the loop take a moment while a call waits, and only then", async () => {
  let answer: (bytes: Uint8Array) => void = () => {};
  const read = () =>
    new Promise<Uint8Array>((resolve) => {
      answer = resolve;
    });
  const backend = pacePolling(Object.assign(createTraceBackend(), { read }));
  const buffer = backend.createBuffer("x", 4);
  for (const bytes of [Uint8Array.of(1, 2, 3, 4), Uint8Array.of(5, 6, 7, 8)]) {
    const pending = backend.read(buffer, 0, 4);
    // Calls that end at once are waited for without sleep.
    await milliseconds(5);
    expect(await turnsWithoutSleep(50)).toBeLessThanOrEqual(1);
    answer(bytes);
    expect(await pending).toEqual(bytes);
    await freely();
  }
});

test("what a call rejects with reaches its caller, and ends the wait", async () => {
  const failure = new Error("the device is gone");
  const backend = pacePolling(Object.assign(createTraceBackend(), { read: () => Promise.reject(failure) }));
  const buffer = backend.createBuffer("x", 4);
  await expect(backend.read(buffer, 0, 4)).rejects.toBe(failure);
  await freely();
});
