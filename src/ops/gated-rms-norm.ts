/** gated-rms-norm: per-head RMSNorm with a plain weight, gated by silu of a second projection of the same row. */

import { invariant } from "../base/invariant.ts";
import { checkRoles, countAttribute, expectInput, expectWeight, inputType, positiveAttribute } from "./check.ts";
import type { OpCall, OpContract, OperandType } from "./contract.ts";
import { costOf } from "./cost.ts";

const OP = "gated-rms-norm";

export const gatedRmsNorm: OpContract = {
  name: OP,
  formula: "y = x / sqrt(mean(x^2) + epsilon) * w * silu(z), mean over each head",
  roles: { inputs: ["x", "z"], weights: ["w"], states: [], outputs: ["y"] },
  writes: [],
  sampled: "none",
  groupWidth: (attributes, width) => width / Number(attributes["heads"]),
  infer(call: OpCall): { readonly y: OperandType } {
    checkRoles(gatedRmsNorm, call);
    const x = inputType(OP, call, "x");
    const heads = countAttribute(OP, call, "heads");
    positiveAttribute(OP, call, "epsilon");
    invariant(x.width % heads === 0, `${OP}: width ${x.width} is not a multiple of ${heads} heads`);
    expectInput(OP, call, "x", x.width);
    expectInput(OP, call, "z", x.width, { extent: x.extent });
    expectWeight(OP, call, "w", 1, x.width / heads);
    return { y: { extent: x.extent, width: x.width, type: "activation" } };
  },
  cost: (call, step) => costOf(call, gatedRmsNorm.infer(call), step),
};
