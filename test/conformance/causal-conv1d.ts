/** causal-conv1d: oracle and cases of the convolution, its tail and the folding of accepted records. */
import type { WeightFormat } from "../../src/base/formats/registry.ts";
import { buildStep, type LaneSpec, makeCase, randomActivation, randomSlots } from "./build.ts";
import { f32Sum } from "./criteria.ts";
import { foldGrid, foldText } from "./folds.ts";
import { silu } from "./linear.ts";
import { paddingRows, RECORDS, setElement, stepRows, unchanged, unchangedPool } from "./step-rows.ts";
import {
  type CaseOptions,
  EFFECT,
  type OpCase,
  type OpSuite,
  type OracleCall,
  type OracleResult,
  type StateAfter,
} from "./types.ts";
import { PACKED_FORMATS, randomWeight, storesShape } from "./weights.ts";

/** silu(conv) of rows [T, C] behind a history [taps - 1, C], with w [C, taps]. */
export function convolveRows(
  history: ArrayLike<number>,
  x: ArrayLike<number>,
  w: ArrayLike<number>,
  channels: number,
): Float64Array {
  const taps = w.length / channels;
  const past = history.length / channels;
  const out = new Float64Array(x.length);
  const at = (t: number, c: number): number => (t < past ? history[t * channels + c]! : x[(t - past) * channels + c]!);
  for (let t = 0; t < x.length / channels; t++) {
    for (let c = 0; c < channels; c++) {
      let sum = 0;
      for (let i = 0; i < taps; i++) sum += w[c * taps + i]! * at(t + past - taps + 1 + i, c);
      out[t * channels + c] = silu(sum);
    }
  }
  return out;
}

/** The last `count` columns of history ++ rows. */
export function lastColumns(history: Float64Array, rows: ArrayLike<number>, count: number): Float64Array {
  const joined = new Float64Array(history.length + rows.length);
  joined.set(history);
  for (let i = 0; i < rows.length; i++) joined[history.length + i] = rows[i]!;
  return joined.slice(joined.length - count);
}

interface Slot {
  readonly after: StateAfter;
  readonly start: number;
  readonly tailElements: number;
  readonly channels: number;
}

/** Applies one lane to its slot; returns the history its rows see. */
function applyLane(slot: Slot, fold: number, rows: Float32Array): Float64Array {
  const { after, start, tailElements, channels } = slot;
  const records = start + tailElements;
  const before = after.values.slice(start, records);
  const folded = lastColumns(before, after.values.slice(records, records + fold * channels), tailElements);
  const direct = rows.length > RECORDS * channels;
  const tail = direct ? lastColumns(folded, rows, tailElements) : folded;
  if (fold > 0 || direct) for (const [i, v] of tail.entries()) setElement(after, start + i, v, EFFECT.copied);
  if (direct) after.effect.fill(EFFECT.undefined, records, records + RECORDS * channels);
  else for (const [i, v] of rows.entries()) setElement(after, records + i, v, EFFECT.copied);
  return folded;
}

function oracle(call: OracleCall): OracleResult {
  const state = call.states["convolution"]!;
  const w = call.weights["w"]!;
  const channels = w.rows;
  const tailElements = (w.columns - 1) * channels;
  const x = call.inputs["x"]!.data;
  const after = unchangedPool(state.data, state.entries);
  const y = new Float64Array(x.length);
  const rows = stepRows(call.lanes);
  for (const [laneIndex, lane] of call.lanes.entries()) {
    if (lane.slot === 0) continue;
    const first = rows.find((r) => r.laneIndex === laneIndex)?.row ?? 0;
    const own = x.subarray(first * channels, (first + lane.tokens.length) * channels);
    const start = lane.slot * (state.data.length / state.entries);
    const history = applyLane({ after, start, tailElements, channels }, lane.pendingFold, own);
    y.set(convolveRows(history, own, w.values, channels), first * channels);
  }
  return {
    outputs: { y },
    states: { convolution: after },
    sampled: unchanged(call.sampledWords),
    ignoredRows: paddingRows(call.lanes),
  };
}

interface Shape {
  readonly C: number;
  readonly taps: number;
  readonly format: WeightFormat;
}

function convCase(shape: Shape, specs: readonly LaneSpec[], options: CaseOptions): OpCase {
  const { C, taps, format } = shape;
  return makeCase("causal-conv1d", { ...shape, lanes: foldText(specs) }, options, (random) => {
    const step = buildStep(random, specs);
    const ref = { kind: "convolution", layer: 0, channels: C, taps } as const;
    return {
      step,
      inputs: { x: randomActivation(random, step.rows, C) },
      weights: { w: randomWeight(random, C, taps, format, { scale: 0.5 }) },
      states: { convolution: randomSlots(random, ref, step.capacity.slots, (taps - 1 + RECORDS) * C) },
    };
  });
}

export const causalConv1dSuite: OpSuite = {
  op: "causal-conv1d",
  criteria: { y: f32Sum, convolution: f32Sum },
  oracle,
  *cases(options) {
    for (const specs of foldGrid()) yield convCase({ C: 6, taps: 4, format: "bf16" }, specs, options);
    yield convCase({ C: 6, taps: 4, format: "bf16" }, [{ T: 130, fold: 2 }, { T: 64 }], options);
    yield convCase({ C: 7, taps: 3, format: "f32" }, [{ T: 2, fold: 1 }, { T: 19, fold: 16 }, { T: 1 }], options);
    yield convCase({ C: 640, taps: 4, format: "bf16" }, [{ T: 1, fold: 1 }, { T: 4, fold: 3 }, { T: 33 }], options);
    if (!options.nightly) return;
    for (const taps of [2, 5])
      yield* foldGrid().map((specs) => convCase({ C: 5, taps, format: "f32" }, specs, options));
    for (const format of PACKED_FORMATS) {
      if (storesShape(format, 6, 4)) yield convCase({ C: 6, taps: 4, format }, [{ T: 2, fold: 1 }, { T: 5 }], options);
    }
    yield convCase({ C: 10240, taps: 4, format: "bf16" }, [{ T: 1, fold: 1 }, { T: 17 }, { T: 2, fold: 16 }], options);
  },
};
