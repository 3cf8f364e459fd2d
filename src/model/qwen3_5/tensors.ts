/**
 * The tensors of the family, by their canonical Hugging Face names, each name and shape written once: the graph asks for
 * them here, every container must end at them, and the spellings of other exporters are mapped to them.
 */
import type { ExpectedTensor } from "../tensor-check.ts";
import type { ModelConfig, TextConfig, VisionConfig } from "./config.ts";

const TEXT = "model.language_model.";
const VISION = "model.visual.";
const MTP = "mtp.";

/**
 * The canonical spelling of a checkpoint's tensor name: `model.layers.0…` of text-only exports becomes
 * `model.language_model.layers.0…`, `visual.…` becomes `model.visual.…`. Other names stay as they are.
 */
export function canonicalName(name: string): string {
  const bare = name.startsWith("model.model.") ? name.slice("model.".length) : name;
  if (/^model\.(layers|embed_tokens|norm)\./.test(bare)) return TEXT + bare.slice("model.".length);
  if (bare.startsWith("language_model.model.")) return TEXT + bare.slice("language_model.model.".length);
  if (bare.startsWith("language_model.lm_head.")) return bare.slice("language_model.".length);
  if (bare.startsWith("visual.")) return `model.${bare}`;
  return bare;
}

/** Component of a canonical name; a name that only a container knows keeps its first path component. */
export function componentOf(name: string): string {
  if (name.startsWith(MTP)) return "mtp";
  if (name.startsWith(VISION)) return "vision";
  if (name.startsWith(TEXT) || name.startsWith("lm_head.")) return "text";
  return name.includes("/") ? name.split("/", 1)[0]! : "other";
}

export interface AttentionTensors {
  /** Per head: `headWidth` query rows, then `headWidth` output-gate rows. */
  readonly queryAndGate: ExpectedTensor;
  readonly key: ExpectedTensor;
  readonly value: ExpectedTensor;
  readonly output: ExpectedTensor;
  readonly queryNorm: ExpectedTensor;
  readonly keyNorm: ExpectedTensor;
}

export interface LinearAttentionTensors {
  /** Rows of queries, keys and values, in this order. */
  readonly qkv: ExpectedTensor;
  readonly z: ExpectedTensor;
  readonly b: ExpectedTensor;
  readonly a: ExpectedTensor;
  /** [channels, 1, taps] */
  readonly convolution: ExpectedTensor;
  readonly logDecay: ExpectedTensor;
  readonly decayBias: ExpectedTensor;
  readonly norm: ExpectedTensor;
  readonly output: ExpectedTensor;
}

export interface BlockTensors {
  readonly gate: ExpectedTensor;
  readonly up: ExpectedTensor;
  readonly down: ExpectedTensor;
  readonly inputNorm: ExpectedTensor;
  readonly postAttentionNorm: ExpectedTensor;
}

type LayerTensors =
  | { readonly type: "full_attention"; readonly mixer: AttentionTensors; readonly block: BlockTensors }
  | { readonly type: "linear_attention"; readonly mixer: LinearAttentionTensors; readonly block: BlockTensors };

export interface TextTensors {
  readonly embedding: ExpectedTensor;
  readonly layers: readonly LayerTensors[];
  readonly norm: ExpectedTensor;
  /** The embedding itself where they are tied. */
  readonly head: ExpectedTensor;
}

/** Everything the text decoder reads. */
export function textTensors(text: TextConfig): TextTensors {
  const embedding = tensor(`${TEXT}embed_tokens.weight`, text.vocabSize, text.hiddenSize);
  return {
    embedding,
    layers: text.layerTypes.map((type, layer): LayerTensors => {
      const prefix = `${TEXT}layers.${layer}.`;
      const block = blockTensors(text, prefix);
      return type === "full_attention"
        ? { type, mixer: attentionTensors(text, prefix), block }
        : { type, mixer: linearAttentionTensors(text, prefix), block };
    }),
    norm: tensor(`${TEXT}norm.weight`, text.hiddenSize),
    head: text.tiedEmbeddings ? embedding : tensor("lm_head.weight", text.vocabSize, text.hiddenSize),
  };
}

/** All of `textTensors`, each once. */
export function expectedTextTensors({ text }: ModelConfig): readonly ExpectedTensor[] {
  const { embedding, layers, norm, head } = textTensors(text);
  const inLayers = layers.flatMap(({ mixer, block }) => [...flat(mixer), ...flat(block)]);
  return [embedding, ...inLayers, norm, ...(head === embedding ? [] : [head])];
}

/** Everything the multi-token-prediction head reads beside the shared embedding and head; empty without one. */
function expectedMtpTensors({ text }: ModelConfig): readonly ExpectedTensor[] {
  if (text.mtpLayers === 0) return [];
  const hidden = text.hiddenSize;
  const tensors = [
    tensor(`${MTP}fc.weight`, hidden, 2 * hidden),
    tensor(`${MTP}pre_fc_norm_embedding.weight`, hidden),
    tensor(`${MTP}pre_fc_norm_hidden.weight`, hidden),
    tensor(`${MTP}norm.weight`, hidden),
  ];
  for (let layer = 0; layer < text.mtpLayers; layer++) {
    const prefix = `${MTP}layers.${layer}.`;
    tensors.push(...flat(attentionTensors(text, prefix)), ...flat(blockTensors(text, prefix)));
  }
  return tensors;
}

/** Everything the vision tower reads; empty without one. */
function expectedVisionTensors({ vision }: ModelConfig): readonly ExpectedTensor[] {
  if (vision === undefined) return [];
  const { hiddenSize, patchSize } = vision;
  const merged = hiddenSize * vision.spatialMergeSize ** 2;
  const patch = [vision.inChannels, vision.temporalPatchSize, patchSize, patchSize];
  const tensors = [
    ...affine(`${VISION}patch_embed.proj`, hiddenSize, ...patch),
    tensor(`${VISION}pos_embed.weight`, vision.positionEmbeddings, hiddenSize),
  ];
  for (let block = 0; block < vision.depth; block++) tensors.push(...visionBlockTensors(vision, block));
  tensors.push(
    ...affine(`${VISION}merger.linear_fc1`, merged, merged),
    ...affine(`${VISION}merger.linear_fc2`, vision.outHiddenSize, merged),
    ...affine(`${VISION}merger.norm`, hiddenSize),
  );
  return tensors;
}

/** All tensors of all components of a config. */
export function expectedTensors(config: ModelConfig): readonly ExpectedTensor[] {
  return [...expectedTextTensors(config), ...expectedMtpTensors(config), ...expectedVisionTensors(config)];
}

/** The config without the MTP head or the vision tower when not one tensor of it is among `names`. */
export function withoutAbsentParts(config: ModelConfig, names: Iterable<string>): ModelConfig {
  const stored = new Set([...names].map(componentOf));
  const { vision, ...rest } = config;
  return {
    ...rest,
    text: stored.has("mtp") ? config.text : { ...config.text, mtpLayers: 0 },
    ...(vision !== undefined && stored.has("vision") ? { vision } : {}),
  };
}

function tensor(name: string, ...shape: number[]): ExpectedTensor {
  return { name, shape };
}

function flat(tensors: AttentionTensors | LinearAttentionTensors | BlockTensors): readonly ExpectedTensor[] {
  return Object.values(tensors);
}

/** `<name>.weight` of the given shape and `<name>.bias` of its first dimension. */
function affine(name: string, ...shape: number[]): ExpectedTensor[] {
  return [
    { name: `${name}.weight`, shape },
    { name: `${name}.bias`, shape: shape.slice(0, 1) },
  ];
}

function attentionTensors(text: TextConfig, prefix: string): AttentionTensors {
  const { queryHeads, keyValueHeads, headWidth } = text.attention;
  const at = `${prefix}self_attn.`;
  return {
    queryAndGate: tensor(`${at}q_proj.weight`, 2 * queryHeads * headWidth, text.hiddenSize),
    key: tensor(`${at}k_proj.weight`, keyValueHeads * headWidth, text.hiddenSize),
    value: tensor(`${at}v_proj.weight`, keyValueHeads * headWidth, text.hiddenSize),
    output: tensor(`${at}o_proj.weight`, text.hiddenSize, queryHeads * headWidth),
    queryNorm: tensor(`${at}q_norm.weight`, headWidth),
    keyNorm: tensor(`${at}k_norm.weight`, headWidth),
  };
}

function linearAttentionTensors(text: TextConfig, prefix: string): LinearAttentionTensors {
  const { keyHeads, valueHeads, keyWidth, valueWidth, convolutionKernel } = text.linearAttention;
  const at = `${prefix}linear_attn.`;
  const values = valueHeads * valueWidth;
  const channels = 2 * keyHeads * keyWidth + values;
  return {
    qkv: tensor(`${at}in_proj_qkv.weight`, channels, text.hiddenSize),
    z: tensor(`${at}in_proj_z.weight`, values, text.hiddenSize),
    b: tensor(`${at}in_proj_b.weight`, valueHeads, text.hiddenSize),
    a: tensor(`${at}in_proj_a.weight`, valueHeads, text.hiddenSize),
    convolution: tensor(`${at}conv1d.weight`, channels, 1, convolutionKernel),
    logDecay: tensor(`${at}A_log`, valueHeads),
    decayBias: tensor(`${at}dt_bias`, valueHeads),
    norm: tensor(`${at}norm.weight`, valueWidth),
    output: tensor(`${at}out_proj.weight`, text.hiddenSize, values),
  };
}

function blockTensors(text: TextConfig, prefix: string): BlockTensors {
  return {
    gate: tensor(`${prefix}mlp.gate_proj.weight`, text.intermediateSize, text.hiddenSize),
    up: tensor(`${prefix}mlp.up_proj.weight`, text.intermediateSize, text.hiddenSize),
    down: tensor(`${prefix}mlp.down_proj.weight`, text.hiddenSize, text.intermediateSize),
    inputNorm: tensor(`${prefix}input_layernorm.weight`, text.hiddenSize),
    postAttentionNorm: tensor(`${prefix}post_attention_layernorm.weight`, text.hiddenSize),
  };
}

function visionBlockTensors(vision: VisionConfig, block: number): ExpectedTensor[] {
  const { hiddenSize, intermediateSize } = vision;
  const at = `${VISION}blocks.${block}.`;
  return [
    ...affine(`${at}attn.qkv`, 3 * hiddenSize, hiddenSize),
    ...affine(`${at}attn.proj`, hiddenSize, hiddenSize),
    ...affine(`${at}mlp.linear_fc1`, intermediateSize, hiddenSize),
    ...affine(`${at}mlp.linear_fc2`, hiddenSize, intermediateSize),
    ...affine(`${at}norm1`, hiddenSize),
    ...affine(`${at}norm2`, hiddenSize),
  ];
}
