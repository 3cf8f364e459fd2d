/**
 * Waiting for the device: off the JavaScript thread where the driver lets another thread wait, by short turns where it
 * does not, with the same bytes and the same errors, and without a timer that would round a step up.
 */
import { describe, expect, test, vi } from "vitest";
import { DeviceLostError } from "../../src/base/errors.ts";
import { skipNote } from "../base/skip.ts";
import { emulationMissing, withEmulation } from "./fixtures.ts";

const missing = await emulationMissing();
const DELAY_US = 30_000;

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

  test("a driver that wants a context for waiting is asked in turns", () =>
    late({ event_delay_us: DELAY_US, event_needs_context: 1 }, (turns, calls) => {
      expect(turns).toBeGreaterThan(1);
      expect(calls.get("cuEventSynchronize")).toBe(1);
      expect(calls.get("cuEventQuery")).toBeGreaterThan(2);
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
