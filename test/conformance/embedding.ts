/** embedding: oracle and cases. A copy of table rows, so every bit counts; ids of -1 come from the device block. */
import type { WeightFormat } from "../../src/base/formats/registry.ts";
import { buildStep, makeCase } from "./build.ts";
import { exactCopy } from "./criteria.ts";
import { lastTokenAt, outputsOnly, stepRows } from "./step-rows.ts";
import type { CaseOptions, OpCase, OpSuite, OracleCall } from "./types.ts";
import { PACKED_FORMATS, randomWeight } from "./weights.ts";

/** Rows of `table` [., width] by id. */
export function embedRows(table: ArrayLike<number>, width: number, ids: readonly number[]): Float64Array {
  const out = new Float64Array(ids.length * width);
  for (const [r, id] of ids.entries()) for (let c = 0; c < width; c++) out[r * width + c] = table[id * width + c]!;
  return out;
}

function oracle(call: OracleCall) {
  const table = call.weights["table"]!;
  const ids = stepRows(call.lanes).map((row) =>
    row.token === -1 ? call.sampledWords[lastTokenAt(call.capacity, row.lane.slot)]! : row.token,
  );
  return outputsOnly(call, { y: embedRows(table.values, table.columns, ids) });
}

function embeddingCase(
  V: number,
  N: number,
  format: WeightFormat,
  counts: readonly number[],
  options: CaseOptions,
): OpCase {
  const query = { V, N, format, lanes: counts };
  return makeCase("embedding", query, options, (random) => {
    const specs = counts.map((T) => ({
      T,
      tokens: Array.from({ length: T }, (_, i) => (i === 0 ? -1 : random.integer(0, V - 1))),
    }));
    const step = buildStep(random, [...specs, { T: 2, padding: true, tokens: [0, V - 1] }], V);
    return { step, attributes: { width: N }, weights: { table: randomWeight(random, V, N, format) } };
  });
}

export const embeddingSuite: OpSuite = {
  op: "embedding",
  criteria: { y: exactCopy },
  oracle,
  *cases(options) {
    for (const counts of [[1], [1, 17, 3, 65]]) yield embeddingCase(37, 64, "bf16", counts, options);
    yield embeddingCase(33, 5, "f32", [3, 2], options);
    yield embeddingCase(32, 5120, "f16", [1, 2], options);
    for (const format of PACKED_FORMATS) yield embeddingCase(128, 192, format, [1, 17], options);
    if (options.nightly) {
      yield embeddingCase(1280, 192, "bf16", [128, 1, 1], options);
      yield embeddingCase(4099, 5120, "bf16", [9], options);
    }
  },
};
