/**
 * The configs of a container's components, from the validated config: the fields of published files and no others, and
 * beside them, only where the family's defaults would say something else, ids and widths that those files leave out.
 * Read again they give the same config, its epsilon rounded to f32 as published files have it.
 */
import type { JsonObject } from "../../artifact/json-fields.ts";
import type { ModelConfig, TextConfig, VisionConfig } from "./config.ts";
import { familyTokens } from "./named-models.ts";

/** @param eos end tokens that no other file of the container names */
export function componentConfigs(config: ModelConfig, eos: readonly number[]): ReadonlyMap<string, JsonObject> {
  const { text, vision } = config;
  return new Map([
    ["text", { ...textConfig(text), ...tokenFields(config), ...(eos.length === 0 ? {} : { eos_token_id: eos }) }],
    ...(vision === undefined ? [] : [["vision", visionConfig(vision, text)] as const]),
    ...(text.mtpLayers === 0 ? [] : [["mtp", { architectures: ["Qwen3_5MTP"] }] as const]),
  ]);
}

function textConfig(text: TextConfig): JsonObject {
  const { attention, linearAttention } = text;
  const { rotary } = attention;
  return {
    architectures: ["Qwen3_5ForCausalLM"],
    model_type: "qwen3_5_text",
    hidden_size: text.hiddenSize,
    vocab_size: text.vocabSize,
    num_hidden_layers: text.layerTypes.length,
    max_position_embeddings: text.maxPositions,
    tie_word_embeddings: text.tiedEmbeddings,
    rms_norm_eps: Math.fround(text.normEpsilon),
    layer_types: text.layerTypes,
    num_attention_heads: attention.queryHeads,
    num_key_value_heads: attention.keyValueHeads,
    head_dim: attention.headWidth,
    rope_parameters: {
      rope_theta: rotary.theta,
      partial_rotary_factor: rotary.rotaryWidth / attention.headWidth,
      mrope_section: rotary.sections,
    },
    linear_num_key_heads: linearAttention.keyHeads,
    linear_key_head_dim: linearAttention.keyWidth,
    linear_num_value_heads: linearAttention.valueHeads,
    linear_value_head_dim: linearAttention.valueWidth,
    linear_conv_kernel_dim: linearAttention.convolutionKernel,
    intermediate_size: text.intermediateSize,
  };
}

function visionConfig(vision: VisionConfig, text: TextConfig): JsonObject {
  return {
    model_type: "qwen3_5_vision",
    depth: vision.depth,
    hidden_size: vision.hiddenSize,
    intermediate_size: vision.intermediateSize,
    num_heads: vision.heads,
    patch_size: vision.patchSize,
    temporal_patch_size: vision.temporalPatchSize,
    spatial_merge_size: vision.spatialMergeSize,
    num_position_embeddings: vision.positionEmbeddings,
    ...(vision.inChannels === 3 ? {} : { in_channels: vision.inChannels }),
    ...(vision.outHiddenSize === text.hiddenSize ? {} : { out_hidden_size: vision.outHiddenSize }),
  };
}

const TOKEN_FIELDS = {
  image: "image_token_id",
  video: "video_token_id",
  visionStart: "vision_start_token_id",
  visionEnd: "vision_end_token_id",
} as const;

/** Ids of placeholders where the family's vocabulary has others, or none. */
function tokenFields({ text, tokens }: ModelConfig): JsonObject {
  const usual = familyTokens(text.vocabSize);
  const own = Object.entries(TOKEN_FIELDS) as [keyof typeof TOKEN_FIELDS, string][];
  return Object.fromEntries(
    own.flatMap(([token, field]) => (tokens[token] === usual[token] ? [] : [[field, tokens[token]]])),
  );
}
