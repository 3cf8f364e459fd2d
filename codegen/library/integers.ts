/** Layouts written once over `Integers`, as index expressions of a kernel. */
import type { Integers } from "../../src/base/integers.ts";
import { type I32, i32 } from "../builder.ts";

export const INDICES: Integers<I32> = {
  of: (value) => i32(value),
  add: (a, b) => a.add(b),
  mul: (a, b) => a.mul(b),
  div: (a, b) => a.div(b),
  rem: (a, b) => a.rem(b),
};
