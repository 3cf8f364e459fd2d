/** quantise: rows as int8 codes in groups of 64 columns with a scale each. Producers of rows do the same by themselves. */
import { checkRoles, expectInput, inputType } from "./check.ts";
import type { OpCall, OpContract, OperandType } from "./contract.ts";
import { costOf } from "./cost.ts";
import { quantisedTypes } from "./quantised.ts";

export const quantise: OpContract = {
  name: "quantise",
  formula:
    "a = max |x| of 64 columns; scale = a f32(1/127), rounded to f32; code = 127 x / a, rounded half to even; " +
    "a < 2^-118: scale and codes 0; a no finite number: scale a, codes 0",
  roles: { inputs: ["x"], weights: [], states: [], outputs: ["codes", "scales"] },
  writes: [],
  sampled: "none",
  infer(call: OpCall): { readonly codes: OperandType; readonly scales: OperandType } {
    checkRoles(quantise, call);
    const x = inputType("quantise", call, "x");
    expectInput("quantise", call, "x", x.width);
    return quantisedTypes(x);
  },
  cost: (call, step) => costOf(call, quantise.infer(call), step),
};
