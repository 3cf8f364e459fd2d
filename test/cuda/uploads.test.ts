/**
 * Uploads of weights to a card: through a bounded number of pinned pieces that are gone when the last upload is over, and
 * through memory of our own where the system pins none. What every backend promises is tested in `test/backend`.
 */
import { describe, expect, test } from "vitest";
import type { DeviceBuffer } from "../../src/backend/backend.ts";
import { UPLOADS_AT_ONCE } from "../../src/backend/uploads.ts";
import { skipNote } from "../base/skip.ts";
import { emulationMissing, withEmulation } from "./fixtures.ts";

const missing = await emulationMissing();
const OUT_OF_MEMORY = 2;
const INVALID_VALUE = 1;

describe.skipIf(missing !== undefined)(`uploads to a card${skipNote(missing)}`, () => {
  type Emulation = Parameters<Parameters<typeof withEmulation>[1]>[0];

  /** So many uploads of four bytes each at once, each with its number in it. */
  async function uploadAll({ backend }: Emulation, buffer: DeviceBuffer, count: number, during = (): void => {}) {
    const uploads = Array.from({ length: count }, (_, at) =>
      backend.upload(buffer, 4 * at, 4, async (memory) => {
        await new Promise<void>((resolve) => setImmediate(resolve));
        during();
        memory.set(Uint8Array.of(at, 0, 0, 0));
      }),
    );
    return (await Promise.allSettled(uploads)).flatMap((end) => (end.status === "rejected" ? [end.reason] : []));
  }

  async function wordsOf({ backend }: Emulation, buffer: DeviceBuffer): Promise<readonly number[]> {
    return Array.from(new Uint32Array((await backend.read(buffer, 0, buffer.bytes)).slice().buffer));
  }

  const COUNT = 5 * UPLOADS_AT_ONCE;
  const NUMBERS = Array.from({ length: COUNT }, (_, at) => at);

  test("hold so many pinned pieces and no more, and none once they are over", () =>
    withEmulation({}, async (emulation) => {
      const { backend, control } = emulation;
      const buffer = backend.createBuffer("target", 4 * COUNT);
      const before = control.held();
      let most = 0;
      const measure = (): void => {
        most = Math.max(most, control.held().allocations - before.allocations);
      };
      expect(await uploadAll(emulation, buffer, COUNT, measure)).toEqual([]);
      expect(most).toBe(UPLOADS_AT_ONCE);
      expect(control.held()).toEqual(before);
      expect(await wordsOf(emulation, buffer)).toEqual(NUMBERS);
    }));

  test("a device that takes its time gets every byte", () =>
    withEmulation({}, async (emulation) => {
      const { backend, control } = emulation;
      const buffer = backend.createBuffer("target", 4 * COUNT);
      control.set("event_delay_us", 2000);
      try {
        expect(await uploadAll(emulation, buffer, COUNT)).toEqual([]);
      } finally {
        control.set("event_delay_us", 0);
      }
      expect(await wordsOf(emulation, buffer)).toEqual(NUMBERS);
    }));

  test("memory that cannot be pinned is copied from all the same", () =>
    withEmulation({}, async (emulation) => {
      const { backend, control } = emulation;
      const buffer = backend.createBuffer("target", 4 * COUNT);
      for (let n = 1; n <= UPLOADS_AT_ONCE; n++) {
        control.injectFault("cuMemHostAlloc", n, OUT_OF_MEMORY);
        backend.clear(buffer, 0, buffer.bytes);
        expect(await uploadAll(emulation, buffer, COUNT)).toEqual([]);
        control.clearFault();
        expect(await wordsOf(emulation, buffer)).toEqual(NUMBERS);
      }
      // Writes and reads, which have pinned memory of their own.
      control.injectFault("cuMemHostAlloc", 1, OUT_OF_MEMORY);
      backend.write(buffer, 4, Uint8Array.of(9, 0, 0, 0));
      control.injectFault("cuMemHostAlloc", 1, OUT_OF_MEMORY);
      const large = backend.createBuffer("large", 1 << 20);
      backend.write(large, large.bytes - 4, Uint8Array.of(7, 0, 0, 0));
      expect((await wordsOf(emulation, large)).at(-1)).toBe(7);
      expect((await wordsOf(emulation, buffer)).slice(0, 3)).toEqual([0, 9, 2]);
    }));

  test.each(["cuMemHostAlloc", "cuEventCreate", "cuMemcpyHtoDAsync_v2", "cuEventRecord"])(
    "a failing %s rejects its upload, typed, and leaves the others alone",
    (call) =>
      withEmulation({}, async (emulation) => {
        const { backend, control } = emulation;
        const buffer = backend.createBuffer("target", 4 * COUNT);
        const before = control.held();
        control.injectFault(call, 3, INVALID_VALUE);
        const failures = await uploadAll(emulation, buffer, COUNT);
        expect(failures).toHaveLength(1);
        expect(failures[0]).toMatchObject({ code: "cuda_call_failed", data: { call } });
        expect(control.held()).toEqual(before);
      }),
  );
});
