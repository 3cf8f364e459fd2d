/**
 * kv-append: writes the keys and values of a step's rows into their lanes' pages. Separate from attention, because a
 * row attends to rows of the same step: all of them must be in the pages first.
 */
import { invariant } from "../base/invariant.ts";
import { checkRoles, countAttribute, expectInput, stateOf } from "./check.ts";
import type { OpCall, OpContract } from "./contract.ts";
import { costOf } from "./cost.ts";

const OP = "kv-append";

export const kvAppend: OpContract = {
  name: OP,
  formula:
    "page[pageTable[lane][index / 64]][K|V][g][index % 64] = k|v[r][g], index = length[lane] + r - laneStart[lane]",
  roles: { inputs: ["k", "v"], weights: [], states: ["kv"], outputs: [] },
  writes: ["kv"],
  sampled: "none",
  infer(call: OpCall): Record<string, never> {
    checkRoles(kvAppend, call);
    const heads = countAttribute(OP, call, "heads");
    const headWidth = countAttribute(OP, call, "headWidth");
    const kv = stateOf(OP, call, "kv", "kv");
    invariant(
      kv.heads === heads && kv.headWidth === headWidth,
      `${OP}: pages hold ${kv.heads} heads of ${kv.headWidth}`,
    );
    expectInput(OP, call, "k", heads * headWidth, { extent: "tokens" });
    expectInput(OP, call, "v", heads * headWidth, { extent: "tokens" });
    return {};
  },
  cost(call, step) {
    const width = countAttribute(OP, call, "heads") * countAttribute(OP, call, "headWidth");
    return costOf(call, kvAppend.infer(call), step, { written: { kv: 2 * step.tokens * width } });
  },
};
