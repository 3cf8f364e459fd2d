/** gather-rows: the rows whose logits are wanted, so that the head runs on those only. */
import { checkRoles, expectInput, inputType } from "./check.ts";
import type { OpCall, OpContract, OperandType } from "./contract.ts";
import { costOf } from "./cost.ts";

export const gatherRows: OpContract = {
  name: "gather-rows",
  formula: "y[o] = x[outputRow[o]]",
  roles: { inputs: ["x"], weights: [], states: [], outputs: ["y"] },
  writes: [],
  sampled: "none",
  infer(call: OpCall): { readonly y: OperandType } {
    checkRoles(gatherRows, call);
    const { width, type } = inputType("gather-rows", call, "x");
    expectInput("gather-rows", call, "x", width, { extent: "tokens" });
    return { y: { extent: "outputs", width, type } };
  },
  cost(call, step) {
    const { width } = inputType("gather-rows", call, "x");
    return costOf(call, gatherRows.infer(call), step, { read: { x: step.outputs * width } });
  },
};
