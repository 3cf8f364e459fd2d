/**
 * Operations of the kernel language on four lanes of WebAssembly, and on one number that all lanes share. Apart from the
 * emitter because nothing here knows kernels, threads or memory. Booleans are 0 and -1 in lanes and 0 and 1 alone. Every
 * operation rounds to f32, as the checked mode of emitted JavaScript does, bit by bit but for the elementary functions.
 */
import { invariant } from "../../src/base/invariant.ts";
import type { BinaryOp, FunctionName, ValueType } from "../ir.ts";
import {
  f32,
  f32x4,
  i32,
  i32x4,
  type Local,
  lane,
  type OpName,
  op,
  select,
  shuffle,
  type Wasm,
  type WasmFunction,
} from "./ir.ts";
import { exp4, log4, tanh4 } from "./math.ts";
import { cos4, sin4 } from "./trigonometry.ts";

const LANES = [0, 1, 2, 3] as const;

/** The number of each lane times four, and a vector that counts lanes. */
export const LANE_NUMBERS = i32x4(0, 1, 2, 3);

export function splat(type: ValueType, value: Wasm): Wasm {
  if (type === "bool") return op("i32x4.neg", op("i32x4.splat", value));
  return op(type === "f32" ? "f32x4.splat" : "i32x4.splat", value);
}

/** The value of the first lane. */
export function firstLane(type: ValueType, vector: Wasm): Wasm {
  if (type === "f32") return lane("f32x4.extract_lane", 0, vector);
  const word = lane("i32x4.extract_lane", 0, vector);
  return type === "bool" ? op("i32.and", word, i32(1)) : word;
}

/** A constant, in all lanes. */
export function constantVector(type: ValueType, value: number): Wasm {
  if (type === "f32") return f32x4(value);
  return type === "bool" ? i32x4(value === 0 ? 0 : -1) : i32x4(value);
}

export function constantScalar(type: ValueType, value: number): Wasm {
  return type === "f32" ? f32(value) : i32(type === "bool" ? Number(value !== 0) : value);
}

const FLOAT_OPS: Readonly<Partial<Record<BinaryOp, string>>> = {
  "+": "add",
  "-": "sub",
  "*": "mul",
  "/": "div",
  "<": "lt",
  "<=": "le",
  ">": "gt",
  ">=": "ge",
  "==": "eq",
  "!=": "ne",
};
const COMPARISONS: readonly BinaryOp[] = ["<", "<=", ">", ">="];
const BITS: Readonly<Partial<Record<BinaryOp, string>>> = {
  "&": "and",
  "&&": "and",
  "|": "or",
  "||": "or",
  "^": "xor",
};

/** Name of an integer instruction without its shape. */
function integerName(name: BinaryOp, type: ValueType): string {
  const plain = FLOAT_OPS[name];
  invariant(plain !== undefined, `integers have no ${name}`);
  return COMPARISONS.includes(name) ? `${plain}_${type === "u32" ? "u" : "s"}` : plain;
}

/** `a name b` of values of `type` that all lanes share. */
export function binaryScalar(name: BinaryOp, type: ValueType, a: Wasm, b: Wasm): Wasm {
  if (type === "f32") return op(`f32.${FLOAT_OPS[name]}` as OpName, a, b);
  const bits = BITS[name];
  if (bits !== undefined) return op(`i32.${bits}` as OpName, a, b);
  if (name === "<<") return op("i32.shl", a, b);
  if (name === ">>") return op(type === "u32" ? "i32.shr_u" : "i32.shr_s", a, b);
  if (name === "/" || name === "%") return divide(name, type, a, b);
  return op(`i32.${integerName(name, type)}` as OpName, a, b);
}

/** Integers divided by zero give zero, and the least of all divided by -1 gives itself, as in the language's definition. */
function divide(name: "/" | "%", type: ValueType, a: Wasm, b: Wasm): Wasm {
  const sign = type === "u32" ? "u" : "s";
  const instruction = `i32.${name === "/" ? "div" : "rem"}_${sign}` as OpName;
  if (b.kind === "const" && b.value !== 0 && b.value !== -1) return op(instruction, a, b);
  const isZero = op("i32.eqz", b);
  const leaves = op("i32.and", op("i32.eq", a, i32(-2147483648)), op("i32.eq", b, i32(-1)));
  const trouble = type === "u32" || name === "%" ? isZero : op("i32.or", isZero, leaves);
  return select(isZero, i32(0), op(instruction, a, select(trouble, i32(1), b)));
}

/** Lane by lane, for what has no instruction. `a` and `b` are locals. */
function byLane(f: WasmFunction, a: Wasm, b: Wasm, each: (a: Wasm, b: Wasm) => Wasm): Wasm {
  const [first, second] = [f.local("first", "v128"), f.local("second", "v128")];
  const of = (local: Wasm, l: number): Wasm => lane("i32x4.extract_lane", l, local);
  const begin = op("i32x4.splat", each(of(first.tee(a), 0), of(second.tee(b), 0)));
  return LANES.slice(1).reduce(
    (made, l) => lane("i32x4.replace_lane", l, made, each(of(first.get, l), of(second.get, l))),
    begin,
  );
}

const isPowerOfTwo = (n: number): boolean => n > 0 && (n & (n - 1)) === 0;

/** Whole numbers divided by a power of two, rounded towards zero. */
function halved(f: WasmFunction, type: ValueType, a: Wasm, bits: number): Wasm {
  if (bits === 0) return a;
  if (type === "u32") return op("i32x4.shr_u", a, i32(bits));
  const value = f.local("dividend", "v128");
  const sign = op("i32x4.shr_s", value.tee(a), i32(31));
  const bias = op("i32x4.shr_u", sign, i32(32 - bits));
  return op("i32x4.shr_s", op("i32x4.add", bias, value.get), i32(bits));
}

/** `a name b` of lanes. `constant`: the value of b where it is one. */
export function binaryVector(
  f: WasmFunction,
  name: BinaryOp,
  type: ValueType,
  a: Wasm,
  b: Wasm,
  constant: number | undefined,
): Wasm {
  if (type === "f32") return op(`f32x4.${FLOAT_OPS[name]}` as OpName, a, b);
  const bits = BITS[name];
  if (bits !== undefined) return op(`v128.${bits}` as OpName, a, b);
  if (name === "<<" || name === ">>") {
    const instruction = name === "<<" ? "i32x4.shl" : type === "u32" ? "i32x4.shr_u" : "i32x4.shr_s";
    if (constant !== undefined) return op(instruction, a, i32(constant));
    return byLane(f, a, b, (x, y) => binaryScalar(name, type, x, y));
  }
  if (name === "/" || name === "%") {
    if (constant === undefined || !isPowerOfTwo(constant)) {
      const divisor = constant === undefined ? undefined : i32(constant);
      return byLane(f, a, b, (x, y) => binaryScalar(name, type, x, divisor ?? y));
    }
    if (name === "/") return halved(f, type, a, Math.log2(constant));
    if (type === "u32") return op("v128.and", a, i32x4(constant - 1));
    const value = f.local("remainder", "v128");
    const whole = halved(f, type, value.tee(a), Math.log2(constant));
    const back = op("i32x4.shl", whole, i32(Math.log2(constant)));
    return op("i32x4.neg", op("i32x4.sub", back, value.get));
  }
  if (name === "!=" || name === "==" || COMPARISONS.includes(name)) {
    const compared = type === "bool" ? "i32" : type;
    return op(`i32x4.${integerName(name, compared)}` as OpName, a, b);
  }
  return op(`i32x4.${integerName(name, type)}` as OpName, a, b);
}

export function unaryScalar(name: "-" | "!" | "~", type: ValueType, a: Wasm): Wasm {
  if (name === "!") return op("i32.eqz", a);
  if (name === "~") return op("i32.xor", a, i32(-1));
  return type === "f32" ? op("f32.neg", a) : op("i32.sub", i32(0), a);
}

export function unaryVector(name: "-" | "!" | "~", type: ValueType, a: Wasm): Wasm {
  if (name === "-") return op(type === "f32" ? "f32x4.neg" : "i32x4.neg", a);
  return op("v128.not", a);
}

export function convertScalar(to: ValueType, from: ValueType, a: Wasm): Wasm {
  if (from === to) return a;
  if (to === "f32") return op(from === "u32" ? "f32.convert_i32_u" : "f32.convert_i32_s", a);
  if (from === "f32") return op(to === "u32" ? "i32.trunc_sat_f32_u" : "i32.trunc_sat_f32_s", a);
  return a;
}

export function convertVector(to: ValueType, from: ValueType, a: Wasm): Wasm {
  if (from === to) return a;
  if (from === "bool") return op("v128.and", a, to === "f32" ? f32x4(1) : i32x4(1));
  if (to === "f32") return op(from === "u32" ? "f32x4.convert_i32x4_u" : "f32x4.convert_i32x4_s", a);
  if (from === "f32") return op(to === "u32" ? "i32x4.trunc_sat_f32x4_u" : "i32x4.trunc_sat_f32x4_s", a);
  return a;
}

export function bitcastScalar(to: ValueType, from: ValueType, a: Wasm): Wasm {
  if (to === "f32" && from !== "f32") return op("f32.reinterpret_i32", a);
  return from === "f32" && to !== "f32" ? op("i32.reinterpret_f32", a) : a;
}

/** Functions that one number has an instruction for; others go through a vector. */
export function callScalar(name: FunctionName, type: ValueType, args: readonly Wasm[]): Wasm | undefined {
  const [a, b] = args as [Wasm, Wasm];
  if (type === "f32" && ["sqrt", "abs", "floor", "min", "max"].includes(name))
    return op(`f32.${name}` as OpName, ...args);
  if (name === "min" || name === "max") {
    const less = op(type === "u32" ? "i32.lt_u" : "i32.lt_s", a, b);
    return name === "min" ? select(less, a, b) : select(less, b, a);
  }
  return undefined;
}

export function callVector(f: WasmFunction, name: FunctionName, type: ValueType, args: readonly Wasm[]): Wasm {
  const [a, b] = args as [Wasm, Wasm];
  switch (name) {
    case "exp":
      return exp4(f, a);
    case "log":
      return log4(f, a);
    case "sin":
      return sin4(f, a);
    case "cos":
      return cos4(f, a);
    case "tanh":
      return tanh4(f, a);
    case "sqrt":
    case "floor":
      return op(`f32x4.${name}`, a);
    case "abs":
      return op(type === "f32" ? "f32x4.abs" : "i32x4.abs", a);
    case "min":
    case "max":
      return op(type === "f32" ? `f32x4.${name}` : `i32x4.${name}_${type === "u32" ? "u" : "s"}`, a, b);
    case "fma":
      return multiplyAddOnce(f, args as [Wasm, Wasm, Wasm]);
    case "halfLow":
      return halfToFloat(f, op("v128.and", a, i32x4(0xffff)));
    case "halfHigh":
      return halfToFloat(f, op("i32x4.shr_u", a, i32(16)));
    case "packHalf":
      return op("v128.or", floatToHalf(f, a), op("i32x4.shl", floatToHalf(f, b), i32(16)));
    case "packBf16":
      return op("v128.or", floatToBf16(f, a), op("i32x4.shl", floatToBf16(f, b), i32(16)));
    default:
      return name satisfies never;
  }
}

const UPPER_PAIR = [8, 9, 10, 11, 12, 13, 14, 15, 8, 9, 10, 11, 12, 13, 14, 15];
const JOINED_PAIRS = [0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23];

/** a * b + c, the product exact and the sum rounded by way of a double. */
function multiplyAddOnce(f: WasmFunction, args: readonly [Wasm, Wasm, Wasm]): Wasm {
  const [a, b, c] = args.map((value) => ({ value, local: f.local("factor", "v128") })) as [Held, Held, Held];
  const half = (read: (held: Held) => Wasm): Wasm => {
    const [x, y, z] = [a, b, c].map((held) => op("f64x2.promote_low_f32x4", read(held))) as [Wasm, Wasm, Wasm];
    return op("f32x4.demote_f64x2_zero", op("f64x2.add", op("f64x2.mul", x, y), z));
  };
  const low = half(({ value, local }) => local.tee(value));
  const high = half(({ local }) => shuffle(local.get, local.get, UPPER_PAIR));
  return shuffle(low, high, JOINED_PAIRS);
}

interface Held {
  readonly value: Wasm;
  readonly local: Local;
}

/** Half words in the low bits of lanes as f32. */
function halfToFloat(f: WasmFunction, half: Wasm): Wasm {
  const word = f.local("half", "v128");
  const shifted = op("i32x4.shl", op("v128.and", word.tee(half), i32x4(0x7fff)), i32(13));
  // The exponent's bias goes from 15 to 127; subnormal halves become normal on the way, exactly.
  const finite = op("f32x4.mul", shifted, f32x4(2 ** 112));
  const isSpecial = op("i32x4.gt_u", op("v128.and", word.get, i32x4(0x7fff)), i32x4(0x7bff));
  const magnitude = op("v128.or", finite, op("v128.and", isSpecial, i32x4(0x7f800000)));
  return op("v128.or", magnitude, op("i32x4.shl", op("v128.and", word.get, i32x4(0x8000)), i32(16)));
}

/** Bits rounded to even where they are cut off; `below` is half of the last kept bit, less one. `first` sets `bits`. */
function rounded(first: Wasm, bits: Local, below: number, cut: number): Wasm {
  const odd = op("v128.and", op("i32x4.shr_u", bits.get, i32(cut)), i32x4(1));
  return op("i32x4.shr_u", op("i32x4.add", op("i32x4.add", first, i32x4(below)), odd), i32(cut));
}

/** Half words in the low bits of lanes. Operands run from left to right: each local is set where it is reached first. */
function floatToHalf(f: WasmFunction, value: Wasm): Wasm {
  const whole = f.local("float", "v128");
  const size = f.local("size", "v128");
  const rebased = f.local("rebased", "v128");
  const isNan = op("i32x4.gt_u", size.tee(op("v128.and", whole.tee(value), i32x4(0x7fffffff))), i32x4(0x7f800000));
  const special = op("v128.bitselect", i32x4(0x7e00), i32x4(0x7c00), isNan);
  // Below the normal halves, adding 1/2 leaves the half's bits at the end of the sum, rounded to even.
  const small = op("i32x4.sub", op("f32x4.add", size.get, f32x4(0.5)), f32x4(0.5));
  const usual = rounded(rebased.tee(op("i32x4.sub", size.get, i32x4(0x38000000))), rebased, 0xfff, 13);
  const finite = op("v128.bitselect", small, usual, op("i32x4.lt_u", size.get, i32x4(0x38800000)));
  const magnitude = op("v128.bitselect", special, finite, op("i32x4.ge_u", size.get, i32x4(0x477ff000)));
  return op("v128.or", magnitude, op("v128.and", op("i32x4.shr_u", whole.get, i32(16)), i32x4(0x8000)));
}

function floatToBf16(f: WasmFunction, value: Wasm): Wasm {
  const bits = f.local("bits", "v128");
  const quiet = op("v128.or", op("i32x4.shr_u", bits.tee(value), i32(16)), i32x4(0x40));
  const isNan = op("i32x4.gt_u", op("v128.and", bits.get, i32x4(0x7fffffff)), i32x4(0x7f800000));
  return op("v128.bitselect", quiet, rounded(bits.get, bits, 0x7fff, 16), isNan);
}
