/**
 * The text decoder of the Qwen3.5 family as a graph: the only place that knows layer patterns and weight names. It holds
 * for any config of the family; nothing about sizes is assumed beyond what the config reader checked.
 */
import type { TextConfig } from "../artifact/config.ts";
import { invariant, present } from "../base/invariant.ts";
import type { WeightFormat } from "../base/weight-format.ts";
import { GraphBuilder, type Inference } from "../graph/builder.ts";
import type { ConstantRef, Graph, ValueId, WeightRef } from "../graph/graph.ts";
import { verifyGraph } from "../graph/verify.ts";
import { opContracts } from "../ops/registry.ts";

/** What chooses the next token: nothing, the largest logit, or the sampler. */
export type Head = "argmax" | "sample";

export interface TextDecoderOptions {
  /** Positions the rotary table covers. */
  readonly maxPositions: number;
  /** Stored format of a tensor of the artifact. */
  readonly formatOf: (tensor: string) => WeightFormat;
  readonly head: Head;
  /** Keep the hidden rows that enter every layer and the final norm as results (`hidden.<i>`, `final`). */
  readonly keepHidden?: boolean;
}

const ROOT = "model.language_model";

function contract(name: string): Inference {
  return present(opContracts.get(name), `contract ${name}`);
}

class DecoderBuilder {
  readonly #graph = new GraphBuilder();
  readonly #config: TextConfig;
  readonly #options: TextDecoderOptions;
  readonly #rotary: ConstantRef;

  constructor(config: TextConfig, options: TextDecoderOptions) {
    this.#config = config;
    this.#options = options;
    const { theta, rotaryWidth } = config.attention.rotary;
    this.#rotary = { kind: "rotary-table", theta, rotaryWidth, maxPositions: options.maxPositions };
  }

  build(): Graph {
    const { layerTypes, hiddenSize, vocabSize } = this.#config;
    const table = this.#weight(`${ROOT}.embed_tokens.weight`, vocabSize, hiddenSize);
    let hidden = this.#graph.one(contract("embedding"), "embedding", {
      attributes: { width: hiddenSize },
      weights: { table },
    });
    for (const [layer, type] of layerTypes.entries()) {
      if (this.#options.keepHidden) this.#graph.keep(`hidden.${layer}`, hidden);
      const place = `layers.${layer}`;
      const normed = this.#norm(`${place}.input_layernorm`, hidden);
      const mixed = type === "linear_attention" ? this.#linearAttention(layer, normed) : this.#attention(layer, normed);
      hidden = this.#add(`${place}.mixer`, hidden, mixed);
      hidden = this.#add(
        `${place}.mlp`,
        hidden,
        this.#mlp(place, this.#norm(`${place}.post_attention_layernorm`, hidden)),
      );
    }
    if (this.#options.keepHidden) this.#graph.keep(`hidden.${layerTypes.length}`, hidden);
    this.#head(hidden);
    const graph = this.#graph.finish();
    verifyGraph(graph);
    return graph;
  }

  #weight(tensor: string, rows: number, columns: number): WeightRef {
    return { kind: "tensor", tensor, rows, columns, format: this.#options.formatOf(tensor) };
  }

  #vector(tensor: string, columns: number): WeightRef {
    return this.#weight(tensor, 1, columns);
  }

  #linear(label: string, x: ValueId, tensor: string, rows: number, columns: number, type = "activation"): ValueId {
    return this.#graph.one(contract("linear"), label, {
      attributes: { epilogue: "none", ...(type === "activation" ? {} : { outputType: type }) },
      inputs: { x },
      weights: { w: this.#weight(tensor, rows, columns) },
    });
  }

  #norm(place: string, x: ValueId, root = `${ROOT}.`): ValueId {
    const { hiddenSize, normEpsilon } = this.#config;
    return this.#graph.one(contract("rms-norm"), place, {
      attributes: { epsilon: normEpsilon, unitOffset: true },
      inputs: { x },
      weights: { w: this.#vector(`${root}${place}.weight`, hiddenSize) },
    });
  }

  #add(place: string, a: ValueId, b: ValueId): ValueId {
    return this.#graph.one(contract("join"), `${place}.residual`, { attributes: { kind: "add" }, inputs: { a, b } });
  }

  #mlp(place: string, x: ValueId): ValueId {
    const { hiddenSize, intermediateSize } = this.#config;
    const projection = (name: string): ValueId =>
      this.#linear(`${place}.mlp.${name}`, x, `${ROOT}.${place}.mlp.${name}_proj.weight`, intermediateSize, hiddenSize);
    const joined = this.#graph.one(contract("join"), `${place}.mlp.swiglu`, {
      attributes: { kind: "swiglu" },
      inputs: { a: projection("gate"), b: projection("up") },
    });
    return this.#linear(
      `${place}.mlp.down`,
      joined,
      `${ROOT}.${place}.mlp.down_proj.weight`,
      hiddenSize,
      intermediateSize,
    );
  }

  #linearAttention(layer: number, x: ValueId): ValueId {
    const { hiddenSize, normEpsilon, linearAttention: l } = this.#config;
    const place = `layers.${layer}.linear_attn`;
    const name = (part: string): string => `${ROOT}.${place}.${part}`;
    const channels = 2 * l.keyHeads * l.keyWidth + l.valueHeads * l.valueWidth;
    const values = l.valueHeads * l.valueWidth;
    const project = (part: string, rows: number): ValueId =>
      this.#linear(`${place}.${part}`, x, name(`in_proj_${part}.weight`), rows, hiddenSize);
    const convolved = this.#graph.one(contract("causal-conv1d"), `${place}.conv1d`, {
      inputs: { x: project("qkv", channels) },
      weights: { w: this.#weight(name("conv1d.weight"), channels, l.convolutionKernel) },
      states: { convolution: { kind: "convolution", layer, channels, taps: l.convolutionKernel } },
    });
    const { g, beta } = this.#graph.call(contract("delta-gates"), `${place}.gates`, {
      inputs: { a: project("a", l.valueHeads), b: project("b", l.valueHeads) },
      weights: {
        logDecay: this.#vector(name("A_log"), l.valueHeads),
        decayBias: this.#vector(name("dt_bias"), l.valueHeads),
      },
    });
    const { keyHeads, valueHeads, keyWidth, valueWidth } = l;
    const mixed = this.#graph.one(contract("gated-delta-rule"), `${place}.delta_rule`, {
      attributes: { keyHeads, valueHeads, keyWidth, valueWidth },
      inputs: { x: convolved, g: present(g, "g"), beta: present(beta, "beta") },
      states: { delta: { kind: "delta", layer, keyHeads, valueHeads, keyWidth, valueWidth } },
    });
    const normed = this.#graph.one(contract("gated-rms-norm"), `${place}.norm`, {
      attributes: { heads: valueHeads, epsilon: normEpsilon },
      inputs: { x: mixed, z: project("z", values) },
      weights: { w: this.#vector(name("norm.weight"), valueWidth) },
    });
    return this.#linear(`${place}.out`, normed, name("out_proj.weight"), hiddenSize, values);
  }

  #rotated(place: string, norm: string, x: ValueId, heads: number, headStride: number): ValueId {
    const { normEpsilon, attention: a } = this.#config;
    return this.#graph.one(contract("head-norm-rotary"), `${place}.${norm}`, {
      attributes: {
        heads,
        headWidth: a.headWidth,
        headStride,
        rotaryWidth: a.rotary.rotaryWidth,
        sections: a.rotary.sections,
        epsilon: normEpsilon,
      },
      inputs: { x },
      weights: { w: this.#vector(`${ROOT}.${place}.${norm}.weight`, a.headWidth), rotary: this.#rotary },
    });
  }

  #attention(layer: number, x: ValueId): ValueId {
    const { hiddenSize, attention: a } = this.#config;
    const place = `layers.${layer}.self_attn`;
    const name = (part: string): string => `${ROOT}.${place}.${part}`;
    const { queryHeads, keyValueHeads: heads, headWidth } = a;
    const project = (part: string, rows: number): ValueId =>
      this.#linear(`${place}.${part}`, x, name(`${part}_proj.weight`), rows, hiddenSize);
    const queryAndGate = project("q", queryHeads * 2 * headWidth);
    const q = this.#rotated(place, "q_norm", queryAndGate, queryHeads, 2 * headWidth);
    const k = this.#rotated(place, "k_norm", project("k", heads * headWidth), heads, headWidth);
    const kv = { kind: "kv", layer, heads, headWidth } as const;
    this.#graph.call(contract("kv-append"), `${place}.append`, {
      attributes: { heads, headWidth },
      inputs: { k, v: project("v", heads * headWidth) },
      states: { kv },
    });
    const attended = this.#graph.one(contract("attention"), `${place}.attention`, {
      attributes: {
        queryHeads,
        heads,
        headWidth,
        gateStride: 2 * headWidth,
        gateOffset: headWidth,
        scale: headWidth ** -0.5,
      },
      inputs: { q, gate: queryAndGate },
      states: { kv },
    });
    return this.#linear(`${place}.o`, attended, name("o_proj.weight"), hiddenSize, queryHeads * headWidth);
  }

  #head(hidden: ValueId): void {
    const { hiddenSize, vocabSize, tiedEmbeddings } = this.#config;
    const wanted = this.#graph.one(contract("gather-rows"), "head.rows", { inputs: { x: hidden } });
    const normed = this.#norm("norm", wanted);
    if (this.#options.keepHidden) this.#graph.keep("final", normed);
    const tensor = tiedEmbeddings ? `${ROOT}.embed_tokens.weight` : "lm_head.weight";
    const logits = this.#linear("head.logits", normed, tensor, vocabSize, hiddenSize, "exact");
    this.#graph.keep("logits", logits);
    if (this.#options.head === "argmax") {
      this.#graph.call(contract("argmax"), "head.argmax", { inputs: { logits } });
      return;
    }
    invariant(this.#options.head === "sample", `unknown head ${this.#options.head}`);
    this.#graph.call(contract("sample"), "head.sample", {
      inputs: { logits },
      states: { counts: { kind: "token-counts", vocabulary: vocabSize } },
    });
  }
}

export function buildTextDecoder(config: TextConfig, options: TextDecoderOptions): Graph {
  return new DecoderBuilder(config, options).build();
}
