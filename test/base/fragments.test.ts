/**
 * Fragment order against the tables of the PTX ISA (`test/cuda/fragments.ts`) and against itself: every element has
 * its own bits, the inverse finds it there, and nothing else is stored. Sizes and bytes are those of published containers.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fileDirectory } from "../../node/file-source.ts";
import { openNinfer } from "../../src/artifact/ninfer/container.ts";
import { type BitField, byteOf, planeBytes } from "../../src/base/formats/layout.ts";
import { FRAGMENT_FORMATS, fragmentsOf, matrixLayout, type WeightFormat } from "../../src/base/formats/registry.ts";
import { NUMBERS } from "../../src/base/integers.ts";
import { present } from "../../src/base/invariant.ts";
import { asStored, inFragments } from "../conformance/repack.ts";
import { A_16x32 } from "../cuda/fragments.ts";
import { SEED } from "./seed.ts";

const CODE_BITS: Readonly<Partial<Record<WeightFormat, number>>> = { q4_g64: 4, q5_g64: 5, q6_g64: 6, w8_g32: 8 };

const shapes = fc.record({ rows: fc.integer({ min: 1, max: 33 }), columns: fc.integer({ min: 1, max: 400 }) });

describe.each(FRAGMENT_FORMATS)("%s in fragment order", (format) => {
  const order = fragmentsOf(format);

  test("gives every element bits of its own, and its inverse finds the element at them", () => {
    fc.assert(
      fc.property(shapes, ({ rows, columns }) => {
        const layout = matrixLayout(format, rows, columns, "fragments");
        const taken = layout.planes.map((_, plane) => new Uint8Array(8 * planeBytes(layout, plane)));
        const wrong: string[] = [];
        const take = (n: number, k: number, { plane, index, bits }: BitField<number>): void => {
          for (let i = index * bits; i < (index + 1) * bits; i++) {
            if (taken[plane]![i] !== 0) wrong.push(`(${n}, ${k}): bit ${i} of plane ${plane}`);
            taken[plane]![i] = 1;
          }
        };
        for (let n = 0; n < rows; n++) {
          for (let k = 0; k < columns; k++) {
            const { code, scale } = order.coord(NUMBERS, columns, n, k, 1);
            for (const part of code) take(n, k, part);
            if (code.reduce((sum, part) => sum + part.bits, 0) !== CODE_BITS[format]) wrong.push(`(${n}, ${k}): bits`);
            if (k % order.tileColumns === 0) take(n, k, scale!);
          }
        }
        for (const plane of layout.planes.keys()) {
          const words = order.unitWords(plane, columns);
          for (let word = 0; word < words; word++) {
            const { row, column, fields } = order.word(NUMBERS, plane, word);
            for (const field of fields) {
              const [n, k] = [row + field.row, column + field.column];
              const [here, next] = [n, n + 16].map((line) => order.field(NUMBERS, columns, plane, line, k, 1));
              const runs = [2, 4].filter((width) => k % width === 0);
              const places = runs.map((width) => order.field(NUMBERS, columns, plane, n, k / width, width));
              if (places.some(({ word: w, bit }) => w !== word || bit !== field.bit))
                wrong.push(`runs at (${n}, ${k})`);
              const right = here!.word === word && here!.bit === field.bit && next!.word === words + word;
              if (!right) wrong.push(`word ${word} of plane ${plane}: (${n}, ${k})`);
            }
          }
        }
        expect(wrong).toEqual([]);
      }),
      { seed: SEED, numRuns: 6 },
    );
  });

  test("holds in a lane's 16 bytes its registers of operand A, each byte a column", () => {
    const bytes = CODE_BITS[format] === 8;
    const wrong: string[] = [];
    for (const step of [0, 1, 5]) {
      for (let lane = 0; lane < 32; lane++) {
        for (let element = 0; element < A_16x32.elementsPerLane; element++) {
          const { row, column } = A_16x32.place(lane, element);
          const place = order.coord(NUMBERS, 512, row, 32 * step + column, 1).code.at(-1)!;
          const register = Math.floor(element / 4);
          // Tiles of 32 lanes; two steps of 32 columns in a tile of 4-bit words, the odd registers in the high halves.
          const tile = bytes ? step : Math.floor(step / 2);
          const word = bytes ? register : 2 * (step % 2) + Math.floor(register / 2);
          const right =
            byteOf(place) === 16 * (32 * tile + lane) + 4 * word + (element % 4) &&
            (place.index * place.bits) % 8 === (bytes ? 0 : 4 * (register % 2));
          if (!right) wrong.push(`lane ${lane}, element ${element} of step ${step}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });
});

test("a code is split from the top: the second plane holds what lies below its upper four bits", () => {
  expect(
    fragmentsOf("q5_g64")
      .coord(NUMBERS, 256, 0, 0, 1)
      .code.map(({ plane, bits }) => [plane, bits]),
  ).toEqual([
    [1, 1],
    [0, 4],
  ]);
  expect(
    fragmentsOf("q6_g64")
      .coord(NUMBERS, 256, 0, 0, 1)
      .code.map(({ plane, bits }) => [plane, bits]),
  ).toEqual([
    [1, 2],
    [0, 4],
  ]);
});

test("whole panels cost nothing: the sizes of the 27B's matrices are those of the container", () => {
  const sizes = [
    ["q4_g64", 34816, 5120, 94_699_520],
    ["q5_g64", 12288, 5120, 41_287_680],
    ["w8_g32", 248320, 5120, 1_350_860_800],
  ] as const;
  for (const [format, rows, columns, bytes] of sizes) {
    expect(matrixLayout(format, rows, columns, "fragments").bytes).toBe(bytes);
    expect(matrixLayout(format, rows, columns).bytes).toBe(bytes);
  }
  // A matrix of one element is stored as one panel of 16 rows.
  expect(matrixLayout("q6_g64", 1, 1, "fragments").bytes).toBe(2048 + 1024 + 128);
});

test("objects of published containers come back byte by byte, padding and all", async () => {
  const siblings = fileDirectory("test/fixtures/ninfer");
  const container = await openNinfer(present(await siblings.open("v3_all.ninfer"), "file"), { siblings });
  const seen = new Set<WeightFormat>();
  for (const [id, object] of container.directory.objects) {
    if (object.kind !== "tensor") continue;
    const { format, layout } = container.tensor(id);
    if (!FRAGMENT_FORMATS.includes(format)) continue;
    const bytes = await container.readPayload(object.offset, object.bytes);
    const { rows, columns } = layout;
    const back = asStored(format, rows, columns, inFragments(format, rows, columns, bytes));
    expect(Buffer.from(back).equals(bytes), id).toBe(true);
    seen.add(format);
  }
  await container.close();
  expect([...seen].sort()).toEqual([...FRAGMENT_FORMATS].sort());
});
