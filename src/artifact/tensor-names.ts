/**
 * Which tensors a model needs, by their canonical Hugging Face names, and the spellings of other exporters mapped to
 * them. Separate from the containers: every container must end at the names and shapes listed here, and the graph
 * builder asks for nothing else.
 */
import { ArtifactError } from "../base/errors.ts";
import type { TensorInfo } from "./artifact.ts";
import type { ModelConfig, TextConfig, VisionConfig } from "./config.ts";

/** A tensor a component needs. Shapes are logical, first dimension slowest. */
export interface ExpectedTensor {
  readonly name: string;
  readonly shape: readonly number[];
}

const TEXT = "model.language_model.";

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

/** Everything the text decoder reads; `lm_head.weight` only when the embeddings are not tied. */
export function expectedTextTensors(config: ModelConfig): readonly ExpectedTensor[] {
  const { text } = config;
  const tensors = [expected(`${TEXT}embed_tokens.weight`, text.vocabSize, text.hiddenSize)];
  text.layerTypes.forEach((type, layer) => {
    const prefix = `${TEXT}layers.${layer}.`;
    const mixer = type === "full_attention" ? attentionTensors(text, prefix) : linearAttentionTensors(text, prefix);
    tensors.push(...mixer, ...blockTensors(text, prefix));
  });
  tensors.push(expected(`${TEXT}norm.weight`, text.hiddenSize));
  if (!text.tiedEmbeddings) tensors.push(expected("lm_head.weight", text.vocabSize, text.hiddenSize));
  return tensors;
}

/** Everything the multi-token-prediction head reads beside the shared embedding and head; empty without one. */
function expectedMtpTensors(config: ModelConfig): readonly ExpectedTensor[] {
  const { text } = config;
  if (text.mtpLayers === 0) return [];
  const hidden = text.hiddenSize;
  const tensors = [
    expected("mtp.fc.weight", hidden, 2 * hidden),
    expected("mtp.pre_fc_norm_embedding.weight", hidden),
    expected("mtp.pre_fc_norm_hidden.weight", hidden),
    expected("mtp.norm.weight", hidden),
  ];
  for (let layer = 0; layer < text.mtpLayers; layer++) {
    const prefix = `mtp.layers.${layer}.`;
    tensors.push(...attentionTensors(text, prefix), ...blockTensors(text, prefix));
  }
  return tensors;
}

/** Everything the vision tower reads; empty without one. */
function expectedVisionTensors(config: ModelConfig): readonly ExpectedTensor[] {
  const { vision } = config;
  if (vision === undefined) return [];
  const { hiddenSize, patchSize } = vision;
  const merged = hiddenSize * vision.spatialMergeSize ** 2;
  const patch = [vision.inChannels, vision.temporalPatchSize, patchSize, patchSize];
  const tensors = [
    expected("model.visual.patch_embed.proj.weight", hiddenSize, ...patch),
    expected("model.visual.patch_embed.proj.bias", hiddenSize),
    expected("model.visual.pos_embed.weight", vision.positionEmbeddings, hiddenSize),
  ];
  for (let block = 0; block < vision.depth; block++) tensors.push(...visionBlockTensors(vision, block));
  tensors.push(
    ...affine("model.visual.merger.linear_fc1", merged, merged),
    ...affine("model.visual.merger.linear_fc2", vision.outHiddenSize, merged),
    ...affine("model.visual.merger.norm", hiddenSize),
  );
  return tensors;
}

/** All tensors of all components of a config. */
export function expectedTensors(config: ModelConfig): readonly ExpectedTensor[] {
  return [...expectedTextTensors(config), ...expectedMtpTensors(config), ...expectedVisionTensors(config)];
}

function expected(name: string, ...shape: number[]): ExpectedTensor {
  return { name, shape };
}

/** `<name>.weight` of the given shape and `<name>.bias` of its first dimension. */
function affine(name: string, ...shape: number[]): ExpectedTensor[] {
  return [
    { name: `${name}.weight`, shape },
    { name: `${name}.bias`, shape: shape.slice(0, 1) },
  ];
}

function attentionTensors(text: TextConfig, prefix: string): ExpectedTensor[] {
  const { queryHeads, keyValueHeads, headWidth } = text.attention;
  const at = `${prefix}self_attn.`;
  return [
    // Per head: headWidth query rows, then headWidth output-gate rows.
    expected(`${at}q_proj.weight`, 2 * queryHeads * headWidth, text.hiddenSize),
    expected(`${at}k_proj.weight`, keyValueHeads * headWidth, text.hiddenSize),
    expected(`${at}v_proj.weight`, keyValueHeads * headWidth, text.hiddenSize),
    expected(`${at}o_proj.weight`, text.hiddenSize, queryHeads * headWidth),
    expected(`${at}q_norm.weight`, headWidth),
    expected(`${at}k_norm.weight`, headWidth),
  ];
}

function linearAttentionTensors(text: TextConfig, prefix: string): ExpectedTensor[] {
  const { keyHeads, valueHeads, keyWidth, valueWidth, convolutionKernel } = text.linearAttention;
  const at = `${prefix}linear_attn.`;
  const values = valueHeads * valueWidth;
  const channels = 2 * keyHeads * keyWidth + values;
  return [
    expected(`${at}in_proj_qkv.weight`, channels, text.hiddenSize),
    expected(`${at}in_proj_z.weight`, values, text.hiddenSize),
    expected(`${at}in_proj_b.weight`, valueHeads, text.hiddenSize),
    expected(`${at}in_proj_a.weight`, valueHeads, text.hiddenSize),
    expected(`${at}conv1d.weight`, channels, 1, convolutionKernel),
    expected(`${at}A_log`, valueHeads),
    expected(`${at}dt_bias`, valueHeads),
    expected(`${at}norm.weight`, valueWidth),
    expected(`${at}out_proj.weight`, text.hiddenSize, values),
  ];
}

function blockTensors(text: TextConfig, prefix: string): ExpectedTensor[] {
  return [
    expected(`${prefix}mlp.gate_proj.weight`, text.intermediateSize, text.hiddenSize),
    expected(`${prefix}mlp.up_proj.weight`, text.intermediateSize, text.hiddenSize),
    expected(`${prefix}mlp.down_proj.weight`, text.hiddenSize, text.intermediateSize),
    expected(`${prefix}input_layernorm.weight`, text.hiddenSize),
    expected(`${prefix}post_attention_layernorm.weight`, text.hiddenSize),
  ];
}

function visionBlockTensors(vision: VisionConfig, block: number): ExpectedTensor[] {
  const { hiddenSize, intermediateSize } = vision;
  const at = `model.visual.blocks.${block}.`;
  return [
    ...affine(`${at}attn.qkv`, 3 * hiddenSize, hiddenSize),
    ...affine(`${at}attn.proj`, hiddenSize, hiddenSize),
    ...affine(`${at}mlp.linear_fc1`, intermediateSize, hiddenSize),
    ...affine(`${at}mlp.linear_fc2`, hiddenSize, intermediateSize),
    ...affine(`${at}norm1`, hiddenSize),
    ...affine(`${at}norm2`, hiddenSize),
  ];
}

/** What one check found: every problem, not only the first. */
export interface TensorProblems {
  readonly missing: readonly ExpectedTensor[];
  readonly wrongShape: readonly (ExpectedTensor & { readonly found: readonly number[] })[];
  readonly wrongFormat: readonly (ExpectedTensor & { readonly found: string })[];
}

const NOT_WEIGHTS: ReadonlySet<string> = new Set(["i32", "u32", "i8", "u8"]);

/** Compares what is there with what is needed. `refused` names tensors of a dtype that is not read as a weight. */
export function compareTensors(
  needed: readonly ExpectedTensor[],
  tensors: ReadonlyMap<string, TensorInfo>,
  refused: ReadonlyMap<string, string> = new Map(),
): TensorProblems {
  const missing: ExpectedTensor[] = [];
  const wrongShape: (ExpectedTensor & { found: readonly number[] })[] = [];
  const wrongFormat: (ExpectedTensor & { found: string })[] = [];
  for (const tensor of needed) {
    const found = tensors.get(tensor.name);
    const dtype = refused.get(tensor.name);
    if (dtype !== undefined) wrongFormat.push({ ...tensor, found: dtype });
    else if (found === undefined) missing.push(tensor);
    else if (NOT_WEIGHTS.has(found.format)) wrongFormat.push({ ...tensor, found: found.format });
    else if (!sameShape(found.shape, tensor.shape)) wrongShape.push({ ...tensor, found: found.shape });
  }
  return { missing, wrongShape, wrongFormat };
}

/**
 * @throws ArtifactError `tensors_mismatch` that lists every missing tensor, wrong shape and wrong dtype; its `data`
 * has all of them, its message the first of each kind.
 */
export function checkTensors(
  artifactName: string,
  needed: readonly ExpectedTensor[],
  tensors: ReadonlyMap<string, TensorInfo>,
  refused: ReadonlyMap<string, string> = new Map(),
): void {
  const problems = compareTensors(needed, tensors, refused);
  const lines = [
    ...problems.missing.map((t) => `missing ${t.name} [${t.shape.join(", ")}]`),
    ...problems.wrongShape.map((t) => `${t.name}: found [${t.found.join(", ")}], needed [${t.shape.join(", ")}]`),
    ...problems.wrongFormat.map(
      (t) => `${t.name}: found dtype ${t.found}, needed a floating-point or quantised weight`,
    ),
  ];
  if (lines.length === 0) return;
  throw new ArtifactError(
    "tensors_mismatch",
    `${artifactName}: ${lines.length} of ${needed.length} tensors are not as config.json says:\n  ${lines.join("\n  ")}`,
    { hint: "config and weights do not belong together, or a shard is missing", data: { ...problems } },
  );
}

function sameShape(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((n, i) => n === b[i]);
}
