/**
 * linear: a matrix product with an elementwise epilogue on complete sums. One op for every dense layer, because the
 * product is the same and only what happens to a finished sum differs.
 */
import { invariant } from "../base/invariant.ts";
import type { LogicalType } from "../graph/graph.ts";
import { checkRoles, choiceAttribute, expectInput, expectWeight, inputType, weightShape } from "./check.ts";
import type { OpCall, OpContract, OperandType } from "./contract.ts";
import { costOf } from "./cost.ts";

export const EPILOGUES = ["none", "residual", "swiglu", "sigmoid", "decay"] as const;
export type LinearEpilogue = (typeof EPILOGUES)[number];

/** Operands an epilogue needs beside `x` and `w`. */
const EXTRA: Readonly<Record<LinearEpilogue, readonly string[]>> = {
  none: [],
  residual: ["residual"],
  swiglu: ["w2"],
  sigmoid: [],
  decay: ["logDecay", "decayBias"],
};

function checkExtras(call: OpCall, epilogue: LinearEpilogue): void {
  for (const role of ["residual", "w2", "logDecay", "decayBias"]) {
    const given = call.inputs[role] !== undefined || call.weights[role] !== undefined;
    const needed = EXTRA[epilogue].includes(role);
    invariant(given === needed, `linear: epilogue ${epilogue} ${needed ? "needs" : "takes no"} ${role}`);
  }
}

function outputType(call: OpCall, epilogue: LinearEpilogue): LogicalType {
  if (epilogue === "sigmoid" || epilogue === "decay") return "exact";
  if (call.attributes["outputType"] === undefined) return "activation";
  return choiceAttribute("linear", call, "outputType", ["activation", "exact"]);
}

export const linear: OpContract = {
  name: "linear",
  formula:
    "y = epilogue(s), s = x wT: s | residual + s | silu(s) * (x w2T) | 1/(1+exp(-s)) | -exp(logDecay) softplus(s + decayBias)",
  roles: {
    inputs: ["x", "residual?"],
    weights: ["w", "w2?", "logDecay?", "decayBias?"],
    states: [],
    outputs: ["y"],
  },
  slices: { weights: ["w", "w2"], columns: ["y", "residual", "logDecay", "decayBias"] },
  writes: [],
  sampled: "none",
  infer(call: OpCall): { readonly y: OperandType } {
    checkRoles(linear, call);
    const epilogue = choiceAttribute("linear", call, "epilogue", EPILOGUES);
    checkExtras(call, epilogue);
    const x = inputType("linear", call, "x");
    const { rows, columns } = weightShape("linear", call, "w");
    expectInput("linear", call, "x", columns);
    if (epilogue === "residual") expectInput("linear", call, "residual", rows, { extent: x.extent });
    if (epilogue === "swiglu") expectWeight("linear", call, "w2", rows, columns);
    if (epilogue === "decay") {
      expectWeight("linear", call, "logDecay", 1, rows);
      expectWeight("linear", call, "decayBias", 1, rows);
    }
    return { y: { extent: x.extent, width: rows, type: outputType(call, epilogue) } };
  },
  cost(call, step) {
    const { extent } = inputType("linear", call, "x");
    const { rows, columns } = weightShape("linear", call, "w");
    const matrices = call.weights["w2"] === undefined ? 1 : 2;
    return costOf(call, linear.infer(call), step, { flops: 2 * matrices * rows * columns * step[extent] });
  },
};
