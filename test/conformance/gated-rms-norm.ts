/** gated-rms-norm: oracle and cases of the norm per head that a second projection gates. */
import type { WeightFormat } from "../../src/base/formats/registry.ts";
import { buildStep, lanesOf, makeCase, randomActivation } from "./build.ts";
import { f32Sum } from "./criteria.ts";
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
  return outputsOnly(call, {
    y: gatedNorm(x!.data, z!.data, call.weights["w"]!.values, call.attributes["epsilon"] as number),
  });
}

function gatedCase(
  heads: number,
  S: number,
  format: WeightFormat,
  counts: readonly number[],
  options: CaseOptions,
): OpCase {
  return makeCase("gated-rms-norm", { heads, S, format, lanes: counts }, options, (random) => {
    const step = buildStep(random, lanesOf(...counts));
    const x = randomActivation(random, step.rows, heads * S, { scale: 0.3 });
    for (let i = 0; i < x.data.length; i++) x.data[i]! *= 10 ** ((Math.floor(i / S) % 4) - 2);
    return {
      step,
      attributes: { heads, epsilon: 1e-6 },
      inputs: { x, z: randomActivation(random, step.rows, heads * S, { scale: 3 }) },
      weights: { w: randomWeight(random, 1, S, format, { scale: 0.4, shift: 1 }) },
    };
  });
}

export const gatedRmsNormSuite: OpSuite = {
  op: "gated-rms-norm",
  criteria: { y: f32Sum },
  oracle,
  *cases(options) {
    for (const counts of [[1], [2, 17, 1]]) yield gatedCase(6, 32, "bf16", counts, options);
    yield gatedCase(48, 128, "f32", [1, 3], options);
    yield gatedCase(3, 5, "f32", [7], options);
    if (options.nightly) {
      yield gatedCase(48, 128, "bf16", [65], options);
      for (const format of PACKED_FORMATS)
        if (storesShape(format, 1, 36)) yield gatedCase(3, 36, format, [2, 5], options);
      for (const S of [1, 33, 100, 257]) yield gatedCase(5, S, "f32", [1, 4], options);
    }
  },
};
