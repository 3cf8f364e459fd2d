/** argmax: the likeliest token of each output row. It also writes the device block, where the next step finds it. */
import { checkRoles, expectInput, inputType } from "./check.ts";
import type { OpCall, OpContract, OperandType } from "./contract.ts";
import { costOf } from "./cost.ts";

export const argmax: OpContract = {
  name: "argmax",
  formula:
    "token = lowest id of the largest logit, NaN as -inf; sampled[output] = (token, a logit is not finite); lastToken[slot] = token of the lane's last output",
  roles: { inputs: ["logits"], weights: [], states: [], outputs: ["token"] },
  writes: [],
  sampled: "writes",
  infer(call: OpCall): { readonly token: OperandType } {
    checkRoles(argmax, call);
    const { width } = inputType("argmax", call, "logits");
    expectInput("argmax", call, "logits", width, { extent: "outputs", type: "exact" });
    return { token: { extent: "outputs", width: 1, type: "index" } };
  },
  cost: (call, step) => costOf(call, argmax.infer(call), step),
};
