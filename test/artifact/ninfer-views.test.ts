/**
 * Tensors that are rows of stored objects: fused, split, interleaved and transposed ones of every packed format against
 * the parents' decoded rows, and their own bytes decoded as if they stood alone.
 */
import { describe, expect, test } from "vitest";
import type { ByteSource } from "../../src/artifact/artifact.ts";
import { DECODERS } from "../../src/artifact/formats/decoders.ts";
import { openNinfer } from "../../src/artifact/ninfer/container.ts";
import { WEIGHT_LAYOUTS } from "../../src/base/formats/registry.ts";
import { type OpenedModel, openModel } from "../model/opened-model.ts";
import { containerV3, pickRows, range, type Stored } from "./container-v3.ts";

const TEXT = "model.language_model.layers.";

/** Bit patterns: equality that tells -0 from 0 and one NaN from another. */
const bits = (values: Float32Array) => Buffer.from(values.buffer, values.byteOffset, values.byteLength);

/** Uniform bytes from a seed (32-bit xorshift). */
function randomBytes(length: number, seed: number): Uint8Array {
  let state = seed;
  return Uint8Array.from({ length }, () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state & 255;
  });
}

describe("views over packed formats", () => {
  const NAMES = {
    q4_g64: ["q4_g64_fp16", "row_split_k128_v1"],
    q5_g64: ["q5_g64_fp16", "row_split_k128_v1"],
    q6_g64: ["q6_g64_fp16", "row_split_k128_v1"],
    w8_g32: ["q8_g32_fp16", "row_split_k128_v1"],
    fp8_row: ["fp8_e4m3fn_row_bf16", "row_scale_v1"],
    nvfp4: ["nvfp4", "block_scale_k16_m128x4_v1"],
    bf16: ["bf16", "contiguous_le_v1"],
  } as const;
  type Packed = keyof typeof NAMES;

  const config = {
    model_type: "qwen3_5_text",
    hidden_size: 192,
    intermediate_size: 128,
    layer_types: ["full_attention"],
    vocab_size: 10,
    tie_word_embeddings: true,
    num_attention_heads: 3,
    num_key_value_heads: 1,
    head_dim: 10,
    rope_parameters: { partial_rotary_factor: 0.4 },
  };

  let seed = 20_240_229;
  const object = (id: string, format: Packed, shape: readonly number[]): Stored => {
    const layout = WEIGHT_LAYOUTS[format].storage(shape);
    if (typeof layout === "string") throw new Error(layout);
    const [name, layoutName] = NAMES[format];
    return { id, shape, format: name, layout: layoutName, bytes: randomBytes(layout.bytes, seed++) };
  };

  /** One full-attention layer; query and key in one parent, gate and value in another. */
  function model(first: Packed, second: Packed, mlp: Packed): ByteSource {
    const stored = [
      object("qk", first, [40, 192]),
      object("gv", second, [40, 192]),
      object("gu", mlp, [256, 192]),
      object("down", "q6_g64", [192, 128]),
      object("o", "w8_g32", [192, 30]),
      object("e", "fp8_row", [10, 192]),
      ...["n1", "n2", "n3"].map((id) => object(id, "bf16", [192])),
      ...["qn", "kn"].map((id) => object(id, "bf16", [10])),
    ];
    const part = (id: string, begin: number, end: number) => ({
      parts: [{ object: id, range: [begin * 192, end * 192] }],
    });
    const at = "text/layers/0";
    return containerV3({ text: { config } }, stored, {
      "text/token_embedding": { object: "e" },
      "text/final_norm": { object: "n1" },
      [`${at}/input_norm`]: { object: "n2" },
      [`${at}/post_attention_norm`]: { object: "n3" },
      [`${at}/attention/query`]: part("qk", 0, 30),
      [`${at}/attention/key`]: part("qk", 30, 40),
      [`${at}/attention/gate`]: part("gv", 0, 30),
      [`${at}/attention/value`]: part("gv", 30, 40),
      [`${at}/attention/output`]: { object: "o" },
      [`${at}/attention/query_norm`]: { object: "qn" },
      [`${at}/attention/key_norm`]: { object: "kn" },
      [`${at}/mlp/gate`]: part("gu", 0, 128),
      [`${at}/mlp/up`]: part("gu", 128, 256),
      [`${at}/mlp/down`]: { object: "down" },
    });
  }

  /** The tensor's own bytes, read in uneven pieces, decoded as a standalone object. */
  async function decodedOwnBytes(artifact: OpenedModel, name: string): Promise<Float32Array> {
    const info = artifact.tensors.get(name) ?? artifact.pieces!.get(name)!;
    const bytes = new Uint8Array(info.bytes);
    for (let at = 0; at < bytes.length; ) {
      const length = Math.min(bytes.length - at, 1 + ((at * 7) % 1999));
      bytes.set(await artifact.readBytes(name, at, length), at);
      at += length;
    }
    const rows = info.shape[0]!;
    const layout = WEIGHT_LAYOUTS[info.format].storage([rows, info.shape.slice(1).reduce((a, b) => a * b, 1)]);
    if (typeof layout === "string") throw new Error(layout);
    const planes = layout.planes.map((plane, i) =>
      bytes.subarray(plane.offset, layout.planes[i + 1]?.offset ?? layout.bytes),
    );
    const trailer = layout.trailer === undefined ? new Uint8Array(0) : bytes.subarray(layout.trailer.offset);
    return DECODERS[info.format]({ columns: layout.columns, firstRow: 0, planes, trailer }, 0, rows);
  }

  /** Copies bits, so NaN payloads survive. */
  const rowsOf = (values: Float32Array, rows: readonly number[]) => {
    const bytes = pickRows(new Uint8Array(values.buffer, values.byteOffset, values.byteLength), 4 * 192, rows);
    return new Float32Array(bytes.buffer);
  };

  test.each([
    ["q4_g64", "q5_g64", "nvfp4"],
    ["w8_g32", "w8_g32", "q5_g64"],
    ["fp8_row", "q6_g64", "fp8_row"],
    ["q6_g64", "q6_g64", "q4_g64"],
    ["bf16", "q4_g64", "bf16"],
  ] as [Packed, Packed, Packed][])("%s and %s, mlp %s", async (first, second, mlp) => {
    const source = model(first, second, mlp);
    const container = await openNinfer(source);
    const parent = async (id: string, rows: number) => container.readRows(container.tensor(id), 0, rows);
    const [qk, gv, gu] = [await parent("qk", 40), await parent("gv", 40), await parent("gu", 256)];
    const artifact = await openModel(source);
    const name = (suffix: string) => `${TEXT}0.${suffix}.weight`;
    const both = new Float32Array(qk.length + gv.length);
    both.set(qk);
    both.set(gv, qk.length);
    const heads = [0, 1, 2].flatMap((h) => [...range(10 * h, 10 * h + 10), ...range(40 + 10 * h, 50 + 10 * h)]);
    const q = rowsOf(both, heads);
    const wanted: [string, Float32Array][] = [
      [name("self_attn.q_proj"), q],
      [name("self_attn.k_proj"), rowsOf(qk, range(30, 40))],
      [name("self_attn.v_proj"), rowsOf(gv, range(30, 40))],
      [name("mlp.gate_proj"), rowsOf(gu, range(0, 128))],
      [name("mlp.up_proj"), rowsOf(gu, range(128, 256))],
    ];
    for (const [tensor, values] of wanted) {
      const label = `${tensor}, seeds from 20240229`;
      const last = Math.min(23, values.length / 192);
      expect(bits(await artifact.readFloat32(tensor)).equals(bits(values)), label).toBe(true);
      const some = bits(await artifact.readFloat32(tensor, 7, last));
      expect(some.equals(bits(values.slice(7 * 192, last * 192))), label).toBe(true);
      expect(bits(await decodedOwnBytes(artifact, tensor)).equals(bits(values)), label).toBe(true);
    }
    const info = artifact.tensors.get(name("self_attn.q_proj"))!;
    expect(info.format).toBe(first === second ? first : "f32");
    expect(info.parts?.length).toBe(first === second ? undefined : 6);
    expect(artifact.tensors.get(name("mlp.gate_proj"))).toMatchObject({
      format: mlp,
      view: { parent: "object:gu", row: 0 },
    });
    expect(bits(await decodedOwnBytes(artifact, "object:gu")).equals(bits(gu))).toBe(true);
    if (first !== second) {
      const part = info.parts![3]!;
      expect(await artifact.readFloat32(part.tensor, part.row, part.row + part.rows)).toEqual(
        rowsOf(gv, range(10, 20)),
      );
    }
    await artifact.close();
  });

  test("rows of an NVFP4 object that are not whole tiles are given decoded", async () => {
    const stored = [object("w", "nvfp4", [256, 64])];
    const bindings = { "proposal/head": { parts: [{ object: "w", range: [64 * 3, 64 * 131] }] } };
    const source = containerV3({ text: { config } }, stored, bindings);
    const container = await openNinfer(source);
    const whole = await container.readRows(container.tensor("w"), 0, 256);
    const ranges = container.directory.bindings.get("proposal/head")!;
    expect(await container.readElements(ranges)).toEqual(whole.slice(64 * 3, 64 * 131));
  });
});
