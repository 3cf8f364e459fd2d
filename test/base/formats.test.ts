/**
 * Layouts and decoders against each other and against the formats' definitions: a value put together from the bits that
 * `coord` names is the value the host decodes, for any bytes.
 */
import { describe, expect, test } from "vitest";
import { DECODERS } from "../../src/artifact/formats/decoders.ts";
import { bf16ToF32, f16ToF32 } from "../../src/base/dtype.ts";
import type { BitField } from "../../src/base/formats/layout.ts";
import { matrixLayout, WEIGHT_LAYOUTS } from "../../src/base/formats/registry.ts";
import { NUMBERS } from "../../src/base/integers.ts";
import type { WeightFormat } from "../../src/base/weight-format.ts";

/** E4M3FN by its definition. */
function e4m3(byte: number): number {
  const [sign, exponent, mantissa] = [byte & 128 ? -1 : 1, (byte >> 3) & 15, byte & 7];
  if (exponent === 15 && mantissa === 7) return Number.NaN;
  return exponent === 0 ? sign * mantissa * 2 ** -9 : sign * (1 + mantissa / 8) * 2 ** (exponent - 7);
}
const E2M1 = [0, 0.5, 1, 1.5, 2, 3, 4, 6];
const signed = (code: number, bits: number): number => (code >= 2 ** (bits - 1) ? code - 2 ** bits : code);

/** Value of an element from its code, the bits of its scale and the object's last four bytes. */
const VALUES: Partial<Record<WeightFormat, (code: number, scale: number, trailer: number) => number>> = {
  q4_g64: (code, scale) => signed(code, 4) * f16ToF32(scale),
  q5_g64: (code, scale) => signed(code, 5) * f16ToF32(scale),
  q6_g64: (code, scale) => signed(code, 6) * f16ToF32(scale),
  w8_g32: (code, scale) => signed(code, 8) * f16ToF32(scale),
  fp8_row: (code, scale) => Math.fround(e4m3(code) * bf16ToF32(scale)),
  nvfp4: (code, scale, divisor) => Math.fround(((code & 8 ? -1 : 1) * E2M1[code & 7]! * e4m3(scale)) / divisor),
  bf16: (code) => bf16ToF32(code),
  f16: (code) => f16ToF32(code),
  i8: (code) => signed(code, 8),
};

const SHAPES: readonly (readonly [WeightFormat, number, number])[] = [
  ...(["q4_g64", "q5_g64", "q6_g64", "w8_g32"] as const).flatMap((format): [WeightFormat, number, number][] => [
    [format, 3, 64],
    [format, 5, 129],
    [format, 1, 1],
    [format, 4, 320],
  ]),
  ["fp8_row", 7, 33],
  ["nvfp4", 256, 192],
  ["bf16", 3, 7],
  ["f16", 2, 130],
  ["i8", 5, 3],
];

describe.each(SHAPES)("%s [%i, %i]", (format, rows, columns) => {
  const layout = matrixLayout(format, rows, columns);
  const seed = Math.floor(Math.random() * 2 ** 31);
  let state = seed;
  const bytes = Uint8Array.from({ length: layout.bytes }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return state >>> 24;
  });
  // A divisor that is a number: the object's last word where there is one.
  if (layout.trailer !== undefined) new DataView(bytes.buffer).setFloat32(layout.trailer.offset, 1.75, true);
  const planes = layout.planes.map((plane, i) =>
    bytes.subarray(plane.offset, layout.planes[i + 1]?.offset ?? layout.trailer?.offset ?? layout.bytes),
  );
  const trailer = layout.trailer === undefined ? new Uint8Array(0) : bytes.subarray(layout.trailer.offset);

  test("the bits that coord names are the values the host decodes", () => {
    const field = ({ plane, byte, bit, bits }: BitField<number>): number => {
      let word = 0;
      for (let i = Math.ceil((bit + bits) / 8) - 1; i >= 0; i--) word = word * 256 + planes[plane]![byte + i]!;
      return Math.floor(word / 2 ** bit) % 2 ** bits;
    };
    const decoded = DECODERS[format]({ columns, firstRow: 0, planes, trailer }, 0, rows);
    expect(decoded.length).toBe(rows * columns);
    const value = VALUES[format]!;
    for (let n = 0; n < rows; n++) {
      for (let k = 0; k < columns; k++) {
        const { code, scale } = WEIGHT_LAYOUTS[format].coord(NUMBERS, columns, n, k);
        let bits = 0;
        for (const part of code.toReversed()) bits = bits * 2 ** part.bits + field(part);
        const expected = value(bits, scale === undefined ? 0 : field(scale), 1.75);
        expect(
          Object.is(decoded[n * columns + k], expected) ||
            decoded[n * columns + k] === expected ||
            (Number.isNaN(expected) && Number.isNaN(decoded[n * columns + k])),
          `seed ${seed}, (${n}, ${k}): ${decoded[n * columns + k]} for ${expected}`,
        ).toBe(true);
      }
    }
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
