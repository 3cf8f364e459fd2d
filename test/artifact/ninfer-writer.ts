/**
 * Headers of `.ninfer` files of versions 2 and 3, written from an inventory. Payloads are not there: a sparse source
 * answers zeros and counts what was read. Sizes are computed from the format's formulas, apart from the code under test,
 * and end at the published file sizes.
 */
import type { ByteSource } from "../../src/artifact/artifact.ts";
import type { Format, InventoryResource, InventoryTensor } from "./ninfer-inventory.ts";

const V2_FORMAT = {
  BF16: "BF16",
  FP32: "FP32",
  I32: "I32",
  Q4: "Q4G64_F16S",
  Q5: "Q5G64_F16S",
  Q6: "Q6G64_F16S",
  W8: "W8G32_F16S",
  NVFP4: "NVFP4",
};
const V3_FORMAT = {
  BF16: "bf16",
  FP32: "fp32",
  I32: "int32",
  Q4: "q4_g64_fp16",
  Q5: "q5_g64_fp16",
  Q6: "q6_g64_fp16",
  W8: "q8_g32_fp16",
  NVFP4: "nvfp4",
};
const LAYOUTS = {
  2: { dense: "contiguous-le-v1", rows: "row-split-k128-v1", blocks: "blockscale-k16-m128x4-v1" },
  3: { dense: "contiguous_le_v1", rows: "row_split_k128_v1", blocks: "block_scale_k16_m128x4_v1" },
};
const DENSE_BYTES: Partial<Record<Format, number>> = { BF16: 2, FP32: 4, I32: 4 };

function layoutName(version: 2 | 3, format: Format): string {
  const { dense, rows, blocks } = LAYOUTS[version];
  if (format === "NVFP4") return blocks;
  return DENSE_BYTES[format] === undefined ? rows : dense;
}

const up = (x: number, a: number) => Math.ceil(x / a) * a;

function encodedBytes(format: Format, shape: readonly number[]): number {
  const word = DENSE_BYTES[format];
  if (word !== undefined) return shape.reduce((a, b) => a * b, word);
  const [n, k] = shape as [number, number];
  if (format === "NVFP4") return (n * k) / 2 + (n * k) / 16 + 4;
  const groups = (n * up(k, 128)) / (format === "W8" ? 32 : 64);
  const high = format === "Q5" ? 8 : format === "Q6" ? 16 : 0;
  return up(groups * 32, 256) + up(groups * high, 256) + groups * 2;
}

const GENERATION = '{"eos_token_id":[248046,248044],"temperature":0.6,"top_k":20,"top_p":0.95}';

/** A source of declared size whose bytes are zero but for what was written; counts the bytes read. */
export interface SparseSource extends ByteSource {
  readonly bytesRead: () => number;
}

function sparse(name: string, size: number, written: readonly (readonly [number, Uint8Array])[]): SparseSource {
  let total = 0;
  return {
    name,
    size,
    bytesRead: () => total,
    async read(offset, length) {
      if (offset + length > size) throw new Error(`read past the end: ${offset}+${length} of ${size}`);
      total += length;
      const bytes = new Uint8Array(length);
      for (const [at, content] of written) {
        const from = Math.max(offset, at);
        const to = Math.min(offset + length, at + content.length);
        if (from < to) bytes.set(content.subarray(from - at, to - at), from - offset);
      }
      return bytes;
    },
    async close() {},
  };
}

function header(version: number, json: Uint8Array): Uint8Array {
  const start = version === 3 ? 32 : 16;
  const bytes = new Uint8Array(start + json.length);
  bytes.set([0x4e, 0x49, 0x4e, 0x46, 0x45, 0x52, 0, version]);
  new DataView(bytes.buffer).setBigUint64(8, BigInt(json.length), true);
  bytes.set(json, start);
  return bytes;
}

interface Placed {
  readonly offset: number;
  readonly bytes: number;
}

function place(sizes: readonly { readonly bytes: number; readonly alignment: number }[]): Placed[] {
  let cursor = 0;
  return sizes.map(({ bytes, alignment }) => {
    const offset = up(cursor, alignment);
    cursor = offset + bytes;
    return { offset, bytes };
  });
}

/** A version 2 file as the writer lays it out: compact JSON, objects in order, tensors 256-aligned. */
export function writeV2(
  modelId: string,
  resources: readonly InventoryResource[],
  tensors: readonly InventoryTensor[],
): SparseSource & { readonly jsonBytes: number } {
  const placed = place([
    ...resources.map(({ bytes }) => ({ bytes, alignment: 1 })),
    ...tensors.map(({ format, shape }) => ({ bytes: encodedBytes(format, shape), alignment: 256 })),
  ]);
  const objects = [
    ...resources.map(({ name }) => ({ name, kind: "resource", encoding: "raw-bytes-v1" })),
    ...tensors.map(({ name, format, shape }) => {
      const layout = layoutName(2, format);
      return { name, kind: "tensor", shape, format: V2_FORMAT[format], layout };
    }),
  ].map((object, i) => ({ ...object, ...placed[i]! }));
  const directory = { identity: { model_id: modelId, weights_id: "groupwise-int" }, objects };
  const json = new TextEncoder().encode(JSON.stringify(directory));
  const payload = up(16 + json.length, 4096);
  const last = placed.at(-1)!;
  const generation = objects.find((object) => object.name.endsWith("generation_config.json"))!;
  const text = new TextEncoder().encode(GENERATION.padEnd(generation.bytes));
  const source = sparse("model.ninfer", payload + last.offset + last.bytes, [
    [0, header(2, json)],
    [payload + generation.offset, text],
  ]);
  return { ...source, jsonBytes: json.length };
}

/** Rows of the parameters inside a fused parent, by the parent's last path component. */
const FUSED: Readonly<Record<string, readonly (readonly [string, number])[]>> = {
  "text attention/query_key": [
    ["attention/query", 6144],
    ["attention/key", 1024],
  ],
  "text attention/gate_value": [
    ["attention/gate", 6144],
    ["attention/value", 1024],
  ],
  "text gdn/query_key": [
    ["gdn/query", 2048],
    ["gdn/key", 2048],
  ],
  "text gdn/value_z": [
    ["gdn/value", 6144],
    ["gdn/z", 6144],
  ],
  "text mlp/gate_up": [
    ["mlp/gate", 17408],
    ["mlp/up", 17408],
  ],
  "mtp attention/query_key_gate_value": [
    ["attention/query", 6144],
    ["attention/key", 1024],
    ["attention/gate", 6144],
    ["attention/value", 1024],
  ],
  "mtp mlp/gate_up": [
    ["mlp/gate", 17408],
    ["mlp/up", 17408],
  ],
  "vision attention/qkv": [
    ["attention/query", 1152],
    ["attention/key", 1152],
    ["attention/value", 1152],
  ],
  "vision attention/qkv_bias": [
    ["attention/query_bias", 1152],
    ["attention/key_bias", 1152],
    ["attention/value_bias", 1152],
  ],
  "dflash2 attention/query_key_value": [
    ["attention/query", 4096],
    ["attention/key", 1024],
    ["attention/value", 1024],
  ],
  "dflash2 mlp/gate_up": [
    ["mlp/gate", 17408],
    ["mlp/up", 17408],
  ],
};

/** Name of version 3 for an unfused object of version 2. */
function parameterName(name: string): string {
  return name
    .replace(/^mtp\/layer\//, "mtp/layers/0/")
    .replace(/^text\/draft_head$/, "proposal/head")
    .replace(/^text\/draft_head_token_ids$/, "proposal/token_ids")
    .replace(/\/(norm[12]?)\/(weight|bias)$/, "/$1_$2");
}

const TEXT_CONFIG = {
  architectures: ["Qwen3_5ForCausalLM"],
  model_type: "qwen3_5_text",
  hidden_size: 5120,
  vocab_size: 248320,
  num_hidden_layers: 64,
  max_position_embeddings: 262144,
  tie_word_embeddings: false,
  rms_norm_eps: 9.999999974752427e-7,
  layer_types: Array.from({ length: 64 }, (_, i) => (i % 4 === 3 ? "full_attention" : "linear_attention")),
  num_attention_heads: 24,
  num_key_value_heads: 4,
  head_dim: 256,
  rope_parameters: { rope_theta: 10000000.0, partial_rotary_factor: 0.25, mrope_section: [11, 11, 10] },
  linear_num_key_heads: 16,
  linear_key_head_dim: 128,
  linear_num_value_heads: 48,
  linear_value_head_dim: 128,
  linear_conv_kernel_dim: 4,
  intermediate_size: 17408,
};

const VISION_CONFIG = {
  model_type: "qwen3_5_vision",
  depth: 27,
  hidden_size: 1152,
  intermediate_size: 4304,
  num_heads: 16,
  patch_size: 16,
  temporal_patch_size: 2,
  spatial_merge_size: 2,
  num_position_embeddings: 2304,
};

interface V3Options {
  readonly textConfig?: Readonly<Record<string, unknown>>;
}

/** A version 3 file with opaque ids: fused parents first, then the rest, the proposal last. */
export function writeV3(
  resources: readonly InventoryResource[],
  tensors: readonly InventoryTensor[],
  options: V3Options = {},
): SparseSource {
  const key = ({ name }: InventoryTensor) => `${name.split("/")[0]} ${name.split("/").slice(-2).join("/")}`;
  const rank = (tensor: InventoryTensor) => (FUSED[key(tensor)] ? 0 : /draft_head/.test(tensor.name) ? 2 : 1);
  const ordered = [...tensors].sort((a, b) => rank(a) - rank(b));
  const placed = place([
    ...resources.map(({ bytes }) => ({ bytes, alignment: 1 })),
    ...ordered.map(({ format, shape }) => ({ bytes: encodedBytes(format, shape), alignment: 256 })),
  ]);
  const roleOf = (name: string) => name.replace("frontend/", "");
  const componentOf = (name: string) => (/preprocessor/.test(name) ? "vision" : "text");
  const objects = [
    ...resources.map(({ name }, i) => {
      const id = `resource/${componentOf(name)}/${roleOf(name)}`;
      return { id, encoding: "raw_bytes_v1", ...placed[i]!, kind: "resource" };
    }),
    ...ordered.map(({ format, shape }, i) => {
      const layout = layoutName(3, format);
      const id = `weight/${String(i).padStart(6, "0")}`;
      return { id, shape, format: V3_FORMAT[format], layout, ...placed[resources.length + i]!, kind: "tensor" };
    }),
  ];
  const bindings: Record<string, unknown> = {};
  ordered.forEach((tensor, i) => {
    const object = objects[resources.length + i]!.id;
    const parts = FUSED[key(tensor)];
    if (parts === undefined) {
      bindings[parameterName(tensor.name)] = { object };
      return;
    }
    const prefix = parameterName(tensor.name).split("/").slice(0, -2).join("/");
    const columns = tensor.shape[1] ?? 1;
    let begin = 0;
    for (const [name, rows] of parts) {
      const end = begin + rows * columns;
      bindings[`${prefix}/${name}`] = { parts: [{ object, range: [begin, end] }] };
      if (prefix.startsWith("dflash2") && /key$|value$/.test(name)) {
        bindings[`${prefix}/${name.replace("attention/", "attention/context_")}`] = {
          parts: [{ object, range: [begin, end] }],
        };
      }
      begin = end;
    }
  });
  const resourceTable = (component: string) =>
    Object.fromEntries(
      resources
        .filter(({ name }) => componentOf(name) === component)
        .map(({ name }) => [roleOf(name), `resource/${component}/${roleOf(name)}`]),
    );
  const last = placed.at(-1)!;
  const payloadBytes = last.offset + last.bytes;
  const directory = {
    components: {
      text: {
        config: { ...TEXT_CONFIG, ...options.textConfig },
        resources: resourceTable("text"),
        proposal: { domain: "indexed", rows: 131072 },
      },
      vision: { config: VISION_CONFIG, target: "text", resources: resourceTable("vision") },
      mtp: { config: { architectures: ["Qwen3_5MTP"] }, target: "text" },
      ...(tensors.some(({ name }) => name.startsWith("dflash2"))
        ? { dflash2: { config: { architectures: ["DFlash2DraftModel"], model_type: "qwen3" }, target: "text" } }
        : {}),
    },
    objects,
    bindings,
    uses: [{ parameter: "text/output_head", input: "text/final_hidden", activation_policy: "A16Only" }],
    metadata: { name: "qwen3.8-27b" },
    provenance: {},
    files: [{ path: null, payload_bytes: payloadBytes }],
  };
  const text = JSON.stringify(directory);
  const json = new TextEncoder().encode(text.padEnd(up(32 + text.length, 4096) - 32));
  const generation = objects.find(({ id }) => id.endsWith("generation_config.json"))!;
  return sparse("model.ninfer", 32 + json.length + payloadBytes, [
    [0, header(3, json)],
    [32 + json.length + generation.offset, new TextEncoder().encode(GENERATION.padEnd(generation.bytes))],
  ]);
}
