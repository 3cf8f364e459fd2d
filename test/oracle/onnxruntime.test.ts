/**
 * The oracles of the two recurrent ops against ONNX Runtime's own operators on the CPU: outputs, the state behind the
 * rows and the state behind the fold, for shapes no fixture has. Nightly, because it fetches a large package once
 * (scripts/nightly-oracles.mjs). Invariant: nothing here is computed by the oracle's code; the other side gets the
 * folded records as plain earlier tokens.
 */
import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { beforeAll, describe, expect, test } from "vitest";
import { skipNote } from "../base/skip.ts";
import { caseId } from "../conformance/build.ts";
import { type Criterion, exactCopy, judge } from "../conformance/criteria.ts";
import { type CallParts, singleLaneCall, transposed } from "../conformance/fixture-cases.ts";
import { opSuites } from "../conformance/index.ts";
import { type RandomSource, randomSource, seedFor } from "../conformance/random.ts";
import type { SlotsData, StateData } from "../conformance/types.ts";
import { type OnnxNode, onnxModel } from "./onnx-model.ts";

interface RuntimeTensor {
  readonly data: Float32Array;
}

interface Runtime {
  readonly Tensor: new (type: "float32", data: Float32Array, shape: readonly number[]) => RuntimeTensor;
  readonly InferenceSession: {
    create(
      model: Uint8Array,
      options: { readonly intraOpNumThreads: number },
    ): Promise<{
      run(feeds: Readonly<Record<string, RuntimeTensor>>): Promise<Readonly<Record<string, RuntimeTensor>>>;
      release(): Promise<void>;
    }>;
  };
}

const SHIPPED = ["linux-x64", "linux-arm64", "darwin-arm64", "win32-x64", "win32-arm64"];

function reasonToSkip(): string | undefined {
  if (process.env["QWERK_NIGHTLY"] !== "1") return "nightly only: set QWERK_NIGHTLY=1";
  const platform = `${process.platform}-${process.arch}`;
  return SHIPPED.includes(platform) ? undefined : `onnxruntime-node has no library for ${platform}`;
}

const missing = reasonToSkip();
/** Fixed, as both sides are. */
const seed = Number(process.env["QWERK_SEED"] ?? 20261130);
let runtime: Runtime;

const f32Reference: Criterion = {
  name: "f32_reference",
  reason: "the other side keeps its state and sums in f32: a few roundings, far below what a wrong formula moves",
  exact: false,
  relativeRms: 1e-6,
  maxShare: 2e-6,
  elementShare: 0,
};

function expectAgreement(what: string, oracle: ArrayLike<number>, reference: Float32Array, criterion = f32Reference) {
  const result = judge(criterion, oracle, reference);
  expect(result, `${what} (seed ${seed}): abs ${result.abs}, rel ${result.rel}`).toMatchObject({ ok: true });
}

interface Feed {
  readonly name: string;
  readonly shape: readonly number[];
  readonly data: Float32Array;
}

/** Runs one com.microsoft operator; undefined feeds are optional inputs left out. */
async function runReference(
  node: Pick<OnnxNode, "opType" | "attributes" | "outputs">,
  feeds: readonly (Feed | undefined)[],
): Promise<Readonly<Record<string, Float32Array>>> {
  const model = onnxModel({ ...node, domain: "com.microsoft", inputs: feeds });
  const session = await runtime.InferenceSession.create(model, { intraOpNumThreads: 1 });
  try {
    const present = feeds.filter((feed) => feed !== undefined);
    const results = await session.run(
      Object.fromEntries(
        present.map(({ name, data, shape }) => [name, new runtime.Tensor("float32", data.slice(), shape)]),
      ),
    );
    return Object.fromEntries(Object.entries(results).map(([name, tensor]) => [name, tensor.data]));
  } finally {
    await session.release();
  }
}

/** Rows from..to of a value [rows, width]. */
const rowsOf = (data: Float32Array, width: number, from: number, to: number): Float32Array =>
  data.subarray(from * width, to * width);

/** Columns from..from + count of every row. */
function columnsOf(data: Float32Array, width: number, from: number, count: number): Float32Array {
  return Float32Array.from({ length: (data.length / width) * count }, (_, i) => {
    return data[Math.floor(i / count) * width + from + (i % count)]!;
  });
}

interface Sequence {
  readonly op: string;
  readonly role: string;
  readonly state: StateData;
  /** Inputs, weights and attributes of rows from..to. */
  parts(from: number, to: number): CallParts;
}

interface OracleAnswer {
  readonly y: Float64Array;
  /** Slot 1 behind the fold (only where the step kept records) and behind all rows. */
  readonly folded: Float64Array | undefined;
  readonly settled: Float64Array;
}

/** The oracle on `T` rows behind `fold` records; up to 16 rows stay records, which a step without rows then folds. */
function runOracle({ op, role, state, parts }: Sequence, fold: number, T: number): OracleAnswer {
  const { oracle } = opSuites.get(op)!;
  const call = (from: number, to: number, pendingFold: number, pool: StateData) => {
    const lane = { T: to - from, fold: pendingFold };
    return oracle(singleLaneCall(op, lane, { ...parts(from, to), states: { [role]: pool } }));
  };
  const result = call(fold, fold + T, fold, state);
  const after = result.states[role]!.values;
  const slot = (values: Float64Array): Float64Array => values.subarray(values.length / 2);
  const y = result.outputs["y"]!;
  if (T > 16) return { y, folded: undefined, settled: slot(after) };
  const last = call(0, 0, T, { ...state, data: Float32Array.from(after) });
  return { y, folded: slot(after), settled: slot(last.states[role]!.values) };
}

/** Slots 0 and 1, both full of leftovers; slot 1 begins with `values`, followed by records. */
function pool(random: RandomSource, ref: SlotsData["ref"], elements: number, ...values: Float32Array[]): SlotsData {
  const data = random.values(2 * elements);
  let at = elements;
  for (const part of values) {
    data.set(part, at);
    at += part.length;
  }
  return { ref, storage: "f32", entries: 2, data };
}

interface DeltaShape {
  readonly keyHeads: number;
  readonly valueHeads: number;
  readonly keyWidth: number;
  readonly valueWidth: number;
}

interface DeltaTokens {
  readonly x: Float32Array;
  readonly g: Float32Array;
  readonly beta: Float32Array;
}

function deltaSizes({ keyHeads, valueHeads, keyWidth, valueWidth }: DeltaShape) {
  const keys = keyHeads * keyWidth;
  const values = valueHeads * valueWidth;
  const state = valueHeads * keyWidth * valueWidth;
  return { keys, values, state, row: 2 * keys + values, slot: state + 16 * (keys + values + 2 * valueHeads) };
}

function randomTokens(random: RandomSource, shape: DeltaShape, count: number): DeltaTokens {
  const gates = count * shape.valueHeads;
  return {
    x: random.values(count * deltaSizes(shape).row),
    g: random.values(gates, { scale: 4, shift: -2, outliers: 0 }).map((v) => -Math.exp(v)),
    beta: random.values(gates, { scale: 0.5, shift: 0.5, outliers: 0 }),
  };
}

/** Heads [width] divided by sqrt(sum of squares + 1e-6), which the operator expects to be done. */
function unitHeads(data: Float32Array, width: number): Float32Array {
  const out = new Float32Array(data.length);
  for (let at = 0; at < data.length; at += width) {
    const length = Math.hypot(1e-3, ...data.subarray(at, at + width));
    for (let d = 0; d < width; d++) out[at + d] = data[at + d]! / length;
  }
  return out;
}

/** The first `count` tokens from state S, in one sequence. Without a scale the operator takes 1 / sqrt(dk). */
async function referenceDelta(shape: DeltaShape, S: Float32Array, tokens: DeltaTokens, count: number) {
  const { keyHeads, valueHeads, keyWidth, valueWidth } = shape;
  const { keys, values, row } = deltaSizes(shape);
  const x = rowsOf(tokens.x, row, 0, count);
  const rows = (name: string, width: number, data: Float32Array): Feed => ({ name, shape: [1, count, width], data });
  const stateShape = [1, valueHeads, keyWidth, valueWidth];
  const { y, present } = await runReference(
    {
      opType: "LinearAttention",
      attributes: { update_rule: "gated_delta", q_num_heads: keyHeads, kv_num_heads: valueHeads },
      outputs: [
        { name: "y", shape: [1, count, values] },
        { name: "present", shape: stateShape },
      ],
    },
    [
      rows("q", keys, unitHeads(columnsOf(x, row, 0, keys), keyWidth)),
      rows("k", keys, unitHeads(columnsOf(x, row, keys, keys), keyWidth)),
      rows("v", values, columnsOf(x, row, 2 * keys, values)),
      { name: "past", shape: stateShape, data: S },
      rows("g", valueHeads, rowsOf(tokens.g, valueHeads, 0, count)),
      rows("beta", valueHeads, rowsOf(tokens.beta, valueHeads, 0, count)),
    ],
  );
  return { y: y!, present: present! };
}

function deltaSequence(random: RandomSource, shape: DeltaShape, S: Float32Array, tokens: DeltaTokens, fold: number) {
  const { keys, state, row, slot } = deltaSizes(shape);
  const heads = shape.valueHeads;
  const records = Array.from({ length: fold }, (_, r) => [
    rowsOf(tokens.x, row, r, r + 1).subarray(keys),
    rowsOf(tokens.g, heads, r, r + 1),
    rowsOf(tokens.beta, heads, r, r + 1),
  ]).flat();
  const part = (data: Float32Array, width: number, from: number, to: number) =>
    [rowsOf(data, width, from, to), width] as const;
  const sequence: Sequence = {
    op: "gated-delta-rule",
    role: "delta",
    state: pool(random, { kind: "delta", layer: 0, ...shape }, slot, S, ...records),
    parts: (from, to) => ({
      attributes: { ...shape },
      inputs: {
        x: part(tokens.x, row, from, to),
        g: part(tokens.g, heads, from, to),
        beta: part(tokens.beta, heads, from, to),
      },
    }),
  };
  return { sequence, state };
}

/** Never so few heads or channels that one row can cancel to nearly nothing, which would measure f32, not a formula. */
const DELTA_SHAPES: readonly DeltaShape[] = [
  { keyHeads: 7, valueHeads: 7, keyWidth: 8, valueWidth: 8 },
  { keyHeads: 3, valueHeads: 3, keyWidth: 17, valueWidth: 5 },
  { keyHeads: 3, valueHeads: 9, keyWidth: 4, valueWidth: 6 },
  { keyHeads: 5, valueHeads: 15, keyWidth: 16, valueWidth: 24 },
  { keyHeads: 2, valueHeads: 6, keyWidth: 64, valueWidth: 64 },
];

const CONVOLUTION_SHAPES = [
  { channels: 24, taps: 2 },
  { channels: 17, taps: 3 },
  { channels: 33, taps: 4 },
  { channels: 640, taps: 4 },
  { channels: 15, taps: 6 },
] as const;

/** Every shape with 1, 7 and 65 rows behind no record, some and all 16. */
function grid<Shape extends object>(op: string, shapes: readonly Shape[]) {
  const steps = [1, 7, 65].flatMap((T) => [0, 3, 16].map((fold) => ({ fold, T })));
  return shapes.flatMap((shape) => steps.map((step) => ({ shape, ...step, id: caseId(op, { ...shape, ...step }) })));
}

const deltaCases = [
  ...grid("gated-delta-rule", DELTA_SHAPES),
  ...grid("gated-delta-rule", [{ keyHeads: 16, valueHeads: 48, keyWidth: 128, valueWidth: 128 }]).slice(4, 5),
];

describe.skipIf(missing !== undefined)(`oracles against ONNX Runtime${skipNote(missing)}`, () => {
  beforeAll(() => {
    const folder = execFileSync(process.execPath, ["scripts/nightly-oracles.mjs"], { encoding: "utf8" }).trim();
    runtime = createRequire(import.meta.url)(folder) as Runtime;
  }, 600_000);

  for (const { shape, fold, T, id } of deltaCases) {
    test(id, async () => {
      const random = randomSource(seedFor(seed, id));
      const tokens = randomTokens(random, shape, fold + T);
      const S = random.values(deltaSizes(shape).state);
      const { sequence, state } = deltaSequence(random, shape, S, tokens, fold);
      const answer = runOracle(sequence, fold, T);
      const whole = await referenceDelta(shape, S, tokens, fold + T);
      expectAgreement("y", answer.y, whole.y.subarray(fold * deltaSizes(shape).values));
      expectAgreement("state behind the rows", answer.settled.subarray(0, state), whole.present);
      if (answer.folded === undefined) return;
      const prefix = fold === 0 ? S : (await referenceDelta(shape, S, tokens, fold)).present;
      expectAgreement("state behind the fold", answer.folded.subarray(0, state), prefix);
    });
  }

  for (const { shape, fold, T, id } of grid("causal-conv1d", CONVOLUTION_SHAPES)) {
    test(id, async () => {
      const { channels: C, taps } = shape;
      const random = randomSource(seedFor(seed, id));
      const x = random.values((fold + T) * C);
      const w = random.values(C * taps, { scale: 0.5 });
      const tail = random.values((taps - 1) * C);
      const ref = { kind: "convolution", layer: 0, ...shape } as const;
      const sequence: Sequence = {
        op: "causal-conv1d",
        role: "convolution",
        state: pool(random, ref, (taps - 1 + 16) * C, tail, rowsOf(x, C, 0, fold)),
        parts: (from, to) => ({ inputs: { x: [rowsOf(x, C, from, to), C] }, weights: { w: [w, C] } }),
      };
      const answer = runOracle(sequence, fold, T);
      const reference = async (count: number) => {
        const feeds = [
          { name: "x", shape: [1, C, count], data: transposed(rowsOf(x, C, 0, count), count, C) },
          { name: "w", shape: [C, 1, taps], data: w },
          undefined,
          { name: "past", shape: [1, C, taps - 1], data: transposed(tail, taps - 1, C) },
        ];
        const outputs = [
          { name: "y", shape: [1, C, count] },
          { name: "present", shape: [1, C, taps - 1] },
        ];
        const attributes = { activation: "silu", ndim: 1 };
        const { y, present } = await runReference({ opType: "CausalConvWithState", attributes, outputs }, feeds);
        return { y: transposed(y!, C, count), present: transposed(present!, C, taps - 1) };
      };
      const whole = await reference(fold + T);
      expectAgreement("y", answer.y, whole.y.subarray(fold * C));
      expectAgreement("tail behind the rows", answer.settled.subarray(0, tail.length), whole.present, exactCopy);
      if (answer.folded === undefined) return;
      const prefix = fold === 0 ? tail : (await reference(fold)).present;
      expectAgreement("tail behind the fold", answer.folded.subarray(0, tail.length), prefix, exactCopy);
    });
  }
});
