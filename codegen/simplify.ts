/**
 * Folding of constants and neutral elements while an expression is built, so that emitted code reads as written by
 * hand. Only identities that hold exactly are used: integer identities, multiplication of a float by one, comparison,
 * choice, and the functions of floats that never round. Folding integers is no luxury: WGSL computes an operation on two
 * literals without a width and refuses what leaves 32 bits.
 */
import { invariant } from "../src/base/invariant.ts";
import type { BinaryOp, Expr, FunctionName, ValueType } from "./ir.ts";

export function constant(type: ValueType, value: number | boolean): Expr {
  if (type === "f32") return { kind: "const", type, value: Math.fround(Number(value)) };
  if (type === "i32") return { kind: "const", type, value: Number(value) | 0 };
  if (type === "u32") return { kind: "const", type, value: Number(value) >>> 0 };
  return { kind: "const", type, value: value ? 1 : 0 };
}

const isConst = (e: Expr, value: number): boolean => e.kind === "const" && e.value === value;

function foldIntegers(op: BinaryOp, type: "i32" | "u32", a: number, b: number): Expr | undefined {
  switch (op) {
    case "+":
      return constant(type, a + b);
    case "-":
      return constant(type, a - b);
    case "*":
      return constant(type, Math.imul(a, b));
    case "/":
      return b === 0 ? undefined : constant(type, Math.trunc(a / b));
    case "%":
      return b === 0 ? undefined : constant(type, a % b);
    case "<<":
      return constant(type, a << b);
    case ">>":
      return constant(type, type === "u32" ? a >>> b : a >> b);
    case "&":
      return constant(type, a & b);
    case "|":
      return constant(type, a | b);
    case "^":
      return constant(type, a ^ b);
    default:
      return undefined;
  }
}

function foldComparison(op: BinaryOp, a: number, b: number): boolean | undefined {
  switch (op) {
    case "<":
      return a < b;
    case "<=":
      return a <= b;
    case ">":
      return a > b;
    case ">=":
      return a >= b;
    case "==":
      return a === b;
    case "!=":
      return a !== b;
    default:
      return undefined;
  }
}

/** A condition of constants, or of one that decides it or has no say in it. */
function foldCondition(op: BinaryOp, a: Expr, b: Expr): Expr | undefined {
  if (op === "&&" || op === "||") {
    const deciding = op === "||" ? 1 : 0;
    if (a.kind === "const") return a.value === deciding ? a : b;
    if (b.kind === "const") return b.value === deciding ? b : a;
    return undefined;
  }
  if (a.kind !== "const" || b.kind !== "const") return undefined;
  const folded = foldComparison(op, a.value, b.value);
  return folded === undefined ? undefined : constant("bool", folded);
}

/** Functions whose value of constants is exact in every type that they take. */
const EXACT_FUNCTIONS: Readonly<Partial<Record<FunctionName, (...args: number[]) => number>>> = {
  min: Math.min,
  max: Math.max,
  abs: Math.abs,
  floor: Math.floor,
};

/** The simplest expression equal to `fn(args)`. */
export function call(fn: FunctionName, type: ValueType, ...args: readonly Expr[]): Expr {
  const exact = EXACT_FUNCTIONS[fn];
  const values = args.flatMap((a) => (a.kind === "const" ? [a.value] : []));
  if (exact !== undefined && values.length === args.length) return constant(type, exact(...values));
  return { kind: "call", type, fn, args };
}

/** The simplest expression equal to `condition ? yes : no`. */
export function select(condition: Expr, yes: Expr, no: Expr): Expr {
  if (condition.kind === "const") return condition.value === 0 ? no : yes;
  return { kind: "select", type: yes.type, condition, yes, no };
}

/** The simplest expression equal to `op a`. */
export function unary(op: "-" | "!" | "~", a: Expr): Expr {
  if (a.kind === "const") {
    if (op === "-") return constant(a.type, -a.value);
    if (op === "~") return constant(a.type, ~a.value);
    return constant("bool", a.value === 0);
  }
  return { kind: "unary", type: a.type, op, a };
}

const scratch = new DataView(new ArrayBuffer(4));

function bitsOf(type: "f32" | "i32" | "u32", value: number): number {
  if (type === "f32") scratch.setFloat32(0, value);
  else scratch.setUint32(0, value >>> 0);
  return scratch.getUint32(0);
}

/** The bits of `a` as another 32-bit type. */
export function bitcast(type: "f32" | "i32" | "u32", a: Expr): Expr {
  if (a.type === type) return a;
  if (a.kind === "const" && a.type !== "bool") {
    const bits = bitsOf(a.type, a.value);
    if (type !== "f32") return constant(type, bits);
    const value = scratch.getFloat32(0);
    if (Number.isFinite(value)) return constant("f32", value);
  }
  return { kind: "bitcast", type, a };
}

/** The value of `a` as another type. Floats lose their fraction and saturate, integers wrap. */
export function convert(type: ValueType, a: Expr): Expr {
  if (a.type === type) return a;
  if (a.kind !== "const") return { kind: "convert", type, a };
  if (a.type !== "f32" || type === "f32") return constant(type, a.value);
  const [low, high] = type === "i32" ? [-(2 ** 31), 2 ** 31 - 1] : [0, 2 ** 32 - 1];
  return constant(type, Math.trunc(Math.min(Math.max(a.value, low), high)));
}

/** The simplest expression equal to `a op b`. Integers wrap; a shift amount that is known must be below 32. */
export function binary(op: BinaryOp, type: ValueType, a: Expr, b: Expr): Expr {
  if ((op === "<<" || op === ">>") && b.kind === "const") {
    invariant(b.value >= 0 && b.value < 32, `shift by ${b.value}`);
  }
  if (type === "i32" || type === "u32") {
    if (a.kind === "const" && b.kind === "const") {
      const folded = foldIntegers(op, type, a.value, b.value);
      if (folded !== undefined) return folded;
    }
    if (op === "+" && isConst(a, 0)) return b;
    if ((op === "+" || op === "-" || op === "<<" || op === ">>") && isConst(b, 0)) return a;
    if (op === "*" && (isConst(a, 0) || isConst(b, 0))) return constant(type, 0);
    if (op === "*" && isConst(a, 1)) return b;
    if ((op === "*" || op === "/") && isConst(b, 1)) return a;
    if (op === "%" && isConst(b, 1)) return constant(type, 0);
  }
  if (type === "bool") {
    const folded = foldCondition(op, a, b);
    if (folded !== undefined) return folded;
  }
  if (type === "f32") {
    if (op === "*" && isConst(a, 1)) return b;
    if ((op === "*" || op === "/") && isConst(b, 1)) return a;
  }
  // x + (-c) is x - c, exactly; the lowest i32 has no counterpart.
  if (op === "+" && (type === "f32" || type === "i32") && b.kind === "const" && b.value < 0 && b.value !== -(2 ** 31)) {
    return { kind: "binary", type, op: "-", a, b: constant(type, -b.value) };
  }
  return { kind: "binary", type, op, a, b };
}
