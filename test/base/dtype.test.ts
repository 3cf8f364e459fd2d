/**
 * Conversions of narrow floats against definitions written here: all words decoded by their formula, and rounding by
 * looking up the two neighbours of a value among all words.
 */
import { describe, expect, test } from "vitest";
import {
  bf16ToF32,
  byteSize,
  type DType,
  f16ToF32,
  f32Bits,
  f32FromBits,
  f32ToBf16,
  f32ToF16,
  fromFloat32,
  toFloat32,
} from "../../src/base/dtype.ts";
import { randomWords } from "../codegen/run.ts";

/** A binary float format by its field widths. */
interface Format {
  readonly name: string;
  readonly exponentBits: number;
  readonly mantissaBits: number;
  readonly toF32: (word: number) => number;
  readonly fromF32: (x: number) => number;
}

const FORMATS: readonly Format[] = [
  { name: "f16", exponentBits: 5, mantissaBits: 10, toF32: f16ToF32, fromF32: f32ToF16 },
  { name: "bf16", exponentBits: 8, mantissaBits: 7, toF32: bf16ToF32, fromF32: f32ToBf16 },
];

/** The value of a word by the definition of IEEE 754, sign included. */
function decode({ exponentBits, mantissaBits }: Format, word: number): number {
  const sign = word >= 0x8000 ? -1 : 1;
  const exponent = Math.floor((word % 0x8000) / 2 ** mantissaBits);
  const fraction = (word % 2 ** mantissaBits) / 2 ** mantissaBits;
  const bias = 2 ** (exponentBits - 1) - 1;
  if (exponent === 2 ** exponentBits - 1) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  if (exponent === 0) return sign * fraction * 2 ** (1 - bias);
  return sign * (1 + fraction) * 2 ** (exponent - bias);
}

/** Values of the words from 0 to infinity, which stands for the power of two behind the largest finite value. */
function ladder(format: Format): Float64Array {
  const infinity = (2 ** format.exponentBits - 1) * 2 ** format.mantissaBits;
  const values = Float64Array.from({ length: infinity + 1 }, (_, word) => decode(format, word));
  values[infinity] = 2 ** (2 ** (format.exponentBits - 1));
  return values;
}

/** Nearest word to a number that is not NaN: of two equally near ones the even one. */
function nearest(values: Float64Array, x: number): number {
  const sign = x < 0 || Object.is(x, -0) ? 0x8000 : 0;
  const size = Math.min(Math.abs(x), values.at(-1)!);
  let low = 0;
  let high = values.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (values[middle]! <= size) low = middle;
    else high = middle;
  }
  const below = size - values[low]!;
  const above = values[high]! - size;
  const word = below < above || (below === above && low % 2 === 0) ? low : high;
  return sign + word;
}

const isNanWord = (format: Format, word: number): boolean => Number.isNaN(decode(format, word));
const quiet = (format: Format, word: number): boolean =>
  isNanWord(format, word) && (word & (1 << (format.mantissaBits - 1))) !== 0;

describe.each(FORMATS)("$name", (format) => {
  const values = ladder(format);

  test("every word has the value of its definition", () => {
    const wrong: number[] = [];
    for (let word = 0; word < 65536; word++) if (!Object.is(format.toF32(word), decode(format, word))) wrong.push(word);
    expect(wrong).toEqual([]);
  });

  test("every word survives the way to f32 and back", () => {
    const wrong: number[] = [];
    for (let word = 0; word < 65536; word++) {
      const back = format.fromF32(format.toF32(word));
      if (isNanWord(format, word) ? !quiet(format, back) : back !== word) wrong.push(word);
    }
    expect(wrong).toEqual([]);
  });

  const check = (bits: Iterable<number>): string[] => {
    const wrong: string[] = [];
    for (const word of bits) {
      const x = f32FromBits(word);
      const got = format.fromF32(x);
      const right = Number.isNaN(x) ? quiet(format, got) : got === nearest(values, x);
      if (!right) wrong.push(`0x${word.toString(16)} -> 0x${got.toString(16)}`);
    }
    return wrong;
  };

  test("rounds to nearest, ties to even, at and beside every midpoint", () => {
    function* around(): Iterable<number> {
      for (let word = 0; word + 1 < values.length; word++) {
        const middle = f32Bits((values[word]! + values[word + 1]!) / 2);
        for (const bits of [middle - 1, middle, middle + 1]) if (bits >= 0) yield* [bits, bits + 0x80000000];
      }
    }
    expect(check(around())).toEqual([]);
  });

  test("rounds random bit patterns, infinities, NaN and f32 subnormals", () => {
    const edges = [0, 1, 0x7fffff, 0x800000, 0x7f7fffff, 0x7f800000, 0x7f800001, 0x7fc00000, 0x7fffffff];
    expect(check([...edges, ...edges.map((bits) => bits + 0x80000000), ...randomWords(7, 50_000)])).toEqual([]);
  });

  test("doubles round through f32 first", () => {
    const wrong: number[] = [];
    for (let word = 0; word + 1 < values.length; word++) {
      // Above the midpoint as a double, on it as f32: the tie goes to the even word.
      const middle = (values[word]! + values[word + 1]!) / 2;
      if (format.fromF32(middle * (1 + 2 ** -40)) !== word + (word % 2)) wrong.push(word);
    }
    expect(wrong).toEqual([]);
  });
});

describe("arrays", () => {
  const bytesOf = (array: { readonly buffer: ArrayBufferLike }): Uint8Array => new Uint8Array(array.buffer.slice(0));
  const cases: readonly [DType, Uint8Array, readonly number[]][] = [
    ["f32", bytesOf(Float32Array.of(1.5, -0, Infinity)), [1.5, -0, Infinity]],
    ["f16", bytesOf(Uint16Array.of(0x3c00, 0x8001, 0xfc00)), [1, -(2 ** -24), -Infinity]],
    ["bf16", bytesOf(Uint16Array.of(0x3fc0, 0x8000, 0x7f80)), [1.5, -0, Infinity]],
    ["i32", bytesOf(Int32Array.of(-5, 16777217, 7)), [-5, 16777216, 7]],
    ["u32", bytesOf(Uint32Array.of(4294967295, 3)), [4294967296, 3]],
    ["i8", bytesOf(Int8Array.of(-128, 127, -1)), [-128, 127, -1]],
    ["u8", bytesOf(Uint8Array.of(255, 0, 128)), [255, 0, 128]],
  ];

  test.each(cases)("%s bytes become f32 values", (dtype, bytes, values) => {
    expect([...toFloat32(bytes, dtype)]).toEqual(values);
    // Bytes of a file seldom start at a multiple of the element size.
    const shifted = new Uint8Array(bytes.byteLength + 1);
    shifted.set(bytes, 1);
    expect([...toFloat32(shifted.subarray(1), dtype)]).toEqual(values);
    expect(bytes.byteLength).toBe(values.length * byteSize(dtype));
  });

  test.each(["f32", "f16", "bf16"] as const)("%s values survive as bytes", (dtype) => {
    const values = Float32Array.of(0, -0, 1, -2.5, 0.15625, 1024, Infinity, -Infinity);
    expect([...toFloat32(fromFloat32(values, dtype), dtype)]).toEqual([...values]);
  });
});
