/**
 * Layouts and decoders against each other and against the formats' definitions: a value put together from the bits that
 * `coord` names is the value the host decodes, for any bytes.
 */
import { describe, expect, test } from "vitest";
import { DECODERS } from "../../src/artifact/formats/decoders.ts";
import type { BitField } from "../../src/base/formats/layout.ts";
import { matrixLayout, WEIGHT_LAYOUTS } from "../../src/base/formats/registry.ts";
import { NUMBERS } from "../../src/base/integers.ts";
import { storesShape, WEIGHT_FORMATS, weightValue } from "../conformance/weights.ts";

const SHAPES = WEIGHT_FORMATS.flatMap((format) => {
  const shapes = [
    [3, 64],
    [5, 129],
    [1, 1],
    [4, 320],
    [256, 192],
  ] as const;
  return shapes.flatMap(([rows, columns]) =>
    storesShape(format, rows, columns) ? [[format, rows, columns] as const] : [],
  );
});

test("every format has a shape here", () => {
  expect(new Set(SHAPES.map(([format]) => format))).toEqual(new Set(Object.keys(WEIGHT_LAYOUTS)));
});

describe.each(SHAPES)("%s [%i, %i]", (format, rows, columns) => {
  const layout = matrixLayout(format, rows, columns);
  const seed = Math.floor(Math.random() * 2 ** 31);
  let state = seed;
  const bytes = Uint8Array.from({ length: layout.bytes }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return state >>> 24;
  });
  // A divisor that is a number: the object's last word where there is one.
  const divisor = layout.trailer === undefined ? 1 : 1.75;
  if (layout.trailer !== undefined) new DataView(bytes.buffer).setFloat32(layout.trailer.offset, divisor, true);
  const planes = layout.planes.map((plane, i) =>
    bytes.subarray(plane.offset, layout.planes[i + 1]?.offset ?? layout.trailer?.offset ?? layout.bytes),
  );
  const trailer = layout.trailer === undefined ? new Uint8Array(0) : bytes.subarray(layout.trailer.offset);

  test("the bits that coord names are the values the host decodes", () => {
    const field = ({ plane, index, bits }: BitField<number>): number => {
      const [byte, bit] = [Math.floor((index * bits) / 8), (index * bits) % 8];
      let word = 0;
      for (let i = Math.ceil((bit + bits) / 8) - 1; i >= 0; i--) word = word * 256 + planes[plane]![byte + i]!;
      return Math.floor(word / 2 ** bit) % 2 ** bits;
    };
    const decoded = DECODERS[format]({ columns, firstRow: 0, planes, trailer }, 0, rows);
    expect(decoded.length).toBe(rows * columns);
    const wrong: string[] = [];
    for (let n = 0; n < rows; n++) {
      for (let k = 0; k < columns; k++) {
        const { code, scale } = WEIGHT_LAYOUTS[format].coord(NUMBERS, columns, n, k, 1);
        let bits = 0;
        for (const part of code.toReversed()) bits = bits * 2 ** part.bits + field(part);
        const expected = weightValue(format, bits, scale === undefined ? 0 : field(scale), divisor);
        const actual = decoded[n * columns + k]!;
        // Zeros may differ in sign.
        if (!Object.is(actual, expected) && actual !== expected) wrong.push(`(${n}, ${k}): ${actual} for ${expected}`);
      }
    }
    expect(wrong, `seed ${seed}`).toEqual([]);
  });

  test("the last rows taken by themselves decode to the same values", () => {
    const all = DECODERS[format]({ columns, firstRow: 0, planes, trailer }, 0, rows);
    const unit = Math.ceil(rows / layout.unitRows) - 1;
    const first = unit * layout.unitRows;
    const own = planes.map((plane, i) => plane.subarray(unit * layout.planes[i]!.unitBytes));
    const last = DECODERS[format]({ columns, firstRow: first, planes: own, trailer }, first, rows);
    expect(last).toEqual(all.subarray(first * columns));
  });
});
