/**
 * Encoders against what other programs wrote: the bytes of every fixture that has its source, and for the formats without
 * one the definition done by hand. Wrong signs, scales and groups must show, so random matrices are decoded again and
 * compared number by number with codes and scales computed here.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Encoder, isFault } from "../../src/artifact/encoders/encoder.ts";
import { ENCODERS, type EncodedFormat } from "../../src/artifact/encoders/encoders.ts";
import { DECODERS } from "../../src/artifact/formats/decoders.ts";
import { E4M3_VALUES } from "../../src/artifact/formats/e4m3.ts";
import { bf16ToF32, f16ToF32, f32ToBf16, f32ToF16 } from "../../src/base/dtype.ts";
import { matrixLayout } from "../../src/base/formats/registry.ts";
import { SEED } from "../base/seed.ts";

const FIXTURES = "test/fixtures/ninfer";

interface Expected {
  readonly kind: string;
  readonly shape: readonly number[];
  readonly payload_sha256: string;
  readonly payload_bytes: number;
  readonly source_f32?: string;
  readonly source_bf16?: string;
  readonly f32?: string;
}

const { expected } = JSON.parse(readFileSync(`${FIXTURES}/v3.json`, "utf8")) as {
  readonly expected: Readonly<Record<string, Expected>>;
};

const FORMATS: Readonly<Record<string, EncodedFormat>> = {
  q4: "q4_g64",
  q5: "q5_g64",
  q6: "q6_g64",
  w8: "w8_g32",
  fp8: "fp8_row",
  nvfp4: "nvfp4",
  bf16: "bf16",
  fp32: "f32",
};

const read = (file: string): Uint8Array => Uint8Array.from(readFileSync(`${FIXTURES}/expected/${file}`));
const floats = (file: string): Float32Array => new Float32Array(read(file).buffer);
const widened = (file: string): Float32Array => Float32Array.from(new Uint16Array(read(file).buffer), bf16ToF32);

function largestOf(values: Float32Array): number {
  return values.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
}

/** A whole object, encoded a few rows at a time, as a converter does. */
function encoded(format: EncodedFormat, values: Float32Array, rows: number, columns: number, step = rows): Uint8Array {
  const layout = matrixLayout(format, rows, columns);
  const encoder: Encoder = ENCODERS[format];
  const largest = largestOf(values);
  const bytes = new Uint8Array(layout.bytes);
  for (let row = 0; row < rows; row += step) {
    const end = Math.min(rows, row + step);
    const planes = encoder.rows(values.slice(row * columns, end * columns), columns, largest);
    if (isFault(planes)) throw new Error(`row ${row + planes.row}: ${planes.found}`);
    planes.forEach((plane, i) => {
      const { offset, unitBytes } = layout.planes[i]!;
      bytes.set(plane, offset + (row / layout.unitRows) * unitBytes);
    });
  }
  if (layout.trailer !== undefined) bytes.set(encoder.trailer(largest), layout.trailer.offset);
  return bytes;
}

const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

describe("fixtures", () => {
  const withSource = Object.entries(expected).filter(([, e]) => e.source_f32 ?? e.source_bf16);

  test("every quantiser of the reference has a fixture here", () => {
    const names = ["fp8_quant", "q4_fused", "q4_probe", "q5_fused", "q6_quant", "w8_quant"];
    expect(withSource.map(([name]) => name).sort()).toEqual(names);
  });

  test.each(withSource)("%s", (_, { kind, shape, payload_sha256, payload_bytes, source_f32, source_bf16 }) => {
    const [rows, columns] = shape as [number, number];
    const values = source_f32 === undefined ? widened(source_bf16!) : floats(source_f32);
    for (const step of [rows, 1]) {
      const bytes = encoded(FORMATS[kind]!, values, rows, columns, step);
      expect(bytes.length).toBe(payload_bytes);
      expect(sha256(bytes)).toBe(payload_sha256);
    }
  });

  test.each(Object.entries(expected).filter(([, { kind }]) => kind === "bf16" || kind === "fp32"))(
    "%s, its finite numbers",
    (_, { kind, f32 }) => {
      const values = floats(f32!).filter(Number.isFinite);
      const bytes = encoded(FORMATS[kind]!, values, 1, values.length);
      const back = DECODERS[FORMATS[kind]!](
        { columns: values.length, firstRow: 0, planes: [bytes], trailer: new Uint8Array(0) },
        0,
        1,
      );
      expect(Buffer.from(back.buffer).equals(Buffer.from(values.buffer))).toBe(true);
    },
  );
});

/** Nearest whole number, ties to even. */
function nearest(x: number): number {
  const floor = Math.floor(x);
  const rest = x - floor;
  if (rest !== 0.5) return Math.round(x);
  return floor % 2 === 0 ? floor : floor + 1;
}

/** The entry of a list of magnitudes that is nearest; of two as near the one with the even index. */
function nearestOf(values: readonly number[], x: number): number {
  const distance = (i: number) => Math.abs(values[i]! - Math.abs(x));
  const best = values.reduce((b, _, i) => {
    const [d, e] = [distance(i), distance(b)];
    return d < e || (d === e && i % 2 === 0) ? i : b;
  }, 0);
  return Math.sign(x) * values[best]!;
}

const E4M3 = Array.from(E4M3_VALUES.subarray(0, 0x7f));
const E2M1 = [0, 0.5, 1, 1.5, 2, 3, 4, 6];
const f = Math.fround;

function grouped(values: Float32Array, columns: number, group: number, least: number, most: number): Float32Array {
  return Float32Array.from(values, (x, i) => {
    const row = Math.floor(i / columns);
    const from = row * columns + Math.floor((i % columns) / group) * group;
    const amax = largestOf(values.subarray(from, Math.min(from + group, (row + 1) * columns)));
    if (amax === 0) return 0;
    const scale = f16ToF32(Math.max(1, f32ToF16(f(amax / most))));
    return scale * Math.min(most, Math.max(least, nearest(f(x * f(1 / scale)))));
  });
}

/** What each format's definition makes of a matrix. */
const DEFINITIONS: Readonly<Record<string, (values: Float32Array, columns: number) => Float32Array>> = {
  q4_g64: (values, columns) => grouped(values, columns, 64, -8, 7),
  q5_g64: (values, columns) => grouped(values, columns, 64, -16, 15),
  q6_g64: (values, columns) => grouped(values, columns, 64, -32, 31),
  w8_g32: (values, columns) => grouped(values, columns, 32, -127, 127),
  fp8_row: (values, columns) =>
    Float32Array.from(values, (x, i) => {
      const row = Math.floor(i / columns);
      const amax = largestOf(values.subarray(row * columns, (row + 1) * columns));
      if (amax === 0) return 0;
      const scale = bf16ToF32(Math.max(1, f32ToBf16(f(amax / 448))));
      const clamped = Math.min(448, Math.max(-448, f(x * f(1 / scale))));
      return scale * nearestOf(E4M3, clamped);
    }),
  nvfp4: (values) => {
    const amax = largestOf(values);
    const divisor = amax === 0 ? 1 : f((6 * 448) / amax);
    return Float32Array.from(values, (x, i) => {
      const from = Math.floor(i / 16) * 16;
      const most = largestOf(values.subarray(from, from + 16));
      if (most === 0) return 0;
      const scale = nearestOf(E4M3, Math.min(448, f(f(most * divisor) / 6))) || 2 ** -9;
      return f((nearestOf(E2M1, f(f(x * divisor) / scale)) * scale) / divisor);
    });
  },
};

describe("definitions", () => {
  const shapes: readonly (readonly [number, number])[] = [
    [3, 64],
    [2, 200],
    [1, 1],
    [5, 129],
  ];
  /** Numbers as weights have them, with zeros, tiny ones and what halves make. */
  const number = fc
    .oneof(
      fc.float({ noNaN: true, noDefaultInfinity: true, min: -2, max: 2 }),
      fc.constantFrom(0, -0, 0.5, -0.5, 1.5, 2.5, 3, -7, 7),
      fc.float({ noNaN: true, noDefaultInfinity: true, min: f(-1e-6), max: f(1e-6) }),
    )
    // Below, some formats refuse a row of nothing else; that has a test of its own.
    .map((x) => (Math.abs(x) < 2 ** -100 ? 0 : x));
  const cases = Object.keys(DEFINITIONS).flatMap((format) =>
    (format === "nvfp4" ? ([[128, 64]] as const) : shapes).map((shape) => [format as EncodedFormat, ...shape] as const),
  );

  test.each(cases)("%s [%i, %i]", (format, rows, columns) => {
    const small = rows * columns <= 1000;
    const matrix = fc.array(number, { minLength: Math.min(rows * columns, 256), maxLength: rows * columns });
    fc.assert(
      fc.property(matrix, (drawn) => {
        const values = Float32Array.from({ length: rows * columns }, (_, i) => f(drawn[i % drawn.length]!));
        const bytes = encoded(format, values, rows, columns);
        const layout = matrixLayout(format, rows, columns);
        const planes = layout.planes.map(({ offset }) => bytes.subarray(offset));
        const trailer = bytes.subarray(layout.trailer?.offset ?? bytes.length);
        const decoded = DECODERS[format]({ columns, firstRow: 0, planes, trailer }, 0, rows);
        const wanted = DEFINITIONS[format]!(values, columns);
        const wrong = Array.from(decoded, (x, i) =>
          x === wanted[i] ? "" : `${i}: ${values[i]} gave ${x}, not ${wanted[i]}`,
        );
        expect(wrong.filter((line) => line !== "").slice(0, 5)).toEqual([]);
      }),
      { seed: SEED, numRuns: small ? 60 : 12 },
    );
  });
});

describe("what a format cannot hold is refused", () => {
  test.each([
    ["q4_g64", 65504 * 7 * 1.01, `at most ${65504 * 7}`],
    ["w8_g32", 65504 * 127 * 1.01, `at most ${65504 * 127}`],
    ["fp8_row", 2 ** -121, "at least 2^-119"],
    ["bf16", 3.4e38, "bf16's largest"],
  ] as const)("%s of %d", (format, value, needed) => {
    const result = ENCODERS[format].rows(Float32Array.of(0, 0, value, 0), 2, value);
    expect(result).toMatchObject({ row: 1, needed: expect.stringContaining(needed) });
  });

  test("nvfp4 of a matrix without a finite divisor", () => {
    const values = new Float32Array(128 * 64).fill(2 ** -120);
    expect(ENCODERS.nvfp4.rows(values, 64, 2 ** -120)).toMatchObject({ needed: expect.stringContaining("2^-116") });
  });
});
