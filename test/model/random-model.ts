/**
 * Random small models of the family: a config.json and safetensors bytes in memory, from a seed. Sizes are those that
 * break assumptions (odd head counts, widths that are no multiple of a word, a warp or a tile), so that nothing holds
 * for the embedded model only. Every model is opened through the engine's own reader.
 */
import { type Artifact, openArtifact } from "../../src/artifact/open.ts";
import { checkpointConfig } from "../../src/artifact/safetensors.ts";
import { memoryDirectory } from "../../src/artifact/sources.ts";
import { fromFloat32 } from "../../src/base/dtype.ts";
import { type LayerType, parseConfig } from "../../src/model/qwen3_5/config.ts";
import { expectedTextTensors } from "../../src/model/qwen3_5/tensors.ts";
import { type RandomSource, randomSource, seedFor } from "../conformance/random.ts";

const LAYER_ORDERS: readonly (readonly LayerType[])[] = [
  ["linear_attention", "linear_attention", "linear_attention"],
  ["full_attention", "full_attention"],
  ["linear_attention", "full_attention", "linear_attention"],
  ["full_attention", "linear_attention", "linear_attention", "full_attention"],
];

const DTYPES = { BF16: "bf16", F16: "f16", F32: "f32" } as const;
type FileDType = keyof typeof DTYPES;

function pick<T>(random: RandomSource, from: readonly T[]): T {
  return from[random.integer(0, from.length - 1)]!;
}

/** Text part of a config. Layer order and tying go through their kinds in turn, the rest is drawn. */
function drawConfig(random: RandomSource, index: number): Readonly<Record<string, unknown>> {
  const [headWidth, rotary] = pick(random, [
    [18, 6],
    [24, 6],
    [20, 10],
    [14, 14],
    [33, 8],
  ] as const);
  const [heads, keyValueHeads] = pick(random, [
    [3, 1],
    [5, 5],
    [6, 2],
    [9, 3],
    [7, 1],
  ] as const);
  const [keyHeads, valueHeads] = pick(random, [
    [3, 9],
    [1, 5],
    [5, 5],
    [2, 6],
    [1, 1],
  ] as const);
  const sections = pick(random, [
    [1, 1, 1],
    [2, 1, 0],
    [0, 2, 1],
  ] as const);
  const layers = LAYER_ORDERS[index % LAYER_ORDERS.length]!;
  return {
    model_type: "qwen3_5_text",
    hidden_act: "silu",
    hidden_size: pick(random, [50, 90, 34, 45, 77]),
    intermediate_size: pick(random, [77, 66, 130, 31]),
    num_hidden_layers: layers.length,
    layer_types: layers,
    vocab_size: pick(random, [101, 130, 67]),
    rms_norm_eps: pick(random, [1e-6, 1e-5]),
    max_position_embeddings: 512,
    num_attention_heads: heads,
    num_key_value_heads: keyValueHeads,
    head_dim: headWidth,
    linear_num_key_heads: keyHeads,
    linear_num_value_heads: valueHeads,
    linear_key_head_dim: pick(random, [20, 13, 40]),
    linear_value_head_dim: pick(random, [12, 36, 7]),
    linear_conv_kernel_dim: pick(random, [3, 4, 2]),
    rope_parameters: {
      rope_type: "default",
      rope_theta: pick(random, [10000, 10000000]),
      // Half a dimension more, so that cutting the product to a whole number cannot fall one short.
      partial_rotary_factor: Math.min(1, (rotary + 0.5) / headWidth),
      mrope_section: sections,
      mrope_interleaved: true,
    },
  };
}

/** Values of a tensor, scaled so that rows keep their size through the layers. */
function drawValues(random: RandomSource, name: string, shape: readonly number[]): Float32Array {
  const count = shape.reduce((a, b) => a * b, 1);
  if (name.endsWith("A_log")) return random.values(count, { scale: 1.2, outliers: 0 });
  if (name.endsWith("dt_bias")) return random.values(count, { scale: 1.5, shift: -1, outliers: 0 });
  if (name.endsWith("linear_attn.norm.weight")) return random.values(count, { scale: 0.4, shift: 1, outliers: 0 });
  if (shape.length === 1) return random.values(count, { scale: 0.4, outliers: 0 });
  if (name.includes("conv1d")) return random.values(count, { scale: 0.8, outliers: 0 });
  if (name.includes("embed_tokens")) return random.values(count, { scale: 0.5 });
  return random.values(count, { scale: Math.sqrt(3 / shape.at(-1)!), outliers: 0 });
}

interface FileTensor {
  readonly name: string;
  readonly shape: readonly number[];
  readonly dtype: FileDType;
  readonly bytes: Uint8Array;
}

/** A safetensors file: header length, JSON header, then the bytes of all tensors without gaps. */
function safetensorsBytes(tensors: readonly FileTensor[]): Uint8Array {
  const header: Record<string, unknown> = {};
  let at = 0;
  for (const { name, shape, dtype, bytes } of tensors) {
    header[name] = { dtype, shape, data_offsets: [at, at + bytes.byteLength] };
    at += bytes.byteLength;
  }
  const text = new TextEncoder().encode(JSON.stringify(header));
  const file = new Uint8Array(8 + text.byteLength + at);
  new DataView(file.buffer).setBigUint64(0, BigInt(text.byteLength), true);
  file.set(text, 8);
  let offset = 8 + text.byteLength;
  for (const { bytes } of tensors) {
    file.set(bytes, offset);
    offset += bytes.byteLength;
  }
  return file;
}

export interface RandomModelOptions {
  /** Fields of the text config to set instead of drawing. */
  readonly text?: Readonly<Record<string, unknown>>;
}

/** Seeds whose first fourteen draws meet every size above in a layer that uses it. */
export const seedOf = (index: number): number => 56084 + 17 * index;

/** Opens the model of a seed; `index` chooses layer order (all linear, all full, alternating, full first) and tying. */
export async function openRandomModel(
  seed: number,
  index: number,
  { text = {} }: RandomModelOptions = {},
): Promise<Artifact> {
  const tied = index % 2 === 1;
  const config = JSON.stringify({
    architectures: ["Qwen3_5ForCausalLM"],
    model_type: "qwen3_5",
    tie_word_embeddings: tied,
    text_config: { ...drawConfig(randomSource(seed), index), ...text },
  });
  const tensors = expectedTextTensors(parseConfig(checkpointConfig(config))).map(({ name, shape }): FileTensor => {
    // A source per tensor: setting one size leaves the other tensors as they are.
    const random = randomSource(seedFor(seed, name));
    const dtype = pick(random, Object.keys(DTYPES) as FileDType[]);
    return { name, shape, dtype, bytes: fromFloat32(drawValues(random, name, shape), DTYPES[dtype]) };
  });
  const files = { "config.json": new TextEncoder().encode(config), "model.safetensors": safetensorsBytes(tensors) };
  return openArtifact(memoryDirectory(`random model ${seed}`, files));
}
