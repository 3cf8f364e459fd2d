/** Contents of the published `.ninfer` files as data: every object's name, shape and format in file order. */

export type Format = "BF16" | "FP32" | "I32" | "Q4" | "Q5" | "Q6" | "W8" | "NVFP4";

export interface InventoryTensor {
  readonly name: string;
  readonly format: Format;
  readonly shape: readonly number[];
}

export interface InventoryResource {
  readonly name: string;
  readonly bytes: number;
}

const t = (name: string, format: Format, ...shape: number[]): InventoryTensor => ({ name, format, shape });

export function resources27b(templateBytes = 8952): readonly InventoryResource[] {
  return [
    { name: "frontend/tokenizer.json", bytes: 12809320 },
    { name: "frontend/tokenizer_config.json", bytes: 17928 },
    { name: "frontend/chat_template.jinja", bytes: templateBytes },
    { name: "frontend/generation_config.json", bytes: 202 },
    { name: "frontend/preprocessor_config.json", bytes: 390 },
    { name: "frontend/video_preprocessor_config.json", bytes: 385 },
  ];
}

/** Qwen3.8-27B groupwise-int: 1118 tensors, 1184 with the DFlash2 companion. */
export function tensors27b(dflash2: boolean): readonly InventoryTensor[] {
  const list = [t("text/token_embedding", "W8", 248320, 5120)];
  for (let layer = 0; layer < 64; layer++) list.push(...layer27b(`text/layers/${layer}`, layer % 4 === 3));
  list.push(
    t("text/final_norm", "BF16", 5120),
    t("text/output_head", "W8", 248320, 5120),
    t("text/draft_head", "Q4", 131072, 5120),
    t("text/draft_head_token_ids", "I32", 131072),
    t("mtp/input_projection", "W8", 5120, 10240),
    t("mtp/embedding_norm", "BF16", 5120),
    t("mtp/hidden_norm", "BF16", 5120),
    t("mtp/layer/input_norm", "BF16", 5120),
    t("mtp/layer/attention/query_key_gate_value", "W8", 14336, 5120),
    t("mtp/layer/attention/query_norm", "BF16", 256),
    t("mtp/layer/attention/key_norm", "BF16", 256),
    t("mtp/layer/attention/output", "W8", 5120, 6144),
    t("mtp/layer/post_attention_norm", "BF16", 5120),
    t("mtp/layer/mlp/gate_up", "W8", 34816, 5120),
    t("mtp/layer/mlp/down", "W8", 5120, 17408),
    t("mtp/final_norm", "BF16", 5120),
    ...vision27b(),
    ...(dflash2 ? dflash27b() : []),
  );
  return list;
}

function layer27b(at: string, full: boolean): InventoryTensor[] {
  const attention = [
    t(`${at}/attention/query_key`, "Q4", 7168, 5120),
    t(`${at}/attention/gate_value`, "Q5", 7168, 5120),
    t(`${at}/attention/query_norm`, "BF16", 256),
    t(`${at}/attention/key_norm`, "BF16", 256),
    t(`${at}/attention/output`, "Q5", 5120, 6144),
  ];
  const gdn = [
    t(`${at}/gdn/a_log`, "FP32", 48),
    t(`${at}/gdn/dt_bias`, "FP32", 48),
    t(`${at}/gdn/convolution`, "BF16", 4, 10240),
    t(`${at}/gdn/a_projection`, "BF16", 48, 5120),
    t(`${at}/gdn/b_projection`, "BF16", 48, 5120),
    t(`${at}/gdn/query_key`, "Q4", 4096, 5120),
    t(`${at}/gdn/value_z`, "Q5", 12288, 5120),
    t(`${at}/gdn/norm`, "BF16", 128),
    t(`${at}/gdn/output`, "Q5", 5120, 6144),
  ];
  return [
    t(`${at}/input_norm`, "BF16", 5120),
    ...(full ? attention : gdn),
    t(`${at}/post_attention_norm`, "BF16", 5120),
    t(`${at}/mlp/gate_up`, "Q4", 34816, 5120),
    t(`${at}/mlp/down`, "Q5", 5120, 17408),
  ];
}

function vision27b(): InventoryTensor[] {
  const list = [
    t("vision/patch_embedding", "Q6", 1152, 1536),
    t("vision/patch_embedding_bias", "BF16", 1152),
    t("vision/position_embedding", "BF16", 2304, 1152),
  ];
  for (let block = 0; block < 27; block++) {
    const at = `vision/layers/${block}`;
    list.push(
      t(`${at}/attention/qkv`, "Q4", 3456, 1152),
      t(`${at}/attention/qkv_bias`, "BF16", 3456),
      t(`${at}/attention/output`, "Q5", 1152, 1152),
      t(`${at}/attention/output_bias`, "BF16", 1152),
      t(`${at}/mlp/fc1`, "Q4", 4304, 1152),
      t(`${at}/mlp/fc1_bias`, "BF16", 4304),
      t(`${at}/mlp/fc2`, "Q5", 1152, 4304),
      t(`${at}/mlp/fc2_bias`, "BF16", 1152),
      t(`${at}/norm1/weight`, "BF16", 1152),
      t(`${at}/norm1/bias`, "BF16", 1152),
      t(`${at}/norm2/weight`, "BF16", 1152),
      t(`${at}/norm2/bias`, "BF16", 1152),
    );
  }
  return [
    ...list,
    t("vision/merger/fc1", "W8", 4608, 4608),
    t("vision/merger/fc1_bias", "BF16", 4608),
    t("vision/merger/fc2", "W8", 5120, 4608),
    t("vision/merger/fc2_bias", "BF16", 5120),
    t("vision/merger/norm/weight", "BF16", 1152),
    t("vision/merger/norm/bias", "BF16", 1152),
  ];
}

function dflash27b(): InventoryTensor[] {
  const list = [t("dflash2/feature_projection", "W8", 5120, 25600), t("dflash2/context_norm", "BF16", 5120)];
  for (let layer = 0; layer < 5; layer++) {
    const at = `dflash2/layers/${layer}`;
    list.push(
      t(`${at}/input_norm`, "BF16", 5120),
      t(`${at}/attention_conv/base_kernel`, "BF16", 2, 2, 5120),
      t(`${at}/attention_conv/kernel_projection`, "BF16", 1280, 5120),
      t(`${at}/attention/query_key_value`, "W8", 6144, 5120),
      t(`${at}/attention/query_norm`, "BF16", 128),
      t(`${at}/attention/key_norm`, "BF16", 128),
      t(`${at}/attention/output`, "W8", 5120, 4096),
      t(`${at}/post_attention_norm`, "BF16", 5120),
      t(`${at}/mlp_conv/base_kernel`, "BF16", 2, 2, 5120),
      t(`${at}/mlp_conv/kernel_projection`, "BF16", 1280, 5120),
      t(`${at}/mlp/gate_up`, "W8", 34816, 5120),
      t(`${at}/mlp/down`, "W8", 5120, 17408),
    );
  }
  return [
    ...list,
    t("dflash2/final_norm", "BF16", 5120),
    t("dflash2/candidate_selector/hidden_projection", "BF16", 256, 5120),
    t("dflash2/candidate_selector/predecessor_codebook", "BF16", 248320, 256),
    t("dflash2/candidate_selector/successor_codebook", "BF16", 248320, 256),
  ];
}

/** Part of Qwen3.6-35B-A3B: enough to be recognised. */
export function tensors35b(): readonly InventoryTensor[] {
  return [
    t("text/token_embedding", "W8", 248320, 2048),
    t("text/layers/0/input_norm", "BF16", 2048),
    t("text/layers/0/gdn/a_b_projection", "BF16", 64, 2048),
    t("text/layers/0/gdn/query_key_value_z", "W8", 12288, 2048),
    t("text/layers/0/moe/router_shared_gate", "BF16", 257, 2048),
    t("text/layers/0/moe/routed_gate_up", "Q4", 262144, 2048),
    t("text/layers/0/moe/routed_down", "Q5", 524288, 512),
    t("text/output_head", "Q6", 248320, 2048),
  ];
}
