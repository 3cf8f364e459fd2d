/**
 * Integer arithmetic without saying on what: layouts are written once in it and run on numbers (host decoders, tests)
 * and on values of the kernel language. Apart from both, because neither may import the other. Every result must be
 * exact in 32-bit integers; operands are not negative.
 */

export interface Integers<I> {
  of(value: number): I;
  add(a: I, b: I | number): I;
  mul(a: I, b: I | number): I;
  /** Whole quotient. */
  div(a: I, b: number): I;
  rem(a: I, b: number): I;
}

/** Plain numbers. */
export const NUMBERS: Integers<number> = {
  of: (value) => value,
  add: (a, b) => a + b,
  mul: (a, b) => a * b,
  div: (a, b) => Math.floor(a / b),
  rem: (a, b) => a % b,
};
