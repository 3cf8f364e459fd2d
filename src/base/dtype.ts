/**
 * Element types of storage and their exact conversions. Conversions here are the host's reference: round to nearest
 * even, subnormals kept, NaN stays NaN. Kernels must agree with them bit by bit.
 */
import { unreachable } from "./invariant.ts";

/** Storage types of tensors and buffers. */
export type DType = "f32" | "f16" | "bf16" | "i32" | "u32" | "i8" | "u8";

export function byteSize(dtype: DType): number {
  switch (dtype) {
    case "f32":
    case "i32":
    case "u32":
      return 4;
    case "f16":
    case "bf16":
      return 2;
    case "i8":
    case "u8":
      return 1;
    default:
      return unreachable(dtype);
  }
}

const scratchF32 = new Float32Array(1);
const scratchU32 = new Uint32Array(scratchF32.buffer);

export function f32Bits(x: number): number {
  scratchF32[0] = x;
  return scratchU32[0]!;
}

export function f32FromBits(bits: number): number {
  scratchU32[0] = bits;
  return scratchF32[0]!;
}

/** f32 value of a bf16 word. */
export function bf16ToF32(word: number): number {
  scratchU32[0] = word << 16;
  return scratchF32[0]!;
}

/** bf16 word nearest to `x` (ties to even; NaN becomes a quiet NaN of the same sign). */
export function f32ToBf16(x: number): number {
  const bits = f32Bits(x);
  if ((bits & 0x7fffffff) > 0x7f800000) return ((bits >>> 16) | 0x0040) & 0xffff;
  return ((bits + 0x7fff + ((bits >>> 16) & 1)) >>> 16) & 0xffff;
}

/** f32 value of an IEEE half word. */
export function f16ToF32(word: number): number {
  const sign = word & 0x8000 ? -1 : 1;
  const exponent = (word >>> 10) & 0x1f;
  const mantissa = word & 0x3ff;
  if (exponent === 0) return sign * mantissa * 2 ** -24;
  if (exponent === 31) return mantissa === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return sign * (1 + mantissa / 1024) * 2 ** (exponent - 15);
}

/** IEEE half word nearest to the f32 value of `x` (ties to even; overflow to infinity; NaN quiet). */
export function f32ToF16(x: number): number {
  const bits = f32Bits(x);
  const sign = (bits >>> 16) & 0x8000;
  const magnitude = bits & 0x7fffffff;
  if (magnitude > 0x7f800000) return sign | 0x7e00;
  if (magnitude >= 0x477ff000) return sign | 0x7c00;
  if (magnitude < 0x38800000) {
    const value = f32FromBits(magnitude) * 2 ** 24;
    const floor = Math.floor(value);
    const rest = value - floor;
    const up = rest > 0.5 || (rest === 0.5 && (floor & 1) === 1) ? 1 : 0;
    return sign | (floor + up);
  }
  const rebased = magnitude - 0x38000000;
  return sign | ((rebased + 0xfff + ((rebased >>> 13) & 1)) >>> 13);
}

/** Little-endian bytes of one dtype as f32 values. Integers are converted, not reinterpreted. */
export function toFloat32(bytes: Uint8Array, dtype: DType): Float32Array {
  const count = bytes.byteLength / byteSize(dtype);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const out = new Float32Array(count);
  switch (dtype) {
    case "f32": {
      const words = new Uint32Array(out.buffer);
      for (let i = 0; i < count; i++) words[i] = view.getUint32(4 * i, true);
      return out;
    }
    case "bf16": {
      const words = new Uint32Array(out.buffer);
      for (let i = 0; i < count; i++) words[i] = view.getUint16(2 * i, true) << 16;
      return out;
    }
    case "f16":
      for (let i = 0; i < count; i++) out[i] = f16ToF32(view.getUint16(2 * i, true));
      return out;
    case "i32":
      for (let i = 0; i < count; i++) out[i] = view.getInt32(4 * i, true);
      return out;
    case "u32":
      for (let i = 0; i < count; i++) out[i] = view.getUint32(4 * i, true);
      return out;
    case "i8":
      for (let i = 0; i < count; i++) out[i] = view.getInt8(i);
      return out;
    case "u8":
      for (let i = 0; i < count; i++) out[i] = bytes[i]!;
      return out;
    default:
      return unreachable(dtype);
  }
}

/** f32 values as little-endian bytes of a float dtype. */
export function fromFloat32(values: ArrayLike<number>, dtype: "f32" | "f16" | "bf16"): Uint8Array {
  if (dtype === "f32") return new Uint8Array(new Float32Array(values).buffer);
  const words = new Uint16Array(values.length);
  const convert = dtype === "bf16" ? f32ToBf16 : f32ToF16;
  for (let i = 0; i < words.length; i++) words[i] = convert(values[i]!);
  return new Uint8Array(words.buffer);
}
