/** kv-append: oracle and cases. Every page element that is not named must keep its bits, or a neighbour's cache is lost. */
import type { KvShape } from "../../src/base/kv/layout.ts";
import type { KvCodec } from "../../src/base/kv/registry.ts";
import { activation, buildStep, type LaneSpec, makeCase } from "./build.ts";
import { exactCopy } from "./criteria.ts";
import { codecsFor, inSegments, pageElement, randomPages } from "./pages.ts";
import { setElement, stepRows, unchanged, unchangedPool } from "./step-rows.ts";
import { type CaseOptions, EFFECT, type OpCase, type OpSuite, type OracleCall, type OracleResult } from "./types.ts";

function oracle(call: OracleCall): OracleResult {
  const shape = call.attributes as unknown as KvShape;
  const state = call.states["kv"]!;
  const kv = unchangedPool(state.data, state.entries);
  const width = shape.heads * shape.headWidth;
  for (const row of stepRows(call.lanes)) {
    if (row.lane.slot === 0) continue;
    for (const [plane, role] of [
      ["keys", "k"],
      ["values", "v"],
    ] as const) {
      for (let head = 0; head < shape.heads; head++) {
        const target = pageElement(shape, row.lane.pages, plane, head, row.index);
        for (let d = 0; d < shape.headWidth; d++) {
          const value = call.inputs[role]!.data[row.row * width + head * shape.headWidth + d]!;
          setElement(kv, target + d, value, EFFECT.copied);
        }
      }
    }
  }
  return { outputs: {}, states: { kv }, sampled: unchanged(call.sampledWords), ignoredRows: new Set() };
}

function appendCase(
  shape: KvShape,
  storage: KvCodec,
  specs: readonly LaneSpec[],
  options: CaseOptions,
  segments = 1,
): OpCase {
  const lanes = specs.map((s) => `${s.length ?? 0}+${s.T}`).join(",");
  const query = { ...shape, storage, lanes, ...(segments === 1 ? {} : { segments }) };
  return makeCase("kv-append", query, options, (random) => {
    const step = buildStep(random, specs);
    const width = shape.heads * shape.headWidth;
    const rows = (): ReturnType<typeof activation> => activation(random.values(step.rows * width), width);
    return {
      step,
      attributes: { ...shape },
      inputs: { k: rows(), v: rows() },
      states: { kv: inSegments(randomPages(random, shape, step.pages, storage), segments) },
    };
  });
}

/** Page borders from both sides, an empty lane, padding. */
const RAGGED: readonly LaneSpec[] = [
  { T: 3, length: 62 },
  { T: 1, length: 64 },
  { T: 0, length: 70 },
  { T: 70, length: 5 },
  { T: 1 },
  { T: 2, padding: true },
];

export const kvAppendSuite: OpSuite = {
  op: "kv-append",
  criteria: { kv: exactCopy },
  oracle,
  *cases(options) {
    const each = function* (heads: number, headWidth: number, specs: readonly LaneSpec[]): Generator<OpCase> {
      const shape = { heads, headWidth };
      for (const storage of codecsFor(shape)) yield appendCase(shape, storage, specs, options);
    };
    yield* each(2, 64, RAGGED);
    const shape = { heads: 2, headWidth: 64 };
    for (const storage of codecsFor(shape)) yield appendCase(shape, storage, RAGGED, options, 4);
    yield* each(2, 64, [{ T: 1, length: 63 }]);
    yield* each(3, 6, RAGGED);
    yield* each(3, 7, [{ T: 1, length: 63 }]);
    yield* each(4, 256, [{ T: 2, length: 127 }, { T: 1 }]);
    if (options.nightly) {
      yield* each(4, 256, RAGGED);
      yield* each(1, 64, [{ T: 193, length: 127 }]);
      yield* each(5, 34, RAGGED);
    }
  },
};
