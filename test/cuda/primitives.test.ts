/**
 * The primitives native kernels are made of, in the emulation: the truth vectors that the GPU check holds a card to, and
 * what the emulation reports about copies that nobody waits for.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CheckDevice } from "../../perf/gpu/device.ts";
import { checkPrimitive, PRIMITIVES } from "../../perf/gpu/primitives.ts";
import { skipNote } from "../base/skip.ts";
import { bytesOf, emulationMissing, runText as runLaunch } from "./fixtures.ts";
import { A_16x16, A_16x32, B_16x8, B_32x8, C_16x8, LOADED_8x8 } from "./fragments.ts";

const missing = await emulationMissing();
const SEED = 7;

const runText = (source: string, threads: number, buffers: readonly Uint8Array[]): Promise<Uint8Array[]> =>
  runLaunch({ source, threads }, buffers);

describe("the layouts place every element once", () => {
  const all = { A_16x16, B_16x8, C_16x8, A_16x32, B_32x8, LOADED_8x8 };
  test.each(Object.entries(all))("%s", (_name, layout) => {
    const places = new Set(
      Array.from({ length: 32 * layout.elementsPerLane }, (_, i) => {
        const { row, column } = layout.place(Math.floor(i / layout.elementsPerLane), i % layout.elementsPerLane);
        expect(row).toBeLessThan(layout.rows);
        expect(column).toBeLessThan(layout.columns);
        return row * layout.columns + column;
      }),
    );
    expect(places.size).toBe(layout.rows * layout.columns);
  });
});

describe.skipIf(missing !== undefined)(`CUDA primitives${skipNote(missing)}`, () => {
  describe("have the registers of their truth vectors", () => {
    let device: CheckDevice;
    beforeAll(async () => {
      device = await CheckDevice.open({ emulated: true });
    });
    afterAll(() => device.close());

    test.each(PRIMITIVES)("$name", async (primitive) => {
      const { compared, ...outcome } = await checkPrimitive(device, primitive, SEED);
      expect(outcome, `seed ${SEED}`).toEqual({ name: primitive.name, result: "passed" });
      expect(compared).toBeGreaterThan(0);
    });
  });

  const COPY_TEXT = (wait: string): string => `#include "async-copy.cuh"
extern "C" __global__ void primitive(const uint4* x, uint4* y) {
  __shared__ uint4 tile[2][32];
  const int lane = threadIdx.x;
  copy_async(&tile[0][lane], &x[lane], true);
  copy_async_commit();
  copy_async(&tile[1][lane], &x[32 + lane], lane < 20);
  copy_async_commit();
  ${wait}
  __syncthreads();
  y[lane] = tile[0][31 - lane];
  y[32 + lane] = tile[1][31 - lane];
  __syncthreads();
  copy_async_wait<0>();
}
`;

  const words = Uint32Array.from({ length: 256 }, (_, i) => i + 1);

  test("a missing wait shows: the newest group is still junk", async () => {
    const [, y] = await runText(COPY_TEXT("copy_async_wait<1>();"), 32, [bytesOf(words), new Uint8Array(1024)]);
    const got = new Uint32Array(y!.slice().buffer);
    expect(got[0]).toBe(words[4 * 31]);
    expect(got.subarray(128).every((word) => word === 0xffffffff)).toBe(true);
  });

  test("a kernel that ends with copies on their way is reported", async () => {
    const text = COPY_TEXT("copy_async_wait<1>();").replace(/ {2}copy_async_wait<0>\(\);\n/, "");
    await expect(runText(text, 32, [bytesOf(words), new Uint8Array(1024)])).rejects.toThrow(/copies in flight/);
  });
});
