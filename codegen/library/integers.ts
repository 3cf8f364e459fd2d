/** Layouts written once over `Integers`, as index expressions of a kernel. */
import type { Integers } from "../../src/base/integers.ts";
import { type I32, i32 } from "../builder.ts";

/** The exponent of a power of two, or undefined. */
function exponentOf(value: number): number | undefined {
  const exponent = Math.log2(value);
  return Number.isInteger(exponent) ? exponent : undefined;
}

/** Operands are not negative, so a division by a power of two is a shift and its remainder a mask. */
export const INDICES: Integers<I32> = {
  of: (value) => i32(value),
  add: (a, b) => a.add(b),
  mul: (a, b) => a.mul(b),
  div: (a, b) => {
    const exponent = exponentOf(b);
    return exponent === undefined ? a.div(b) : a.shr(exponent);
  },
  rem: (a, b) => (b === 1 || exponentOf(b) === undefined ? a.rem(b) : a.and(b - 1)),
};
