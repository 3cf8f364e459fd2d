/** join: oracle and cases of the three elementwise combinations. */

import type { JoinKind } from "../../src/ops/join.ts";
import { buildStep, lanesOf, makeCase, randomActivation } from "./build.ts";
import { inForm, QUANTISABLE_CRITERIA, strangeRows } from "./int8.ts";
import { sigmoid, silu } from "./linear.ts";
import { outputsOnly } from "./step-rows.ts";
import type { CaseOptions, OpCase, OpSuite, OracleCall } from "./types.ts";

export const JOINS: Readonly<Record<JoinKind, (a: number, b: number) => number>> = {
  add: (a, b) => a + b,
  swiglu: (a, b) => silu(a) * b,
  "sigmoid-gate": (a, b) => a * sigmoid(b),
};

function oracle(call: OracleCall) {
  const combine = JOINS[call.attributes["kind"] as JoinKind];
  const { data, width } = call.inputs["a"]!;
  const b = call.inputs["b"]!.data;
  return outputsOnly(
    call,
    inForm(
      call,
      Float64Array.from(data, (a, i) => combine(a, b[i]!)),
      width,
    ),
  );
}

function joinCase(
  kind: JoinKind,
  N: number,
  counts: readonly number[],
  options: CaseOptions,
  outputs?: "quantised" | "both",
): OpCase {
  return makeCase("join", { kind, N, lanes: counts, ...(outputs && { outputs }) }, options, (random) => {
    const step = buildStep(random, lanesOf(...counts));
    const value = () => randomActivation(random, step.rows, N, { scale: 4 });
    const inputs = { a: value(), b: value() };
    // Not where a function saturates: next to nothing has no ratio that f32 could keep.
    if (outputs) strangeRows(random, kind === "swiglu" ? inputs.b : inputs.a);
    return { step, attributes: { kind, ...(outputs && { outputs }) }, inputs };
  });
}

export const joinSuite: OpSuite = {
  op: "join",
  criteria: QUANTISABLE_CRITERIA,
  oracle,
  *cases(options) {
    for (const kind of ["add", "swiglu", "sigmoid-gate"] as const) {
      for (const counts of [[1], [3, 30]]) yield joinCase(kind, 192, counts, options);
    }
    yield joinCase("add", 7, [1, 4], options);
    yield joinCase("swiglu", 192, [3, 30], options, "quantised");
    yield joinCase("sigmoid-gate", 192, [16], options, "quantised");
    yield joinCase("swiglu", 130, [1, 6], options, "both");
    if (!options.nightly) return;
    for (const kind of ["add", "swiglu", "sigmoid-gate"] as const) {
      for (const N of [1, 255, 5120]) {
        yield joinCase(kind, N, [9, 1], options);
        for (const outputs of ["quantised", "both"] as const) yield joinCase(kind, N, [9, 1], options, outputs);
      }
    }
  },
};
