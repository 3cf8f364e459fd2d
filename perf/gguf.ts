/**
 * Writes a GGUF file of a `qwen35` model with random weights and the shape of a text config, so that llama.cpp can be
 * measured on the same work. Separate from the engine: qwerk reads no GGUF, and nothing of this file ships. Matrices
 * are BF16 or in one of that project's block formats, and vectors F32, as its converter stores them. In a block of 32
 * numbers an f16 scale comes first, then the codes: signed bytes in Q8_0, nibbles with a bias of 8 in Q4_0.
 */
import { closeSync, openSync, writeSync } from "node:fs";
import { f32ToF16 } from "../src/base/dtype.ts";
import type { TextConfig } from "../src/model/qwen3_5/config.ts";
import { randomNumbers } from "./benchmark.ts";
import { bf16Stretch, codeStretch, matrixBound, repeatStretch } from "./random-model.ts";

const ALIGNMENT = 32;
const TYPE = { u32: 4, i32: 5, f32: 6, bool: 7, string: 8, array: 9 } as const;
const GGML = { f32: 0, q4_0: 2, q8_0: 8, bf16: 30 } as const;
/** Bytes of a block of numbers, and what divides the largest number to give its scale. */
const BLOCK = { numbers: 32, q4_0: { bytes: 18, steps: 8 }, q8_0: { bytes: 34, steps: 127 } } as const;
const TOKEN_TYPE = { normal: 1, control: 3 } as const;

/** Little-endian bytes put together piece by piece. */
class Bytes {
  readonly #parts: Buffer[] = [];

  u32(value: number): this {
    const part = Buffer.alloc(4);
    part.writeUInt32LE(value);
    return this.#add(part);
  }

  i32(value: number): this {
    const part = Buffer.alloc(4);
    part.writeInt32LE(value);
    return this.#add(part);
  }

  u64(value: number): this {
    const part = Buffer.alloc(8);
    part.writeBigUInt64LE(BigInt(value));
    return this.#add(part);
  }

  f32(value: number): this {
    const part = Buffer.alloc(4);
    part.writeFloatLE(value);
    return this.#add(part);
  }

  string(text: string): this {
    const part = Buffer.from(text);
    return this.u64(part.byteLength).#add(part);
  }

  toBuffer(): Buffer {
    return Buffer.concat(this.#parts);
  }

  #add(part: Buffer): this {
    this.#parts.push(part);
    return this;
  }
}

type Value =
  | { readonly u32: number }
  | { readonly f32: number }
  | { readonly bool: boolean }
  | { readonly string: string }
  | { readonly i32s: readonly number[] }
  | { readonly strings: readonly string[] };

function writeValue(out: Bytes, value: Value): void {
  if ("u32" in value) out.u32(TYPE.u32).u32(value.u32);
  else if ("f32" in value) out.u32(TYPE.f32).f32(value.f32);
  else if ("string" in value) out.u32(TYPE.string).string(value.string);
  else if ("i32s" in value) {
    out.u32(TYPE.array).u32(TYPE.i32).u64(value.i32s.length);
    for (const v of value.i32s) out.i32(v);
  } else if ("strings" in value) {
    out.u32(TYPE.array).u32(TYPE.string).u64(value.strings.length);
    for (const v of value.strings) out.string(v);
  } else {
    throw new Error("a single bool is not needed here");
  }
}

function metadataOf(config: TextConfig): Record<string, Value> {
  const { attention: a, linearAttention: l } = config;
  if (l.keyWidth !== l.valueWidth) throw new Error("llama.cpp has one width for delta keys and values");
  const interval = config.layerTypes.indexOf("full_attention") + 1;
  const tokens = Array.from({ length: config.vocabSize }, (_, i) => (i === 0 ? "<|end|>" : `t${i}`));
  return {
    "general.architecture": { string: "qwen35" },
    "general.name": { string: "random" },
    "general.alignment": { u32: ALIGNMENT },
    "qwen35.block_count": { u32: config.layerTypes.length },
    "qwen35.context_length": { u32: config.maxPositions },
    "qwen35.embedding_length": { u32: config.hiddenSize },
    "qwen35.feed_forward_length": { u32: config.intermediateSize },
    "qwen35.attention.head_count": { u32: a.queryHeads },
    "qwen35.attention.head_count_kv": { u32: a.keyValueHeads },
    "qwen35.attention.key_length": { u32: a.headWidth },
    "qwen35.attention.value_length": { u32: a.headWidth },
    "qwen35.attention.layer_norm_rms_epsilon": { f32: config.normEpsilon },
    "qwen35.rope.dimension_count": { u32: a.rotary.rotaryWidth },
    "qwen35.rope.freq_base": { f32: a.rotary.theta },
    "qwen35.rope.dimension_sections": { i32s: [...a.rotary.sections, 0] },
    "qwen35.ssm.conv_kernel": { u32: l.convolutionKernel },
    "qwen35.ssm.state_size": { u32: l.keyWidth },
    "qwen35.ssm.group_count": { u32: l.keyHeads },
    "qwen35.ssm.time_step_rank": { u32: l.valueHeads },
    "qwen35.ssm.inner_size": { u32: l.valueHeads * l.valueWidth },
    "qwen35.full_attention_interval": { u32: interval },
    "tokenizer.ggml.model": { string: "gpt2" },
    "tokenizer.ggml.pre": { string: "qwen2" },
    "tokenizer.ggml.tokens": { strings: tokens },
    "tokenizer.ggml.token_type": { i32s: tokens.map((_, i) => (i === 0 ? TOKEN_TYPE.control : TOKEN_TYPE.normal)) },
    "tokenizer.ggml.merges": { strings: ["t 1"] },
    "tokenizer.ggml.eos_token_id": { u32: 0 },
  };
}

/** What matrices are stored as. */
export type GgufFormat = Exclude<keyof typeof GGML, "f32">;

interface GgufTensor {
  readonly name: string;
  /** Fastest dimension first. */
  readonly shape: readonly number[];
  readonly type: keyof typeof GGML;
  /** Range of the random values: [low, high). */
  readonly range: readonly [number, number];
}

const NEAR_ONE = [0.9, 1.1] as const;

/** A matrix whose products keep the size of their input. */
type MatrixMaker = (name: string, columns: number, rows: number) => GgufTensor;

function matricesOf(type: GgufFormat): MatrixMaker {
  return (name, columns, rows) => {
    const most = matrixBound(columns);
    return { name: `${name}.weight`, shape: [columns, rows], type, range: [-most, most] };
  };
}

function norm(name: string, width: number): GgufTensor {
  return { name: `${name}.weight`, shape: [width], type: "f32", range: NEAR_ONE };
}

function linearTensors(
  block: string,
  { hiddenSize, linearAttention: l }: TextConfig,
  matrix: MatrixMaker,
): GgufTensor[] {
  const values = l.valueHeads * l.valueWidth;
  const channels = 2 * l.keyHeads * l.keyWidth + values;
  return [
    matrix(`${block}.attn_qkv`, hiddenSize, channels),
    matrix(`${block}.attn_gate`, hiddenSize, values),
    matrix(`${block}.ssm_alpha`, hiddenSize, l.valueHeads),
    matrix(`${block}.ssm_beta`, hiddenSize, l.valueHeads),
    matrix(`${block}.ssm_out`, values, hiddenSize),
    { name: `${block}.ssm_conv1d.weight`, shape: [l.convolutionKernel, channels], type: "f32", range: [-0.5, 0.5] },
    { name: `${block}.ssm_dt.bias`, shape: [l.valueHeads], type: "f32", range: [-1, 1] },
    // Stored as -exp(A_log): the rate of decay itself.
    { name: `${block}.ssm_a`, shape: [l.valueHeads], type: "f32", range: [-2, -0.1] },
    norm(`${block}.ssm_norm`, l.valueWidth),
  ];
}

function attentionTensors(block: string, { hiddenSize, attention: a }: TextConfig, matrix: MatrixMaker): GgufTensor[] {
  return [
    matrix(`${block}.attn_q`, hiddenSize, 2 * a.queryHeads * a.headWidth),
    matrix(`${block}.attn_k`, hiddenSize, a.keyValueHeads * a.headWidth),
    matrix(`${block}.attn_v`, hiddenSize, a.keyValueHeads * a.headWidth),
    matrix(`${block}.attn_output`, a.queryHeads * a.headWidth, hiddenSize),
    norm(`${block}.attn_q_norm`, a.headWidth),
    norm(`${block}.attn_k_norm`, a.headWidth),
  ];
}

function tensorsOf(config: TextConfig, format: GgufFormat): GgufTensor[] {
  const matrix = matricesOf(format);
  const { hiddenSize, intermediateSize, vocabSize, layerTypes } = config;
  const layers = layerTypes.flatMap((type, layer) => {
    const block = `blk.${layer}`;
    return [
      norm(`${block}.attn_norm`, hiddenSize),
      norm(`${block}.post_attention_norm`, hiddenSize),
      ...(type === "linear_attention" ? linearTensors(block, config, matrix) : attentionTensors(block, config, matrix)),
      matrix(`${block}.ffn_gate`, hiddenSize, intermediateSize),
      matrix(`${block}.ffn_up`, hiddenSize, intermediateSize),
      matrix(`${block}.ffn_down`, intermediateSize, hiddenSize),
    ];
  });
  const head = config.tiedEmbeddings ? [] : [matrix("output", hiddenSize, vocabSize)];
  return [matrix("token_embd", hiddenSize, vocabSize), norm("output_norm", hiddenSize), ...head, ...layers];
}

function elements(tensor: GgufTensor): number {
  return tensor.shape.reduce((product, size) => product * size, 1);
}

function tensorBytes(tensor: GgufTensor): number {
  switch (tensor.type) {
    case "f32":
      return 4 * elements(tensor);
    case "bf16":
      return 2 * elements(tensor);
    case "q4_0":
    case "q8_0":
      return (elements(tensor) / BLOCK.numbers) * BLOCK[tensor.type].bytes;
    default:
      return tensor.type satisfies never;
  }
}

/** Codes of any value; every block has the scale that its largest code needs. */
function randomBlocks(tensor: GgufTensor, type: "q4_0" | "q8_0", random: () => number): Uint8Array {
  const { bytes, steps } = BLOCK[type];
  const out = new Uint8Array(tensorBytes(tensor));
  repeatStretch(codeStretch(random), 0, out);
  const scale = f32ToF16(tensor.range[1] / steps);
  for (let at = 0; at < out.byteLength; at += bytes) {
    out[at] = scale & 0xff;
    out[at + 1] = scale >> 8;
  }
  return out;
}

function randomTensor(tensor: GgufTensor, random: () => number): Uint8Array {
  const [low, high] = tensor.range;
  if (tensor.type === "f32") {
    const draw = (): number => low + (high - low) * random();
    return new Uint8Array(Float32Array.from({ length: elements(tensor) }, draw).buffer);
  }
  if (tensor.type !== "bf16") return randomBlocks(tensor, tensor.type, random);
  const out = new Uint8Array(tensorBytes(tensor));
  repeatStretch(bf16Stretch(high, random), 0, out);
  return out;
}

const padded = (bytes: number): number => Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;

function headerOf(config: TextConfig, tensors: readonly GgufTensor[]): Buffer {
  const metadata = Object.entries(metadataOf(config));
  const out = new Bytes().u32(0x46554747).u32(3).u64(tensors.length).u64(metadata.length);
  for (const [key, value] of metadata) writeValue(out.string(key), value);
  let offset = 0;
  for (const tensor of tensors) {
    out.string(tensor.name).u32(tensor.shape.length);
    for (const size of tensor.shape) out.u64(size);
    out.u32(GGML[tensor.type]).u64(offset);
    offset += padded(tensorBytes(tensor));
  }
  return out.toBuffer();
}

/** Writes the file. The same seed gives the same bytes. */
export function writeRandomGguf(file: string, config: TextConfig, seed: number, format: GgufFormat = "bf16"): void {
  const tensors = tensorsOf(config, format);
  const random = randomNumbers(seed);
  const out = openSync(file, "w");
  const put = (bytes: Uint8Array): void => {
    writeSync(out, bytes);
    writeSync(out, new Uint8Array(padded(bytes.byteLength) - bytes.byteLength));
  };
  try {
    put(headerOf(config, tensors));
    for (const tensor of tensors) put(randomTensor(tensor, random));
  } finally {
    closeSync(out);
  }
}
