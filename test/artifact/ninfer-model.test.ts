/**
 * `.ninfer` files as models: the published inventories bound by name and shape from headers alone, everything wrong with
 * a file in one report, and values of fused, split, interleaved and transposed tensors against the checkpoint they were
 * made from or against the parents' decoded rows.
 */
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { fileDirectory } from "../../node/file-source.ts";
import type { Artifact, ByteSource } from "../../src/artifact/artifact.ts";
import { DECODERS } from "../../src/artifact/formats/decoders.ts";
import { openHttpSource } from "../../src/artifact/http-source.ts";
import { inspectArtifact } from "../../src/artifact/inspect.ts";
import { openNinfer } from "../../src/artifact/ninfer/container.ts";
import { expectedTensors, openArtifact } from "../../src/artifact/open.ts";
import { memoryDirectory, memorySource } from "../../src/artifact/sources.ts";
import { createCpuBackend } from "../../src/backend/cpu/cpu-backend.ts";
import { QwerkError } from "../../src/base/errors.ts";
import { WEIGHT_LAYOUTS } from "../../src/base/formats/registry.ts";
import { openEngine } from "../../src/engine.ts";
import { resources27b, tensors27b, tensors35b, writeV2, writeV3 } from "./ninfer-inventory.ts";

async function errorOf(run: () => Promise<unknown>): Promise<QwerkError> {
  try {
    await run();
  } catch (error) {
    if (error instanceof QwerkError) return error;
    throw error;
  }
  throw new Error("expected a typed error, nothing was thrown");
}

const TEXT = "model.language_model.layers.";

/** Bit patterns: equality that tells -0 from 0 and one NaN from another. */
const bits = (values: Float32Array) => Buffer.from(values.buffer, values.byteOffset, values.byteLength);

function facts(artifact: Artifact): string[] {
  const line = (name: string, shape: readonly number[], format: string, bytes: number) =>
    `${name} [${shape}] ${format} ${bytes}`;
  return [...artifact.tensors.values()].map((t) => line(t.name, t.shape, t.format, t.bytes)).sort();
}

describe("published inventories", () => {
  test("version 2 of Qwen3.8-27B has the published sizes", () => {
    const base = writeV2("qwen3.8-27b", resources27b(), tensors27b(false));
    expect(tensors27b(false).length).toBe(1118);
    expect(base.size).toBe(18_210_531_328);
    const withDraft = writeV2("qwen3.8-27b", resources27b(), tensors27b(true));
    expect(withDraft.jsonBytes).toBe(185_105);
    expect(withDraft.size).toBe(20_437_336_576);
  });

  test("version 3 has the published payload", async () => {
    // The published file's own chat template is 768 aligned bytes longer than that of version 2.
    const source = writeV3(resources27b(9700), tensors27b(true));
    const { directory } = await openNinfer(source);
    expect(directory.files[0]!.payloadBytes).toBe(20_437_521_664 - 372_736);
    expect(directory.bindings.size).toBe(1513);
  });

  test("version 2 opens from the header: config, canonical tensors, parts", async () => {
    const source = writeV2("qwen3.8-27b", resources27b(), tensors27b(true));
    const artifact = await openArtifact(source);
    expect(source.bytesRead()).toBeLessThan(300_000);
    expect(artifact.config.text.layerTypes.filter((type) => type === "full_attention").length).toBe(16);
    expect(artifact.config.text.attention).toMatchObject({ queryHeads: 24, keyValueHeads: 4, headWidth: 256 });
    expect(artifact.config.text.mtpLayers).toBe(1);
    expect(artifact.config.vision).toMatchObject({ depth: 27, outHiddenSize: 5120 });
    expect(artifact.config.tokens).toEqual({
      eos: [248046, 248044],
      image: 248056,
      video: 248057,
      visionStart: 248053,
      visionEnd: 248054,
    });
    expect(artifact.config.generation).toEqual({ temperature: 0.6, topK: 20, topP: 0.95 });
    for (const { name, shape } of expectedTensors(artifact.config))
      expect(artifact.tensors.get(name)?.shape, name).toEqual(shape);
    expect(artifact.tensors.get("proposal/head")?.shape).toEqual([131072, 5120]);
    expect(artifact.tensors.get("proposal/token_ids")).toMatchObject({ format: "i32", shape: [131072] });
    expect(artifact.notes).toEqual(["dflash2: 66 tensors are not used by this version"]);

    const up = artifact.tensors.get(`${TEXT}0.mlp.up_proj.weight`)!;
    expect(up).toMatchObject({ format: "q4_g64", view: { parent: "object:text/layers/0/mlp/gate_up", row: 17408 } });
    expect(artifact.pieces?.get(up.view!.parent)).toMatchObject({
      format: "q4_g64",
      shape: [34816, 5120],
      bytes: 94_699_520,
    });
    const q = artifact.tensors.get(`${TEXT}3.self_attn.q_proj.weight`)!;
    expect(q.format).toBe("f32");
    expect(q.parts?.slice(0, 3)).toEqual([
      { tensor: "text/layers/3/attention/query", row: 0, rows: 256 },
      { tensor: "text/layers/3/attention/gate", row: 0, rows: 256 },
      { tensor: "text/layers/3/attention/query", row: 256, rows: 256 },
    ]);
    expect(q.parts?.length).toBe(48);
    const qkv = artifact.tensors.get(`${TEXT}0.linear_attn.in_proj_qkv.weight`)!;
    expect(qkv.parts).toEqual([
      { tensor: "text/layers/0/gdn/query", row: 0, rows: 2048 },
      { tensor: "text/layers/0/gdn/key", row: 0, rows: 2048 },
      { tensor: "text/layers/0/gdn/value", row: 0, rows: 6144 },
    ]);
    expect(artifact.pieces?.get("text/layers/0/gdn/value")).toMatchObject({ format: "q5_g64", shape: [6144, 5120] });
    const mtp = artifact.tensors.get("mtp.layers.0.self_attn.q_proj.weight")!;
    expect(mtp).toMatchObject({ format: "w8_g32", shape: [12288, 5120] });
    expect(mtp.parts).toBeUndefined();
    await artifact.close();
  });

  test("version 3 binds to the same tensors as version 2", async () => {
    const older = await openArtifact(writeV2("qwen3.8-27b", resources27b(), tensors27b(true)));
    const source = writeV3(resources27b(), tensors27b(true));
    const newer = await openArtifact(source);
    expect(source.bytesRead()).toBeLessThan(2_000_000);
    expect(facts(newer)).toEqual(facts(older));
    expect({ ...newer.config, text: { ...newer.config.text, normEpsilon: 1e-6 } }).toEqual(older.config);
    expect(newer.config.text.normEpsilon).toBe(Math.fround(1e-6));
    expect(newer.notes).toEqual(["dflash2: 91 tensors are not used by this version"]);
  });

  test("Qwen3.6-27B is the same graph", async () => {
    const q6 = tensors27b(false).map((t) =>
      /token_embedding|output_head/.test(t.name) ? { ...t, format: "Q6" as const } : t,
    );
    const artifact = await openArtifact(writeV2("qwen3.6-27b", resources27b(), q6));
    expect(artifact.tensors.get("lm_head.weight")).toMatchObject({ format: "q6_g64", shape: [248320, 5120] });
  });

  test("missing, misshapen and unexpected objects are listed at once", async () => {
    const changed = tensors27b(false)
      .filter(({ name }) => !["text/final_norm", "text/layers/5/mlp/gate_up", "vision/merger/fc1_bias"].includes(name))
      .map((t) => (t.name === "text/layers/3/attention/query_key" ? { ...t, shape: [7169, 5120] } : t))
      .map((t) => (t.name === "mtp/final_norm" ? { ...t, shape: [5119] } : t))
      .concat([
        { name: "text/layers/64/input_norm", format: "BF16", shape: [5120] },
        { name: "other/thing", format: "BF16", shape: [1] },
      ]);
    const error = await errorOf(() => openArtifact(writeV2("qwen3.8-27b", resources27b(), changed)));
    expect(error.code).toBe("tensors_mismatch");
    const data = error.data as Record<string, { name: string }[]>;
    expect(data["missing"]!.map((t) => t.name)).toEqual([
      `${TEXT}5.mlp.gate_proj.weight`,
      `${TEXT}5.mlp.up_proj.weight`,
      "model.language_model.norm.weight",
      "model.visual.merger.linear_fc1.bias",
    ]);
    expect(data["wrongShape"]).toEqual([{ name: "mtp.norm.weight", shape: [5120], found: [5119] }]);
    expect(data["wrongParents"]).toEqual([
      { name: "text/layers/3/attention/query_key", found: [7169, 5120], rows: 7168 },
    ]);
    expect(data["extra"]).toEqual(["text/layers/64/input_norm"]);
    for (const part of [
      "missing text/final_norm",
      "found [5119], needed [5120]",
      "found [7169, 5120], needed 7168 rows",
      "not part of the model: text/layers/64/input_norm",
    ]) {
      expect(error.message).toContain(part);
    }
  });

  test("an extra object of a closed set is refused, one of an unknown component is noted", async () => {
    const extra = [...tensors27b(false), { name: "mtp/strange", format: "BF16" as const, shape: [3] }];
    expect((await errorOf(() => openArtifact(writeV2("qwen3.8-27b", resources27b(), extra)))).data["extra"]).toEqual([
      "mtp/strange",
    ]);
    const other = [...tensors27b(false), { name: "decision/x", format: "BF16" as const, shape: [3] }];
    const artifact = await openArtifact(writeV2("qwen3.8-27b", resources27b(), other));
    expect(artifact.notes).toEqual(["decision: 1 tensors are not used by this version"]);
  });

  test("a file without MTP head and vision tower is a text model", async () => {
    const text = tensors27b(false).filter(({ name }) => name.startsWith("text/"));
    const artifact = await openArtifact(writeV3(resources27b(), text));
    expect(artifact.config.text.mtpLayers).toBe(0);
    expect(artifact.config.vision).toBeUndefined();
  });

  test.each([
    ["version 2 by identity", () => writeV2("qwen3.6-35b-a3b", resources27b(), tensors35b())],
    ["version 3 by config", () => writeV3(resources27b(), tensors27b(false), { textConfig: { num_experts: 256 } })],
    [
      "version 3 by type",
      () => writeV3(resources27b(), tensors27b(false), { textConfig: { model_type: "qwen3_5_moe_text" } }),
    ],
    ["version 3 by parameter names", () => writeV3(resources27b(), tensors35b())],
  ])("mixture of experts is recognised: %s", async (_, write) => {
    const error = await errorOf(() => openArtifact(write()));
    expect(`${error.name} ${error.code}`).toBe("UnsupportedError mixture_of_experts");
    expect(error.message).toContain("mixture of experts is not supported yet");
  });

  test("an unknown model says which are known", async () => {
    const error = await errorOf(() => openArtifact(writeV2("gpt-9", resources27b(), tensors27b(false))));
    expect(error.message).toBe('model_id: found "gpt-9", needed qwen3.6-27b or qwen3.8-27b');
  });
});

describe("inspection", () => {
  test("an 18 GB file costs less than 2 MB of reads", async () => {
    const source = writeV2("qwen3.8-27b", resources27b(), tensors27b(false));
    const found = await inspectArtifact(source);
    expect(source.bytesRead()).toBeLessThan(2_000_000);
    expect(found).toMatchObject({
      format: "ninfer",
      version: 2,
      identity: "qwen3.8-27b/groupwise-int",
      tensors: 1118,
      bytes: 18_210_531_328,
      template: true,
    });
    const counts = Object.fromEntries(Object.entries(found.byFormat).map(([format, { tensors }]) => [format, tensors]));
    expect(counts).toEqual({
      BF16: 582,
      FP32: 96,
      I32: 1,
      Q4G64_F16S: 183,
      Q5G64_F16S: 246,
      Q6G64_F16S: 1,
      W8G32_F16S: 9,
    });
    expect(found.components["mtp"]).toEqual({ tensors: 12, bytes: 451_267_584 });
    expect(found.components["vision"]).toEqual({ tensors: 333, bytes: 295_711_648 });
    expect(found.components["text"]!.bytes).toBe(14_391_752_704 + 2 * 1_350_860_800 + 357_040_128 + 10_240);
    expect(found.config?.text.hiddenSize).toBe(5120);
    expect(found.uses?.proposal).toEqual({ tensors: 2, bytes: 357_040_128 });
    expect(found.problem).toBeUndefined();
  });

  test("over HTTP ranges and from a sparse file on disk", async () => {
    const written = writeV3(resources27b(), tensors27b(true));
    let sent = 0;
    const fetch = (async (_url: unknown, init?: RequestInit) => {
      const [, start, end] = /bytes=(\d+)-(\d+)/.exec(new Headers(init?.headers).get("range") ?? "")!.map(Number);
      const bytes = await written.read(start!, end! - start! + 1);
      sent += bytes.length;
      const headers = { "content-range": `bytes ${start}-${end}/${written.size}`, etag: '"1"' };
      return new Response(new Uint8Array(bytes), { status: 206, headers });
    }) as typeof globalThis.fetch;
    const remote = await inspectArtifact((await openHttpSource("http://host/model.ninfer", { fetch }))!);
    expect(sent).toBeLessThan(2_000_000);
    expect(remote).toMatchObject({ version: 3, tensors: 1184, bytes: written.size });

    const folder = mkdtempSync(join(tmpdir(), "qwerk-sparse-"));
    const { payloadBytes } = (await openNinfer(written)).directory.files[0]!;
    // The generation config lies at the start of the payload, 13 MB in.
    writeFileSync(join(folder, "model.ninfer"), await written.read(0, written.size - payloadBytes + 13_000_000));
    truncateSync(join(folder, "model.ninfer"), written.size);
    const local = await inspectArtifact(fileDirectory(folder));
    expect({ ...local, name: "" }).toEqual({ ...remote, name: "" });
    rmSync(folder, { recursive: true });
  });

  test("version 3, and a model that cannot be run", async () => {
    const found = await inspectArtifact(writeV3(resources27b(), tensors27b(true)));
    expect(found).toMatchObject({
      version: 3,
      identity: "qwen3.8-27b",
      artifactId: expect.stringMatching(/^[0-9a-f]{32}$/),
      tensors: 1184,
    });
    expect(Object.keys(found.components).sort()).toEqual(["dflash2", "mtp", "proposal", "text", "vision"]);
    const experts = await inspectArtifact(writeV2("qwen3.6-35b-a3b", resources27b(), tensors35b()));
    expect(experts).toMatchObject({
      identity: "qwen3.6-35b-a3b/groupwise-int",
      tensors: 8,
      problem: { code: "mixture_of_experts" },
    });
    expect(experts.config).toBeUndefined();
  });

  test("a checkpoint", async () => {
    const found = await inspectArtifact(fileDirectory("models/tiny-hybrid"));
    expect(found).toMatchObject({ format: "safetensors", identity: "qwen3_5", template: true, tensors: 104 });
    expect(found.bytes).toBe(8 + 11760 + 6_274_056);
    expect(found.byFormat).toEqual({ bf16: { tensors: 104, bytes: 6_274_056 } });
    expect(found.uses?.text.bytes).toBe(4_572_040);
    expect((await inspectArtifact(fileDirectory("test/fixtures/tiny-random"))).template).toBe(false);
  });
});

interface Stored {
  readonly id: string;
  readonly shape: readonly number[];
  readonly format: string;
  readonly layout: string;
  readonly bytes: Uint8Array;
}

/** A version 3 file in memory. */
function containerV3(
  components: unknown,
  stored: readonly Stored[],
  bindings: Readonly<Record<string, unknown>>,
): ByteSource {
  let cursor = 0;
  const objects = stored.map(({ id, shape, format, layout, bytes }) => {
    const offset = Math.ceil(cursor / 256) * 256;
    cursor = offset + bytes.length;
    return { id, kind: "tensor", shape, format, layout, offset, bytes: bytes.length };
  });
  const directory = { components, objects, bindings, uses: [], files: [{ path: null, payload_bytes: cursor }] };
  const json = new TextEncoder().encode(JSON.stringify(directory));
  const start = Math.ceil((32 + json.length) / 4096) * 4096;
  const file = new Uint8Array(start + cursor);
  file.set([0x4e, 0x49, 0x4e, 0x46, 0x45, 0x52, 0, 3]);
  new DataView(file.buffer).setBigUint64(8, BigInt(json.length), true);
  file.set(json, 32);
  for (const [i, { offset }] of objects.entries()) file.set(stored[i]!.bytes, start + offset);
  return memorySource("model.ninfer", file);
}

const bf16Object = (id: string, shape: readonly number[], bytes: Uint8Array): Stored => ({
  id,
  shape,
  format: "bf16",
  layout: "contiguous_le_v1",
  bytes,
});

/** Rows of a row-major byte matrix picked in a given order. */
function pickRows(bytes: Uint8Array, rowBytes: number, rows: readonly number[]): Uint8Array {
  const result = new Uint8Array(rows.length * rowBytes);
  for (const [i, row] of rows.entries()) result.set(bytes.subarray(row * rowBytes, (row + 1) * rowBytes), i * rowBytes);
  return result;
}

const range = (begin: number, end: number) => Array.from({ length: end - begin }, (_, i) => begin + i);

/** tiny-hybrid as a converter would store it: fused parents, taps first, vision patches flat. */
async function convertedTinyHybrid(checkpoint: Artifact): Promise<ByteSource> {
  const { text, vision } = checkpoint.config;
  const { queryHeads, keyValueHeads, headWidth } = text.attention;
  const { keyHeads, keyWidth, valueHeads, valueWidth } = text.linearAttention;
  const stored: Stored[] = [];
  const bindings: Record<string, unknown> = {};
  const read = async (name: string) => {
    const info = checkpoint.tensors.get(name)!;
    return { shape: info.shape, bytes: await checkpoint.readBytes(name, 0, info.bytes) };
  };
  const single = async (
    role: string,
    name: string,
    change = (t: { shape: readonly number[]; bytes: Uint8Array }) => t,
  ) => {
    const id = `weight/${stored.length}`;
    const { shape, bytes } = change(await read(name));
    stored.push(bf16Object(id, shape, bytes));
    bindings[role] = { object: id };
  };
  const fused = (roles: readonly string[], columns: number, parts: readonly Uint8Array[], flat = false) => {
    const id = `weight/${stored.length}`;
    const bytes = new Uint8Array(parts.reduce((n, part) => n + part.length, 0));
    let at = 0;
    parts.forEach((part, i) => {
      bindings[roles[i]!] = { parts: [{ object: id, range: [at / 2, (at + part.length) / 2] }] };
      bytes.set(part, at);
      at += part.length;
    });
    stored.push(bf16Object(id, flat ? [at / 2] : [at / 2 / columns, columns], bytes));
  };
  const decoderLayer = async (role: string, name: string, full: boolean) => {
    await single(`${role}/input_norm`, `${name}.input_layernorm.weight`);
    await single(`${role}/post_attention_norm`, `${name}.post_attention_layernorm.weight`);
    const gate = (await read(`${name}.mlp.gate_proj.weight`)).bytes;
    const up = (await read(`${name}.mlp.up_proj.weight`)).bytes;
    fused([`${role}/mlp/gate`, `${role}/mlp/up`], text.hiddenSize, [gate, up]);
    await single(`${role}/mlp/down`, `${name}.mlp.down_proj.weight`);
    if (full) {
      const q = (await read(`${name}.self_attn.q_proj.weight`)).bytes;
      const heads = range(0, queryHeads);
      const pick = (half: number) =>
        pickRows(
          q,
          2 * text.hiddenSize,
          heads.flatMap((h) => range((2 * h + half) * headWidth, (2 * h + half + 1) * headWidth)),
        );
      const k = (await read(`${name}.self_attn.k_proj.weight`)).bytes;
      const v = (await read(`${name}.self_attn.v_proj.weight`)).bytes;
      const roles = ["query", "key", "gate", "value"].map((part) => `${role}/attention/${part}`);
      fused(roles, text.hiddenSize, [pick(0), k, pick(1), v]);
      expect(k.length).toBe(2 * keyValueHeads * headWidth * text.hiddenSize);
      await single(`${role}/attention/output`, `${name}.self_attn.o_proj.weight`);
      await single(`${role}/attention/query_norm`, `${name}.self_attn.q_norm.weight`);
      await single(`${role}/attention/key_norm`, `${name}.self_attn.k_norm.weight`);
      return;
    }
    const qkv = (await read(`${name}.linear_attn.in_proj_qkv.weight`)).bytes;
    const z = (await read(`${name}.linear_attn.in_proj_z.weight`)).bytes;
    const rowBytes = 2 * text.hiddenSize;
    const keys = keyHeads * keyWidth;
    const slice = (begin: number, end: number) => qkv.subarray(begin * rowBytes, end * rowBytes);
    fused([`${role}/gdn/query`, `${role}/gdn/key`], text.hiddenSize, [slice(0, keys), slice(keys, 2 * keys)]);
    const values = valueHeads * valueWidth;
    fused([`${role}/gdn/value`, `${role}/gdn/z`], text.hiddenSize, [slice(2 * keys, 2 * keys + values), z]);
    const a = (await read(`${name}.linear_attn.in_proj_a.weight`)).bytes;
    const b = (await read(`${name}.linear_attn.in_proj_b.weight`)).bytes;
    fused([`${role}/gdn/a_projection`, `${role}/gdn/b_projection`], text.hiddenSize, [a, b]);
    await single(`${role}/gdn/convolution`, `${name}.linear_attn.conv1d.weight`, ({ shape, bytes }) => {
      const [channels, , taps] = shape as [number, number, number];
      const order = range(0, taps).flatMap((tap) => range(0, channels).map((channel) => channel * taps + tap));
      return { shape: [taps, channels], bytes: pickRows(bytes, 2, order) };
    });
    await single(`${role}/gdn/a_log`, `${name}.linear_attn.A_log`);
    await single(`${role}/gdn/dt_bias`, `${name}.linear_attn.dt_bias`);
    await single(`${role}/gdn/norm`, `${name}.linear_attn.norm.weight`);
    await single(`${role}/gdn/output`, `${name}.linear_attn.out_proj.weight`);
  };

  await single("text/token_embedding", "model.language_model.embed_tokens.weight");
  await single("text/output_head", "lm_head.weight");
  await single("text/final_norm", "model.language_model.norm.weight");
  for (const [layer, type] of text.layerTypes.entries()) {
    await decoderLayer(`text/layers/${layer}`, `${TEXT}${layer}`, type === "full_attention");
  }
  await single("mtp/input_projection", "mtp.fc.weight");
  await single("mtp/embedding_norm", "mtp.pre_fc_norm_embedding.weight");
  await single("mtp/hidden_norm", "mtp.pre_fc_norm_hidden.weight");
  await single("mtp/final_norm", "mtp.norm.weight");
  await decoderLayer("mtp/layers/0", "mtp.layers.0", true);
  const flat = ({ shape, bytes }: { shape: readonly number[]; bytes: Uint8Array }) => ({
    shape: [shape[0]!, shape.slice(1).reduce((x, y) => x * y, 1)],
    bytes,
  });
  await single("vision/patch_embedding", "model.visual.patch_embed.proj.weight", flat);
  await single("vision/patch_embedding_bias", "model.visual.patch_embed.proj.bias");
  await single("vision/position_embedding", "model.visual.pos_embed.weight");
  for (let block = 0; block < vision!.depth; block++) {
    const [role, name] = [`vision/layers/${block}`, `model.visual.blocks.${block}`];
    const weight = (await read(`${name}.attn.qkv.weight`)).bytes;
    const bias = (await read(`${name}.attn.qkv.bias`)).bytes;
    const third = (bytes: Uint8Array) =>
      [0, 1, 2].map((i) => bytes.subarray((i * bytes.length) / 3, ((i + 1) * bytes.length) / 3));
    fused(
      ["query", "key", "value"].map((part) => `${role}/attention/${part}`),
      vision!.hiddenSize,
      third(weight),
    );
    fused(
      ["query", "key", "value"].map((part) => `${role}/attention/${part}_bias`),
      1,
      third(bias),
      true,
    );
    for (const [part, tensor] of [
      ["attention/output", "attn.proj"],
      ["mlp/fc1", "mlp.linear_fc1"],
      ["mlp/fc2", "mlp.linear_fc2"],
    ]) {
      await single(`${role}/${part}`, `${name}.${tensor}.weight`);
      await single(`${role}/${part}_bias`, `${name}.${tensor}.bias`);
    }
    for (const norm of ["norm1", "norm2"]) {
      for (const part of ["weight", "bias"]) await single(`${role}/${norm}_${part}`, `${name}.${norm}.${part}`);
    }
  }
  for (const fc of ["fc1", "fc2"]) {
    await single(`vision/merger/${fc}`, `model.visual.merger.linear_${fc}.weight`);
    await single(`vision/merger/${fc}_bias`, `model.visual.merger.linear_${fc}.bias`);
  }
  for (const part of ["weight", "bias"]) await single(`vision/merger/norm_${part}`, `model.visual.merger.norm.${part}`);
  const config = JSON.parse((await checkpoint.resource("config.json"))!);
  const components = {
    text: { config: config.text_config },
    vision: { config: config.vision_config, target: "text" },
    mtp: { config: {}, target: "text" },
  };
  return containerV3(components, stored, bindings);
}

test("tiny-hybrid stored in fused parents gives back every byte and value of the checkpoint", async () => {
  const checkpoint = await openArtifact(fileDirectory("models/tiny-hybrid"));
  const artifact = await openArtifact(await convertedTinyHybrid(checkpoint));
  expect(artifact.config.text).toEqual(checkpoint.config.text);
  expect(artifact.config.vision).toEqual(checkpoint.config.vision);
  expect(facts(artifact)).toEqual(facts(checkpoint));
  for (const { name, bytes, shape } of checkpoint.tensors.values()) {
    const want = await checkpoint.readBytes(name, 0, bytes);
    expect(Buffer.from(await artifact.readBytes(name, 0, bytes)).equals(want), name).toBe(true);
    const cut = bytes >> 1;
    const tail = await artifact.readBytes(name, cut, bytes - cut);
    expect(Buffer.from(tail).equals(want.subarray(cut)), `${name} from ${cut}`).toBe(true);
    const [first, last] = [Math.floor(shape[0]! / 3), shape[0]!];
    const values = bits(await artifact.readFloat32(name, first, last));
    expect(values.equals(bits(await checkpoint.readFloat32(name, first, last))), name).toBe(true);
  }
  await artifact.close();
  await checkpoint.close();
});

test("tiny-hybrid stored in a container answers as the checkpoint does", async () => {
  const checkpoint = await openArtifact(fileDirectory("models/tiny-hybrid"));
  const artifact = await openArtifact(await convertedTinyHybrid(checkpoint));
  const { cases } = JSON.parse(readFileSync("test/fixtures/model.json", "utf8")) as {
    cases: { name: string; ids: number[]; greedy: number[] }[];
  };
  const { ids, greedy } = cases.find((c) => c.name === "think")!;
  const engine = await openEngine({ artifact, backend: createCpuBackend(), maxContext: 128 });
  const prompt = { kind: "tokens", tokens: ids } as const;
  const result = await engine.complete({ prompt, sampling: { greedy: true }, maxNewTokens: 20, ignoreEos: true });
  expect(result.tokens).toEqual(greedy.slice(0, 20));
  await engine.close();
  await checkpoint.close();
});

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
  async function decodedOwnBytes(artifact: Artifact, name: string): Promise<Float32Array> {
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
    const artifact = await openArtifact(source);
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

test("a folder with one .ninfer file, and one with two", async () => {
  const checkpoint = await openArtifact(fileDirectory("models/tiny-hybrid"));
  const source = await convertedTinyHybrid(checkpoint);
  const bytes = await source.read(0, source.size);
  const artifact = await openArtifact(memoryDirectory("d", { "a.ninfer": bytes, "readme.txt": new Uint8Array(1) }));
  expect(artifact.kind).toBe("ninfer");
  const two = memoryDirectory("d", { "a.ninfer": bytes, "b.ninfer": bytes });
  expect((await errorOf(() => openArtifact(two))).code).toBe("several_models");
  expect((await openArtifact(two, { file: "b.ninfer" })).kind).toBe("ninfer");
  expect((await errorOf(() => openArtifact(two, { file: "c.ninfer" }))).code).toBe("file_missing");
  expect((await errorOf(() => openArtifact(memorySource("x.bin", new Uint8Array(100))))).code).toBe(
    "unknown_container",
  );
});
