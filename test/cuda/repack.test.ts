/**
 * Repacking on the device against the integer maps on the host, for shapes of every kind of remainder: the bytes are
 * equal, whatever lies in the container's padding, and the inverse gives the container's bytes back.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Backend } from "../../src/backend/backend.ts";
import { alignUp } from "../../src/base/bytes.ts";
import { FRAGMENT_ROWS } from "../../src/base/formats/fragments.ts";
import { FRAGMENT_FORMATS, matrixLayout } from "../../src/base/formats/registry.ts";
import { SEED } from "../base/seed.ts";
import { skipNote } from "../base/skip.ts";
import { randomSource } from "../conformance/random.ts";
import { asStored, inFragments } from "../conformance/repack.ts";
import type { WeightData } from "../conformance/types.ts";
import { randomWeight } from "../conformance/weights.ts";
import { emulationMissing, withEmulation } from "./fixtures.ts";

const missing = await emulationMissing();

/** Widths of each kind of remainder: groups, stored rows and panels whole, cut, and wholly padded. */
const WIDTHS = [1, 31, 64, 129, 192, 256, 300];

/** A matrix uploaded in pieces of `units` units of rows each, as it is then in memory. */
async function uploaded(backend: Backend, matrix: WeightData, units: number): Promise<Uint8Array> {
  const { format, rows, columns, bytes } = matrix;
  const own = matrixLayout(format, rows, columns);
  const size = matrixLayout(format, rows, columns, "fragments").bytes;
  const buffer = backend.createBuffer("weight", size);
  const step = FRAGMENT_ROWS * units;
  const starts = Array.from({ length: Math.ceil(rows / step) }, (_, i) => i * step);
  await Promise.all(
    starts.map((firstRow) => {
      const count = Math.min(step, rows - firstRow);
      const piece = matrixLayout(format, alignUp(count, FRAGMENT_ROWS), columns);
      return backend.uploadRows!(
        buffer,
        { format, order: "fragments", rows, columns, firstRow, count },
        async (memory) => {
          memory.fill(0);
          for (const [i, { offset, unitBytes }] of own.planes.entries()) {
            const start = offset + firstRow * unitBytes;
            memory.set(bytes.subarray(start, start + count * unitBytes), piece.planes[i]!.offset);
          }
        },
      );
    }),
  );
  const made = await backend.read(buffer, 0, size);
  backend.destroyBuffer(buffer);
  return made;
}

/** The object without what belongs to no element: bits of the container's padding. */
const bare = ({ format, rows, columns }: WeightData, stored: Uint8Array): Uint8Array =>
  asStored(format, rows, columns, inFragments(format, rows, columns, stored));

describe.skipIf(missing !== undefined)(`repacking${skipNote(missing)}`, () => {
  test.each(FRAGMENT_FORMATS)("%s: the bytes of the maps, and back", async (format) => {
    await withEmulation({}, ({ backend }) =>
      fc.assert(
        fc.asyncProperty(
          fc.record({
            rows: fc.integer({ min: 1, max: 50 }),
            columns: fc.constantFrom(...WIDTHS),
            units: fc.integer({ min: 1, max: 3 }),
            seed: fc.integer({ min: 0, max: 2 ** 31 - 1 }),
          }),
          async ({ rows, columns, units, seed }) => {
            const matrix = randomWeight(randomSource(seed), rows, columns, format);
            const made = await uploaded(backend, matrix, units);
            expect(made).toEqual(inFragments(format, rows, columns, matrix.bytes));
            expect(asStored(format, rows, columns, made)).toEqual(bare(matrix, matrix.bytes));
          },
        ),
        { seed: SEED, numRuns: 8 },
      ),
    );
  });

  test("an upload that fails leaves no memory, and the next one is whole", async () => {
    const matrix = randomWeight(randomSource(SEED), 40, 192, "q5_g64");
    await withEmulation({}, async ({ backend }) => {
      const rows = { format: "q5_g64", order: "fragments", rows: 40, columns: 192, firstRow: 0, count: 40 } as const;
      const buffer = backend.createBuffer("weight", matrixLayout("q5_g64", 40, 192, "fragments").bytes);
      const before = backend.memoryAccount().usedBytes;
      const broken = backend.uploadRows(buffer, rows, () => Promise.reject(new Error("a disk that fails")));
      await expect(broken).rejects.toThrow("a disk that fails");
      expect(backend.memoryAccount().usedBytes).toBe(before);
      backend.destroyBuffer(buffer);
      expect(await uploaded(backend, matrix, 2)).toEqual(inFragments("q5_g64", 40, 192, matrix.bytes));
    });
  });
});
