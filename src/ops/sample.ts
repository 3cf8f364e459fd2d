/**
 * sample: penalties, temperature, min-p, top-k, top-p and the draw for each output row, with the settings of its lane.
 * The random number depends on seed and absolute position only, so a step may be repeated or moved. Every row is judged
 * by the counts from before the step; then each chosen token is counted once, and the
 * lane's last one is its last token. Beside each token stands whether a logit of its row is no finite number.
 */
import { invariant } from "../base/invariant.ts";
import { checkRoles, expectInput, inputType, stateOf } from "./check.ts";
import type { OpCall, OpContract, OperandType } from "./contract.ts";
import { costOf } from "./cost.ts";

export const sample: OpContract = {
  name: "sample",
  formula: "p = top-p(top-k(min-p(softmax(penalised logits / temperature)))); token = first id with cumulative p > u",
  roles: { inputs: ["logits"], weights: [], states: ["counts"], outputs: ["token", "probabilities"] },
  writes: ["counts"],
  sampled: "writes",
  infer(call: OpCall): { readonly token: OperandType; readonly probabilities: OperandType } {
    checkRoles(sample, call);
    const { width } = inputType("sample", call, "logits");
    expectInput("sample", call, "logits", width, { extent: "outputs", type: "exact" });
    const { vocabulary } = stateOf("sample", call, "counts", "token-counts");
    invariant(vocabulary === width, `sample: counts are for ${vocabulary} ids, logits for ${width}`);
    return {
      token: { extent: "outputs", width: 1, type: "index" },
      probabilities: { extent: "outputs", width, type: "exact" },
    };
  },
  cost(call, step) {
    const { width } = inputType("sample", call, "logits");
    return costOf(call, sample.infer(call), step, {
      read: { counts: width * step.outputs },
      written: { counts: step.outputs },
    });
  },
};
