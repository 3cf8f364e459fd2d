/**
 * attention: causal softmax attention of each row over its lane's pages, heads grouped over fewer key/value heads,
 * gated by a sigmoid. The gate is part of the op, because it is elementwise on finished rows.
 */
import { invariant } from "../base/invariant.ts";
import { checkRoles, countAttribute, expectInput, positiveAttribute, stateOf } from "./check.ts";
import type { OpCall, OpContract, OperandType } from "./contract.ts";
import { costOf } from "./cost.ts";

const OP = "attention";

export const attention: OpContract = {
  name: OP,
  formula: "y = softmax(scale q kT over keys 0..index) v * sigmoid(gate); query head h reads head floor(h / (H / G))",
  roles: { inputs: ["q", "gate"], weights: [], states: ["kv"], outputs: ["y"] },
  writes: [],
  sampled: "none",
  groupWidth: (attributes) => Number(attributes["headWidth"]),
  infer(call: OpCall): { readonly y: OperandType } {
    checkRoles(attention, call);
    const queryHeads = countAttribute(OP, call, "queryHeads");
    const heads = countAttribute(OP, call, "heads");
    const headWidth = countAttribute(OP, call, "headWidth");
    const gateStride = countAttribute(OP, call, "gateStride", headWidth);
    const gateOffset = countAttribute(OP, call, "gateOffset", 0);
    positiveAttribute(OP, call, "scale");
    const kv = stateOf(OP, call, "kv", "kv");
    invariant(queryHeads % heads === 0, `${OP}: ${queryHeads} query heads over ${heads} heads`);
    invariant(gateOffset + headWidth <= gateStride, `${OP}: gate [${gateOffset}, +${headWidth}) passes ${gateStride}`);
    invariant(
      kv.heads === heads && kv.headWidth === headWidth,
      `${OP}: pages hold ${kv.heads} heads of ${kv.headWidth}`,
    );
    expectInput(OP, call, "q", queryHeads * headWidth, { extent: "tokens" });
    expectInput(OP, call, "gate", queryHeads * gateStride, { extent: "tokens" });
    return { y: { extent: "tokens", width: queryHeads * headWidth, type: "activation" } };
  },
  cost(call, step) {
    const { tokens, sequences, contextTokens } = step;
    const queryWidth = countAttribute(OP, call, "queryHeads") * countAttribute(OP, call, "headWidth");
    const keyWidth = countAttribute(OP, call, "heads") * countAttribute(OP, call, "headWidth");
    // The last row sees all keys, each row before it one less.
    const visible = tokens * (contextTokens - (tokens / sequences - 1) / 2);
    return costOf(call, attention.infer(call), step, {
      flops: 4 * visible * queryWidth,
      read: { gate: tokens * queryWidth, kv: 2 * sequences * contextTokens * keyWidth },
    });
  },
};
