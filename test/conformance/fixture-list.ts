/**
 * Every case of the operator fixtures, values of another implementation at 27B widths, as one test list. It is stamped
 * on the oracles, which makes them worth comparing kernels with, and on the kernels of each backend.
 */
import { expect, test } from "vitest";
import { readJson, readTensors } from "../model/fixture-tensors.ts";
import { f32Sum, judge } from "./criteria.ts";
import {
  type CallParts,
  type GeneratedTensor,
  generate,
  type SingleLane,
  singleLaneCall,
  transposed,
} from "./fixture-cases.ts";
import { pageElements, pagesOf } from "./pages.ts";
import type { KernelResult } from "./run.ts";
import type { OracleCall, SlotsData, StateData } from "./types.ts";

interface OpsCase {
  readonly name: string;
  readonly op: string;
  readonly T: number;
  readonly inputs: Readonly<Record<string, GeneratedTensor>>;
  readonly rows?: readonly number[];
  readonly heads?: readonly number[];
  readonly channel_step?: number;
}

const { cases } = readJson<{ cases: OpsCase[] }>("test/fixtures/ops.json");
const stored = readTensors("test/fixtures/ops.safetensors");
const tensor = (name: string): Float32Array => stored.get(name)!.data;

function expectClose(name: string, actual: ArrayLike<number>): void {
  const result = judge(f32Sum, tensor(name), actual);
  expect(result, `${name}: abs ${result.abs}, rel ${result.rel}`).toMatchObject({ ok: true });
}

function pick(values: Float64Array, width: number, rows: readonly number[]): number[] {
  return rows.flatMap((r) => Array.from(values.subarray(r * width, (r + 1) * width)));
}

/** Slots 0 and 1 of a pool; slot 1 starts with `values`. */
function twoSlots(ref: SlotsData["ref"], elements: number, values: ArrayLike<number> = []): SlotsData {
  const data = new Float32Array(2 * elements);
  data.set(Float32Array.from(values), elements);
  return { ref, storage: "f32", entries: 2, data };
}

/** Answers a call: an oracle, or a kernel on a backend. */
export type Answer = (op: string, lane: SingleLane, parts: CallParts) => Promise<KernelResult>;

/** An answer by whoever takes whole calls. */
export function answerBy(take: (call: OracleCall) => KernelResult | Promise<KernelResult>): Answer {
  return async (op, lane, parts) => take(singleLaneCall(op, lane, parts));
}

const DELTA = { keyHeads: 16, valueHeads: 48, keyWidth: 128, valueWidth: 128 };
const DELTA_REF = { kind: "delta", layer: 0, ...DELTA } as const;
const DELTA_STATE = 48 * 128 * 128;
const DELTA_SLOT = DELTA_STATE + 16 * (16 * 128 + 48 * 128 + 96);

/** q | k | v rows of separate tensors. */
function joinedRows(T: number, parts: readonly Float32Array[]): Float32Array {
  const widths = parts.map((p) => p.length / T);
  const width = widths.reduce((a, b) => a + b, 0);
  const out = new Float32Array(T * width);
  for (let t = 0; t < T; t++) {
    let at = t * width;
    for (const [i, part] of parts.entries()) {
      out.set(part.subarray(t * widths[i]!, (t + 1) * widths[i]!), at);
      at += widths[i]!;
    }
  }
  return out;
}

/** Slot 1 behind all rows: committed directly, or by folding the records in a step without rows. */
async function settled(
  run: Answer,
  op: string,
  role: string,
  state: StateData,
  after: KernelResult,
  T: number,
  parts: CallParts,
): Promise<Float64Array> {
  const elements = state.data.length / 2;
  const values = after.states[role]!.values;
  if (T > 16) return values.subarray(elements);
  const next = { ...state, data: Float32Array.from(values) };
  const empty = Object.fromEntries(Object.entries(parts.inputs!).map(([k, [, width]]) => [k, [[], width] as const]));
  const folded = await run(op, { T: 0, fold: T }, { ...parts, inputs: empty, states: { [role]: next } });
  return folded.states[role]!.values.subarray(elements);
}

const ROTARY = { headWidth: 256, rotaryWidth: 64, sections: [11, 11, 10], epsilon: 1e-6 };
const TABLE = { kind: "rotary-table", theta: 1e7, rotaryWidth: 64, maxPositions: 4096 } as const;

export interface FixtureOptions {
  /** Longer cases are skipped, by name, where a device is too slow for them. Default: none. */
  readonly mostTokens?: number;
}

export function fixtureTests(run: Answer, options: FixtureOptions = {}): void {
  const most = options.mostTokens ?? Number.POSITIVE_INFINITY;
  const of = (op: string): OpsCase[] => cases.filter((c) => c.op === op && !(c.T > most));
  for (const { name, T } of cases) if (T > most) test.skip(`${name} (skipped: nightly on this backend)`);

  test("the generator's self test", () => {
    const { inputs } = cases.find((c) => c.name === "rng")!;
    expect(Array.from(generate(inputs["x"]!))).toEqual(Array.from(tensor("rng.selftest")));
  });

  test("all cases are of a known op", () => {
    const known = [
      "gated_delta_rule",
      "causal_conv1d_silu",
      "gated_rmsnorm",
      "rmsnorm_1_plus_w",
      "attention_core",
      "swiglu_mlp",
      "rng",
    ];
    expect(cases.length).toBe(24);
    for (const c of cases) expect(known).toContain(c.op);
  });

  test.each(of("gated_delta_rule"))("$name", async ({ name, T, inputs, rows, heads }) => {
    const x = Object.fromEntries(Object.entries(inputs).map(([k, spec]) => [k, generate(spec)]));
    const gates = await run(
      "delta-gates",
      { T },
      {
        inputs: { a: [x["a"]!, 48], b: [x["b"]!, 48] },
        weights: { logDecay: [x["A_log"]!, 1], decayBias: [x["dt_bias"]!, 1] },
      },
    );
    expectClose(`${name}.g`, gates.outputs["g"]!);
    expectClose(`${name}.beta`, gates.outputs["beta"]!);
    const state = twoSlots(DELTA_REF, DELTA_SLOT, x["state"]);
    const parts: CallParts = {
      attributes: DELTA,
      inputs: {
        x: [joinedRows(T, [x["q"]!, x["k"]!, x["v"]!]), 10240],
        g: [gates.outputs["g"]!, 48],
        beta: [gates.outputs["beta"]!, 48],
      },
      states: { delta: state },
    };
    const result = await run("gated-delta-rule", { T }, parts);
    const y = result.outputs["y"]!;
    expectClose(`${name}.out`, pick(y, 48 * 128, rows!));
    const squares = Array.from({ length: T * 48 }, (_, i) =>
      y.subarray(i * 128, (i + 1) * 128).reduce((a, v) => a + v * v, 0),
    );
    expectClose(
      `${name}.out_rms`,
      squares.map((s) => Math.sqrt(s / 128)),
    );
    const S = (await settled(run, "gated-delta-rule", "delta", state, result, T, parts)).subarray(0, DELTA_STATE);
    expectClose(`${name}.state`, pick(S, 128 * 128, heads!));
    const perHead = Array.from({ length: 48 }, (_, h) => S.subarray(h * 128 * 128, (h + 1) * 128 * 128));
    expectClose(
      `${name}.state_rms`,
      perHead.map((m) => Math.sqrt(m.reduce((a, v) => a + v * v, 0) / m.length)),
    );
    expectClose(
      `${name}.state_sum`,
      perHead.map((m) => m.reduce((a, v) => a + v, 0)),
    );
  });

  test.each(of("causal_conv1d_silu"))("$name", async ({ name, T, inputs, rows, channel_step: step }) => {
    const C = 10240;
    const x = transposed(generate(inputs["x"]!), C, T);
    const weight = generate(inputs["weight"]!);
    const columns = transposed(generate(inputs["state"]!), C, 4);
    const ref = { kind: "convolution", layer: 0, channels: C, taps: 4 } as const;
    const stored = Array.from({ length: C / step! }, (_, i) => i * step!);
    for (const [suffix, tail] of [
      ["out", []],
      ["out_cont", columns.subarray(C)],
    ] as const) {
      const state = twoSlots(ref, 19 * C, tail);
      const parts: CallParts = { inputs: { x: [x, C] }, weights: { w: [weight, C] }, states: { convolution: state } };
      const result = await run("causal-conv1d", { T }, parts);
      const y = result.outputs["y"]!;
      expectClose(
        `${name}.${suffix}`,
        rows!.flatMap((r) => stored.map((c) => y[r * C + c]!)),
      );
      if (suffix === "out") continue;
      const after = await settled(run, "causal-conv1d", "convolution", state, result, T, parts);
      const kept = stored.flatMap((c) => [0, 1, 2].map((i) => after[i * C + c]!));
      const wanted = tensor(`${name}.state`).filter((_, i) => i % 4 > 0);
      expect(kept).toEqual(Array.from(wanted));
    }
  });

  test.each(of("gated_rmsnorm"))("$name", async ({ name, inputs }) => {
    const T = inputs["x"]!.shape[0]!;
    const result = await run(
      "gated-rms-norm",
      { T },
      {
        attributes: { heads: 48, epsilon: 1e-6 },
        inputs: { x: [generate(inputs["x"]!), 48 * 128], z: [generate(inputs["z"]!), 48 * 128] },
        weights: { w: [generate(inputs["weight"]!), 1] },
      },
    );
    expectClose(`${name}.out`, result.outputs["y"]!);
  });

  test.each(of("rmsnorm_1_plus_w"))("$name", async ({ name, inputs }) => {
    const T = inputs["x"]!.shape[0]!;
    const result = await run(
      "rms-norm",
      { T },
      {
        attributes: { epsilon: 1e-6, unitOffset: true },
        inputs: { x: [generate(inputs["x"]!), 5120] },
        weights: { w: [generate(inputs["weight"]!), 1] },
      },
    );
    expectClose(`${name}.out`, result.outputs["y"]!);
  });

  test.each(of("attention_core"))("$name", async ({ name, T, inputs, rows }) => {
    const axis = (a: number): number[] => Array.from(tensor(`${name}.pos`).subarray(a * T, (a + 1) * T));
    const lane: SingleLane = { T, positions: [axis(0), axis(1), axis(2)] };
    const qg = generate(inputs["qg"]!);
    const rotated = async (x: Float32Array, heads: number, headStride: number, norm: string): Promise<Float64Array> => {
      const parts: CallParts = {
        attributes: { ...ROTARY, heads, headStride },
        inputs: { x: [x, heads * headStride] },
        weights: { w: [generate(inputs[norm]!), 1] },
        constants: { rotary: TABLE },
      };
      return (await run("head-norm-rotary", lane, parts)).outputs["y"]!;
    };
    const k = await rotated(generate(inputs["k"]!), 4, 256, "k_norm");
    const keyRows = [0, 1, 2, 3].flatMap((h) =>
      rows!.flatMap((r) => Array.from(k.subarray((r * 4 + h) * 256, (r * 4 + h) * 256 + 64))),
    );
    expectClose(`${name}.k_rot`, keyRows);
    const pages = Math.ceil(T / 64) + 1;
    const ref = { kind: "kv", layer: 0, heads: 4, headWidth: 256 } as const;
    const kv = (numbers: ArrayLike<number>) => pagesOf(ref, "f32", pages, numbers);
    const appended = await run("kv-append", lane, {
      attributes: { heads: 4, headWidth: 256 },
      inputs: { k: [k, 1024], v: [generate(inputs["v"]!), 1024] },
      states: { kv: kv(new Float32Array(pages * pageElements(ref))) },
    });
    const result = await run("attention", lane, {
      attributes: { queryHeads: 24, heads: 4, headWidth: 256, gateStride: 512, gateOffset: 256, scale: 256 ** -0.5 },
      inputs: { q: [await rotated(qg, 24, 512, "q_norm"), 24 * 256], gate: [qg, 24 * 512] },
      states: { kv: kv(appended.states["kv"]!.values) },
    });
    expectClose(`${name}.out`, pick(result.outputs["y"]!, 24 * 256, rows!));
  });

  test.each(of("swiglu_mlp"))("$name", async ({ name, inputs }) => {
    const T = inputs["x"]!.shape[0]!;
    const inner = await run(
      "linear",
      { T },
      {
        attributes: { epilogue: "swiglu" },
        inputs: { x: [generate(inputs["x"]!), 5120] },
        weights: { w: [generate(inputs["gate"]!), 512], w2: [generate(inputs["up"]!), 512] },
      },
    );
    const result = await run(
      "linear",
      { T },
      {
        attributes: { epilogue: "none" },
        inputs: { x: [inner.outputs["y"]!, 512] },
        weights: { w: [generate(inputs["down"]!), 5120] },
      },
    );
    expectClose(`${name}.out`, result.outputs["y"]!);
  });
}
