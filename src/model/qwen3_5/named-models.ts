/**
 * Models by name, in the field names of a config.json: those that `.ninfer` files of versions 1 and 2 name without
 * describing them, and those whose sizes are asked for without a file.
 * Beside them, what no file of a model need say because the family has it. Separate because this is data: version 3 stores
 * a config, and nothing else may depend on a model's name.
 */
import type { JsonObject } from "../../artifact/json-fields.ts";
import { UnsupportedError } from "../../base/errors.ts";
import { expertsRefused } from "./experts.ts";

export interface NamedModel {
  readonly text: JsonObject;
  readonly vision: JsonObject;
}

/** Qwen3.6-27B and Qwen3.8-27B have the same geometry. */
const QWEN_27B: NamedModel = {
  text: {
    model_type: "qwen3_5_text",
    hidden_size: 5120,
    intermediate_size: 17408,
    num_hidden_layers: 64,
    full_attention_interval: 4,
    vocab_size: 248320,
    max_position_embeddings: 262144,
    rms_norm_eps: 1e-6,
    tie_word_embeddings: false,
    num_attention_heads: 24,
    num_key_value_heads: 4,
    head_dim: 256,
    rope_parameters: { rope_theta: 10_000_000, partial_rotary_factor: 0.25, mrope_section: [11, 11, 10] },
    linear_num_key_heads: 16,
    linear_key_head_dim: 128,
    linear_num_value_heads: 48,
    linear_value_head_dim: 128,
    linear_conv_kernel_dim: 4,
  },
  vision: {
    depth: 27,
    hidden_size: 1152,
    intermediate_size: 4304,
    num_heads: 16,
    patch_size: 16,
    temporal_patch_size: 2,
    spatial_merge_size: 2,
    num_position_embeddings: 2304,
  },
};

const KNOWN: Readonly<Record<string, NamedModel>> = { "qwen3.6-27b": QWEN_27B, "qwen3.8-27b": QWEN_27B };

/** Geometry of Qwen3.5-0.8B. */
const QWEN_08B: NamedModel = {
  text: {
    ...QWEN_27B.text,
    hidden_size: 1024,
    intermediate_size: 3584,
    num_hidden_layers: 24,
    tie_word_embeddings: true,
    num_attention_heads: 8,
    num_key_value_heads: 2,
    linear_num_value_heads: 16,
  },
  vision: { ...QWEN_27B.vision, depth: 12, hidden_size: 768, intermediate_size: 3072, num_heads: 12 },
};

/** What a config.json of the model would say, one MTP layer included. */
function rootConfig({ text, vision }: NamedModel): JsonObject {
  return {
    model_type: "qwen3_5",
    text_config: { ...text, mtp_num_hidden_layers: 1 },
    vision_config: { ...vision, out_hidden_size: text["hidden_size"] },
  };
}

/** Configs by the names of models, for models whose weights are drawn. */
export const SYNTHETIC_MODELS: Readonly<Record<string, JsonObject>> = {
  "qwen3.5-0.8b": rootConfig(QWEN_08B),
  "qwen3.6-27b": rootConfig(QWEN_27B),
  "qwen3.8-27b": rootConfig(QWEN_27B),
};

/** @throws UnsupportedError `mixture_of_experts`, `model_type`. */
export function namedModel(modelId: string): NamedModel {
  const model = Object.hasOwn(KNOWN, modelId) ? KNOWN[modelId] : undefined;
  if (model !== undefined) return model;
  if (/-a\d+b$/.test(modelId)) throw expertsRefused(`model_id ${modelId}`);
  const names = Object.keys(KNOWN).join(" or ");
  throw new UnsupportedError("model_type", `model_id: found ${JSON.stringify(modelId)}, needed ${names}`, {
    hint: "versions 1 and 2 hold no config; a version 3 file does",
  });
}

/** Texts of named tokens where no file names them: what transformers' tokenizer of the family has for defaults. */
export const FAMILY_SPECIAL_TOKENS: Readonly<Record<string, string>> = {
  eos_token: "<|endoftext|>",
  unk_token: "<|endoftext|>",
  pad_token: "<|endoftext|>",
};

/** Control tokens that end a turn or a text in every model of the family, whatever its files forget to list. */
export const FAMILY_END_TOKENS: readonly string[] = ["<|im_end|>", "<|endoftext|>"];

/**
 * Ids of the vision placeholders, which no `.ninfer` version stores: those of the family's one vocabulary, as
 * transformers has them for defaults, where a model has that vocabulary.
 */
export function familyTokens(
  vocabSize: number,
): Readonly<Partial<Record<"image" | "video" | "visionStart" | "visionEnd", number>>> {
  if (vocabSize !== 248320) return {};
  return { image: 248056, video: 248057, visionStart: 248053, visionEnd: 248054 };
}
