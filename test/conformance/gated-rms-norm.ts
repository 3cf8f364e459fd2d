/** gated-rms-norm: oracle and cases of the norm per head that a second projection gates. */
import type { WeightFormat } from "../../src/base/formats/registry.ts";
import { buildStep, lanesOf, makeCase, randomActivation } from "./build.ts";
import { inForm, QUANTISABLE_CRITERIA, strangeRows } from "./int8.ts";
import { silu } from "./linear.ts";
import { rmsNormRows } from "./rms-norm.ts";
import { outputsOnly } from "./step-rows.ts";
import type { CaseOptions, OpCase, OpSuite, OracleCall } from "./types.ts";
import { PACKED_FORMATS, randomWeight, storesShape } from "./weights.ts";

/** Heads as wide as `w`: x / sqrt(mean(x^2) + epsilon) * w * silu(z). */
export function gatedNorm(
  x: ArrayLike<number>,
  z: ArrayLike<number>,
  w: ArrayLike<number>,
  epsilon: number,
): Float64Array {
  return rmsNormRows(x, w, epsilon, false).map((value, i) => value * silu(z[i]!));
}

function oracle(call: OracleCall) {
  const { x, z } = call.inputs;
  const y = gatedNorm(x!.data, z!.data, call.weights["w"]!.values, call.attributes["epsilon"] as number);
  return outputsOnly(call, inForm(call, y, x!.width));
}

function gatedCase(
  heads: number,
  S: number,
  format: WeightFormat,
  counts: readonly number[],
  options: CaseOptions,
  outputs?: "quantised" | "both",
): OpCase {
  const query = { heads, S, format, lanes: counts, ...(outputs && { outputs }) };
  return makeCase("gated-rms-norm", query, options, (random) => {
    const step = buildStep(random, lanesOf(...counts));
    const x = randomActivation(random, step.rows, heads * S, { scale: 0.3 });
    for (let i = 0; i < x.data.length; i++) x.data[i]! *= 10 ** ((Math.floor(i / S) % 4) - 2);
    return {
      step,
      attributes: { heads, epsilon: 1e-6, ...(outputs && { outputs }) },
      inputs: {
        x: outputs ? strangeRows(random, x) : x,
        z: randomActivation(random, step.rows, heads * S, { scale: 3 }),
      },
      weights: { w: randomWeight(random, 1, S, format, { scale: 0.4, shift: 1 }) },
    };
  });
}

export const gatedRmsNormSuite: OpSuite = {
  op: "gated-rms-norm",
  criteria: QUANTISABLE_CRITERIA,
  oracle,
  *cases(options) {
    for (const counts of [[1], [2, 17, 1]]) yield gatedCase(6, 32, "bf16", counts, options);
    yield gatedCase(48, 128, "f32", [1, 3], options);
    yield gatedCase(3, 5, "f32", [7], options);
    yield gatedCase(48, 128, "f32", [7], options, "quantised");
    yield gatedCase(3, 64, "bf16", [2, 15], options, "both");
    if (options.nightly) {
      yield gatedCase(48, 128, "bf16", [65], options);
      for (const S of [64, 320]) yield gatedCase(5, S, "f32", [1, 16], options, "quantised");
      for (const format of PACKED_FORMATS)
        if (storesShape(format, 1, 36)) yield gatedCase(3, 36, format, [2, 5], options);
      for (const S of [1, 33, 100, 257]) yield gatedCase(5, S, "f32", [1, 4], options);
    }
  },
};
