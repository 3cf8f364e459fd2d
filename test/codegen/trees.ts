/**
 * Expressions on their own terms: trees that are built into the kernel language on one side and evaluated on the other,
 * with integers that cannot lose a bit and floats rounded after each operation. Where WGSL leaves a result open a tree
 * has no value.
 */
import {
  abs,
  type Bool,
  type F32,
  floor,
  type I32,
  type KernelBuilder,
  select,
  sqrt,
  type U32,
  u32,
  Val,
} from "../../codegen/builder.ts";

export type Type = "i32" | "u32" | "f32" | "bool";

export type Tree =
  | { readonly kind: "input"; readonly type: Type; readonly index: number }
  | { readonly kind: "constant"; readonly type: Type; readonly value: number }
  | { readonly kind: "apply"; readonly type: Type; readonly op: string; readonly args: readonly Tree[] };

export const wrap = (type: "i32" | "u32", x: bigint): number =>
  Number(type === "i32" ? BigInt.asIntN(32, x) : BigInt.asUintN(32, x));

/** Thrown where WGSL leaves the result open: such trees say nothing. */
class Open extends Error {}

/** Integer operations by their sign. */
export const INTEGER: Readonly<Record<string, (a: bigint, b: bigint) => bigint>> = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => a / b,
  "%": (a, b) => a % b,
  "&": (a, b) => a & b,
  "|": (a, b) => a | b,
  "^": (a, b) => a ^ b,
  "<<": (a, b) => a << b,
  ">>": (a, b) => a >> b,
  // biome-ignore lint/complexity/useMathMinMax: Math knows no BigInt
  min: (a, b) => (a < b ? a : b),
  // biome-ignore lint/complexity/useMathMinMax: Math knows no BigInt
  max: (a, b) => (a > b ? a : b),
};

export const COMPARE: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  "<": (a, b) => a < b,
  "<=": (a, b) => a <= b,
  ">": (a, b) => a > b,
  ">=": (a, b) => a >= b,
  "==": (a, b) => a === b,
  "!=": (a, b) => a !== b,
};

function float(op: string, a: number, b: number): number {
  switch (op) {
    case "+":
      return Math.fround(a + b);
    case "-":
      return Math.fround(a - b);
    case "*":
      return Math.fround(a * b);
    case "/":
      return Math.fround(a / b);
    default:
      // Which zero and what of NaN is left open.
      if ((a === 0 && b === 0) || Number.isNaN(a) || Number.isNaN(b)) throw new Open();
      return op === "min" ? Math.min(a, b) : Math.max(a, b);
  }
}

function convert(to: Type, from: Type, x: number): number {
  if (to === "f32") return Math.fround(x);
  if (from !== "f32") return wrap(to as "i32" | "u32", BigInt(x));
  if (Number.isNaN(x)) throw new Open();
  const [low, high] = to === "i32" ? [-(2 ** 31), 2 ** 31 - 1] : [0, 2 ** 32 - 1];
  return Math.trunc(Math.min(Math.max(x, low), high)) + 0;
}

function bits(to: Type, from: Type, x: number): number {
  if (Number.isNaN(x)) throw new Open();
  const view = new DataView(new ArrayBuffer(4));
  if (from === "f32") view.setFloat32(0, x);
  else view.setUint32(0, x >>> 0);
  const found = to === "f32" ? view.getFloat32(0) : to === "i32" ? view.getInt32(0) : view.getUint32(0);
  if (Number.isNaN(found)) throw new Open();
  return found;
}

/** Value of a tree; conditions are 0 and 1. */
export function evaluate(tree: Tree, inputs: readonly number[]): number {
  if (tree.kind === "constant") return tree.value;
  if (tree.kind === "input") return inputs[tree.index]!;
  const { op, type } = tree;
  const from = tree.args[0]!.type;
  const [a, b, c] = tree.args.map((arg) => evaluate(arg, inputs)) as [number, number, number];
  if (op === "select") return a !== 0 ? b : c;
  if (op === "convert") return convert(type, from, a);
  if (op === "bits") return bits(type, from, a);
  if (op === "neg") return type === "f32" ? -a : wrap(type as "i32", -BigInt(a));
  if (op === "not") return type === "bool" ? 1 - a : wrap(type as "i32", ~BigInt(a));
  if (op === "&&") return a & b;
  if (op === "||") return a | b;
  if (op in COMPARE) return +COMPARE[op]!(a, b);
  if (type === "f32") {
    if (op === "abs") return Math.abs(a);
    if (op === "floor") return Math.floor(a);
    if (op === "sqrt") return Math.fround(Math.sqrt(a));
    return float(op, a, b);
  }
  if ((op === "/" || op === "%") && b === 0) throw new Open();
  if ((op === "<<" || op === ">>") && (b < 0 || b > 31)) throw new Open();
  return wrap(type as "i32", INTEGER[op]!(BigInt(a), BigInt(b)));
}

const METHODS: Readonly<Record<string, string>> = {
  "+": "add",
  "-": "sub",
  "*": "mul",
  "/": "div",
  "%": "rem",
  "&": "and",
  "|": "or",
  "^": "xor",
  "<<": "shl",
  ">>": "shr",
  "&&": "and",
  "||": "or",
  "<": "lt",
  "<=": "le",
  ">": "gt",
  ">=": "ge",
  "==": "eq",
  "!=": "ne",
};

/** The tree in the kernel language. */
export function express(tree: Tree, inputs: readonly Val<Type>[]): Val<Type> {
  if (tree.kind === "input") return inputs[tree.index]!;
  if (tree.kind === "constant") {
    const { type, value } = tree;
    return new Val<Type>(type, { kind: "const", type, value });
  }
  const [a, b, c] = tree.args.map((arg) => express(arg, inputs)) as [Val<Type>, Val<Type>, Val<Type>];
  const { op, type } = tree;
  if (op === "select") return select(a as Bool, b, c);
  if (op === "convert") return type === "f32" ? a.toF32() : type === "i32" ? a.toI32() : a.toU32();
  if (op === "bits") return type === "f32" ? a.bitsF32() : type === "i32" ? a.bitsI32() : a.bitsU32();
  if (op === "abs") return abs(a as F32);
  if (op === "floor") return floor(a as F32);
  if (op === "sqrt") return sqrt(a as F32);
  const methods = a as unknown as Readonly<Record<string, (other?: Val<Type>) => Val<Type>>>;
  return methods[METHODS[op] ?? op]!.call(a, b);
}

/** Values where integer arithmetic goes wrong. */
export const EDGES: Readonly<Record<"i32" | "u32", readonly number[]>> = {
  i32: [0, 1, -1, 2, -3, 7, 255, 65536, 0x7fffffff, -0x80000000, -0x7fffffff, 0x40000000],
  u32: [0, 1, 2, 3, 7, 255, 65535, 65536, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff],
};

/** A result as a word of a u32 buffer. */
export function storeWord(
  k: KernelBuilder,
  y: ReturnType<KernelBuilder["buffer"]>,
  at: number | I32,
  value: Val<Type>,
): void {
  const word = value.type === "bool" ? select(value as Bool, u32(1), 0) : (value as I32).bitsU32();
  k.store(y, at, word as U32);
}

export const input = (type: Type, index: number): Tree => ({ kind: "input", type, index });
export const apply = (type: Type, op: string, ...args: readonly Tree[]): Tree => ({ kind: "apply", type, op, args });

/** Value of a tree, or undefined where it is left open. */
export function definedValue(tree: Tree, inputs: readonly number[]): number | undefined {
  try {
    return evaluate(tree, inputs);
  } catch (error) {
    if (error instanceof Open) return undefined;
    throw error;
  }
}
