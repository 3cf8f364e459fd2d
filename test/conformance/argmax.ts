/** argmax: oracle and cases. Ties, NaN and rows without any finite logit decide by id. */
import { buildStep, exact, type LaneSpec, makeCase } from "./build.ts";
import { exactIndex } from "./criteria.ts";
import type { RandomSource } from "./random.ts";
import { writtenTokens } from "./step-rows.ts";
import type { CaseOptions, OpCase, OpSuite, OracleCall, OracleResult } from "./types.ts";

/** Lowest id of the largest value; NaN counts as -infinity; 0 when nothing is finite. */
export function argmaxOf(values: ArrayLike<number>): number {
  let best = 0;
  let largest = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < values.length; i++) {
    if (values[i]! > largest) {
      largest = values[i]!;
      best = i;
    }
  }
  return best;
}

function oracle(call: OracleCall): OracleResult {
  const { data, width } = call.inputs["logits"]!;
  const tokens = Array.from({ length: data.length / width }, (_, o) =>
    argmaxOf(data.subarray(o * width, (o + 1) * width)),
  );
  return {
    outputs: { token: Float64Array.from(tokens) },
    states: {},
    sampled: writtenTokens(call, tokens),
    ignoredRows: new Set(),
  };
}

/** Kinds of rows, in turn: plain, tied maxima, largest last, NaN before the maximum, all -inf, all NaN, negative. */
function logitRow(random: RandomSource, V: number, kind: number): Float32Array {
  const row = random.values(V, { scale: 8 });
  const last = V - 1;
  const largest = row.reduce((a, b) => Math.max(a, b), 0) + 1;
  switch (kind % 7) {
    case 1:
      for (const at of [random.integer(0, last), random.integer(0, last), last]) row[at] = largest;
      return row;
    case 2:
      row[last] = largest;
      return row;
    case 3:
      row[random.integer(0, last)] = largest;
      row[0] = Number.NaN;
      row[random.integer(0, last)] = Number.NaN;
      return row;
    case 4:
      return row.fill(Number.NEGATIVE_INFINITY);
    case 5:
      return row.fill(Number.NaN);
    case 6:
      return row.map((v) => -1000 - Math.abs(v));
    default:
      return row;
  }
}

const LANES: readonly LaneSpec[] = [
  { T: 1, outputs: [0] },
  { T: 3, outputs: [2] },
  { T: 4, outputs: [0, 1, 2, 3] },
  { T: 2 },
  { T: 5, outputs: [1] },
  { T: 1, outputs: [0] },
  { T: 2, padding: true },
];

function argmaxCase(V: number, specs: readonly LaneSpec[], options: CaseOptions): OpCase {
  const outputs = specs.reduce((sum, s) => sum + (s.outputs?.length ?? 0), 0);
  return makeCase("argmax", { V, outputs }, options, (random) => {
    const step = buildStep(random, specs);
    const logits = new Float32Array(step.outputs * V);
    for (let o = 0; o < step.outputs; o++) logits.set(logitRow(random, V, o), o * V);
    return { step, inputs: { logits: exact(logits, V, "outputs") } };
  });
}

export const argmaxSuite: OpSuite = {
  op: "argmax",
  criteria: { token: exactIndex },
  oracle,
  *cases(options) {
    for (const V of [257, 1, 4096]) yield argmaxCase(V, LANES, options);
    yield argmaxCase(4096, [{ T: 1, outputs: [0] }], options);
    if (options.nightly) for (const V of [255, 256, 1280, 248320]) yield argmaxCase(V, LANES, options);
  },
};
