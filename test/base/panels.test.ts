/**
 * Panel order against its description and against the formats' definitions: every element has its own bits, the nibbles
 * of a vector come down two columns at a time, and the numbers are those that the host decodes. Sizes are the
 * description's, and objects of published containers come back byte by byte.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fileDirectory } from "../../node/file-source.ts";
import { openNinfer } from "../../src/artifact/ninfer/container.ts";
import { type BitField, planeBytes } from "../../src/base/formats/layout.ts";
import { layoutOf, matrixLayout, PANEL_FORMATS, panelsOf, type WeightFormat } from "../../src/base/formats/registry.ts";
import { NUMBERS } from "../../src/base/integers.ts";
import { present } from "../../src/base/invariant.ts";
import { randomSource } from "../conformance/random.ts";
import { asStored, inOrder } from "../conformance/repack.ts";
import { randomWeight } from "../conformance/weights.ts";
import { SEED } from "./seed.ts";

const CODE_BITS: Readonly<Partial<Record<WeightFormat, number>>> = { q4_g64: 4, q5_g64: 5, q6_g64: 6, w8_g32: 8 };
/** Bytes of four rows by 64 columns: codes and f32 scales. */
const BLOCK_BYTES: Readonly<Partial<Record<WeightFormat, number>>> = {
  q4_g64: 128 + 16,
  q5_g64: 128 + 32 + 16,
  q6_g64: 128 + 64 + 16,
  w8_g32: 256 + 32,
};
const shapes = fc.record({ rows: fc.integer({ min: 1, max: 13 }), blocks: fc.integer({ min: 1, max: 5 }) });

/** The number a field holds. */
function fieldOf(bytes: Uint8Array, { index, bits }: BitField<number>): number {
  let value = 0;
  for (let i = bits - 1; i >= 0; i--) {
    const at = index * bits + i;
    value = 2 * value + ((bytes[at >> 3]! >> (at & 7)) & 1);
  }
  return value;
}

function f32Of(bits: number): number {
  const view = new DataView(new ArrayBuffer(4));
  view.setUint32(0, bits);
  return view.getFloat32(0);
}

describe.each(PANEL_FORMATS)("%s in panel order", (format) => {
  const order = panelsOf(format);
  const codeBits = CODE_BITS[format]!;

  test("gives every element bits of its own, and the scale of its group", () => {
    fc.assert(
      fc.property(shapes, ({ rows, blocks }) => {
        const columns = 64 * blocks;
        const layout = matrixLayout(format, rows, columns, "panels");
        expect(layout.bytes).toBe(Math.ceil(rows / 4) * blocks * BLOCK_BYTES[format]!);
        const taken = new Uint8Array(8 * planeBytes(layout, 0));
        const wrong: string[] = [];
        const take = (n: number, k: number, { index, bits }: BitField<number>): void => {
          for (let i = index * bits; i < (index + 1) * bits; i++) {
            if (taken[i] !== 0) wrong.push(`(${n}, ${k}): bit ${i}`);
            taken[i] = 1;
          }
        };
        for (let n = 0; n < rows; n++) {
          for (let k = 0; k < columns; k++) {
            const { code, scale } = order.coord(NUMBERS, columns, n, k, 1);
            for (const part of code) take(n, k, part);
            if (code.reduce((sum, part) => sum + part.bits, 0) !== codeBits) wrong.push(`(${n}, ${k}): bits`);
            if (k % order.bits.group === 0) take(n, k, scale!);
            const of = order.coord(NUMBERS, columns, n, k - (k % order.bits.group), 1).scale!;
            if (scale!.index !== of.index) wrong.push(`(${n}, ${k}): scale`);
          }
        }
        expect(wrong).toEqual([]);
        // Whole panels: what is left are the rows that the matrix does not have.
        const perRow = (blocks * BLOCK_BYTES[format]! * 8) / 4;
        expect(taken.reduce((sum, bit) => sum + bit, 0)).toBe(rows * perRow);
      }),
      { seed: SEED, numRuns: 20 },
    );
  });

  test("holds the numbers that the format defines, as biased codes and f32 scales", () => {
    fc.assert(
      fc.property(shapes, ({ rows, blocks }) => {
        const columns = 64 * blocks;
        const matrix = randomWeight(randomSource(SEED), rows, columns, format);
        const bytes = inOrder("panels", format, rows, columns, matrix.bytes);
        const wrong: string[] = [];
        for (let n = 0; n < rows; n++) {
          for (let k = 0; k < columns; k++) {
            const { code, scale } = order.coord(NUMBERS, columns, n, k, 1);
            const bits = code.toReversed().reduce((sum, part) => sum * 2 ** part.bits + fieldOf(bytes, part), 0);
            const integer = codeBits === 8 ? (bits << 24) >> 24 : bits - 2 ** (codeBits - 1);
            const value = integer * f32Of(fieldOf(bytes, scale!));
            // Zeros may differ in sign.
            if (value !== matrix.values[n * columns + k]) wrong.push(`(${n}, ${k}): ${value}`);
          }
        }
        expect(wrong).toEqual([]);
        for (let n = rows; n % 4 !== 0; n++) {
          for (let k = 0; k < columns; k++) {
            const { code, scale } = order.coord(NUMBERS, columns, n, k, 1);
            expect([...code, scale!].map((part) => fieldOf(bytes, part))).toEqual([...code, scale].map(() => 0));
          }
        }
      }),
      { seed: SEED, numRuns: 6 },
    );
  });

  test("the lanes of a vector are rows: a shift brings two neighbouring columns to their halves", () => {
    const wrong: string[] = [];
    for (let n = 0; n < 4; n++) {
      for (let k = 0; k < 64; k++) {
        const [low, high] = order.coord(NUMBERS, 128, n, 64 + k, 1).code;
        const first = 8 * BLOCK_BYTES[format]!;
        const [half, pair, quad, step] = [k % 2, Math.floor(k / 2) % 2, Math.floor(k / 4) % 2, Math.floor(k / 8)];
        const bytes = first + 64 * Math.floor(k / 2) + 16 * n + 8 * half;
        const nibbles = first + 128 * step + 32 * n + 16 * half + 4 * (2 * quad + pair);
        if (low!.index * low!.bits !== (codeBits === 8 ? bytes : nibbles)) wrong.push(`low bits of (${n}, ${k})`);
        if (high === undefined) continue;
        const perWord = 4 / high.bits;
        const inHalf = high.bits * (2 * (step % perWord) + pair) + 8 * quad;
        const word = first + 1024 + 128 * Math.floor(step / perWord) + 32 * n;
        if (high.index * high.bits !== word + 16 * half + inHalf) wrong.push(`high bits of (${n}, ${k})`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test("takes whole blocks of columns and any rows", () => {
    expect(layoutOf(format, "panels").storage([5, 64])).toMatchObject({ rows: 5, columns: 64, unitRows: 4 });
    for (const columns of [1, 63, 65, 96]) {
      expect(layoutOf(format, "panels").storage([4, columns])).toBe("needs a multiple of 64 columns");
    }
  });
});

test("objects of published containers come back byte by byte", async () => {
  const siblings = fileDirectory("test/fixtures/ninfer");
  const container = await openNinfer(present(await siblings.open("v3_all.ninfer"), "file"), { siblings });
  const seen = new Set<WeightFormat>();
  for (const [id, object] of container.directory.objects) {
    if (object.kind !== "tensor") continue;
    const { format, layout } = container.tensor(id);
    const { rows, columns } = layout;
    if (!PANEL_FORMATS.includes(format) || columns % 64 !== 0) continue;
    const bytes = await container.readPayload(object.offset, object.bytes);
    const back = asStored(format, rows, columns, inOrder("panels", format, rows, columns, bytes), "panels");
    expect(Buffer.from(back).equals(bytes), id).toBe(true);
    seen.add(format);
  }
  await container.close();
  // The container's matrix of bytes has columns that are no whole blocks.
  expect([...seen].sort()).toEqual(["q4_g64", "q5_g64", "q6_g64"]);
});
