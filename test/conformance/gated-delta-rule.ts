/** gated-delta-rule: oracle and cases of the recurrence, its records and the folding of an accepted prefix. */
import { buildStep, exact, type LaneSpec, makeCase, randomActivation } from "./build.ts";
import { f32Sum } from "./criteria.ts";
import { foldGrid, foldText } from "./folds.ts";
import type { RandomSource } from "./random.ts";
import { paddingRows, RECORDS, setElement, stepRows, unchanged, unchangedPool } from "./step-rows.ts";
import {
  type CaseOptions,
  EFFECT,
  type OpCase,
  type OpSuite,
  type OracleCall,
  type OracleResult,
  type SlotsData,
} from "./types.ts";

export interface DeltaDims {
  readonly keyHeads: number;
  readonly valueHeads: number;
  readonly keyWidth: number;
  readonly valueWidth: number;
}

/** One token: k [Hk * dk] and q before their norm, v [Hv * dv], g and beta [Hv]. Without q nothing is read out. */
export interface DeltaToken {
  readonly k: ArrayLike<number>;
  readonly q?: ArrayLike<number>;
  readonly v: ArrayLike<number>;
  readonly g: ArrayLike<number>;
  readonly beta: ArrayLike<number>;
}

function unitHead(source: ArrayLike<number>, from: number, width: number, factor: number): Float64Array {
  const head = Float64Array.from({ length: width }, (_, d) => source[from + d]!);
  const norm = Math.sqrt(head.reduce((sum, u) => sum + u * u, 0) + 1e-6);
  return head.map((u) => (u / norm) * factor);
}

/** S = exp(g) S; S += k (beta (v - ST k))T for all heads, in place; returns ST q [Hv * dv]. */
export function deltaStep(S: Float64Array, token: DeltaToken, dims: DeltaDims): Float64Array {
  const { keyHeads, valueHeads, keyWidth: dk, valueWidth: dv } = dims;
  const out = new Float64Array(valueHeads * dv);
  for (let h = 0; h < valueHeads; h++) {
    const keyHead = Math.floor(h / (valueHeads / keyHeads));
    const k = unitHead(token.k, keyHead * dk, dk, 1);
    const decay = Math.exp(token.g[h]!);
    const update = new Float64Array(dv);
    for (let i = 0; i < dk; i++) {
      const row = (h * dk + i) * dv;
      for (let j = 0; j < dv; j++) {
        S[row + j]! *= decay;
        update[j]! += S[row + j]! * k[i]!;
      }
    }
    for (let j = 0; j < dv; j++) update[j] = token.beta[h]! * (token.v[h * dv + j]! - update[j]!);
    const q = token.q === undefined ? undefined : unitHead(token.q, keyHead * dk, dk, dk ** -0.5);
    for (let i = 0; i < dk; i++) {
      const row = (h * dk + i) * dv;
      for (let j = 0; j < dv; j++) {
        S[row + j]! += k[i]! * update[j]!;
        if (q !== undefined) out[h * dv + j]! += S[row + j]! * q[i]!;
      }
    }
  }
  return out;
}

/** Row `row` of q | k | v with its gates. */
export function tokenOfRow(
  row: number,
  x: ArrayLike<number>,
  g: ArrayLike<number>,
  beta: ArrayLike<number>,
  dims: DeltaDims,
): Required<DeltaToken> {
  const keys = dims.keyHeads * dims.keyWidth;
  const values = dims.valueHeads * dims.valueWidth;
  const base = row * (2 * keys + values);
  const part = (source: ArrayLike<number>, from: number, count: number): Float64Array =>
    Float64Array.from({ length: count }, (_, i) => source[from + i]!);
  return {
    q: part(x, base, keys),
    k: part(x, base + keys, keys),
    v: part(x, base + 2 * keys, values),
    g: part(g, row * dims.valueHeads, dims.valueHeads),
    beta: part(beta, row * dims.valueHeads, dims.valueHeads),
  };
}

function slotLayout(dims: DeltaDims) {
  const keys = dims.keyHeads * dims.keyWidth;
  const values = dims.valueHeads * dims.valueWidth;
  const state = dims.valueHeads * dims.keyWidth * dims.valueWidth;
  const record = keys + values + 2 * dims.valueHeads;
  return { keys, values, state, record, elements: state + RECORDS * record };
}

function tokenOfRecord(slot: Float64Array, index: number, dims: DeltaDims): DeltaToken {
  const { keys, values, state, record } = slotLayout(dims);
  let at = state + index * record;
  const take = (count: number): Float64Array => {
    at += count;
    return slot.subarray(at - count, at);
  };
  return { k: take(keys), v: take(values), g: take(dims.valueHeads), beta: take(dims.valueHeads) };
}

function oracle(call: OracleCall): OracleResult {
  const dims = call.attributes as unknown as DeltaDims;
  const layout = slotLayout(dims);
  const state = call.states["delta"]!;
  const [x, g, beta] = [call.inputs["x"]!.data, call.inputs["g"]!.data, call.inputs["beta"]!.data];
  const after = unchangedPool(state.data, state.entries);
  const rows = stepRows(call.lanes);
  const y = new Float64Array(rows.length * layout.values);
  for (const [laneIndex, lane] of call.lanes.entries()) {
    if (lane.slot === 0) continue;
    const start = lane.slot * layout.elements;
    const slot = after.values.slice(start, start + layout.elements);
    const S = slot.slice(0, layout.state);
    for (let i = 0; i < lane.pendingFold; i++) deltaStep(S, tokenOfRecord(slot, i, dims), dims);
    const own = rows.filter((r) => r.laneIndex === laneIndex);
    const direct = own.length > RECORDS;
    const committed = direct ? S : S.slice();
    for (const { row } of own) y.set(deltaStep(S, tokenOfRow(row, x, g, beta, dims), dims), row * layout.values);
    if (lane.pendingFold > 0 || direct) {
      for (const [i, value] of committed.entries()) setElement(after, start + i, value, EFFECT.written);
    }
    if (direct) after.effect.fill(EFFECT.undefined, start + layout.state, start + layout.elements);
    for (const { row, offset } of direct ? [] : own) {
      const token = tokenOfRow(row, x, g, beta, dims);
      const values = [token.k, token.v, token.g, token.beta].flatMap((part) => Array.from(part));
      const at = start + layout.state + offset * layout.record;
      for (const [i, value] of values.entries()) setElement(after, at + i, value, EFFECT.copied);
    }
  }
  return {
    outputs: { y },
    states: { delta: after },
    sampled: unchanged(call.sampledWords),
    ignoredRows: paddingRows(call.lanes),
  };
}

/** Decay exponents from -0.002 to -7. */
const randomDecay = (random: RandomSource, count: number): Float32Array =>
  random.values(count, { scale: 4, shift: -2, outliers: 0 }).map((v) => -Math.exp(v));
const randomRate = (random: RandomSource, count: number): Float32Array =>
  random.values(count, { scale: 0.5, shift: 0.5, outliers: 0 });

/** Slots with a state of moderate size and records whose gates are in range. */
function deltaSlots(random: RandomSource, dims: DeltaDims, entries: number): SlotsData {
  const layout = slotLayout(dims);
  const data = random.values(entries * layout.elements);
  for (let slot = 0; slot < entries; slot++) {
    for (let r = 0; r < RECORDS; r++) {
      const gates = slot * layout.elements + layout.state + r * layout.record + layout.keys + layout.values;
      data.set(randomDecay(random, dims.valueHeads), gates);
      data.set(randomRate(random, dims.valueHeads), gates + dims.valueHeads);
    }
  }
  return { ref: { kind: "delta", layer: 0, ...dims }, storage: "f32", entries, data };
}

function deltaCase(dims: DeltaDims, specs: readonly LaneSpec[], options: CaseOptions): OpCase {
  return makeCase("gated-delta-rule", { ...dims, lanes: foldText(specs) }, options, (random) => {
    const step = buildStep(random, specs);
    const { keys, values } = slotLayout(dims);
    const gates = step.rows * dims.valueHeads;
    return {
      step,
      attributes: { ...dims },
      inputs: {
        x: randomActivation(random, step.rows, 2 * keys + values),
        g: exact(randomDecay(random, gates), dims.valueHeads),
        beta: exact(randomRate(random, gates), dims.valueHeads),
      },
      states: { delta: deltaSlots(random, dims, step.capacity.slots) },
    };
  });
}

export const gatedDeltaRuleSuite: OpSuite = {
  op: "gated-delta-rule",
  criteria: { y: f32Sum, delta: f32Sum },
  oracle,
  *cases(options) {
    const small: DeltaDims = { keyHeads: 1, valueHeads: 3, keyWidth: 4, valueWidth: 6 };
    const large: DeltaDims = { keyHeads: 16, valueHeads: 48, keyWidth: 128, valueWidth: 128 };
    const tiny: DeltaDims = { keyHeads: 2, valueHeads: 6, keyWidth: 32, valueWidth: 32 };
    for (const specs of foldGrid()) yield deltaCase(small, specs, options);
    yield deltaCase(
      { keyHeads: 2, valueHeads: 2, keyWidth: 3, valueWidth: 5 },
      [{ T: 2, fold: 3 }, { T: 18 }],
      options,
    );
    yield deltaCase(tiny, [{ T: 1, fold: 1 }, { T: 4, fold: 2 }, { T: 33 }, { T: 0, fold: 16 }], options);
    yield deltaCase(tiny, [{ T: 130 }], options);
    yield deltaCase(large, [{ T: 2, fold: 1 }], options);
    if (!options.nightly) return;
    const wide: DeltaDims = { keyHeads: 1, valueHeads: 3, keyWidth: 64, valueWidth: 40 };
    for (const specs of foldGrid()) yield deltaCase(wide, specs, options);
    yield deltaCase(
      { keyHeads: 3, valueHeads: 3, keyWidth: 17, valueWidth: 8 },
      [{ T: 65 }, { T: 1, fold: 9 }],
      options,
    );
    yield deltaCase(
      large,
      [
        { T: 17, fold: 4 },
        { T: 4, fold: 3 },
        { T: 0, fold: 2 },
      ],
      options,
    );
  },
};
