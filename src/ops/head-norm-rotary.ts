/**
 * head-norm-rotary: RMSNorm with 1 + w over the first `headWidth` entries of each head's stride, then rotation of the
 * first `rotaryWidth` of them. One op, because the rotated values are never needed without the norm.
 */
import { invariant } from "../base/invariant.ts";
import { checkRoles, constantOf, countAttribute, expectInput, expectWeight, positiveAttribute } from "./check.ts";
import type { OpCall, OpContract, OperandType } from "./contract.ts";
import { costOf } from "./cost.ts";
import { rotaryElements } from "./rotary-table.ts";

const OP = "head-norm-rotary";

function checkSections(call: OpCall, rotaryWidth: number): void {
  const sections = call.attributes["sections"];
  invariant(Array.isArray(sections) && sections.length === 3, `${OP}: sections must be three counts`);
  const sum = (sections as readonly number[]).reduce((a, b) => a + b, 0);
  invariant(sum <= rotaryWidth / 2, `${OP}: sections count ${sum} frequencies of ${rotaryWidth / 2}`);
}

export const headNormRotary: OpContract = {
  name: OP,
  formula:
    "y = rotate(x / sqrt(mean(x^2) + epsilon) * (1 + w)); pairs (i, i + n), angle = position * theta^(-2i / rotaryWidth)",
  roles: { inputs: ["x"], weights: ["w", "rotary"], states: [], outputs: ["y"] },
  writes: [],
  sampled: "none",
  groupWidth: (attributes) => Number(attributes["headWidth"]),
  infer(call: OpCall): { readonly y: OperandType } {
    checkRoles(headNormRotary, call);
    const heads = countAttribute(OP, call, "heads");
    const headWidth = countAttribute(OP, call, "headWidth");
    const headStride = countAttribute(OP, call, "headStride", headWidth);
    const rotaryWidth = countAttribute(OP, call, "rotaryWidth", 2);
    positiveAttribute(OP, call, "epsilon");
    invariant(rotaryWidth % 2 === 0 && rotaryWidth <= headWidth, `${OP}: rotaryWidth ${rotaryWidth} of ${headWidth}`);
    checkSections(call, rotaryWidth);
    expectInput(OP, call, "x", heads * headStride, { extent: "tokens" });
    expectWeight(OP, call, "w", 1, headWidth);
    const table = constantOf(OP, call, "rotary");
    invariant(
      table.rotaryWidth === rotaryWidth,
      `${OP}: table is for ${table.rotaryWidth} entries, not ${rotaryWidth}`,
    );
    return { y: { extent: "tokens", width: heads * headWidth, type: "activation" } };
  },
  cost(call, step) {
    const width = countAttribute(OP, call, "heads") * countAttribute(OP, call, "headWidth");
    const read = { x: step.tokens * width, rotary: rotaryElements(constantOf(OP, call, "rotary"), step) };
    return costOf(call, headNormRotary.infer(call), step, { read });
  },
};
