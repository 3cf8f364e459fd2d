/**
 * The text decoder of the family as a graph: layer patterns and ops. Weights are those of `tensors.ts`. It holds for any
 * config of the family; nothing about sizes is assumed beyond what the config reader checked.
 */
import { product } from "../../base/bytes.ts";
import type { WeightFormat } from "../../base/formats/registry.ts";
import { invariant, present } from "../../base/invariant.ts";
import { GraphBuilder, type Inference } from "../../graph/builder.ts";
import type { ConstantRef, Graph, ValueId, WeightPart, WeightRef } from "../../graph/graph.ts";
import { verifyGraph } from "../../graph/verify.ts";
import { opContracts } from "../../ops/registry.ts";
import type { ExpectedTensor } from "../tensor-check.ts";
import type { TextConfig } from "./config.ts";
import {
  type AttentionTensors,
  type BlockTensors,
  type LinearAttentionTensors,
  type TextTensors,
  textTensors,
} from "./tensors.ts";

/** What chooses the next token: nothing, the largest logit, or the sampler. */
export type Head = "argmax" | "sample";

export interface TextDecoderOptions {
  /** Positions the rotary table covers. */
  readonly maxPositions: number;
  /** Stored format of a tensor of the artifact. */
  readonly formatOf: (tensor: string) => WeightFormat;
  /** Runs of rows of a tensor that is stored in more than one format, each with its own. Default: there are none. */
  readonly partsOf?: (tensor: string) => readonly WeightPart[] | undefined;
  readonly head: Head;
  /** Keep the hidden rows that enter every layer and the final norm as results (`hidden.<i>`, `final`). */
  readonly keepHidden?: boolean;
}

function contract(name: string): Inference {
  return present(opContracts.get(name), `contract ${name}`);
}

class DecoderBuilder {
  readonly #graph = new GraphBuilder();
  readonly #config: TextConfig;
  readonly #options: TextDecoderOptions;
  readonly #tensors: TextTensors;
  readonly #rotary: ConstantRef;

  constructor(config: TextConfig, options: TextDecoderOptions) {
    this.#config = config;
    this.#options = options;
    this.#tensors = textTensors(config);
    const { theta, rotaryWidth } = config.attention.rotary;
    this.#rotary = { kind: "rotary-table", theta, rotaryWidth, maxPositions: options.maxPositions };
  }

  build(): Graph {
    const { embedding, layers } = this.#tensors;
    let hidden = this.#graph.one(contract("embedding"), "embedding", {
      attributes: { width: this.#config.hiddenSize },
      weights: { table: this.#weight(embedding) },
    });
    for (const [layer, { type, mixer, block }] of layers.entries()) {
      if (this.#options.keepHidden) this.#graph.keep(`hidden.${layer}`, hidden);
      const place = `layers.${layer}`;
      const normed = this.#norm(`${place}.input_layernorm`, hidden, block.inputNorm);
      const mixed =
        type === "linear_attention"
          ? this.#linearAttention(layer, normed, mixer)
          : this.#attention(layer, normed, mixer);
      hidden = this.#add(`${place}.mixer`, hidden, mixed);
      const behind = this.#norm(`${place}.post_attention_layernorm`, hidden, block.postAttentionNorm);
      hidden = this.#add(`${place}.mlp`, hidden, this.#mlp(`${place}.mlp`, behind, block));
    }
    if (this.#options.keepHidden) this.#graph.keep(`hidden.${layers.length}`, hidden);
    this.#head(hidden);
    const graph = this.#graph.finish();
    verifyGraph(graph);
    return graph;
  }

  /** A vector is one row; every other tensor is rows of its first dimension. */
  #weight({ name, shape }: ExpectedTensor): WeightRef {
    const [rows, columns] = shape.length === 1 ? [1, shape[0]!] : [shape[0]!, product(shape.slice(1))];
    const parts = this.#options.partsOf?.(name);
    const format = this.#options.formatOf(name);
    return { kind: "tensor", tensor: name, rows, columns, format, ...(parts === undefined ? {} : { parts }) };
  }

  #linear(label: string, x: ValueId, tensor: ExpectedTensor, type = "activation"): ValueId {
    return this.#product(label, x, this.#weight(tensor), type);
  }

  #product(label: string, x: ValueId, w: WeightRef, type = "activation"): ValueId {
    return this.#graph.one(contract("linear"), label, {
      attributes: { epilogue: "none", ...(type === "activation" ? {} : { outputType: type }) },
      inputs: { x },
      weights: { w },
    });
  }

  #norm(place: string, x: ValueId, tensor: ExpectedTensor): ValueId {
    return this.#graph.one(contract("rms-norm"), place, {
      attributes: { epsilon: this.#config.normEpsilon, unitOffset: true },
      inputs: { x },
      weights: { w: this.#weight(tensor) },
    });
  }

  #add(place: string, a: ValueId, b: ValueId): ValueId {
    return this.#graph.one(contract("join"), `${place}.residual`, { attributes: { kind: "add" }, inputs: { a, b } });
  }

  #mlp(place: string, x: ValueId, { gate, up, down }: BlockTensors): ValueId {
    const joined = this.#graph.one(contract("join"), `${place}.swiglu`, {
      attributes: { kind: "swiglu" },
      inputs: { a: this.#linear(`${place}.gate`, x, gate), b: this.#linear(`${place}.up`, x, up) },
    });
    return this.#linear(`${place}.down`, joined, down);
  }

  #linearAttention(layer: number, x: ValueId, w: LinearAttentionTensors): ValueId {
    const { normEpsilon, linearAttention: l } = this.#config;
    const place = `layers.${layer}.linear_attn`;
    const { keyHeads, valueHeads, keyWidth, valueWidth } = l;
    const channels = 2 * keyHeads * keyWidth + valueHeads * valueWidth;
    const convolved = this.#graph.one(contract("causal-conv1d"), `${place}.conv1d`, {
      inputs: { x: this.#linear(`${place}.qkv`, x, w.qkv) },
      weights: { w: this.#weight(w.convolution) },
      states: { convolution: { kind: "convolution", layer, channels, taps: l.convolutionKernel } },
    });
    const { g, beta } = this.#graph.call(contract("delta-gates"), `${place}.gates`, {
      inputs: { a: this.#linear(`${place}.a`, x, w.a), b: this.#linear(`${place}.b`, x, w.b) },
      weights: { logDecay: this.#weight(w.logDecay), decayBias: this.#weight(w.decayBias) },
    });
    const mixed = this.#graph.one(contract("gated-delta-rule"), `${place}.delta_rule`, {
      attributes: { keyHeads, valueHeads, keyWidth, valueWidth },
      inputs: { x: convolved, g: present(g, "g"), beta: present(beta, "beta") },
      states: { delta: { kind: "delta", layer, keyHeads, valueHeads, keyWidth, valueWidth } },
    });
    const normed = this.#graph.one(contract("gated-rms-norm"), `${place}.norm`, {
      attributes: { heads: valueHeads, epsilon: normEpsilon },
      inputs: { x: mixed, z: this.#linear(`${place}.z`, x, w.z) },
      weights: { w: this.#weight(w.norm) },
    });
    return this.#linear(`${place}.out`, normed, w.output);
  }

  #rotated(place: string, x: ValueId, norm: ExpectedTensor, heads: number, headStride: number): ValueId {
    const { normEpsilon, attention: a } = this.#config;
    return this.#graph.one(contract("head-norm-rotary"), place, {
      attributes: {
        heads,
        headWidth: a.headWidth,
        headStride,
        rotaryWidth: a.rotary.rotaryWidth,
        sections: a.rotary.sections,
        epsilon: normEpsilon,
      },
      inputs: { x },
      weights: { w: this.#weight(norm), rotary: this.#rotary },
    });
  }

  #attention(layer: number, x: ValueId, w: AttentionTensors): ValueId {
    const place = `layers.${layer}.self_attn`;
    const { queryHeads, keyValueHeads: heads, headWidth } = this.#config.attention;
    const { queries, gates, stride, gateOffset } = this.#queriesAndGates(`${place}.q`, x, w.queryAndGate);
    const q = this.#rotated(`${place}.q_norm`, queries, w.queryNorm, queryHeads, stride);
    const keys = this.#linear(`${place}.k`, x, w.key);
    const k = this.#rotated(`${place}.k_norm`, keys, w.keyNorm, heads, headWidth);
    const kv = { kind: "kv", layer, heads, headWidth } as const;
    this.#graph.call(contract("kv-append"), `${place}.append`, {
      attributes: { heads, headWidth },
      inputs: { k, v: this.#linear(`${place}.v`, x, w.value) },
      states: { kv },
    });
    const attended = this.#graph.one(contract("attention"), `${place}.attention`, {
      attributes: {
        queryHeads,
        heads,
        headWidth,
        gateStride: stride,
        gateOffset,
        scale: headWidth ** -0.5,
      },
      inputs: { q, gate: gates },
      states: { kv },
    });
    return this.#linear(`${place}.o`, attended, w.output);
  }

  /**
   * Queries and output gates of all heads, in rows of `stride` elements a head: of one matrix as a checkpoint stores it,
   * or of two where a container has them in formats of their own.
   */
  #queriesAndGates(label: string, x: ValueId, tensor: ExpectedTensor) {
    const { queryHeads, headWidth } = this.#config.attention;
    const weight = this.#weight(tensor);
    const { parts = [], columns } = weight;
    const inTurn = parts.every(
      ({ tensor: of, row, rows }, i) =>
        of === parts[i % 2]!.tensor && row === Math.floor(i / 2) * headWidth && rows === headWidth,
    );
    const [query, gate] = parts;
    if (query === undefined || gate === undefined || !inTurn || parts.length !== 2 * queryHeads) {
      const both = this.#product(label, x, weight);
      return { queries: both, gates: both, stride: 2 * headWidth, gateOffset: headWidth };
    }
    const whole = ({ tensor: of, format }: WeightPart): WeightRef => {
      return { kind: "tensor", tensor: of, rows: queryHeads * headWidth, columns, format };
    };
    return {
      queries: this.#product(label, x, whole(query)),
      gates: this.#product(`${label}_gate`, x, whole(gate)),
      stride: headWidth,
      gateOffset: 0,
    };
  }

  #head(hidden: ValueId): void {
    const { norm, head } = this.#tensors;
    const wanted = this.#graph.one(contract("gather-rows"), "head.rows", { inputs: { x: hidden } });
    const normed = this.#norm("norm", wanted, norm);
    if (this.#options.keepHidden) this.#graph.keep("final", normed);
    const logits = this.#linear("head.logits", normed, head, "exact");
    this.#graph.keep("logits", logits);
    if (this.#options.head === "argmax") {
      this.#graph.call(contract("argmax"), "head.argmax", { inputs: { logits } });
      return;
    }
    invariant(this.#options.head === "sample", `unknown head ${this.#options.head}`);
    this.#graph.call(contract("sample"), "head.sample", {
      inputs: { logits },
      states: { counts: { kind: "token-counts", vocabulary: this.#config.vocabSize } },
    });
  }
}

export function buildTextDecoder(config: TextConfig, options: TextDecoderOptions): Graph {
  return new DecoderBuilder(config, options).build();
}
