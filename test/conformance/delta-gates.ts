/** delta-gates: oracle and cases, with arguments far out on both sides of softplus and the logistic function. */
import type { WeightFormat } from "../../src/base/formats/registry.ts";
import { buildStep, lanesOf, makeCase, randomActivation } from "./build.ts";
import { f32Sum } from "./criteria.ts";
import { sigmoid, softplus } from "./linear.ts";
import { outputsOnly } from "./step-rows.ts";
import type { CaseOptions, OpCase, OpSuite, OracleCall } from "./types.ts";
import { PACKED_FORMATS, randomWeight, storesShape } from "./weights.ts";

/** g = -exp(logDecay) softplus(a + decayBias); rows as wide as the vectors. */
export function decayExponents(
  a: ArrayLike<number>,
  logDecay: ArrayLike<number>,
  decayBias: ArrayLike<number>,
): Float64Array {
  const heads = logDecay.length;
  return Float64Array.from(a, (v, i) => -Math.exp(logDecay[i % heads]!) * softplus(v + decayBias[i % heads]!));
}

function oracle(call: OracleCall) {
  const { logDecay, decayBias } = call.weights;
  return outputsOnly(call, {
    g: decayExponents(call.inputs["a"]!.data, logDecay!.values, decayBias!.values),
    beta: Float64Array.from(call.inputs["b"]!.data, sigmoid),
  });
}

function gatesCase(heads: number, format: WeightFormat, counts: readonly number[], options: CaseOptions): OpCase {
  return makeCase("delta-gates", { heads, format, lanes: counts }, options, (random) => {
    const step = buildStep(random, lanesOf(...counts));
    return {
      step,
      inputs: {
        a: randomActivation(random, step.rows, heads, { scale: 6, outliers: 1 / 8 }),
        b: randomActivation(random, step.rows, heads, { scale: 6, outliers: 1 / 8 }),
      },
      weights: {
        logDecay: randomWeight(random, 1, heads, "f32", { scale: 1.4, shift: 1.4, outliers: 0 }),
        decayBias: randomWeight(random, 1, heads, format, { scale: 1.5, shift: -2.5, outliers: 0 }),
      },
    };
  });
}

export const deltaGatesSuite: OpSuite = {
  op: "delta-gates",
  criteria: { g: f32Sum, beta: f32Sum },
  oracle,
  *cases(options) {
    for (const counts of [[1], [2, 17, 1]]) yield gatesCase(6, "bf16", counts, options);
    yield gatesCase(48, "f32", [1, 5], options);
    if (!options.nightly) return;
    for (const heads of [1, 3, 65]) yield gatesCase(heads, "f32", [1, 66], options);
    for (const format of PACKED_FORMATS) if (storesShape(format, 1, 6)) yield gatesCase(6, format, [2, 5], options);
  },
};
