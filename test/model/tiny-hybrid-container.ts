/**
 * The embedded checkpoint as a converter would store it in a `.ninfer` file: fused parents, taps first, vision patches
 * flat. What the file must give back is the checkpoint, byte by byte. Written from the format's description, apart from
 * the code that reads it.
 */
import type { ByteSource } from "../../src/artifact/artifact.ts";
import type { ModelConfig } from "../../src/model/model.ts";
import { bf16Object, containerV3, pickRows, range, type Stored } from "../artifact/container-v3.ts";
import type { OpenedModel } from "./opened-model.ts";

interface Tensor {
  readonly shape: readonly number[];
  readonly bytes: Uint8Array;
}

/** Objects and bindings as they are added. All tensors are bf16. */
class Conversion {
  readonly stored: Stored[] = [];
  readonly bindings: Record<string, unknown> = {};
  readonly #checkpoint: OpenedModel;

  constructor(checkpoint: OpenedModel) {
    this.#checkpoint = checkpoint;
  }

  async read(name: string): Promise<Tensor> {
    const { shape, bytes } = this.#checkpoint.tensors.get(name)!;
    return { shape, bytes: await this.#checkpoint.readBytes(name, 0, bytes) };
  }

  /** One parameter that is an object of its own. */
  async single(role: string, name: string, change: (tensor: Tensor) => Tensor = (tensor) => tensor): Promise<void> {
    const { shape, bytes } = change(await this.read(name));
    this.bindings[role] = { object: this.#add(shape, bytes) };
  }

  /** Parameters whose elements follow one another in one object: a matrix of `columns`, or a vector without them. */
  fused(roles: readonly string[], parts: readonly Uint8Array[], columns?: number): void {
    const bytes = Buffer.concat(parts);
    const count = bytes.length / 2;
    const id = this.#add(columns === undefined ? [count] : [count / columns, columns], new Uint8Array(bytes));
    let begin = 0;
    for (const [i, part] of parts.entries()) {
      const end = begin + part.length / 2;
      this.bindings[roles[i]!] = { parts: [{ object: id, range: [begin, end] }] };
      begin = end;
    }
  }

  #add(shape: readonly number[], bytes: Uint8Array): string {
    const id = `weight/${this.stored.length}`;
    this.stored.push(bf16Object(id, shape, bytes));
    return id;
  }
}

type TextConfig = ModelConfig["text"];

async function decoderLayer(to: Conversion, text: TextConfig, role: string, name: string, full: boolean) {
  await to.single(`${role}/input_norm`, `${name}.input_layernorm.weight`);
  await to.single(`${role}/post_attention_norm`, `${name}.post_attention_layernorm.weight`);
  const [gate, up] = [await to.read(`${name}.mlp.gate_proj.weight`), await to.read(`${name}.mlp.up_proj.weight`)];
  to.fused([`${role}/mlp/gate`, `${role}/mlp/up`], [gate.bytes, up.bytes], text.hiddenSize);
  await to.single(`${role}/mlp/down`, `${name}.mlp.down_proj.weight`);
  if (full) await fullAttention(to, text, `${role}/attention`, `${name}.self_attn`);
  else await deltaRule(to, text, `${role}/gdn`, `${name}.linear_attn`);
}

/** The checkpoint has query and gate rows in turns, head by head; the container has each of them whole. */
async function fullAttention(to: Conversion, text: TextConfig, role: string, name: string): Promise<void> {
  const { queryHeads, headWidth } = text.attention;
  const q = (await to.read(`${name}.q_proj.weight`)).bytes;
  const half = (at: number): Uint8Array => {
    const begin = (head: number): number => (2 * head + at) * headWidth;
    const rows = range(0, queryHeads).flatMap((head) => range(begin(head), begin(head) + headWidth));
    return pickRows(q, 2 * text.hiddenSize, rows);
  };
  const [k, v] = [await to.read(`${name}.k_proj.weight`), await to.read(`${name}.v_proj.weight`)];
  const roles = ["query", "key", "gate", "value"].map((part) => `${role}/${part}`);
  to.fused(roles, [half(0), k.bytes, half(1), v.bytes], text.hiddenSize);
  await to.single(`${role}/output`, `${name}.o_proj.weight`);
  await to.single(`${role}/query_norm`, `${name}.q_norm.weight`);
  await to.single(`${role}/key_norm`, `${name}.k_norm.weight`);
}

async function deltaRule(to: Conversion, text: TextConfig, role: string, name: string): Promise<void> {
  const { keyHeads, keyWidth, valueHeads, valueWidth } = text.linearAttention;
  const [keys, values] = [keyHeads * keyWidth, valueHeads * valueWidth];
  const qkv = (await to.read(`${name}.in_proj_qkv.weight`)).bytes;
  const rowBytes = 2 * text.hiddenSize;
  const slice = (begin: number, rows: number) => qkv.subarray(begin * rowBytes, (begin + rows) * rowBytes);
  const z = (await to.read(`${name}.in_proj_z.weight`)).bytes;
  to.fused([`${role}/query`, `${role}/key`], [slice(0, keys), slice(keys, keys)], text.hiddenSize);
  to.fused([`${role}/value`, `${role}/z`], [slice(2 * keys, values), z], text.hiddenSize);
  const [a, b] = [await to.read(`${name}.in_proj_a.weight`), await to.read(`${name}.in_proj_b.weight`)];
  to.fused([`${role}/a_projection`, `${role}/b_projection`], [a.bytes, b.bytes], text.hiddenSize);
  await to.single(`${role}/convolution`, `${name}.conv1d.weight`, ({ shape, bytes }) => {
    const [channels, , taps] = shape as [number, number, number];
    const order = range(0, taps).flatMap((tap) => range(0, channels).map((channel) => channel * taps + tap));
    return { shape: [taps, channels], bytes: pickRows(bytes, 2, order) };
  });
  await to.single(`${role}/a_log`, `${name}.A_log`);
  await to.single(`${role}/dt_bias`, `${name}.dt_bias`);
  await to.single(`${role}/norm`, `${name}.norm.weight`);
  await to.single(`${role}/output`, `${name}.out_proj.weight`);
}

async function mtpHead(to: Conversion, text: TextConfig): Promise<void> {
  await to.single("mtp/input_projection", "mtp.fc.weight");
  await to.single("mtp/embedding_norm", "mtp.pre_fc_norm_embedding.weight");
  await to.single("mtp/hidden_norm", "mtp.pre_fc_norm_hidden.weight");
  await to.single("mtp/final_norm", "mtp.norm.weight");
  await decoderLayer(to, text, "mtp/layers/0", "mtp.layers.0", true);
}

async function visionBlock(to: Conversion, width: number, role: string, name: string): Promise<void> {
  const thirds = (bytes: Uint8Array): Uint8Array[] =>
    range(0, 3).map((i) => bytes.subarray((i * bytes.length) / 3, ((i + 1) * bytes.length) / 3));
  const roles = ["query", "key", "value"].map((part) => `${role}/attention/${part}`);
  to.fused(roles, thirds((await to.read(`${name}.attn.qkv.weight`)).bytes), width);
  const biases = roles.map((one) => `${one}_bias`);
  to.fused(biases, thirds((await to.read(`${name}.attn.qkv.bias`)).bytes));
  for (const [part, tensor] of [
    ["attention/output", "attn.proj"],
    ["mlp/fc1", "mlp.linear_fc1"],
    ["mlp/fc2", "mlp.linear_fc2"],
  ]) {
    await to.single(`${role}/${part}`, `${name}.${tensor}.weight`);
    await to.single(`${role}/${part}_bias`, `${name}.${tensor}.bias`);
  }
  for (const norm of ["norm1", "norm2"]) {
    for (const part of ["weight", "bias"]) await to.single(`${role}/${norm}_${part}`, `${name}.${norm}.${part}`);
  }
}

async function visionTower(to: Conversion, { depth, hiddenSize }: { depth: number; hiddenSize: number }) {
  await to.single("vision/patch_embedding", "model.visual.patch_embed.proj.weight", ({ shape, bytes }) => ({
    shape: [shape[0]!, shape.slice(1).reduce((x, y) => x * y, 1)],
    bytes,
  }));
  await to.single("vision/patch_embedding_bias", "model.visual.patch_embed.proj.bias");
  await to.single("vision/position_embedding", "model.visual.pos_embed.weight");
  for (const block of range(0, depth)) {
    await visionBlock(to, hiddenSize, `vision/layers/${block}`, `model.visual.blocks.${block}`);
  }
  for (const fc of ["fc1", "fc2"]) {
    await to.single(`vision/merger/${fc}`, `model.visual.merger.linear_${fc}.weight`);
    await to.single(`vision/merger/${fc}_bias`, `model.visual.merger.linear_${fc}.bias`);
  }
  for (const part of ["weight", "bias"]) {
    await to.single(`vision/merger/norm_${part}`, `model.visual.merger.norm.${part}`);
  }
}

export async function convertedTinyHybrid(checkpoint: OpenedModel): Promise<ByteSource> {
  const to = new Conversion(checkpoint);
  const { text, vision } = checkpoint.config;
  await to.single("text/token_embedding", "model.language_model.embed_tokens.weight");
  await to.single("text/output_head", "lm_head.weight");
  await to.single("text/final_norm", "model.language_model.norm.weight");
  for (const [layer, type] of text.layerTypes.entries()) {
    const name = `model.language_model.layers.${layer}`;
    await decoderLayer(to, text, `text/layers/${layer}`, name, type === "full_attention");
  }
  await mtpHead(to, text);
  await visionTower(to, vision!);
  const config = JSON.parse((await checkpoint.artifact.resource("config.json"))!);
  const components = {
    text: { config: config.text_config },
    vision: { config: config.vision_config, target: "text" },
    mtp: { config: {}, target: "text" },
  };
  return containerV3(components, to.stored, to.bindings);
}
