/**
 * The whole text model in float64, one lane, chained from the oracles' own formulas with explicit state. It is what
 * the engine's forward is compared with where no fixture exists, and it proves that the oracles compose to the model.
 */
import type { Artifact } from "../../src/artifact/open.ts";
import { modelOf } from "../../src/model/open.ts";
import type { TextConfig } from "../../src/model/qwen3_5/config.ts";
import { type AttentionShape, attendRow, type KeyValues } from "../conformance/attention.ts";
import { convolveRows, lastColumns } from "../conformance/causal-conv1d.ts";
import { decayExponents } from "../conformance/delta-gates.ts";
import { embedRows } from "../conformance/embedding.ts";
import { deltaStep, tokenOfRow } from "../conformance/gated-delta-rule.ts";
import { gatedNorm } from "../conformance/gated-rms-norm.ts";
import { headNormRotaryRows } from "../conformance/head-norm-rotary.ts";
import { JOINS } from "../conformance/join.ts";
import { matrixProduct, sigmoid } from "../conformance/linear.ts";
import { rmsNormRows } from "../conformance/rms-norm.ts";

/** Config and decoded weights by canonical name. */
export interface NaiveModel {
  readonly config: TextConfig;
  readonly weights: ReadonlyMap<string, Float32Array>;
}

interface LinearLayerState {
  readonly kind: "linear_attention";
  /** S [Hv][dk][dv]. */
  readonly S: Float64Array;
  /** Last raw columns before the convolution, [taps - 1][channels], oldest first. */
  readonly tail: Float64Array;
}

export interface AttentionLayerState {
  readonly kind: "full_attention";
  /** [tokens][G * D], keys behind norm and rotation. */
  readonly keys: Float64Array;
  readonly values: Float64Array;
}

export type LayerState = LinearLayerState | AttentionLayerState;

export interface NaiveState {
  readonly length: number;
  readonly layers: readonly LayerState[];
}

/** Rotary positions [axis][row]. */
export type Positions = readonly (readonly number[])[];

export interface NaiveOptions {
  /** Continue behind these tokens. Default: an empty sequence. */
  readonly state?: NaiveState;
  /** Rows whose logits are computed. Default: all. */
  readonly logitRows?: readonly number[];
}

export interface NaiveResult {
  /** Input of every layer, then the output of the last one before the final norm: [rows, hiddenSize] each. */
  readonly hidden: readonly Float64Array[];
  /** Behind the final norm. */
  readonly final: Float64Array;
  /** [logitRows, vocabSize]. */
  readonly logits: Float64Array;
  readonly state: NaiveState;
}

/** A model from any opened artifact. Only the text model's tensors (and the MTP head's) are read. */
export async function naiveModelOf(artifact: Artifact): Promise<NaiveModel> {
  const weights = new Map<string, Float32Array>();
  const model = modelOf(artifact);
  for (const name of model.tensors.keys()) {
    if (/^(model\.language_model|lm_head|mtp)\./.test(name)) weights.set(name, await model.readFloat32(name));
  }
  return { config: model.config.text, weights };
}

function emptyState(config: TextConfig): NaiveState {
  const { keyHeads, valueHeads, keyWidth, valueWidth, convolutionKernel } = config.linearAttention;
  const channels = 2 * keyHeads * keyWidth + valueHeads * valueWidth;
  const layers = config.layerTypes.map((kind): LayerState => {
    if (kind === "full_attention") return { kind, keys: new Float64Array(), values: new Float64Array() };
    const S = new Float64Array(valueHeads * keyWidth * valueWidth);
    return { kind, S, tail: new Float64Array((convolutionKernel - 1) * channels) };
  });
  return { length: 0, layers };
}

/** Weights below one prefix. */
class Scope {
  readonly model: NaiveModel;
  readonly prefix: string;

  constructor(model: NaiveModel, prefix: string) {
    this.model = model;
    this.prefix = prefix;
  }

  get(name: string): Float32Array {
    const found = this.model.weights.get(`${this.prefix}${name}`);
    if (found === undefined) throw new Error(`naive forward: no tensor ${this.prefix}${name}`);
    return found;
  }

  /** x wT for a weight of any number of rows. */
  project(name: string, x: Float64Array, columns: number): Float64Array {
    const w = this.get(`${name}.weight`);
    return matrixProduct(x, w, w.length / columns, columns);
  }
}

function joined(a: Float64Array, b: Float64Array): Float64Array {
  const out = new Float64Array(a.length + b.length);
  out.set(a);
  out.set(b, a.length);
  return out;
}

const added = (a: Float64Array, b: Float64Array): Float64Array => a.map((v, i) => JOINS.add(v, b[i]!));

interface Mixed<S extends LayerState> {
  readonly y: Float64Array;
  readonly state: S;
}

function linearAttention(w: Scope, x: Float64Array, before: LinearLayerState): Mixed<LinearLayerState> {
  const { hiddenSize, normEpsilon, linearAttention: dims } = w.model.config;
  const rows = x.length / hiddenSize;
  const raw = w.project("in_proj_qkv", x, hiddenSize);
  const channels = raw.length / rows;
  const mixed = convolveRows(before.tail, raw, w.get("conv1d.weight"), channels);
  const g = decayExponents(w.project("in_proj_a", x, hiddenSize), w.get("A_log"), w.get("dt_bias"));
  const beta = w.project("in_proj_b", x, hiddenSize).map(sigmoid);
  const S = before.S.slice();
  const width = dims.valueHeads * dims.valueWidth;
  const read = new Float64Array(rows * width);
  for (let row = 0; row < rows; row++) read.set(deltaStep(S, tokenOfRow(row, mixed, g, beta, dims), dims), row * width);
  const gated = gatedNorm(read, w.project("in_proj_z", x, hiddenSize), w.get("norm.weight"), normEpsilon);
  const tail = lastColumns(before.tail, raw, before.tail.length);
  return { y: w.project("out_proj", gated, width), state: { kind: before.kind, S, tail } };
}

function fullAttention(
  w: Scope,
  x: Float64Array,
  positions: Positions,
  before: AttentionLayerState,
): Mixed<AttentionLayerState> {
  const { hiddenSize, normEpsilon: epsilon, attention } = w.model.config;
  const { queryHeads, keyValueHeads: heads, headWidth, rotary } = attention;
  const rows = x.length / hiddenSize;
  const byRow = Array.from({ length: rows }, (_, r) => positions.map((axis) => axis[r]!));
  const rotated = (values: Float64Array, norm: string, count: number, headStride: number): Float64Array => {
    const shape = { heads: count, headWidth, headStride, ...rotary, epsilon };
    return headNormRotaryRows(values, w.get(`${norm}.weight`), byRow, shape);
  };
  const queryAndGate = w.project("q_proj", x, hiddenSize);
  const q = rotated(queryAndGate, "q_norm", queryHeads, 2 * headWidth);
  const k = rotated(w.project("k_proj", x, hiddenSize), "k_norm", heads, headWidth);
  const keys = joined(before.keys, k);
  const values = joined(before.values, w.project("v_proj", x, hiddenSize));
  const cache: KeyValues = {
    data: joined(keys, values),
    at: (plane, head, index) => (plane === "values" ? keys.length : 0) + (index * heads + head) * headWidth,
  };
  const gates = { gateStride: 2 * headWidth, gateOffset: headWidth };
  const shape: AttentionShape = { queryHeads, heads, headWidth, ...gates, scale: headWidth ** -0.5 };
  const past = before.keys.length / (heads * headWidth);
  const out = new Float64Array(rows * queryHeads * headWidth);
  for (let row = 0; row < rows; row++) {
    out.set(attendRow(row, past + row, q, queryAndGate, cache, shape), row * queryHeads * headWidth);
  }
  return { y: w.project("o_proj", out, queryHeads * headWidth), state: { kind: before.kind, keys, values } };
}

/** One decoder layer at `prefix`, e.g. `model.language_model.layers.3.`. */
function naiveLayer(
  model: NaiveModel,
  prefix: string,
  x: Float64Array,
  positions: Positions,
  before: LayerState,
): Mixed<LayerState> {
  const { hiddenSize, normEpsilon } = model.config;
  const w = new Scope(model, prefix);
  const normed = (values: Float64Array, name: string): Float64Array =>
    rmsNormRows(values, w.get(`${name}.weight`), normEpsilon, true);
  const input = normed(x, "input_layernorm");
  const mixed =
    before.kind === "linear_attention"
      ? linearAttention(new Scope(model, `${prefix}linear_attn.`), input, before)
      : fullAttention(new Scope(model, `${prefix}self_attn.`), input, positions, before);
  const middle = added(x, mixed.y);
  const inner = normed(middle, "post_attention_layernorm");
  const up = w.project("mlp.up_proj", inner, hiddenSize);
  const gated = w.project("mlp.gate_proj", inner, hiddenSize).map((gate, i) => JOINS.swiglu(gate, up[i]!));
  return { y: added(middle, w.project("mlp.down_proj", gated, model.config.intermediateSize)), state: mixed.state };
}

function selectRows(values: Float64Array, width: number, rows: readonly number[]): Float64Array {
  const out = new Float64Array(rows.length * width);
  for (const [i, row] of rows.entries()) out.set(values.subarray(row * width, (row + 1) * width), i * width);
  return out;
}

const TEXT = "model.language_model.";

/** Logits of rows behind a final norm. */
export function naiveHead(model: NaiveModel, final: Float64Array): Float64Array {
  const { tiedEmbeddings, hiddenSize } = model.config;
  return new Scope(model, "").project(tiedEmbeddings ? `${TEXT}embed_tokens` : "lm_head", final, hiddenSize);
}

/** Text positions `first`, `first + 1`, … on all axes. */
export function textPositions(first: number, count: number): Positions {
  const axis = Array.from({ length: count }, (_, i) => first + i);
  return [axis, axis, axis];
}

/** The trunk over `ids` behind `options.state`. Positions [axis][row] default to the index in the sequence. */
export function naiveForward(
  model: NaiveModel,
  ids: readonly number[],
  positions?: Positions,
  options: NaiveOptions = {},
): NaiveResult {
  const { config } = model;
  const before = options.state ?? emptyState(config);
  const rotary = positions ?? textPositions(before.length, ids.length);
  const text = new Scope(model, TEXT);
  let x = embedRows(text.get("embed_tokens.weight"), config.hiddenSize, ids);
  const hidden = [x];
  const layers: LayerState[] = [];
  for (const [i, layer] of before.layers.entries()) {
    const result = naiveLayer(model, `${TEXT}layers.${i}.`, x, rotary, layer);
    x = result.y;
    hidden.push(x);
    layers.push(result.state);
  }
  const final = rmsNormRows(x, text.get("norm.weight"), config.normEpsilon, true);
  const wanted = options.logitRows === undefined ? final : selectRows(final, config.hiddenSize, options.logitRows);
  const logits = naiveHead(model, wanted);
  return { hidden, final, logits, state: { length: before.length + ids.length, layers } };
}

/** Drafts from the MTP head: its hidden rows [rows, hiddenSize] behind `mtp.norm` (what the head and recursion take). */
export interface NaiveMtpResult {
  readonly hidden: Float64Array;
  readonly state: AttentionLayerState;
}

/**
 * The MTP layer over rows (h_t, token t + 1): `final` are trunk rows behind the final norm, or the layer's own output
 * when drafts are made recursively.
 */
export function naiveMtp(
  model: NaiveModel,
  final: Float64Array,
  nextIds: readonly number[],
  positions: Positions,
  before: AttentionLayerState = { kind: "full_attention", keys: new Float64Array(), values: new Float64Array() },
): NaiveMtpResult {
  const { hiddenSize, normEpsilon } = model.config;
  const w = new Scope(model, "mtp.");
  const table = new Scope(model, TEXT).get("embed_tokens.weight");
  const normed = (x: Float64Array, name: string): Float64Array =>
    rmsNormRows(x, w.get(`${name}.weight`), normEpsilon, true);
  const embedding = normed(embedRows(table, hiddenSize, nextIds), "pre_fc_norm_embedding");
  const trunk = normed(final, "pre_fc_norm_hidden");
  const both = new Float64Array(2 * trunk.length);
  for (let r = 0; r < nextIds.length; r++) {
    both.set(embedding.subarray(r * hiddenSize, (r + 1) * hiddenSize), 2 * r * hiddenSize);
    both.set(trunk.subarray(r * hiddenSize, (r + 1) * hiddenSize), (2 * r + 1) * hiddenSize);
  }
  const x = w.project("fc", both, 2 * hiddenSize);
  const { y, state } = naiveLayer(model, "mtp.layers.0.", x, positions, before);
  return { hidden: normed(y, "norm"), state: state as AttentionLayerState };
}
