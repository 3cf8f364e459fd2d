/**
 * gated-delta-rule: the recurrence of linear attention over a state matrix per value head. The slot keeps the committed
 * state and one record per token of the last step; the next step folds exactly the accepted records, so nothing is
 * ever rolled back.
 */

import { invariant } from "../base/invariant.ts";
import { RECORD_TOKENS } from "../base/step-block.ts";
import { checkRoles, countAttribute, expectInput, stateOf } from "./check.ts";
import type { OpCall, OpContract, OperandType } from "./contract.ts";
import { commitsState, costOf, keepsRecords } from "./cost.ts";

const OP = "gated-delta-rule";

export interface DeltaShape {
  readonly keyHeads: number;
  readonly valueHeads: number;
  readonly keyWidth: number;
  readonly valueWidth: number;
}

/**
 * Element counts and offsets of one slot: S [Hv][dk][dv], then 16 records of k [Hk * dk] (before its norm), v [Hv * dv],
 * g [Hv] and beta [Hv].
 */
export function deltaSlot(shape: DeltaShape): {
  readonly records: number;
  readonly recordElements: number;
  readonly elements: number;
} {
  const { keyHeads, valueHeads, keyWidth, valueWidth } = shape;
  const records = valueHeads * keyWidth * valueWidth;
  const recordElements = keyHeads * keyWidth + valueHeads * valueWidth + 2 * valueHeads;
  return { records, recordElements, elements: records + RECORD_TOKENS * recordElements };
}

/** Width of a row q | k | v. */
function deltaInputWidth(shape: DeltaShape): number {
  return 2 * shape.keyHeads * shape.keyWidth + shape.valueHeads * shape.valueWidth;
}

function shapeOf(call: OpCall): DeltaShape {
  const shape: DeltaShape = {
    keyHeads: countAttribute(OP, call, "keyHeads"),
    valueHeads: countAttribute(OP, call, "valueHeads"),
    keyWidth: countAttribute(OP, call, "keyWidth"),
    valueWidth: countAttribute(OP, call, "valueWidth"),
  };
  const state = stateOf(OP, call, "delta", "delta");
  for (const name of ["keyHeads", "valueHeads", "keyWidth", "valueWidth"] as const) {
    invariant(state[name] === shape[name], `${OP}: state has ${name} ${state[name]}, call has ${shape[name]}`);
  }
  invariant(shape.valueHeads % shape.keyHeads === 0, `${OP}: ${shape.valueHeads} value heads over ${shape.keyHeads}`);
  return shape;
}

export const gatedDeltaRule: OpContract = {
  name: OP,
  formula:
    "S = exp(g) S; S += k (beta (v - ST k))T; y = ST q, q and k of unit length, q / sqrt(dk); pendingFold records first",
  roles: { inputs: ["x", "g", "beta"], weights: [], states: ["delta"], outputs: ["y"] },
  writes: ["delta"],
  sampled: "none",
  groupWidth: (attributes) => Number(attributes["valueWidth"]),
  infer(call: OpCall): { readonly y: OperandType } {
    checkRoles(gatedDeltaRule, call);
    const shape = shapeOf(call);
    expectInput(OP, call, "x", deltaInputWidth(shape), { extent: "tokens" });
    expectInput(OP, call, "g", shape.valueHeads, { extent: "tokens", type: "exact" });
    expectInput(OP, call, "beta", shape.valueHeads, { extent: "tokens", type: "exact" });
    return { y: { extent: "tokens", width: shape.valueHeads * shape.valueWidth, type: "activation" } };
  },
  cost(call, step) {
    const { records: state, recordElements } = deltaSlot(shapeOf(call));
    const { tokens, sequences, foldTokens } = step;
    const folded = sequences * foldTokens;
    return costOf(call, gatedDeltaRule.infer(call), step, {
      // Per row or record and element of the state: its decay, ST k, the update and ST q.
      flops: 7 * (tokens + folded) * state,
      read: { delta: sequences * state + folded * recordElements },
      written: {
        delta: (commitsState(step) ? sequences * state : 0) + (keepsRecords(step) ? tokens * recordElements : 0),
      },
    });
  },
};
