/**
 * quantised-linear: a matrix product of int8 rows with a weight stored as integers, with the epilogues of linear that
 * give activations. Apart from linear because its formula is another one: sums within a group of columns are of
 * integers, and exact. A group of the weight lies in one group of the rows.
 */
import { invariant } from "../base/invariant.ts";
import { checkRoles, choiceAttribute, expectInput, expectWeight, weightShape } from "./check.ts";
import type { OpCall, OpContract } from "./contract.ts";
import { costOf } from "./cost.ts";
import { expectQuantised, QUANTISABLE, quantisableOutputs } from "./quantised.ts";

const OP = "quantised-linear";

/** Those of `EPILOGUES` that give activations. */
export const QUANTISED_EPILOGUES = ["none", "residual", "swiglu"] as const;

export const quantisedLinear: OpContract = {
  name: OP,
  formula:
    "y = epilogue(s), s[n] = sum over groups of xScale * wScale[n] * (sum over the group's k of x[k] * wCode[n, k]): " +
    "s | residual + s | silu(s) * (the same with w2)",
  roles: {
    inputs: ["x", "xScales", "residual?"],
    weights: ["w", "w2?"],
    states: [],
    outputs: QUANTISABLE,
  },
  slices: { weights: ["w", "w2"], columns: ["y", "residual"] },
  writes: [],
  sampled: "none",
  infer(call: OpCall) {
    checkRoles(quantisedLinear, call);
    const epilogue = choiceAttribute(OP, call, "epilogue", QUANTISED_EPILOGUES);
    const { rows, columns } = weightShape(OP, call, "w");
    const extent = expectQuantised(OP, call, columns);
    expectOnly(call, "residual", epilogue === "residual");
    expectOnly(call, "w2", epilogue === "swiglu");
    if (epilogue === "residual") expectInput(OP, call, "residual", rows, { extent });
    if (epilogue === "swiglu") expectWeight(OP, call, "w2", rows, columns);
    return quantisableOutputs(OP, call, { extent, width: rows, type: "activation" });
  },
  cost(call, step) {
    const { rows, columns } = weightShape(OP, call, "w");
    const extent = expectQuantised(OP, call, columns);
    const matrices = call.weights["w2"] === undefined ? 1 : 2;
    return costOf(call, quantisedLinear.infer(call), step, { flops: 2 * matrices * rows * columns * step[extent] });
  },
};

function expectOnly(call: OpCall, role: string, needed: boolean): void {
  const given = call.inputs[role] !== undefined || call.weights[role] !== undefined;
  invariant(
    given === needed,
    `${OP}: epilogue ${call.attributes["epilogue"]} ${needed ? "needs" : "takes no"} ${role}`,
  );
}
