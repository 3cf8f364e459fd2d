/** kv-append: oracle and cases. Every page element that is not named must keep its bits, or a neighbour's cache is lost. */
import { activation, buildStep, type LaneSpec, makeCase, randomState } from "./build.ts";
import { exactCopy } from "./criteria.ts";
import { PAGE, setElement, stepRows, unchanged, unchangedPool } from "./step-rows.ts";
import { type CaseOptions, EFFECT, type OpCase, type OpSuite, type OracleCall, type OracleResult } from "./types.ts";

export interface PageShape {
  readonly heads: number;
  readonly headWidth: number;
}

export function pageElements(shape: PageShape): number {
  return 2 * shape.heads * PAGE * shape.headWidth;
}

/** Element where the vector of one head and sequence index starts. */
export function pageElement(
  shape: PageShape,
  pages: readonly number[],
  plane: "keys" | "values",
  head: number,
  index: number,
): number {
  const { heads, headWidth } = shape;
  const page = pages[Math.floor(index / PAGE)]!;
  const vector = page * 2 * heads + (plane === "values" ? heads : 0) + head;
  return (vector * PAGE + (index % PAGE)) * headWidth;
}

function oracle(call: OracleCall): OracleResult {
  const shape = call.attributes as unknown as PageShape;
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
  shape: PageShape,
  storage: "f32" | "bf16",
  specs: readonly LaneSpec[],
  options: CaseOptions,
): OpCase {
  const lanes = specs.map((s) => `${s.length ?? 0}+${s.T}`).join(",");
  return makeCase("kv-append", { ...shape, storage, lanes }, options, (random) => {
    const step = buildStep(random, specs);
    const width = shape.heads * shape.headWidth;
    const rows = (): ReturnType<typeof activation> => activation(random.values(step.rows * width), width);
    return {
      step,
      attributes: { ...shape },
      inputs: { k: rows(), v: rows() },
      states: { kv: randomState(random, { kind: "kv", layer: 0, ...shape }, step.pages, pageElements(shape), storage) },
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
    for (const storage of ["f32", "bf16"] as const) {
      yield appendCase({ heads: 2, headWidth: 64 }, storage, RAGGED, options);
      yield appendCase({ heads: 2, headWidth: 64 }, storage, [{ T: 1, length: 63 }], options);
    }
    yield appendCase({ heads: 3, headWidth: 6 }, "f32", RAGGED, options);
    yield appendCase({ heads: 4, headWidth: 256 }, "bf16", [{ T: 2, length: 127 }, { T: 1 }], options);
    if (options.nightly) {
      yield appendCase({ heads: 4, headWidth: 256 }, "f32", RAGGED, options);
      yield appendCase({ heads: 1, headWidth: 64 }, "bf16", [{ T: 193, length: 127 }], options);
      yield appendCase({ heads: 5, headWidth: 34 }, "bf16", RAGGED, options);
    }
  },
};
