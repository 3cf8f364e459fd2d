/** gather-rows: oracle and cases. Lanes without wanted rows, with several, and with the last row only. */
import { buildStep, type LaneSpec, makeCase, randomActivation } from "./build.ts";
import { exactCopy } from "./criteria.ts";
import { outputRows, outputsOnly } from "./step-rows.ts";
import type { CaseOptions, OpCase, OpSuite, OracleCall } from "./types.ts";

function oracle(call: OracleCall) {
  const { data, width } = call.inputs["x"]!;
  const wanted = outputRows(call.lanes);
  const y = new Float64Array(wanted.length * width);
  for (const [o, { row }] of wanted.entries()) y.set(data.subarray(row * width, (row + 1) * width), o * width);
  return outputsOnly(call, { y });
}

function gatherCase(N: number, specs: readonly LaneSpec[], options: CaseOptions): OpCase {
  const lanes = specs.map((s) => `${s.T}(${(s.outputs ?? []).join(" ")})`).join(",");
  return makeCase("gather-rows", { N, lanes }, options, (random) => {
    const step = buildStep(random, specs);
    return { step, inputs: { x: randomActivation(random, step.rows, N) } };
  });
}

const RAGGED: readonly LaneSpec[] = [
  { T: 5, outputs: [4] },
  { T: 3 },
  { T: 4, outputs: [0, 1, 2, 3] },
  { T: 1, outputs: [0] },
  { T: 0 },
  { T: 66, outputs: [65, 2] },
  { T: 2, padding: true },
];

export const gatherRowsSuite: OpSuite = {
  op: "gather-rows",
  criteria: { y: exactCopy },
  oracle,
  *cases(options) {
    yield gatherCase(64, [{ T: 1, outputs: [0] }], options);
    yield gatherCase(64, RAGGED, options);
    yield gatherCase(7, RAGGED, options);
    yield gatherCase(
      5120,
      [
        { T: 2, outputs: [1] },
        { T: 1, outputs: [0] },
      ],
      options,
    );
    if (options.nightly) for (const N of [1, 65, 1024]) yield gatherCase(N, RAGGED, options);
  },
};
