/** rms-norm: oracle and cases. Rows of very different size in one step show a scale taken from the wrong row. */
import type { WeightFormat } from "../../src/base/formats/registry.ts";
import { buildStep, lanesOf, makeCase, randomActivation } from "./build.ts";
import { inForm, QUANTISABLE_CRITERIA, strangeRows } from "./int8.ts";
import { outputsOnly } from "./step-rows.ts";
import type { CaseOptions, OpCase, OpSuite, OracleCall } from "./types.ts";
import { PACKED_FORMATS, randomWeight, storesShape } from "./weights.ts";

/** x / sqrt(mean(x^2) + epsilon) * (unitOffset ? 1 + w : w) for rows as wide as `w`. */
export function rmsNormRows(
  x: ArrayLike<number>,
  w: ArrayLike<number>,
  epsilon: number,
  unitOffset: boolean,
): Float64Array {
  const width = w.length;
  const out = new Float64Array(x.length);
  for (let base = 0; base < x.length; base += width) {
    let squares = 0;
    for (let c = 0; c < width; c++) squares += x[base + c]! * x[base + c]!;
    const scale = 1 / Math.sqrt(squares / width + epsilon);
    for (let c = 0; c < width; c++) out[base + c] = x[base + c]! * scale * (unitOffset ? 1 + w[c]! : w[c]!);
  }
  return out;
}

function oracle(call: OracleCall) {
  const { epsilon, unitOffset } = call.attributes as { epsilon: number; unitOffset: boolean };
  const { data, width } = call.inputs["x"]!;
  return outputsOnly(call, inForm(call, rmsNormRows(data, call.weights["w"]!.values, epsilon, unitOffset), width));
}

function normCase(
  N: number,
  unitOffset: boolean,
  format: WeightFormat,
  counts: readonly number[],
  options: CaseOptions,
  outputs?: "quantised" | "both",
): OpCase {
  const query = { N, unitOffset, format, lanes: counts, ...(outputs && { outputs }) };
  return makeCase("rms-norm", query, options, (random) => {
    const step = buildStep(random, lanesOf(...counts));
    const x = randomActivation(random, step.rows, N);
    for (let i = 0; i < x.data.length; i++) x.data[i]! *= 10 ** ((Math.floor(i / N) % 5) - 3);
    const w = randomWeight(random, 1, N, format, { scale: 0.5, shift: unitOffset ? 0 : 1 });
    return {
      step,
      attributes: { epsilon: 1e-6, unitOffset, ...(outputs && { outputs }) },
      inputs: { x: outputs ? strangeRows(random, x) : x },
      weights: { w },
    };
  });
}

export const rmsNormSuite: OpSuite = {
  op: "rms-norm",
  criteria: QUANTISABLE_CRITERIA,
  oracle,
  *cases(options) {
    for (const counts of [[1], [1, 17, 2]]) yield normCase(64, true, "bf16", counts, options);
    for (const counts of [[1], [2, 3]]) yield normCase(5120, true, "bf16", counts, options);
    yield normCase(7, false, "f32", [5], options);
    for (const counts of [[1], [17], [3, 30]]) yield normCase(5120, true, "bf16", counts, options, "both");
    for (const N of [36, 129, 130]) yield normCase(N, true, "f32", [2, 5], options, "quantised");
    if (options.nightly) {
      for (const N of [1, 63, 65, 257, 1024]) yield normCase(N, true, "f32", [1, 67], options);
      yield normCase(5120, false, "f32", [65], options);
      for (const N of [1, 63, 65, 257, 320]) {
        for (const outputs of ["quantised", "both"] as const) yield normCase(N, false, "f32", [4, 7], options, outputs);
      }
      for (const format of PACKED_FORMATS)
        if (storesShape(format, 1, 129)) yield normCase(129, false, format, [2, 5], options);
    }
  },
};
