/**
 * The validated configuration of a Qwen3.5-family model, and its only reader: everything the graph may depend on, in our
 * own names, from whatever a container says. Absent fields take the defaults of transformers' Qwen3_5Config. Everything
 * is checked here once, so the graph builder needs no checks of its own; what this version does not compute is refused
 * by name, never approximated.
 */
import type { RawConfig } from "../../artifact/artifact.ts";
import {
  child,
  configError,
  finite,
  flag,
  has,
  idList,
  integer,
  list,
  optionalFinite,
  optionalInteger,
  type Section,
  shown,
  text,
} from "../../artifact/json-fields.ts";
import { UnsupportedError } from "../../base/errors.ts";
import { present } from "../../base/invariant.ts";
import { SAMPLING_RANGES } from "../../base/sampling-ranges.ts";
import { expertsRefused } from "./experts.ts";
import { familyTokens, namedModel } from "./named-models.ts";

export type LayerType = "linear_attention" | "full_attention";

interface RotaryConfig {
  readonly theta: number;
  /** Number of leading head dimensions that are rotated; even. */
  readonly rotaryWidth: number;
  /** Frequencies per axis (T, H, W); interleaved mRoPE. Sum is at most `rotaryWidth / 2`. */
  readonly sections: readonly [number, number, number];
}

export interface TextConfig {
  readonly hiddenSize: number;
  readonly intermediateSize: number;
  readonly layerTypes: readonly LayerType[];
  /** Rows of the embedding and the head, padding included. */
  readonly vocabSize: number;
  readonly normEpsilon: number;
  readonly tiedEmbeddings: boolean;
  readonly maxPositions: number;
  readonly attention: {
    readonly queryHeads: number;
    readonly keyValueHeads: number;
    readonly headWidth: number;
    readonly rotary: RotaryConfig;
  };
  readonly linearAttention: {
    readonly keyHeads: number;
    readonly valueHeads: number;
    readonly keyWidth: number;
    readonly valueWidth: number;
    readonly convolutionKernel: number;
  };
  readonly mtpLayers: number;
}

export interface VisionConfig {
  readonly depth: number;
  readonly hiddenSize: number;
  readonly intermediateSize: number;
  readonly heads: number;
  readonly patchSize: number;
  readonly temporalPatchSize: number;
  readonly spatialMergeSize: number;
  readonly inChannels: number;
  readonly outHiddenSize: number;
  readonly positionEmbeddings: number;
}

export interface ModelConfig {
  readonly modelType: string;
  readonly text: TextConfig;
  readonly vision?: VisionConfig;
  /** Token ids with a meaning, where the config names them. */
  readonly tokens: {
    readonly eos: readonly number[];
    readonly image?: number;
    readonly video?: number;
    readonly visionStart?: number;
    readonly visionEnd?: number;
  };
  /** Sampling defaults of generation_config.json, as published. */
  readonly generation: {
    readonly temperature?: number;
    readonly topK?: number;
    readonly topP?: number;
    readonly minP?: number;
    readonly repetitionPenalty?: number;
    readonly doSample?: boolean;
  };
}

/** Most layers accepted; bounds what a damaged config can make us allocate. */
const MOST_LAYERS = 4096;

/**
 * @throws ArtifactError `bad_config`; UnsupportedError `mixture_of_experts`, `model_type`, `config_feature`
 */
export function parseConfig(raw: RawConfig): ModelConfig {
  switch (raw.kind) {
    case "checkpoint":
      return checkpointConfig(raw.root, raw.generation);
    case "components": {
      const { components, generation } = raw;
      return containerConfig(present(components.get("text"), "text component"), components.get("vision"), generation);
    }
    case "named": {
      const { text: decoder, vision } = namedModel(raw.modelId);
      const where = `model_id ${raw.modelId}`;
      return containerConfig({ where, values: decoder }, { where, values: vision }, raw.generation);
    }
    default:
      return raw satisfies never;
  }
}

/** A config.json: the decoder alone, or nested beside a vision tower. */
function checkpointConfig(root: Section, generation: Section | undefined): ModelConfig {
  const modelType = text(root, "model_type");
  refuseExperts(root, modelType);
  if (modelType !== "qwen3_5" && modelType !== "qwen3_5_text") {
    throw new UnsupportedError(
      "model_type",
      `${root.where}.model_type: found ${shown(modelType)}, needed "qwen3_5" or "qwen3_5_text"`,
      { hint: "qwerk runs the dense Qwen3.5 / 3.6 / 3.8 family", data: { modelType } },
    );
  }
  const textSection = modelType === "qwen3_5" ? (child(root, "text_config") ?? emptyTextConfig(root)) : root;
  refuseExperts(textSection, text(textSection, "model_type", "qwen3_5_text"));
  const visionSection = modelType === "qwen3_5" ? child(root, "vision_config") : undefined;
  const tied = has(root, "tie_word_embeddings") ? root : textSection;
  return {
    modelType,
    text: parseTextConfig(textSection, flag(tied, "tie_word_embeddings", false)),
    ...(visionSection === undefined ? {} : { vision: parseVisionConfig(visionSection) }),
    ...tokensAndGeneration(root, textSection, generation),
  };
}

/** The reduced configs of a `.ninfer` file: a decoder, and a vision tower that writes rows of its width. */
function containerConfig(
  textSection: Section,
  visionSection: Section | undefined,
  generation: Section | undefined,
): ModelConfig {
  const modelType = text(textSection, "model_type", "qwen3_5_text");
  refuseExperts(textSection, modelType);
  if (modelType !== "qwen3_5_text") {
    throw new UnsupportedError(
      "model_type",
      `${textSection.where}.model_type: found ${JSON.stringify(modelType)}, needed "qwen3_5_text"`,
      { data: { modelType } },
    );
  }
  const decoder = parseTextConfig(textSection, flag(textSection, "tie_word_embeddings", false));
  const { tokens, generation: sampling } = tokensAndGeneration(textSection, textSection, generation);
  return {
    modelType,
    text: decoder,
    ...(visionSection === undefined ? {} : { vision: parseVisionConfig(visionSection, decoder.hiddenSize) }),
    tokens: { ...familyTokens(decoder.vocabSize), ...tokens },
    generation: sampling,
  };
}

function emptyTextConfig({ where }: Section): Section {
  return { where: `${where}.text_config`, values: {} };
}

/**
 * Token ids and sampling defaults. End tokens are those of all files together: exporters forget the end of a turn in
 * one of them, and a model that misses it goes on with turns of its own.
 */
function tokensAndGeneration(
  root: Section,
  textSection: Section,
  generation: Section | undefined,
): Pick<ModelConfig, "tokens" | "generation"> {
  const sections = [...(generation === undefined ? [] : [generation]), root, textSection];
  const eos = [...new Set(sections.flatMap((section) => idList(section, "eos_token_id") ?? []))];
  const id = (key: string) => optionalInteger(root, key);
  return {
    tokens: {
      eos,
      ...given("image", id("image_token_id")),
      ...given("video", id("video_token_id")),
      ...given("visionStart", id("vision_start_token_id")),
      ...given("visionEnd", id("vision_end_token_id")),
    },
    generation: generation === undefined ? {} : parseGeneration(generation),
  };
}

function given<K extends string, V>(key: K, value: V | undefined): Partial<Record<K, V>> {
  return value === undefined ? {} : ({ [key]: value } as Record<K, V>);
}

/** In the ranges that a request may ask for, so that a fault here is never blamed on a request. */
function parseGeneration(section: Section): ModelConfig["generation"] {
  // Some files write -1 for "off", which is 0 here.
  const topK = optionalInteger(section, "top_k", -1);
  return {
    ...given("temperature", optionalFinite(section, "temperature", SAMPLING_RANGES.temperature)),
    ...given("topK", topK === -1 ? 0 : topK),
    ...given("topP", optionalFinite(section, "top_p", { ...SAMPLING_RANGES.topP, closed: true })),
    ...given("minP", optionalFinite(section, "min_p", SAMPLING_RANGES.minP)),
    ...given("repetitionPenalty", optionalFinite(section, "repetition_penalty", SAMPLING_RANGES.repetitionPenalty)),
    ...(has(section, "do_sample") ? { doSample: flag(section, "do_sample", false) } : {}),
  };
}

function refuseExperts(section: Section, modelType: string): void {
  const counted = ["num_experts", "num_local_experts", "num_experts_per_tok", "moe_intermediate_size"].find(
    (key) => has(section, key) && section.values[key] !== 0,
  );
  if (counted === undefined && !/moe/i.test(modelType)) return;
  const found =
    counted === undefined ? `model_type ${shown(modelType)}` : `${counted} ${shown(section.values[counted])}`;
  throw expertsRefused(`${section.where}: ${found}`);
}

function refuse(section: Section, key: string, found: string, needed: string): never {
  const at = `${section.where}.${key}`;
  throw new UnsupportedError("config_feature", `${at}: found ${found}, needed ${needed}`, { data: { at } });
}

function parseTextConfig(section: Section, tiedEmbeddings: boolean): TextConfig {
  const act = text(section, "hidden_act", "silu");
  if (act !== "silu") refuse(section, "hidden_act", shown(act), '"silu"');
  if (flag(section, "attention_bias", false)) refuse(section, "attention_bias", "true", "false");
  if (!flag(section, "attn_output_gate", true)) refuse(section, "attn_output_gate", "false", "true");
  const mtpLayers = integer(section, "mtp_num_hidden_layers", 0, 0, MOST_LAYERS);
  if (mtpLayers > 0 && flag(section, "mtp_use_dedicated_embeddings", false)) {
    refuse(section, "mtp_use_dedicated_embeddings", "true", "false");
  }
  return {
    hiddenSize: integer(section, "hidden_size", 4096),
    intermediateSize: integer(section, "intermediate_size", 12288),
    layerTypes: parseLayerTypes(section),
    vocabSize: integer(section, "vocab_size", 248320),
    normEpsilon: finite(section, "rms_norm_eps", 1e-6, { least: 0, most: 1 }),
    tiedEmbeddings,
    maxPositions: integer(section, "max_position_embeddings", 32768),
    attention: parseAttention(section),
    linearAttention: parseLinearAttention(section),
    mtpLayers,
  };
}

function parseLayerTypes(section: Section): readonly LayerType[] {
  const given = list(section, "layer_types");
  const layers = integer(section, "num_hidden_layers", given === undefined ? 32 : given.length, 1, MOST_LAYERS);
  if (given === undefined) {
    const interval = integer(section, "full_attention_interval", 4);
    return Array.from({ length: layers }, (_, i) => ((i + 1) % interval === 0 ? "full_attention" : "linear_attention"));
  }
  if (given.length !== layers) {
    throw configError(section, "layer_types", `${given.length} entries`, `num_hidden_layers = ${layers}`);
  }
  return given.map((type, i) => {
    if (type === "linear_attention" || type === "full_attention") return type;
    return refuse(section, `layer_types[${i}]`, shown(type), '"linear_attention" or "full_attention"');
  });
}

function parseAttention(section: Section): TextConfig["attention"] {
  const queryHeads = integer(section, "num_attention_heads", 16);
  const keyValueHeads = integer(section, "num_key_value_heads", 4);
  if (queryHeads % keyValueHeads !== 0) {
    throw configError(
      section,
      "num_key_value_heads",
      `${keyValueHeads}`,
      `a divisor of num_attention_heads ${queryHeads}`,
    );
  }
  const headWidth = integer(section, "head_dim", 256);
  return { queryHeads, keyValueHeads, headWidth, rotary: parseRotary(section, headWidth) };
}

function parseLinearAttention(section: Section): TextConfig["linearAttention"] {
  const keyHeads = integer(section, "linear_num_key_heads", 16);
  const valueHeads = integer(section, "linear_num_value_heads", 32);
  if (valueHeads % keyHeads !== 0) {
    throw configError(
      section,
      "linear_num_key_heads",
      `${keyHeads}`,
      `a divisor of linear_num_value_heads ${valueHeads}`,
    );
  }
  return {
    keyHeads,
    valueHeads,
    keyWidth: integer(section, "linear_key_head_dim", 128),
    valueWidth: integer(section, "linear_value_head_dim", 128),
    convolutionKernel: integer(section, "linear_conv_kernel_dim", 4),
  };
}

/** `rope_parameters`, or the older `rope_scaling` with `rope_theta` and `partial_rotary_factor` beside it. */
function parseRotary(section: Section, headWidth: number): RotaryConfig {
  const nested = child(section, "rope_parameters") ?? child(section, "rope_scaling");
  const where = (key: string) => (nested !== undefined && has(nested, key) ? nested : section);
  if (nested !== undefined) checkRopeType(nested);
  const theta = finite(where("rope_theta"), "rope_theta", 10000, { least: 0 });
  const at = where("partial_rotary_factor");
  const factor = finite(at, "partial_rotary_factor", 0.25, { least: 0, most: 1 });
  const rotaryWidth = Math.floor(headWidth * factor);
  if (rotaryWidth % 2 !== 0 || rotaryWidth === 0) {
    throw configError(
      at,
      "partial_rotary_factor",
      `${factor}, which rotates ${rotaryWidth} of ${headWidth} dimensions`,
      "an even positive number of dimensions",
    );
  }
  const sections = nested === undefined ? defaultSections(rotaryWidth / 2) : parseSections(nested, rotaryWidth / 2);
  return { theta, rotaryWidth, sections };
}

function checkRopeType(section: Section): void {
  for (const key of ["rope_type", "type"]) {
    const type = text(section, key, "default");
    // "mrope" is what older files call the default type with sections.
    if (type !== "default" && type !== "mrope") refuse(section, key, shown(type), '"default"');
  }
}

function parseSections(section: Section, frequencies: number): RotaryConfig["sections"] {
  const given = list(section, "mrope_section");
  if (given === undefined) return defaultSections(frequencies);
  if (!flag(section, "mrope_interleaved", true)) refuse(section, "mrope_interleaved", "false", "true");
  const good = given.every((n) => typeof n === "number" && Number.isInteger(n) && n >= 0);
  const [t, h, w] = given as number[];
  if (!good || given.length !== 3 || t === undefined || h === undefined || w === undefined) {
    throw configError(section, "mrope_section", shown(given), "three integers (time, height, width)");
  }
  if (t + h + w > frequencies) {
    throw configError(
      section,
      "mrope_section",
      `${shown(given)}, which is ${t + h + w} frequencies`,
      `at most the ${frequencies} that the rotary width has`,
    );
  }
  return [t, h, w];
}

/**
 * Sections when none are given: transformers' [11, 11, 10], clipped as its interleaving clips them. Frequency i is
 * height's when i % 3 = 1 (i < 33), width's when i % 3 = 2 (i < 30), time's otherwise.
 */
function defaultSections(frequencies: number): RotaryConfig["sections"] {
  const height = Math.min(11, Math.floor((frequencies + 1) / 3));
  const width = Math.min(10, Math.floor(frequencies / 3));
  return [Math.min(11, frequencies - height - width), height, width];
}

/**
 * The vision tower's part. `outHiddenSize` is the default for `out_hidden_size`: 3584 in transformers, the text width
 * in `.ninfer` v3, which does not store it.
 */
function parseVisionConfig(section: Section, outHiddenSize = 3584): VisionConfig {
  const act = text(section, "hidden_act", "gelu_pytorch_tanh");
  if (act !== "gelu_pytorch_tanh") refuse(section, "hidden_act", shown(act), '"gelu_pytorch_tanh"');
  const deepstack = list(section, "deepstack_visual_indexes");
  if (deepstack !== undefined && deepstack.length > 0) {
    refuse(section, "deepstack_visual_indexes", shown(deepstack), "an empty list");
  }
  const heads = integer(section, "num_heads", 16);
  const hiddenSize = integer(section, "hidden_size", 1152);
  if (hiddenSize % heads !== 0 || (hiddenSize / heads) % 4 !== 0) {
    throw configError(section, "num_heads", `${heads}`, `heads whose width divides hidden_size ${hiddenSize} and by 4`);
  }
  const positionEmbeddings = integer(section, "num_position_embeddings", 2304);
  if (!Number.isInteger(Math.sqrt(positionEmbeddings))) {
    throw configError(section, "num_position_embeddings", `${positionEmbeddings}`, "a square number");
  }
  return {
    depth: integer(section, "depth", 27, 1, MOST_LAYERS),
    hiddenSize,
    intermediateSize: integer(section, "intermediate_size", 4304),
    heads,
    patchSize: integer(section, "patch_size", 16),
    temporalPatchSize: integer(section, "temporal_patch_size", 2),
    spatialMergeSize: integer(section, "spatial_merge_size", 2),
    inChannels: integer(section, "in_channels", 3),
    outHiddenSize: integer(section, "out_hidden_size", outHiddenSize),
    positionEmbeddings,
  };
}
