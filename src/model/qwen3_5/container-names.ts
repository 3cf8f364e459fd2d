/**
 * How a canonical tensor is made of logical parameters: the one table that joins the two vocabularies. A recipe only
 * arranges rows; it never computes.
 */

export interface Recipe {
  /** Logical parameters, in order. */
  readonly roles: readonly string[];
  /**
   * `rows`: one below the other. `heads`: the rows of one head of each in turn. `transposed`: [a, b] -> [b, 1, a].
   * `reshaped`: the same rows with a finer shape.
   */
  readonly arrange: "rows" | "heads" | "transposed" | "reshaped";
}

const rows = (...roles: string[]): Recipe => ({ roles, arrange: "rows" });

/** Parameters of a decoder layer, text or MTP: name in the checkpoint's layer -> recipe in the container's layer. */
const LAYER: Readonly<Record<string, Recipe>> = {
  "input_layernorm.weight": rows("input_norm"),
  "post_attention_layernorm.weight": rows("post_attention_norm"),
  "self_attn.q_proj.weight": { roles: ["attention/query", "attention/gate"], arrange: "heads" },
  "self_attn.k_proj.weight": rows("attention/key"),
  "self_attn.v_proj.weight": rows("attention/value"),
  "self_attn.o_proj.weight": rows("attention/output"),
  "self_attn.q_norm.weight": rows("attention/query_norm"),
  "self_attn.k_norm.weight": rows("attention/key_norm"),
  "linear_attn.in_proj_qkv.weight": rows("gdn/query", "gdn/key", "gdn/value"),
  "linear_attn.in_proj_z.weight": rows("gdn/z"),
  "linear_attn.in_proj_a.weight": rows("gdn/a_projection"),
  "linear_attn.in_proj_b.weight": rows("gdn/b_projection"),
  "linear_attn.conv1d.weight": { roles: ["gdn/convolution"], arrange: "transposed" },
  "linear_attn.A_log": rows("gdn/a_log"),
  "linear_attn.dt_bias": rows("gdn/dt_bias"),
  "linear_attn.norm.weight": rows("gdn/norm"),
  "linear_attn.out_proj.weight": rows("gdn/output"),
  "mlp.gate_proj.weight": rows("mlp/gate"),
  "mlp.up_proj.weight": rows("mlp/up"),
  "mlp.down_proj.weight": rows("mlp/down"),
};

const VISION_LAYER: Readonly<Record<string, Recipe>> = {
  "attn.qkv.weight": rows("attention/query", "attention/key", "attention/value"),
  "attn.qkv.bias": rows("attention/query_bias", "attention/key_bias", "attention/value_bias"),
  "attn.proj.weight": rows("attention/output"),
  "attn.proj.bias": rows("attention/output_bias"),
  "mlp.linear_fc1.weight": rows("mlp/fc1"),
  "mlp.linear_fc1.bias": rows("mlp/fc1_bias"),
  "mlp.linear_fc2.weight": rows("mlp/fc2"),
  "mlp.linear_fc2.bias": rows("mlp/fc2_bias"),
  "norm1.weight": rows("norm1_weight"),
  "norm1.bias": rows("norm1_bias"),
  "norm2.weight": rows("norm2_weight"),
  "norm2.bias": rows("norm2_bias"),
};

const SINGLE: Readonly<Record<string, Recipe>> = {
  "model.language_model.embed_tokens.weight": rows("text/token_embedding"),
  "model.language_model.norm.weight": rows("text/final_norm"),
  "lm_head.weight": rows("text/output_head"),
  "mtp.fc.weight": rows("mtp/input_projection"),
  "mtp.pre_fc_norm_embedding.weight": rows("mtp/embedding_norm"),
  "mtp.pre_fc_norm_hidden.weight": rows("mtp/hidden_norm"),
  "mtp.norm.weight": rows("mtp/final_norm"),
  "model.visual.patch_embed.proj.weight": { roles: ["vision/patch_embedding"], arrange: "reshaped" },
  "model.visual.patch_embed.proj.bias": rows("vision/patch_embedding_bias"),
  "model.visual.pos_embed.weight": rows("vision/position_embedding"),
  "model.visual.merger.linear_fc1.weight": rows("vision/merger/fc1"),
  "model.visual.merger.linear_fc1.bias": rows("vision/merger/fc1_bias"),
  "model.visual.merger.linear_fc2.weight": rows("vision/merger/fc2"),
  "model.visual.merger.linear_fc2.bias": rows("vision/merger/fc2_bias"),
  "model.visual.merger.norm.weight": rows("vision/merger/norm_weight"),
  "model.visual.merger.norm.bias": rows("vision/merger/norm_bias"),
};

const LAYERED = [
  { pattern: /^model\.language_model\.layers\.(\d+)\.(.+)$/, prefix: "text/layers/", table: LAYER },
  { pattern: /^mtp\.layers\.(\d+)\.(.+)$/, prefix: "mtp/layers/", table: LAYER },
  { pattern: /^model\.visual\.blocks\.(\d+)\.(.+)$/, prefix: "vision/layers/", table: VISION_LAYER },
];

/** The recipe of a canonical name, or undefined for a name the container has no words for. */
export function recipeOf(canonical: string): Recipe | undefined {
  for (const { pattern, prefix, table } of LAYERED) {
    const match = pattern.exec(canonical);
    const recipe = match === null ? undefined : table[match[2]!];
    if (match === null || recipe === undefined) continue;
    return { arrange: recipe.arrange, roles: recipe.roles.map((role) => `${prefix}${match[1]}/${role}`) };
  }
  return SINGLE[canonical];
}
