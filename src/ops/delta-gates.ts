/** delta-gates: the decay exponent and the write strength of gated-delta-rule from two small projections. */
import { checkRoles, expectInput, expectWeight, inputType } from "./check.ts";
import type { OpCall, OpContract, OperandType } from "./contract.ts";
import { costOf } from "./cost.ts";

const OP = "delta-gates";

export const deltaGates: OpContract = {
  name: OP,
  formula: "g = -exp(logDecay) softplus(a + decayBias); beta = 1 / (1 + exp(-b))",
  roles: { inputs: ["a", "b"], weights: ["logDecay", "decayBias"], states: [], outputs: ["g", "beta"] },
  writes: [],
  sampled: "none",
  infer(call: OpCall): { readonly g: OperandType; readonly beta: OperandType } {
    checkRoles(deltaGates, call);
    const { width, extent } = inputType(OP, call, "a");
    expectInput(OP, call, "a", width);
    expectInput(OP, call, "b", width, { extent });
    expectWeight(OP, call, "logDecay", 1, width);
    expectWeight(OP, call, "decayBias", 1, width);
    const exact: OperandType = { extent, width, type: "exact" };
    return { g: exact, beta: exact };
  },
  cost: (call, step) => costOf(call, deltaGates.infer(call), step),
};
