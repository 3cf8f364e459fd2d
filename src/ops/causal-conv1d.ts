/**
 * causal-conv1d: depthwise convolution over time with silu. The slot keeps the last raw columns (the tail) and one raw
 * column per token of the last step (the records), so that a step can be accepted in part: the next step folds exactly
 * the accepted records into the tail.
 */

import { invariant } from "../base/invariant.ts";
import { RECORD_TOKENS } from "../base/step-block.ts";
import { checkRoles, expectInput, expectWeight, stateOf } from "./check.ts";
import type { OpCall, OpContract, OperandType } from "./contract.ts";
import { commitsState, costOf, keepsRecords } from "./cost.ts";

const OP = "causal-conv1d";

/** Element offsets of one slot: tail [taps - 1][channels], oldest first, then records [16][channels]. */
export function convolutionSlot(ref: { readonly channels: number; readonly taps: number }): {
  readonly records: number;
  readonly elements: number;
} {
  const records = (ref.taps - 1) * ref.channels;
  return { records, elements: records + RECORD_TOKENS * ref.channels };
}

export const causalConv1d: OpContract = {
  name: OP,
  formula: "y[t] = silu(sum_i w[i] * u[t - taps + 1 + i]), u = tail ++ rows; tail takes pendingFold records first",
  roles: { inputs: ["x"], weights: ["w"], states: ["convolution"], outputs: ["y"] },
  writes: ["convolution"],
  sampled: "none",
  infer(call: OpCall): { readonly y: OperandType } {
    checkRoles(causalConv1d, call);
    const { channels, taps } = stateOf(OP, call, "convolution", "convolution");
    invariant(taps >= 2, `${OP}: ${taps} taps need no history`);
    expectInput(OP, call, "x", channels, { extent: "tokens" });
    expectWeight(OP, call, "w", channels, taps);
    return { y: { extent: "tokens", width: channels, type: "activation" } };
  },
  cost(call, step) {
    const { channels, taps } = stateOf(OP, call, "convolution", "convolution");
    const { tokens, sequences, foldTokens } = step;
    const tail = sequences * (taps - 1) * channels;
    return costOf(call, causalConv1d.infer(call), step, {
      flops: 2 * taps * channels * tokens,
      read: { convolution: tail + sequences * foldTokens * channels },
      written: { convolution: (commitsState(step) ? tail : 0) + (keepsRecords(step) ? tokens * channels : 0) },
    });
  },
};
