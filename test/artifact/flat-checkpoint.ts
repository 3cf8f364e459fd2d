/**
 * A small checkpoint as bytes, with the tensor names of a text-only export: written here without the reader's code, so
 * that each damage can be made on purpose.
 */

/** A safetensors file from a header object and data bytes. */
export function container(header: unknown, data: Uint8Array | number, text?: string): Uint8Array {
  const json = new TextEncoder().encode(text ?? JSON.stringify(header));
  const body = typeof data === "number" ? new Uint8Array(data) : data;
  const bytes = new Uint8Array(8 + json.length + body.length);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(json.length), true);
  bytes.set(json, 8);
  bytes.set(body, 8 + json.length);
  return bytes;
}

/** A two-layer model whose every width is odd or prime, written with the names of a text-only export. */
export function flatConfig(): Uint8Array {
  const config = {
    model_type: "qwen3_5_text",
    hidden_size: 3,
    intermediate_size: 5,
    num_hidden_layers: 2,
    layer_types: ["linear_attention", "full_attention"],
    vocab_size: 7,
    num_attention_heads: 3,
    num_key_value_heads: 1,
    head_dim: 6,
    rope_theta: 10000,
    partial_rotary_factor: 0.34,
    linear_num_key_heads: 1,
    linear_num_value_heads: 3,
    linear_key_head_dim: 5,
    linear_value_head_dim: 7,
    linear_conv_kernel_dim: 3,
    tie_word_embeddings: true,
  };
  return new TextEncoder().encode(JSON.stringify(config));
}

export function flatShapes(): Map<string, number[]> {
  const channels = 2 * 5 + 3 * 7;
  const mlp = (n: number): [string, number[]][] => [
    [`model.layers.${n}.mlp.gate_proj.weight`, [5, 3]],
    [`model.layers.${n}.mlp.up_proj.weight`, [5, 3]],
    [`model.layers.${n}.mlp.down_proj.weight`, [3, 5]],
    [`model.layers.${n}.input_layernorm.weight`, [3]],
    [`model.layers.${n}.post_attention_layernorm.weight`, [3]],
  ];
  return new Map<string, number[]>([
    ["model.embed_tokens.weight", [7, 3]],
    ["model.layers.0.linear_attn.in_proj_qkv.weight", [channels, 3]],
    ["model.layers.0.linear_attn.in_proj_z.weight", [21, 3]],
    ["model.layers.0.linear_attn.in_proj_a.weight", [3, 3]],
    ["model.layers.0.linear_attn.in_proj_b.weight", [3, 3]],
    ["model.layers.0.linear_attn.conv1d.weight", [channels, 1, 3]],
    ["model.layers.0.linear_attn.A_log", [3]],
    ["model.layers.0.linear_attn.dt_bias", [3]],
    ["model.layers.0.linear_attn.norm.weight", [7]],
    ["model.layers.0.linear_attn.out_proj.weight", [3, 21]],
    ...mlp(0),
    ["model.layers.1.self_attn.q_proj.weight", [36, 3]],
    ["model.layers.1.self_attn.k_proj.weight", [6, 3]],
    ["model.layers.1.self_attn.v_proj.weight", [6, 3]],
    ["model.layers.1.self_attn.o_proj.weight", [3, 18]],
    ["model.layers.1.self_attn.q_norm.weight", [6]],
    ["model.layers.1.self_attn.k_norm.weight", [6]],
    ...mlp(1),
    ["model.norm.weight", [3]],
  ]);
}

export function flatBody(
  shapes: Map<string, number[]>,
  dtypeOf: (name: string) => string = () => "F16",
  words: (name: string) => number[] | undefined = () => undefined,
): [unknown, Uint8Array] {
  const header: Record<string, unknown> = {};
  const data: number[] = [];
  for (const [name, shape] of shapes) {
    const count = shape.reduce((a, b) => a * b, 1);
    const begin = data.length;
    for (let i = 0; i < count; i++) {
      const word = words(name)?.[i] ?? 0;
      data.push(word & 255, word >> 8);
    }
    header[name] = { dtype: dtypeOf(name), shape, data_offsets: [begin, data.length] };
  }
  return [header, Uint8Array.from(data)];
}

export function flatCheckpoint(
  words?: (name: string) => number[] | undefined,
  dtypeOf?: (name: string) => string,
): { config: Uint8Array; weights: Uint8Array } {
  return { config: flatConfig(), weights: container(...flatBody(flatShapes(), dtypeOf, words)) };
}
