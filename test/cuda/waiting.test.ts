/**
 * Waiting for the device: off the JavaScript thread, on threads that are handed the context where the driver minds, with
 * the same bytes and the same errors, and without a timer that would round a step up.
 */
import { describe, expect, test, vi } from "vitest";
import { DeviceLostError } from "../../src/base/errors.ts";
import { skipNote } from "../base/skip.ts";
import { emulationMissing, withEmulation } from "./fixtures.ts";

const missing = await emulationMissing();
/** Longer than a busy machine keeps a thread from its core: a read that comes late finds its event reached. */
const DELAY_US = 300_000;

describe.skipIf(missing !== undefined)(`reads of a device that takes its time${skipNote(missing)}`, () => {
  /** Reads four bytes that were written, while the event of the read is reached late. */
  const late = (
    settings: Readonly<Record<string, number>>,
    check: (turns: number, calls: ReadonlyMap<string, number>) => void,
  ): Promise<void> =>
    withEmulation({}, async ({ backend, control }) => {
      const buffer = backend.createBuffer("late", 4);
      backend.write(buffer, 0, Uint8Array.of(1, 2, 3, 4));
      control.clearFault();
      for (const [name, value] of Object.entries(settings)) control.set(name, value);
      const timers = vi.spyOn(globalThis, "setTimeout");
      try {
        let turns = 0;
        let reading = true;
        const others = (async () => {
          for (; reading; turns++) await new Promise<void>((resolve) => setImmediate(resolve));
        })();
        expect([...(await backend.read(buffer, 0, 4))]).toEqual([1, 2, 3, 4]);
        reading = false;
        await others;
        expect(timers).not.toHaveBeenCalled();
        check(turns, control.calls());
      } finally {
        timers.mockRestore();
        for (const name of Object.keys(settings)) control.set(name, 0);
      }
    });

  test("another thread waits; this one serves its loop and asks only when the wait is over", () =>
    late({ event_delay_us: DELAY_US }, (turns, calls) => {
      expect(turns).toBeGreaterThan(1);
      expect(calls.get("cuEventSynchronize")).toBe(1);
      // The first answers of a short spin, and one behind the wait.
      expect(calls.get("cuEventQuery")).toBeLessThan(turns + 2);
    }));

  /** Threads refuse until they have the context; this many rounds hand it out to four of them many times over. */
  const ROUNDS = 50;

  test("threads of a driver that wants a context for waiting are given it, and then wait", async () => {
    // A backend of its own each: what threads have from the one before is gone.
    for (let life = 0; life < 3; life++) {
      await late({ event_delay_us: DELAY_US, event_needs_context: 1 }, (turns, calls) => {
        expect(turns).toBeGreaterThan(1);
        expect(calls.get("cuCtxSetCurrent")).toBeGreaterThan(0);
        expect(calls.get("cuEventSynchronize")).toBeGreaterThan(1);
        expect(calls.get("cuEventSynchronize")).toBeLessThan(ROUNDS);
        expect(calls.get("cuEventQuery")).toBeLessThan(turns + ROUNDS);
      });
    }
  });

  test("a thread that has the context keeps it", () =>
    withEmulation({}, async ({ backend, control }) => {
      const buffer = backend.createBuffer("late", 4);
      control.set("event_delay_us", 3000);
      control.set("event_needs_context", 1);
      try {
        let refused = -1;
        for (let read = 0; read < 20 && refused !== 0; read++) {
          control.clearFault();
          await backend.read(buffer, 0, 4);
          refused = control.calls().get("cuCtxSetCurrent") ?? 0;
        }
        expect(refused).toBe(0);
      } finally {
        for (const name of ["event_delay_us", "event_needs_context"]) control.set(name, 0);
      }
    }));

  test("buffers come and go while other threads wait", () =>
    withEmulation({}, async ({ backend, control }) => {
      const kept = backend.createBuffer("kept", 4);
      backend.write(kept, 0, Uint8Array.of(5, 6, 7, 8));
      control.set("event_delay_us", 2000);
      try {
        const reads = Promise.all(Array.from({ length: 8 }, () => backend.read(kept, 0, 4)));
        let done = false;
        const churn = (async () => {
          while (!done) {
            const buffers = Array.from({ length: 16 }, (_, i) => backend.createBuffer(`b${i}`, 256));
            for (const buffer of buffers) backend.destroyBuffer(buffer);
            await new Promise<void>((resolve) => setImmediate(resolve));
          }
        })();
        for (const bytes of await reads) expect([...bytes]).toEqual([5, 6, 7, 8]);
        done = true;
        await churn;
      } finally {
        control.set("event_delay_us", 0);
      }
    }));

  test("a device that is ready is not waited for", () =>
    late({}, (_, calls) => {
      expect(calls.get("cuEventSynchronize")).toBeUndefined();
      expect(calls.get("cuEventQuery")).toBe(1);
    }));

  test("a device that is lost meanwhile rejects the read, typed: the query has the last word", () =>
    withEmulation({}, async ({ backend, control }) => {
      const ILLEGAL_ADDRESS = 700;
      const buffer = backend.createBuffer("lost", 4);
      control.set("event_delay_us", DELAY_US);
      // The first query says "not yet", whatever follows it in the way of waiting.
      control.injectFault("cuEventQuery", 2, ILLEGAL_ADDRESS);
      const error = await backend.read(buffer, 0, 4).catch((reason: unknown) => reason);
      control.clearFault();
      control.set("event_delay_us", 0);
      expect(error).toBeInstanceOf(DeviceLostError);
    }));

  test("the backend may be disposed of while a read waits", () =>
    withEmulation({}, async ({ backend, control }) => {
      const buffer = backend.createBuffer("pending", 4);
      control.set("event_delay_us", DELAY_US);
      const reading = backend.read(buffer, 0, 4);
      await new Promise<void>((resolve) => setTimeout(resolve, DELAY_US / 10_000));
      control.set("event_delay_us", 0);
      const [bytes] = await Promise.all([reading, backend.dispose()]);
      expect(bytes).toHaveLength(4);
      expect(control.held()).toEqual({ bytes: 0, allocations: 0, objects: 0 });
    }));
});
