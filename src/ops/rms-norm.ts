/** rms-norm: scales each row to unit root mean square. `unitOffset` says whether the weight is stored around zero. */
import { invariant } from "../base/invariant.ts";
import { checkRoles, expectInput, expectWeight, inputType, positiveAttribute } from "./check.ts";
import type { OpCall, OpContract } from "./contract.ts";
import { costOf } from "./cost.ts";
import { QUANTISABLE, quantisableOutputs } from "./quantised.ts";

export const rmsNorm: OpContract = {
  name: "rms-norm",
  formula: "y = x / sqrt(mean(x^2) + epsilon) * (unitOffset ? 1 + w : w)",
  roles: { inputs: ["x"], weights: ["w"], states: [], outputs: QUANTISABLE },
  writes: [],
  sampled: "none",
  infer(call: OpCall) {
    checkRoles(rmsNorm, call);
    const x = inputType("rms-norm", call, "x");
    expectInput("rms-norm", call, "x", x.width);
    expectWeight("rms-norm", call, "w", 1, x.width);
    positiveAttribute("rms-norm", call, "epsilon");
    invariant(typeof call.attributes["unitOffset"] === "boolean", "rms-norm: unitOffset must be true or false");
    return quantisableOutputs("rms-norm", call, { extent: x.extent, width: x.width, type: "activation" });
  },
  cost: (call, step) => costOf(call, rmsNorm.infer(call), step),
};
