/**
 * Representative problems of every op, as passes would pose them: the widths of the model family, and odd ones that no
 * vector divides. Each comes with f32 and, where rows are whole words, with bf16 activations and weights.
 */

import type { Attributes, ConstantRef, Extent } from "../../src/base/operands.ts";
import { EPILOGUES, type LinearEpilogue } from "../../src/ops/linear.ts";
import type { Problem, TensorType, WeightType } from "../../src/program/candidate.ts";

type Float = "f32" | "bf16";

export interface NamedProblem {
  readonly name: string;
  readonly problem: Problem;
}

interface Parts {
  readonly attributes?: Attributes;
  readonly inputs?: Problem["inputs"];
  readonly outputs?: Problem["outputs"];
  readonly weights?: Problem["weights"];
  readonly states?: Problem["states"];
}

const tensor = (width: number, storage: TensorType["storage"], extent: Extent = "tokens"): TensorType => ({
  extent,
  width,
  storage,
});
const weight = (rows: number, columns: number, format: Float): WeightType => ({
  kind: "tensor",
  rows,
  columns,
  format,
});

function named(op: string, detail: string, parts: Parts): NamedProblem {
  const { attributes = {}, inputs = {}, outputs = {}, weights = {}, states = {} } = parts;
  return { name: `${op} ${detail}`, problem: { op, attributes, inputs, outputs, weights, states } };
}

function rmsNorm(width: number, storage: Float, unitOffset: boolean): NamedProblem {
  return named("rms-norm", `${width} ${storage}${unitOffset ? " 1+w" : ""}`, {
    attributes: { epsilon: 1e-6, unitOffset },
    inputs: { x: tensor(width, storage) },
    outputs: { y: tensor(width, storage) },
    weights: { w: weight(1, width, storage) },
  });
}

function gatedRmsNorm(heads: number, width: number, storage: Float): NamedProblem {
  return named("gated-rms-norm", `${heads}x${width} ${storage}`, {
    attributes: { epsilon: 1e-6, heads },
    inputs: { x: tensor(heads * width, storage), z: tensor(heads * width, storage) },
    outputs: { y: tensor(heads * width, storage) },
    weights: { w: weight(1, width, "f32") },
  });
}

function linear(rows: number, columns: number, epilogue: LinearEpilogue, storage: Float): NamedProblem {
  const exact = epilogue === "sigmoid" || epilogue === "decay";
  const gates = { logDecay: weight(1, rows, "f32"), decayBias: weight(1, rows, storage) };
  return named("linear", `${rows}x${columns} ${epilogue} ${storage}`, {
    attributes: { epilogue },
    inputs: {
      x: tensor(columns, storage),
      ...(epilogue === "residual" ? { residual: tensor(rows, storage) } : {}),
    },
    outputs: { y: tensor(rows, exact ? "f32" : storage) },
    weights: {
      w: weight(rows, columns, storage),
      ...(epilogue === "swiglu" ? { w2: weight(rows, columns, storage) } : {}),
      ...(epilogue === "decay" ? gates : {}),
    },
  });
}

function convolution(channels: number, storage: Float, taps = 4): NamedProblem {
  return named("causal-conv1d", `${channels} taps ${taps} ${storage}`, {
    inputs: { x: tensor(channels, storage) },
    outputs: { y: tensor(channels, storage) },
    weights: { w: weight(channels, taps, storage) },
    states: { convolution: { ref: { kind: "convolution", layer: 0, channels, taps }, storage: "f32" } },
  });
}

function delta(keyHeads: number, valueHeads: number, keyWidth: number, valueWidth: number, storage: Float) {
  return named("gated-delta-rule", `${keyHeads}/${valueHeads} of ${keyWidth}x${valueWidth} ${storage}`, {
    inputs: {
      x: tensor(2 * keyHeads * keyWidth + valueHeads * valueWidth, storage),
      g: tensor(valueHeads, "f32"),
      beta: tensor(valueHeads, "f32"),
    },
    outputs: { y: tensor(valueHeads * valueWidth, storage) },
    states: { delta: { ref: { kind: "delta", layer: 0, keyHeads, valueHeads, keyWidth, valueWidth }, storage: "f32" } },
  });
}

function deltaGates(heads: number, storage: Float): NamedProblem {
  return named("delta-gates", `${heads} ${storage}`, {
    inputs: { a: tensor(heads, storage), b: tensor(heads, storage) },
    outputs: { g: tensor(heads, "f32"), beta: tensor(heads, "f32") },
    weights: { logDecay: weight(1, heads, storage), decayBias: weight(1, heads, storage) },
  });
}

function attention(queryHeads: number, heads: number, headWidth: number, storage: Float, gateOffset = 0) {
  const gateStride = gateOffset + headWidth;
  return named("attention", `${queryHeads}/${heads}x${headWidth} gate +${gateOffset} ${storage}`, {
    attributes: { queryHeads, heads, headWidth, gateStride, gateOffset, scale: headWidth ** -0.5 },
    inputs: { q: tensor(queryHeads * headWidth, storage), gate: tensor(queryHeads * gateStride, storage) },
    outputs: { y: tensor(queryHeads * headWidth, storage) },
    states: { kv: { ref: { kind: "kv", layer: 0, heads, headWidth }, storage } },
  });
}

function kvAppend(heads: number, headWidth: number, storage: Float, pages: Float = storage): NamedProblem {
  return named("kv-append", `${heads}x${headWidth} ${storage} into ${pages}`, {
    attributes: { heads, headWidth },
    inputs: { k: tensor(heads * headWidth, storage), v: tensor(heads * headWidth, storage) },
    states: { kv: { ref: { kind: "kv", layer: 0, heads, headWidth }, storage: pages } },
  });
}

function headNormRotary(heads: number, headWidth: number, rotaryWidth: number, stride: number, storage: Float) {
  const rotary: ConstantRef = { kind: "rotary-table", theta: 1e7, rotaryWidth, maxPositions: 4096 };
  const third = Math.floor(rotaryWidth / 6);
  return named("head-norm-rotary", `${heads}x${headWidth} stride ${stride} rotary ${rotaryWidth} ${storage}`, {
    attributes: {
      heads,
      headWidth,
      headStride: stride,
      rotaryWidth,
      epsilon: 1e-6,
      sections: [rotaryWidth / 2 - 2 * third, third, third],
    },
    inputs: { x: tensor(heads * stride, storage) },
    outputs: { y: tensor(heads * headWidth, storage) },
    weights: { w: weight(1, headWidth, storage), rotary },
  });
}

function join(kind: string, width: number, storage: Float): NamedProblem {
  return named("join", `${kind} ${width} ${storage}`, {
    attributes: { kind },
    inputs: { a: tensor(width, storage), b: tensor(width, storage) },
    outputs: { y: tensor(width, storage) },
  });
}

function embedding(width: number, format: Float, storage: Float): NamedProblem {
  return named("embedding", `${width} ${format} to ${storage}`, {
    outputs: { y: tensor(width, storage) },
    weights: { table: weight(1280, width, format) },
  });
}

function gatherRows(width: number, storage: Float): NamedProblem {
  return named("gather-rows", `${width} ${storage}`, {
    inputs: { x: tensor(width, storage) },
    outputs: { y: tensor(width, storage, "outputs") },
  });
}

function argmax(vocabulary: number): NamedProblem {
  return named("argmax", String(vocabulary), {
    inputs: { logits: tensor(vocabulary, "f32", "outputs") },
    outputs: { token: tensor(1, "i32", "outputs") },
  });
}

function sample(vocabulary: number): NamedProblem {
  return named("sample", String(vocabulary), {
    inputs: { logits: tensor(vocabulary, "f32", "outputs") },
    outputs: { token: tensor(1, "i32", "outputs"), probabilities: tensor(vocabulary, "f32", "outputs") },
    states: { counts: { ref: { kind: "token-counts", vocabulary }, storage: "u32" } },
  });
}

/** Problems whose rows are whole words in either storage. */
function evenProblems(storage: Float): NamedProblem[] {
  return [
    rmsNorm(192, storage, true),
    rmsNorm(30, storage, false),
    gatedRmsNorm(6, 32, storage),
    gatedRmsNorm(3, 18, storage),
    ...EPILOGUES.map((epilogue) => linear(192, 192, epilogue, storage)),
    linear(6, 33, "none", storage),
    linear(1280, 192, "none", storage),
    convolution(320, storage),
    convolution(34, storage, 2),
    delta(2, 6, 32, 32, storage),
    delta(1, 3, 64, 64, storage),
    delta(16, 48, 128, 128, storage),
    delta(1, 2, 10, 6, storage),
    deltaGates(6, storage),
    deltaGates(48, storage),
    attention(4, 2, 64, storage),
    attention(6, 1, 64, storage, 64),
    attention(24, 4, 256, storage, 256),
    attention(2, 1, 10, storage),
    kvAppend(2, 64, storage),
    kvAppend(4, 256, storage),
    kvAppend(1, 10, storage),
    kvAppend(2, 64, storage, storage === "f32" ? "bf16" : "f32"),
    headNormRotary(4, 64, 16, 128, storage),
    headNormRotary(24, 256, 64, 512, storage),
    headNormRotary(1, 10, 6, 10, storage),
    join("add", 192, storage),
    join("swiglu", 576, storage),
    join("sigmoid-gate", 34, storage),
    embedding(192, storage, storage),
    embedding(192, "bf16", storage),
    embedding(34, storage, storage),
    gatherRows(192, storage),
    gatherRows(34, storage),
  ];
}

/** Odd widths, which are stored as f32 always; weights may still be narrow. */
const ODD_PROBLEMS: readonly NamedProblem[] = [
  rmsNorm(33, "f32", true),
  gatedRmsNorm(3, 7, "f32"),
  ...EPILOGUES.map((epilogue) => linear(3, 33, epilogue, "f32")),
  convolution(33, "f32"),
  delta(1, 3, 9, 7, "f32"),
  deltaGates(3, "f32"),
  deltaGates(3, "bf16"),
  attention(3, 1, 7, "f32"),
  kvAppend(3, 7, "f32"),
  headNormRotary(3, 7, 6, 9, "f32"),
  join("add", 33, "f32"),
  embedding(33, "bf16", "f32"),
  gatherRows(33, "f32"),
  argmax(1280),
  argmax(37),
  sample(1280),
  sample(37),
];

export const NAMED_PROBLEMS: readonly NamedProblem[] = [
  ...evenProblems("f32"),
  ...evenProblems("bf16"),
  ...ODD_PROBLEMS,
];
