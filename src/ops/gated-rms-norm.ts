/** gated-rms-norm: per-head RMSNorm with a plain weight, gated by silu of a second projection of the same row. */

import { GROUP_COLUMNS } from "../base/int8-groups.ts";
import { invariant } from "../base/invariant.ts";
import { checkRoles, countAttribute, expectInput, expectWeight, inputType, positiveAttribute } from "./check.ts";
import type { OpCall, OpContract } from "./contract.ts";
import { costOf } from "./cost.ts";
import { QUANTISABLE, quantisableOutputs } from "./quantised.ts";

const OP = "gated-rms-norm";

/** Whether rows of so many heads may be quantised as they are made: head by head, so a group must lie in one. */
export function quantisesHeads(width: number, heads: number): boolean {
  return (width / heads) % GROUP_COLUMNS === 0;
}

export const gatedRmsNorm: OpContract = {
  name: OP,
  formula: "y = x / sqrt(mean(x^2) + epsilon) * w * silu(z), mean over each head",
  roles: { inputs: ["x", "z"], weights: ["w"], states: [], outputs: QUANTISABLE },
  writes: [],
  sampled: "none",
  groupWidth: (attributes, width) => width / Number(attributes["heads"]),
  infer(call: OpCall) {
    checkRoles(gatedRmsNorm, call);
    const x = inputType(OP, call, "x");
    const heads = countAttribute(OP, call, "heads");
    positiveAttribute(OP, call, "epsilon");
    invariant(x.width % heads === 0, `${OP}: width ${x.width} is not a multiple of ${heads} heads`);
    expectInput(OP, call, "x", x.width);
    expectInput(OP, call, "z", x.width, { extent: x.extent });
    expectWeight(OP, call, "w", 1, x.width / heads);
    invariant(
      call.attributes["outputs"] === undefined || quantisesHeads(x.width, heads),
      `${OP}: heads of ${x.width / heads} are no whole groups of codes`,
    );
    return quantisableOutputs(OP, call, { extent: x.extent, width: x.width, type: "activation" });
  },
  cost: (call, step) => costOf(call, gatedRmsNorm.infer(call), step),
};
