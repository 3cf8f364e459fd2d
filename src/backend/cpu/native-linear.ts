/**
 * linear on the CPU, blocked: a few rows by a few columns at once, so that every weight is widened to a double once for
 * several rows and every sum has a register. Whatever the block, a sum adds its products in the order of K in one
 * double, so the bits of a row depend neither on T nor on its neighbours.
 */
import { type Epilogue, epilogueOf } from "../../../shaders/epilogue.ts";
import { operand } from "../../../shaders/lowering.ts";
import type { Extent } from "../../base/operands.ts";
import type { Candidate, Problem } from "../../program/candidate.ts";
import {
  floats,
  hostLowering,
  type NativeFactory,
  type NativeParameters,
  numberParameter,
  type Operands,
} from "./native.ts";

const NAME = "linear_blocked";
/** Rows that share one pass over the weights. */
const BLOCK_ROWS = 4;

/** Widens rows `first` … of `x` [rows, K] into `wide`; several rows are interleaved, [k][row of the block]. */
function widen(x: Float32Array, first: number, rows: number, K: number, wide: Float64Array): void {
  const stride = rows === 1 ? 1 : BLOCK_ROWS;
  for (let r = 0; r < rows; r++) {
    const base = (first + r) * K;
    for (let k = 0; k < K; k++) wide[k * stride + r] = x[base + k]!;
  }
}

/** sums[n] = x . w[n] for columns `from` … of one row, one at a time. */
function singleColumns(x: Float64Array, w: Float32Array, from: number, N: number, K: number, sums: Float64Array): void {
  for (let n = from; n < N; n++) {
    let s = 0;
    for (let k = 0; k < K; k++) s += x[k]! * w[n * K + k]!;
    sums[n] = s;
  }
}

/** sums[n] = x . w[n] for one row, eight columns at a time. */
function oneRow(x: Float64Array, w: Float32Array, N: number, K: number, sums: Float64Array): void {
  let n = 0;
  for (; n + 8 <= N; n += 8) {
    const [w0, w1, w2, w3] = [n * K, (n + 1) * K, (n + 2) * K, (n + 3) * K];
    const [w4, w5, w6, w7] = [(n + 4) * K, (n + 5) * K, (n + 6) * K, (n + 7) * K];
    let s0 = 0;
    let s1 = 0;
    let s2 = 0;
    let s3 = 0;
    let s4 = 0;
    let s5 = 0;
    let s6 = 0;
    let s7 = 0;
    for (let k = 0; k < K; k++) {
      const v = x[k]!;
      s0 += v * w[w0 + k]!;
      s1 += v * w[w1 + k]!;
      s2 += v * w[w2 + k]!;
      s3 += v * w[w3 + k]!;
      s4 += v * w[w4 + k]!;
      s5 += v * w[w5 + k]!;
      s6 += v * w[w6 + k]!;
      s7 += v * w[w7 + k]!;
    }
    sums[n] = s0;
    sums[n + 1] = s1;
    sums[n + 2] = s2;
    sums[n + 3] = s3;
    sums[n + 4] = s4;
    sums[n + 5] = s5;
    sums[n + 6] = s6;
    sums[n + 7] = s7;
  }
  singleColumns(x, w, n, N, K, sums);
}

/** sums[r * N + n] = x[r] . w[n] for four rows and a pair of columns, at `n` and `other`. */
function fourRowsTwoColumns(
  x: Float64Array,
  w: Float32Array,
  n: number,
  other: number,
  N: number,
  K: number,
  sums: Float64Array,
): void {
  let a = n * K;
  let b = other * K;
  let s00 = 0;
  let s01 = 0;
  let s10 = 0;
  let s11 = 0;
  let s20 = 0;
  let s21 = 0;
  let s30 = 0;
  let s31 = 0;
  for (let k = 0; k < BLOCK_ROWS * K; k += BLOCK_ROWS) {
    const wa = w[a++]!;
    const wb = w[b++]!;
    const v0 = x[k]!;
    s00 += v0 * wa;
    s01 += v0 * wb;
    const v1 = x[k + 1]!;
    s10 += v1 * wa;
    s11 += v1 * wb;
    const v2 = x[k + 2]!;
    s20 += v2 * wa;
    s21 += v2 * wb;
    const v3 = x[k + 3]!;
    s30 += v3 * wa;
    s31 += v3 * wb;
  }
  sums[n] = s00;
  sums[other] = s01;
  sums[N + n] = s10;
  sums[N + other] = s11;
  sums[2 * N + n] = s20;
  sums[2 * N + other] = s21;
  sums[3 * N + n] = s30;
  sums[3 * N + other] = s31;
}

/** All columns of four rows; rows that do not exist hold anything and are not used. */
function fourRows(x: Float64Array, w: Float32Array, N: number, K: number, sums: Float64Array): void {
  for (let n = 0; n < N; n += 2) fourRowsTwoColumns(x, w, n, Math.min(n + 1, N - 1), N, K, sums);
}

/** Sums of up to four rows, [row][column], for rows already widened. */
function product(x: Float64Array, rows: number, w: Float32Array, N: number, K: number, sums: Float64Array): void {
  if (rows === 1) oneRow(x, w, N, K, sums);
  else fourRows(x, w, N, K, sums);
}

/** Turns complete sums of some rows into outputs; `operands` holds what the epilogue reads beside them. */
type Finish = (
  sums: Float64Array,
  second: Float64Array,
  operands: Operands,
  y: Float32Array,
  firstRow: number,
  rows: number,
  N: number,
) => void;

const FINISH: Readonly<Record<Epilogue["name"], Finish>> = {
  none(sums, _second, _operands, y, firstRow, rows, N) {
    const base = firstRow * N;
    for (let i = 0; i < rows * N; i++) y[base + i] = sums[i]!;
  },
  residual(sums, _second, operands, y, firstRow, rows, N) {
    const [before] = floats(operands, "residual");
    const base = firstRow * N;
    for (let i = 0; i < rows * N; i++) y[base + i] = before[base + i]! + sums[i]!;
  },
  swiglu(sums, second, _operands, y, firstRow, rows, N) {
    const base = firstRow * N;
    for (let i = 0; i < rows * N; i++) {
      const s = sums[i]!;
      y[base + i] = (s / (1 + Math.exp(-s))) * second[i]!;
    }
  },
  sigmoid(sums, _second, _operands, y, firstRow, rows, N) {
    const base = firstRow * N;
    for (let i = 0; i < rows * N; i++) y[base + i] = 1 / (1 + Math.exp(-sums[i]!));
  },
  decay(sums, _second, operands, y, firstRow, rows, N) {
    const [logDecay, bias] = floats(operands, "logDecay", "decayBias");
    for (let r = 0; r < rows; r++) {
      for (let n = 0; n < N; n++) {
        const s = sums[r * N + n]! + bias[n]!;
        const softplus = Math.max(s, 0) + Math.log1p(Math.exp(-Math.abs(s)));
        y[(firstRow + r) * N + n] = -Math.exp(logDecay[n]!) * softplus;
      }
    }
  },
};

const body: NativeFactory = (parameters: NativeParameters) => {
  const N = numberParameter(parameters, "N");
  const K = numberParameter(parameters, "K");
  const extent = parameters["extent"] as Extent;
  const finish = FINISH[parameters["epilogue"] as Epilogue["name"]];
  const pair = parameters["pair"] === true;
  const wide = new Float64Array(BLOCK_ROWS * K);
  const sums = new Float64Array(BLOCK_ROWS * N);
  const second = pair ? new Float64Array(BLOCK_ROWS * N) : sums;
  return (operands, extents) => {
    const [x, w, y] = floats(operands, "x", "w", "y");
    const T = extents[extent];
    for (let first = 0; first < T; first += BLOCK_ROWS) {
      const rows = Math.min(BLOCK_ROWS, T - first);
      widen(x, first, rows, K, wide);
      product(wide, rows, w, N, K, sums);
      if (pair) product(wide, rows, floats(operands, "w2")[0], N, K, second);
      finish(sums, second, operands, y, first, rows, N);
    }
  };
};

function isPlain(problem: Problem): boolean {
  const values = [...Object.values(problem.inputs), ...Object.values(problem.outputs)];
  const weights = Object.values(problem.weights);
  return values.every((v) => v.storage === "f32") && weights.every((w) => w.kind === "tensor" && w.format === "f32");
}

export const linearBlocked: Candidate = {
  op: "linear",
  name: "blocked",
  match: isPlain,
  lower(problem) {
    const x = operand(problem.inputs, "x", "linear");
    const y = operand(problem.outputs, "y", "linear");
    const epilogue = epilogueOf(problem);
    const parameters = { N: y.width, K: x.width, extent: x.extent, epilogue: epilogue.name, pair: epilogue.pair };
    return hostLowering(NAME, parameters, problem);
  },
};

export const linearFactories: Readonly<Record<string, NativeFactory>> = { [NAME]: body };
