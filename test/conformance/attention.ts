/**
 * attention: oracle and cases. Keys are read through scattered pages that also hold other owners' leftovers, so a wrong
 * page, a wrong border or a missing mask shows at once.
 */
import type { KvCodec } from "../../src/base/kv/registry.ts";
import { buildStep, type LaneSpec, makeCase, randomActivation } from "./build.ts";
import { f32Sum } from "./criteria.ts";
import { sigmoid } from "./linear.ts";
import { codecsFor, inSegments, pageElement, randomPages } from "./pages.ts";
import { paddingRows, stepRows, unchanged } from "./step-rows.ts";
import type { CaseOptions, OpCase, OpSuite, OracleCall, OracleResult } from "./types.ts";

export interface AttentionShape {
  readonly queryHeads: number;
  readonly heads: number;
  readonly headWidth: number;
  readonly gateStride: number;
  readonly gateOffset: number;
  readonly scale: number;
}

/** Where keys and values of one sequence lie. */
export interface KeyValues {
  readonly data: ArrayLike<number>;
  at(plane: "keys" | "values", head: number, index: number): number;
}

/** Attention of one query head at `q[from..]` over keys 0..last of head `head`. */
function attendHead(
  q: ArrayLike<number>,
  from: number,
  cache: KeyValues,
  head: number,
  last: number,
  width: number,
  scale: number,
): Float64Array {
  const { data } = cache;
  const scores = new Float64Array(last + 1);
  for (let j = 0; j <= last; j++) {
    const key = cache.at("keys", head, j);
    let sum = 0;
    for (let d = 0; d < width; d++) sum += q[from + d]! * data[key + d]!;
    scores[j] = sum * scale;
  }
  const largest = scores.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  const out = new Float64Array(width);
  let total = 0;
  for (let j = 0; j <= last; j++) {
    const weight = Math.exp(scores[j]! - largest);
    const value = cache.at("values", head, j);
    total += weight;
    for (let d = 0; d < width; d++) out[d]! += weight * data[value + d]!;
  }
  return out.map((v) => v / total);
}

/** One row of the op: all heads of row `row` over keys 0..last, gated. */
export function attendRow(
  row: number,
  last: number,
  q: ArrayLike<number>,
  gate: ArrayLike<number>,
  cache: KeyValues,
  shape: AttentionShape,
): Float64Array {
  const { queryHeads: H, heads: G, headWidth: D, gateStride, gateOffset, scale } = shape;
  const out = new Float64Array(H * D);
  for (let h = 0; h < H; h++) {
    const attended = attendHead(q, (row * H + h) * D, cache, Math.floor(h / (H / G)), last, D, scale);
    const gates = (row * H + h) * gateStride + gateOffset;
    for (let d = 0; d < D; d++) out[h * D + d] = attended[d]! * sigmoid(gate[gates + d]!);
  }
  return out;
}

function oracle(call: OracleCall): OracleResult {
  const shape = call.attributes as unknown as AttentionShape;
  const state = call.states["kv"]!;
  const width = shape.queryHeads * shape.headWidth;
  const rows = stepRows(call.lanes);
  const y = new Float64Array(rows.length * width);
  for (const { row, lane, index } of rows) {
    if (lane.slot === 0) continue;
    const cache: KeyValues = {
      data: state.data,
      at: (plane, head, j) => pageElement(shape, lane.pages, plane, head, j),
    };
    y.set(attendRow(row, index, call.inputs["q"]!.data, call.inputs["gate"]!.data, cache, shape), row * width);
  }
  return {
    outputs: { y },
    states: { kv: unchanged(state.data) },
    sampled: unchanged(call.sampledWords),
    ignoredRows: paddingRows(call.lanes),
  };
}

type CaseShape = Omit<AttentionShape, "scale">;

function attentionCase(
  shape: CaseShape,
  storage: KvCodec,
  specs: readonly LaneSpec[],
  options: CaseOptions,
  segments = 1,
): OpCase {
  const { queryHeads, headWidth, gateStride } = shape;
  const lanes = specs.map((s) => `${s.length ?? 0}+${s.T}`).join(",");
  const query = { ...shape, storage, lanes, ...(segments === 1 ? {} : { segments }) };
  return makeCase("attention", query, options, (random) => {
    const step = buildStep(random, specs);
    return {
      step,
      attributes: { ...shape, scale: headWidth ** -0.5 },
      inputs: {
        q: randomActivation(random, step.rows, queryHeads * headWidth, { scale: 2 }),
        gate: randomActivation(random, step.rows, queryHeads * gateStride, { scale: 3 }),
      },
      states: { kv: inSegments(randomPages(random, shape, step.pages, storage), segments) },
    };
  });
}

/** Decode and short chunks at page borders, a chunk over several pages, an empty lane, padding. */
const RAGGED: readonly LaneSpec[] = [
  { T: 1 },
  { T: 1, length: 63 },
  { T: 1, length: 64 },
  { T: 17, length: 120 },
  { T: 0, length: 9 },
  { T: 3, length: 0 },
  { T: 2, padding: true },
];

export const attentionSuite: OpSuite = {
  op: "attention",
  criteria: { y: f32Sum },
  oracle,
  *cases(options) {
    const tiny: CaseShape = { queryHeads: 4, heads: 2, headWidth: 64, gateStride: 128, gateOffset: 64 };
    const large: CaseShape = { queryHeads: 24, heads: 4, headWidth: 256, gateStride: 512, gateOffset: 256 };
    const each = function* (shape: CaseShape, specs: readonly LaneSpec[]): Generator<OpCase> {
      for (const storage of codecsFor(shape)) yield attentionCase(shape, storage, specs, options);
    };
    yield* each(tiny, RAGGED);
    for (const storage of codecsFor(tiny)) yield attentionCase(tiny, storage, RAGGED, options, 3);
    for (const T of [1, 2, 16, 66]) yield* each(tiny, [{ T, length: 65 }]);
    yield* each(tiny, [
      { T: 1, length: 700 },
      { T: 2, length: 1 },
    ]);
    yield* each({ queryHeads: 3, heads: 1, headWidth: 6, gateStride: 7, gateOffset: 1 }, RAGGED);
    const atPages = [64, 130].map((length, i) => ({ T: 2 - i, length }));
    yield* each(large, atPages);
    if (!options.nightly) return;
    yield* each(large, RAGGED);
    yield* each(large, [{ T: 130 }]);
    yield* each(tiny, [
      { T: 1, length: 4095 },
      { T: 4, length: 2047 },
    ]);
    yield* each({ queryHeads: 6, heads: 1, headWidth: 64, gateStride: 128, gateOffset: 64 }, RAGGED);
    yield* each({ queryHeads: 5, heads: 5, headWidth: 32, gateStride: 32, gateOffset: 0 }, RAGGED);
  },
};
