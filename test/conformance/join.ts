/** join: oracle and cases of the three elementwise combinations. */

import type { JoinKind } from "../../src/ops/join.ts";
import { buildStep, lanesOf, makeCase, randomActivation } from "./build.ts";
import { f32Sum } from "./criteria.ts";
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
  const b = call.inputs["b"]!.data;
  return outputsOnly(call, { y: Float64Array.from(call.inputs["a"]!.data, (a, i) => combine(a, b[i]!)) });
}

function joinCase(kind: JoinKind, N: number, counts: readonly number[], options: CaseOptions): OpCase {
  return makeCase("join", { kind, N, lanes: counts }, options, (random) => {
    const step = buildStep(random, lanesOf(...counts));
    const value = () => randomActivation(random, step.rows, N, { scale: 4 });
    return { step, attributes: { kind }, inputs: { a: value(), b: value() } };
  });
}

export const joinSuite: OpSuite = {
  op: "join",
  criteria: { y: f32Sum },
  oracle,
  *cases(options) {
    for (const kind of ["add", "swiglu", "sigmoid-gate"] as const) {
      for (const counts of [[1], [3, 30]]) yield joinCase(kind, 192, counts, options);
    }
    yield joinCase("add", 7, [1, 4], options);
    if (!options.nightly) return;
    for (const kind of ["add", "swiglu", "sigmoid-gate"] as const) {
      for (const N of [1, 255, 5120]) yield joinCase(kind, N, [9, 1], options);
    }
  },
};
