/**
 * The body of the gated delta rule alone, against the recurrence in float64: states, records and outputs behind any
 * number of folded records and rows; and the same bits however a sequence is cut into steps and a step into items.
 */
import { describe, expect, test } from "vitest";
import { deltaRuleFactories, deltaRulePasses } from "../../../src/backend/cpu/kernels/delta-rule.ts";
import { GREEDY, RECORD_TOKENS, StepBlock } from "../../../src/base/step-block.ts";
import type { Problem } from "../../../src/program/candidate.ts";
import { SEED } from "../../base/seed.ts";
import { type DeltaDims, deltaStep, tokenOfRow } from "../../conformance/gated-delta-rule.ts";
import { type RandomSource, randomSource } from "../../conformance/random.ts";
import { type BodyRunOptions, relativeRms, runBody, sameBits } from "./run-body.ts";

interface Lane {
  readonly slot: number;
  readonly fold: number;
  readonly T: number;
}

/** Rows of tokens: q | k | v, g and beta. */
interface Rows {
  readonly x: Float32Array;
  readonly g: Float32Array;
  readonly beta: Float32Array;
}

interface Result {
  readonly y: Float32Array;
  readonly slots: Float32Array;
}

function sizesOf({ keyHeads, valueHeads, keyWidth, valueWidth }: DeltaDims) {
  const [keys, values, state] = [keyHeads * keyWidth, valueHeads * valueWidth, valueHeads * keyWidth * valueWidth];
  const record = keys + values + 2 * valueHeads;
  return { keys, values, state, record, row: 2 * keys + values, slot: state + RECORD_TOKENS * record };
}

/** Inputs with outliers; decays from nearly 1 to nearly 0. */
function drawRows(random: RandomSource, dims: DeltaDims, count: number): Rows {
  const gates = count * dims.valueHeads;
  return {
    x: random.values(count * sizesOf(dims).row),
    g: random.values(gates, { scale: 4, shift: -2, outliers: 0 }).map((v) => -Math.exp(v)),
    beta: random.values(gates, { scale: 0.5, shift: 0.5, outliers: 0 }),
  };
}

function rowsFrom(rows: Rows, dims: DeltaDims, first: number, count: number): Rows {
  const part = (values: Float32Array, width: number): Float32Array =>
    values.slice(first * width, (first + count) * width);
  return {
    x: part(rows.x, sizesOf(dims).row),
    g: part(rows.g, dims.valueHeads),
    beta: part(rows.beta, dims.valueHeads),
  };
}

/** The record that a row leaves. */
function recordOf(rows: Rows, dims: DeltaDims, row: number): Float32Array {
  const { keys, row: width } = sizesOf(dims);
  const { x, g, beta } = rowsFrom(rows, dims, row, 1);
  return Float32Array.from([...x.subarray(keys, width), ...g, ...beta]);
}

function problemOf(dims: DeltaDims): Problem {
  const { row, values } = sizesOf(dims);
  const value = (width: number) => ({ extent: "tokens", width, storage: "f32" }) as const;
  return {
    op: "gated-delta-rule",
    attributes: { ...dims },
    inputs: { x: value(row), g: value(dims.valueHeads), beta: value(dims.valueHeads) },
    outputs: { y: value(values) },
    weights: {},
    states: { delta: { ref: { kind: "delta", layer: 0, ...dims }, storage: "f32" } },
  };
}

function run(
  dims: DeltaDims,
  lanes: readonly Lane[],
  rows: Rows,
  slots: Float32Array,
  options: BodyRunOptions = {},
): Result {
  const tokens = lanes.reduce((sum, { T }) => sum + T, 0);
  const block = new StepBlock({
    maxRows: tokens + 1,
    maxLanes: lanes.length + 1,
    maxPagesPerLane: Math.ceil(tokens / 64) + 1,
    maxOutputs: 1,
    slots: lanes.length + 1,
  });
  const pages = Array.from({ length: Math.ceil(tokens / 64) }, () => 0);
  block.write(
    lanes.map(({ slot, fold, T }) => {
      const list = Array.from({ length: T }, () => 0);
      return { slot, length: 0, pendingFold: fold, pages, tokens: list, outputs: [], sampling: GREEDY };
    }),
  );
  const y = new Float32Array(tokens * sizesOf(dims).values).fill(Number.NaN);
  const operands = { step: block.words, ...rows, delta: slots, y };
  const extents = { tokens, sequences: lanes.length, outputs: 0 };
  const written = runBody(deltaRulePasses, deltaRuleFactories, problemOf(dims), operands, extents, options);
  return { y: written["y"]!, slots: written["delta"]! };
}

/** A slot of a state of moderate size, with records of the tokens given. */
function drawSlots(random: RandomSource, dims: DeltaDims, records: readonly Rows[]): Float32Array {
  const sizes = sizesOf(dims);
  const slots = random.values((records.length + 1) * sizes.slot);
  for (const [i, rows] of records.entries()) {
    for (let t = 0; t < rows.g.length / dims.valueHeads; t++) {
      slots.set(recordOf(rows, dims, t), (i + 1) * sizes.slot + sizes.state + t * sizes.record);
    }
  }
  return slots;
}

/** One lane in float64: what the slot's state becomes, and its outputs. */
function expected(
  dims: DeltaDims,
  state: Float32Array,
  records: Rows,
  rows: Rows,
): { readonly state: Float64Array; readonly y: number[] } {
  const S = Float64Array.from(state);
  const step = (from: Rows, t: number): Float64Array =>
    deltaStep(S, tokenOfRow(t, from.x, from.g, from.beta, dims), dims);
  for (let t = 0; t < records.g.length / dims.valueHeads; t++) step(records, t);
  const folded = S.slice();
  const T = rows.g.length / dims.valueHeads;
  const y = Array.from({ length: T }, (_, t) => [...step(rows, t)]).flat();
  return { state: T > RECORD_TOKENS ? S : folded, y };
}

const drawDims = (random: RandomSource): DeltaDims => {
  const keyHeads = random.integer(1, 3);
  const [keyWidth, valueWidth] = [4 * random.integer(1, 12), 4 * random.integer(1, 12)];
  return { keyHeads, valueHeads: keyHeads * random.integer(1, 4), keyWidth, valueWidth };
};

const DIMS: readonly DeltaDims[] = [
  { keyHeads: 2, valueHeads: 6, keyWidth: 32, valueWidth: 32 },
  { keyHeads: 1, valueHeads: 1, keyWidth: 4, valueWidth: 4 },
  { keyHeads: 1, valueHeads: 2, keyWidth: 128, valueWidth: 128 },
];

describe.each([0, 1, 2, 3])("shape %i", (which) => {
  const random = randomSource(SEED + which);
  const dims = DIMS[which] ?? drawDims(random);
  const sizes = sizesOf(dims);
  const text = `${JSON.stringify(dims)}, seed ${SEED}`;

  test("rows behind folded records are those of float64; the slot holds what was accepted, and the new records", () => {
    const shapes: [fold: number, T: number][] = [
      [0, 1],
      [1, 1],
      [16, 0],
      [3, 16],
      [2, 17],
      [0, 0],
      [16, 16],
      [5, 33],
      [0, 65],
    ];
    const records = shapes.map(([fold]) => drawRows(random, dims, fold));
    const slots = drawSlots(random, dims, records);
    const lanes = shapes.map(([fold, T], i): Lane => ({ slot: i + 1, fold, T }));
    const rows = drawRows(
      random,
      dims,
      shapes.reduce((sum, [, T]) => sum + T, 0),
    );
    const after = run(dims, lanes, rows, slots);
    expect(sameBits(after.slots.slice(0, sizes.slot), slots.slice(0, sizes.slot)), "the null slot").toBe(true);
    let first = 0;
    for (const [i, [fold, T]] of shapes.entries()) {
      const at = (i + 1) * sizes.slot;
      const [before, now] = [slots, after.slots].map((s) => s.slice(at, at + sizes.slot)) as [
        Float32Array,
        Float32Array,
      ];
      const own = rowsFrom(rows, dims, first, T);
      const right = expected(dims, before.subarray(0, sizes.state), records[i]!, own);
      const label = `${fold}+${T}, ${text}`;
      const y = after.y.slice(first * sizes.values, (first + T) * sizes.values);
      expect(relativeRms(y, right.y), label).toBeLessThan(5e-6);
      expect(relativeRms(now.subarray(0, sizes.state), right.state), label).toBeLessThan(5e-6);
      if (fold === 0 && T <= RECORD_TOKENS)
        expect(sameBits(now.slice(0, sizes.state), before.slice(0, sizes.state)), label).toBe(true);
      const kept = T <= RECORD_TOKENS ? T : 0;
      for (let t = 0; t < RECORD_TOKENS; t++) {
        const place = sizes.state + t * sizes.record;
        const record = t < kept ? recordOf(own, dims, t) : before.slice(place, place + sizes.record);
        expect(sameBits(now.slice(place, place + sizes.record), record), `record ${t} of ${label}`).toBe(true);
      }
      first += T;
    }
  });

  test("bits do not depend on how a sequence is cut into steps, nor a step into calls", () => {
    const T = 70;
    const rows = drawRows(random, dims, T);
    const none = drawRows(random, dims, 0);
    const slots = drawSlots(random, dims, [none]);
    const whole = run(dims, [{ slot: 1, fold: 0, T }], rows, slots);
    for (const calls of [2, 3]) {
      const cut = run(dims, [{ slot: 1, fold: 0, T }], rows, slots, { calls, shared: true });
      expect(sameBits(cut.y, whole.y), text).toBe(true);
      expect(sameBits(cut.slots, whole.slots), text).toBe(true);
    }
    for (const sizesOfSteps of [[1], [1, 2, 16, 17, 5, 3], [33, 1, 1, 34, 1]]) {
      let state = slots;
      let fold = 0;
      const y: number[] = [];
      for (let t = 0, i = 0; t < T; i++) {
        const count = Math.min(T - t, sizesOfSteps[i % sizesOfSteps.length]!);
        const step = run(dims, [{ slot: 1, fold, T: count }], rowsFrom(rows, dims, t, count), state);
        y.push(...step.y);
        state = step.slots;
        fold = count <= RECORD_TOKENS ? count : 0;
        t += count;
      }
      const last = run(dims, [{ slot: 1, fold, T: 0 }], none, state);
      const label = `steps of ${sizesOfSteps.join(", ")}, ${text}`;
      expect(sameBits(Float32Array.from(y), whole.y), label).toBe(true);
      const stateOf = (s: Float32Array): Float32Array => s.slice(sizes.slot, sizes.slot + sizes.state);
      expect(sameBits(stateOf(last.slots), stateOf(whole.slots)), label).toBe(true);
    }
  });

  test("rejected rows leave no trace: the accepted prefix alone is folded", () => {
    const rows = drawRows(random, dims, 5);
    const slots = drawSlots(random, dims, [drawRows(random, dims, 0)]);
    const draft = run(dims, [{ slot: 1, fold: 0, T: 5 }], rows, slots);
    const next = drawRows(random, dims, 1);
    const behind = run(dims, [{ slot: 1, fold: 2, T: 1 }], next, draft.slots);
    const short = run(dims, [{ slot: 1, fold: 0, T: 2 }], rowsFrom(rows, dims, 0, 2), slots);
    const straight = run(dims, [{ slot: 1, fold: 2, T: 1 }], next, short.slots);
    expect(sameBits(behind.y, straight.y), text).toBe(true);
  });
});

test("no sequences are no work", () => {
  const dims = DIMS[0]!;
  expect(run(dims, [], drawRows(randomSource(SEED), dims, 0), new Float32Array(4)).y.length).toBe(0);
});
