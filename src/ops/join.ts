/** join: elementwise combination of two values of one shape, where no product's epilogue does it. */
import { checkRoles, choiceAttribute, expectInput, inputType } from "./check.ts";
import type { OpCall, OpContract } from "./contract.ts";
import { costOf } from "./cost.ts";
import { QUANTISABLE, quantisableOutputs } from "./quantised.ts";

export const JOIN_KINDS = ["add", "swiglu", "sigmoid-gate"] as const;
export type JoinKind = (typeof JOIN_KINDS)[number];

export const join: OpContract = {
  name: "join",
  formula: "y = a + b | silu(a) * b | a * sigmoid(b)",
  roles: { inputs: ["a", "b"], weights: [], states: [], outputs: QUANTISABLE },
  writes: [],
  sampled: "none",
  infer(call: OpCall) {
    checkRoles(join, call);
    choiceAttribute("join", call, "kind", JOIN_KINDS);
    const { width, extent } = inputType("join", call, "a");
    expectInput("join", call, "a", width);
    expectInput("join", call, "b", width, { extent });
    return quantisableOutputs("join", call, { extent, width, type: "activation" });
  },
  cost: (call, step) => costOf(call, join.infer(call), step),
};
