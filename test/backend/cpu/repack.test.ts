/**
 * Rows on their way into panels, through the backend's upload: the bytes are those of the two maps, however the rows are
 * cut into pieces, and nothing beside them is touched.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CpuBackend } from "../../../src/backend/cpu/cpu-backend.ts";
import { alignUp } from "../../../src/base/bytes.ts";
import { planeSpans } from "../../../src/base/formats/layout.ts";
import { matrixLayout, PANEL_FORMATS } from "../../../src/base/formats/registry.ts";
import { SEED } from "../../base/seed.ts";
import { randomSource } from "../../conformance/random.ts";
import { inOrder } from "../../conformance/repack.ts";
import type { WeightData } from "../../conformance/types.ts";
import { randomWeight } from "../../conformance/weights.ts";

/** The resident object of a matrix, uploaded `panels` panels at a time, last rows first. */
async function uploaded({ format, rows, columns, bytes }: WeightData, panels: number): Promise<Uint8Array> {
  const backend = new CpuBackend();
  const size = matrixLayout(format, rows, columns, "panels").bytes;
  const buffer = backend.createBuffer("weight", size);
  const stored = matrixLayout(format, rows, columns);
  const step = 4 * panels;
  const starts = Array.from({ length: Math.ceil(rows / step) }, (_, i) => i * step).reverse();
  await Promise.all(
    starts.map((firstRow) => {
      const count = Math.min(step, rows - firstRow);
      const piece = matrixLayout(format, alignUp(count, 4), columns);
      return backend.uploadRows(buffer, { format, order: "panels", rows, columns, firstRow, count }, async (memory) => {
        // Memory is used again: what no row owns holds anything.
        memory.fill(0xa5);
        for (const [plane, { offset, length }] of planeSpans(stored, firstRow, firstRow + count).entries()) {
          memory.set(bytes.subarray(offset, offset + length), piece.planes[plane]!.offset);
        }
      });
    }),
  );
  const made = await backend.read(buffer, 0, size);
  await backend.dispose();
  return made;
}

const shapes = fc.record({
  rows: fc.integer({ min: 1, max: 23 }),
  blocks: fc.integer({ min: 1, max: 6 }),
  panels: fc.integer({ min: 1, max: 4 }),
});

describe.each(PANEL_FORMATS)("%s", (format) => {
  test("lies in panels as the two maps say", async () => {
    await fc.assert(
      fc.asyncProperty(shapes, async ({ rows, blocks, panels }) => {
        const matrix = randomWeight(randomSource(SEED + rows), rows, 64 * blocks, format);
        expect(await uploaded(matrix, panels)).toEqual(inOrder("panels", format, rows, 64 * blocks, matrix.bytes));
      }),
      { seed: SEED, numRuns: 10 },
    );
  });
});

test("an upload that fails is told, and the memory serves the next", async () => {
  const backend = new CpuBackend();
  const matrix = randomWeight(randomSource(SEED), 8, 128, "q5_g64");
  const buffer = backend.createBuffer("weight", matrixLayout("q5_g64", 8, 128, "panels").bytes);
  const rows = { format: "q5_g64", order: "panels", rows: 8, columns: 128, firstRow: 0, count: 8 } as const;
  const broken = backend.uploadRows(buffer, rows, () => Promise.reject(new Error("a disk that fails")));
  await expect(broken).rejects.toThrow("a disk that fails");
  expect(await uploaded(matrix, 1)).toEqual(inOrder("panels", "q5_g64", 8, 128, matrix.bytes));
  await backend.dispose();
});
