/**
 * Weights of cases, in any format: what the formats' definitions say of the bits, and random objects of each. Written
 * from the definitions and not from the host's decoders, which are tested against the same table. A new format is one
 * line here, and the ops that read large matrices then get cases of it.
 */
import { bf16ToF32, f16ToF32, f32FromBits, f32ToBf16, f32ToF16, fromFloat32 } from "../../src/base/dtype.ts";
import type { BitField } from "../../src/base/formats/layout.ts";
import { matrixLayout, WEIGHT_LAYOUTS, type WeightFormat } from "../../src/base/formats/registry.ts";
import { NUMBERS } from "../../src/base/integers.ts";
import { present } from "../../src/base/invariant.ts";
import type { RandomSource, ValueOptions } from "./random.ts";
import type { WeightData } from "./types.ts";

interface Scale {
  readonly value: (bits: number) => number;
  /** Bits of the scale nearest to a number. */
  readonly bits: (value: number) => number;
}

/** value = code * scale / divisor, rounded to f32 once; the divisor is the f32 behind the planes where there is one. */
interface WeightDefinition {
  readonly code: (bits: number) => number;
  /** Of formats whose codes share scales: the scale, and the largest magnitude of a code. */
  readonly scale?: Scale;
  readonly largest?: number;
}

/** E4M3FN by its definition. */
function e4m3(byte: number): number {
  const [sign, exponent, mantissa] = [byte & 128 ? -1 : 1, (byte >> 3) & 15, byte & 7];
  if (exponent === 15 && mantissa === 7) return Number.NaN;
  return exponent === 0 ? sign * mantissa * 2 ** -9 : sign * (1 + mantissa / 8) * 2 ** (exponent - 7);
}
const E4M3_SCALES = Array.from({ length: 127 }, (_, byte) => e4m3(byte));

function nearestE4m3(value: number): number {
  const distance = (byte: number): number => Math.abs(E4M3_SCALES[byte]! - value);
  return E4M3_SCALES.reduce((best, _, byte) => (distance(byte) < distance(best) ? byte : best), 0);
}

const F16_SCALE: Scale = { value: f16ToF32, bits: f32ToF16 };
const BF16_SCALE: Scale = { value: bf16ToF32, bits: f32ToBf16 };
const E4M3_SCALE: Scale = { value: e4m3, bits: nearestE4m3 };
const E2M1 = [0, 0.5, 1, 1.5, 2, 3, 4, 6];
const signed = (bits: number) => (code: number) => (code >= 2 ** (bits - 1) ? code - 2 ** bits : code);

const DEFINITIONS: Readonly<Record<WeightFormat, WeightDefinition>> = {
  f32: { code: f32FromBits },
  f16: { code: f16ToF32 },
  bf16: { code: bf16ToF32 },
  i32: { code: (bits) => bits | 0 },
  u32: { code: (bits) => bits },
  i8: { code: signed(8) },
  u8: { code: (bits) => bits },
  q4_g64: { code: signed(4), scale: F16_SCALE, largest: 8 },
  q5_g64: { code: signed(5), scale: F16_SCALE, largest: 16 },
  q6_g64: { code: signed(6), scale: F16_SCALE, largest: 32 },
  w8_g32: { code: signed(8), scale: F16_SCALE, largest: 127 },
  fp8_row: { code: e4m3, scale: BF16_SCALE, largest: 448 },
  nvfp4: { code: (bits) => (bits & 8 ? -1 : 1) * E2M1[bits & 7]!, scale: E4M3_SCALE, largest: 6 },
};

export const WEIGHT_FORMATS = Object.keys(DEFINITIONS) as readonly WeightFormat[];
/** Those whose numbers share scales. */
export const PACKED_FORMATS = WEIGHT_FORMATS.filter((format) => DEFINITIONS[format].scale !== undefined);

/** Value of an element by its format's definition. */
export function weightValue(format: WeightFormat, code: number, scale: number, divisor: number): number {
  const definition = DEFINITIONS[format];
  return Math.fround((definition.code(code) * (definition.scale?.value(scale) ?? 1)) / divisor);
}

/** Whether a format stores matrices of a shape. */
export function storesShape(format: WeightFormat, rows: number, columns: number): boolean {
  return typeof WEIGHT_LAYOUTS[format].storage([rows, columns]) !== "string";
}

export type DenseFormat = "f32" | "bf16" | "f16";

/** A matrix of given numbers, each exact in the format. */
export function denseWeight(rows: number, columns: number, format: DenseFormat, values: Float32Array): WeightData {
  return { rows, columns, format, values, bytes: fromFloat32(values, format) };
}

const ROUND: Readonly<Record<DenseFormat, (x: number) => number>> = {
  f32: Math.fround,
  bf16: (x) => bf16ToF32(f32ToBf16(x)),
  f16: (x) => f16ToF32(f32ToF16(x)),
};
const isDense = (format: WeightFormat): format is DenseFormat => Object.hasOwn(ROUND, format);

/** A random matrix. Of packed formats only `scale` is kept: about the largest magnitude of a value. */
export function randomWeight(
  random: RandomSource,
  rows: number,
  columns: number,
  format: WeightFormat,
  options: ValueOptions = {},
): WeightData {
  if (!isDense(format)) return packedWeight(random, rows, columns, format, options.scale ?? 1);
  return denseWeight(rows, columns, format, random.values(rows * columns, options).map(ROUND[format]));
}

/** Not a power of two, so that a forgotten division shows. */
const DIVISOR = 1.75;

/** Random codes, and one random scale for each place where a scale lies. What no element owns is left as junk. */
function packedWeight(
  random: RandomSource,
  rows: number,
  columns: number,
  format: WeightFormat,
  magnitude: number,
): WeightData {
  const layout = matrixLayout(format, rows, columns);
  const { code, ...definition } = DEFINITIONS[format];
  const { bits: scaleBits } = present(definition.scale, `scale of ${format}`);
  const bytes = Uint8Array.from({ length: layout.bytes }, () => random.integer(0, 255));
  const divisor = layout.trailer === undefined ? 1 : DIVISOR;
  if (layout.trailer !== undefined) new DataView(bytes.buffer).setFloat32(layout.trailer.offset, DIVISOR, true);
  const put = ({ plane, index, bits }: BitField<number>, value: number): void => {
    const first = layout.planes[plane]!.offset + Math.floor((index * bits) / 8);
    if (bits === 16) {
      bytes[first] = value & 255;
      bytes[first + 1] = value >> 8;
      return;
    }
    // Fields of at most eight bits lie in one byte.
    const shift = (index * bits) % 8;
    bytes[first] = (bytes[first]! & ~((2 ** bits - 1) << shift)) | (value << shift);
  };
  const finiteCode = (bits: number): number => {
    const drawn = random.integer(0, 2 ** bits - 1);
    return Number.isFinite(code(drawn)) ? drawn : finiteCode(bits);
  };
  const scales = new Map<number, number>();
  const values = new Float32Array(rows * columns);
  for (let n = 0; n < rows; n++) {
    for (let k = 0; k < columns; k++) {
      const place = WEIGHT_LAYOUTS[format].coord(NUMBERS, columns, n, k, 1);
      const scaleAt = present(place.scale, `scale of ${format}`);
      let scale = scales.get(scaleAt.index);
      if (scale === undefined) {
        scale = scaleBits(((0.5 + random.uniform()) * magnitude * divisor) / present(definition.largest, format));
        scales.set(scaleAt.index, scale);
        put(scaleAt, scale);
      }
      const drawn = finiteCode(place.code.reduce((sum, part) => sum + part.bits, 0));
      let rest = drawn;
      for (const part of place.code) {
        put(part, rest % 2 ** part.bits);
        rest = Math.floor(rest / 2 ** part.bits);
      }
      values[n * columns + k] = weightValue(format, drawn, scale, divisor);
    }
  }
  return { rows, columns, format, values, bytes };
}
