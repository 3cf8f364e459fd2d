/**
 * Folding of constants and neutral elements while an expression is built, so that emitted code reads as written by
 * hand. Only identities that hold exactly are used: integer identities, and multiplication of a float by one.
 */
import { invariant } from "../src/base/invariant.ts";
import type { BinaryOp, Expr, ValueType } from "./ir.ts";

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
