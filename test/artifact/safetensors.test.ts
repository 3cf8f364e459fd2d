/**
 * Safetensors checkpoints: values against words read straight from the file's bytes in this test, and every kind of
 * damage to header, index and tensors. Separate from config tests because here the bytes matter, not the model.
 */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { fileDirectory } from "../../node/file-source.ts";
import { openArtifact } from "../../src/artifact/open.ts";
import { openSafetensors } from "../../src/artifact/safetensors.ts";
import { readSafetensorsHeader } from "../../src/artifact/safetensors-header.ts";
import { memoryDirectory, memorySource } from "../../src/artifact/sources.ts";
import { codeOf, failureOf } from "../base/failure.ts";
import { container, flatCheckpoint, flatConfig } from "./flat-checkpoint.ts";

const TINY = "test/fixtures/tiny-hybrid";
const RANDOM = "test/fixtures/tiny-random";

/** Absolute byte offset of a tensor, found by plain JSON parsing: a second path to the same place. */
function locate(file: string, tensor: string): { bytes: Buffer; at: number; length: number } {
  const bytes = readFileSync(file);
  const headerBytes = Number(bytes.readBigUInt64LE(0));
  const header = JSON.parse(bytes.toString("utf8", 8, 8 + headerBytes));
  const [begin, end] = header[tensor].data_offsets;
  return { bytes, at: 8 + headerBytes + begin, length: end - begin };
}

function bf16(bytes: Buffer, at: number): number {
  const word = Buffer.alloc(4);
  word.writeUInt16LE(bytes.readUInt16LE(at), 2);
  return word.readFloatLE(0);
}

describe("checkpoints", () => {
  test("tiny-hybrid: config, all tensors, values equal the file's words", async () => {
    const artifact = await openSafetensors(fileDirectory(TINY));
    expect(artifact.kind).toBe("safetensors");
    if (artifact.config.kind !== "checkpoint") throw new Error(`a config of kind ${artifact.config.kind}`);
    const { root, generation } = artifact.config;
    expect(root.values).toEqual(JSON.parse(readFileSync(`${TINY}/config.json`, "utf8")));
    expect(generation?.values).toEqual(JSON.parse(readFileSync(`${TINY}/generation_config.json`, "utf8")));
    expect(artifact.tensors.size).toBe(104);
    const name = "model.language_model.layers.3.self_attn.q_proj.weight";
    const raw = locate(`${TINY}/model.safetensors`, name);
    expect(artifact.tensors.get(name)).toEqual({ name, format: "bf16", shape: [512, 192], bytes: 512 * 192 * 2 });
    const values = await artifact.readFloat32(name);
    expect(values.length).toBe(512 * 192);
    for (const i of [0, 1, 191, 192, 54321, 512 * 192 - 1]) expect(values[i]).toBe(bf16(raw.bytes, raw.at + 2 * i));
    const rows = await artifact.readFloat32(name, 300, 302);
    expect(rows).toEqual(values.slice(300 * 192, 302 * 192));
    const stored = await artifact.readBytes(name, 10, 6);
    expect([...stored]).toEqual([...raw.bytes.subarray(raw.at + 10, raw.at + 16)]);
    expect(await artifact.resource("chat_template.jinja")).toBe(readFileSync(`${TINY}/chat_template.jinja`, "utf8"));
    expect(await artifact.resource("nothing.json")).toBeUndefined();
    await artifact.close();
  });

  test("tiny-random: two shards, tied embeddings, F32 beside BF16", async () => {
    const artifact = await openSafetensors(fileDirectory(RANDOM));
    expect(artifact.tensors.has("lm_head.weight")).toBe(false);
    const a = "model.language_model.layers.0.linear_attn.A_log";
    expect(artifact.tensors.get(a)?.format).toBe("f32");
    const raw = locate(`${RANDOM}/model-00001-of-00002.safetensors`, a);
    expect([...(await artifact.readFloat32(a))]).toEqual([0, 4, 8].map((at) => raw.bytes.readFloatLE(raw.at + at)));
    const last = "model.language_model.norm.weight";
    const second = locate(`${RANDOM}/model-00002-of-00002.safetensors`, last);
    expect((await artifact.readFloat32(last))[5]).toBe(bf16(second.bytes, second.at + 10));
    await artifact.close();
  });

  test("tensors keep the names of the file, and what is no weight is told by dtype", async () => {
    const { config, weights } = flatCheckpoint(undefined, (name) => (name.endsWith("k_norm.weight") ? "I16" : "F16"));
    const files = { "config.json": config, "model.safetensors": weights };
    const artifact = await openSafetensors(memoryDirectory("flat", files));
    expect(artifact.tensors.get("model.norm.weight")).toMatchObject({ name: "model.norm.weight", shape: [3] });
    expect([...artifact.refused]).toEqual([["model.layers.1.self_attn.k_norm.weight", "I16"]]);
  });

  test("a missing shard, a bad index, a shard without its tensor", async () => {
    const one = container({ a: { dtype: "F32", shape: [1], data_offsets: [0, 4] } }, 4);
    const files = (map: unknown, more: Record<string, Uint8Array> = {}) =>
      memoryDirectory("d", {
        "config.json": flatConfig(),
        "model.safetensors.index.json": new TextEncoder().encode(JSON.stringify({ weight_map: map })),
        ...more,
      });
    expect(await codeOf(() => openArtifact(files({ a: "s1.safetensors" })))).toBe("shard_missing");
    expect(await codeOf(() => openArtifact(files({ a: "../s1.safetensors" })))).toBe("bad_file_name");
    expect(await codeOf(() => openArtifact(files({ a: 7 })))).toBe("bad_config");
    expect(await codeOf(() => openArtifact(files("x")))).toBe("bad_config");
    const lost = await failureOf(() => openArtifact(files({ a: "s1", b: "s1" }, { s1: one })));
    expect(lost.code).toBe("tensors_mismatch");
    expect(lost.data["missing"]).toEqual(["b"]);
    expect(await codeOf(() => openArtifact(files({ a: "s1", b: "s2" }, { s1: one, s2: one })))).toBe(
      "duplicate_tensor",
    );
  });

  test("a file in one piece is read before an index, as transformers does, and the artifact says so", async () => {
    const tensor = (name: string) => container({ [name]: { dtype: "F32", shape: [1], data_offsets: [0, 4] } }, 4);
    const index = new TextEncoder().encode('{"weight_map": {"sharded": "s1.safetensors"}}');
    const whole = { "model.safetensors": tensor("whole") };
    const sharded = { "model.safetensors.index.json": index, "s1.safetensors": tensor("sharded") };
    const open = (files: Record<string, Uint8Array>, listed = true) => {
      const directory = memoryDirectory("d", { "config.json": flatConfig(), ...files });
      return openSafetensors(listed ? directory : { ...directory, list: async () => undefined });
    };
    for (const listed of [true, false]) {
      const both = await open({ ...whole, ...sharded }, listed);
      expect([...both.tensors.keys()]).toEqual(["whole"]);
      expect(both.notes).toEqual([
        "found both model.safetensors and model.safetensors.index.json: the first is read, as transformers does",
      ]);
      const shards = await open(sharded, listed);
      expect([...shards.tensors.keys()]).toEqual(["sharded"]);
      expect(shards.notes).toEqual([]);
      const one = await open(whole, listed);
      expect([...one.tensors.keys()]).toEqual(["whole"]);
      expect(one.notes).toEqual([]);
    }
  });

  test("shards that are missing are counted and named, ten of them", async () => {
    const map = Object.fromEntries(Array.from({ length: 14 }, (_, i) => [`t${i}`, `s${String(i).padStart(2, "0")}`]));
    const one = container({ t3: { dtype: "F32", shape: [1], data_offsets: [0, 4] } }, 4);
    const error = await failureOf(() =>
      openSafetensors(
        memoryDirectory("d", {
          "config.json": flatConfig(),
          "model.safetensors.index.json": new TextEncoder().encode(JSON.stringify({ weight_map: map })),
          s03: one,
        }),
      ),
    );
    expect(error.code).toBe("shard_missing");
    const lines = error.message.split("\n");
    expect(lines[0]).toBe("d: 13 of 14 weight files are missing:");
    expect(lines.slice(1)).toEqual(
      [..."0124567890"].map((n, i) => `  s${i < 9 ? "0" : "1"}${n}`).concat("  and 3 more"),
    );
    expect(error.data["missing"]).toHaveLength(13);
  });
});

describe("headers", () => {
  const entry = (dtype: string, shape: number[], begin: number, end: number) => ({
    dtype,
    shape,
    data_offsets: [begin, end],
  });
  const two = { a: entry("F32", [2], 0, 8), b: entry("BF16", [1], 8, 10) };
  const read = (bytes: Uint8Array) => readSafetensorsHeader(memorySource("f", bytes));

  test("accepted: empty tensors, scalars, padding, any order, extra dtypes", async () => {
    const header = {
      z: entry("I64", [1], 12, 20),
      empty: entry("F32", [0, 5], 8, 8),
      a: entry("F32", [2], 0, 8),
      s: entry("F32", [], 8, 12),
    };
    const text = `${JSON.stringify(header)}    `;
    const { entries } = await read(container(header, 20, text));
    expect(entries.map((e) => [e.name, e.dtype, e.bytes])).toEqual([
      ["z", "I64", 8],
      ["empty", "F32", 0],
      ["a", "F32", 8],
      ["s", "F32", 4],
    ]);
  });

  const cases: [string, Uint8Array, string][] = [
    ["seven bytes", new Uint8Array(7), "source_truncated"],
    ["header longer than the file", container(two, 10).subarray(0, 40), "source_truncated"],
    ["header length of 2^63", Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 128, 123, 125), "safetensors_header"],
    ["header of zero bytes", new Uint8Array(8), "safetensors_header"],
    ["leading blank", container({}, 0, " {}"), "safetensors_header"],
    ["an array", container([], 0), "safetensors_header"],
    ["broken JSON", container({}, 0, '{"a":'), "bad_json"],
    ["bad UTF-8", Uint8Array.of(3, 0, 0, 0, 0, 0, 0, 0, 123, 0xff, 125), "bad_utf8"],
    [
      "duplicate tensor",
      container(
        {},
        4,
        '{"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}}',
      ),
      "bad_json",
    ],
    ["metadata of numbers", container({ __metadata__: { a: 1 } }, 0), "safetensors_header"],
    ["unknown dtype", container({ a: entry("Q4", [1], 0, 4) }, 4), "safetensors_tensor"],
    ["dtype from the prototype", container({ a: entry("constructor", [1], 0, 4) }, 4), "safetensors_tensor"],
    ["negative size", container({ a: entry("F32", [-1], 0, 4) }, 4), "safetensors_tensor"],
    [
      "fractional size",
      container({}, 4, '{"a":{"dtype":"F32","shape":[1.0],"data_offsets":[0,4]}}'),
      "safetensors_tensor",
    ],
    [
      "size beyond 2^53",
      container({}, 4, '{"a":{"dtype":"F32","shape":[18014398509481984],"data_offsets":[0,4]}}'),
      "safetensors_tensor",
    ],
    ["product beyond 2^64", container({ a: entry("F32", [2 ** 50, 2 ** 50], 0, 4) }, 4), "safetensors_tensor"],
    ["bytes unlike shape", container({ a: entry("F32", [2], 0, 4) }, 4), "safetensors_tensor"],
    ["end before begin", container({ a: entry("F32", [1], 4, 0) }, 4), "safetensors_tensor"],
    ["three offsets", container({ a: { dtype: "F32", shape: [1], data_offsets: [0, 4, 4] } }, 4), "safetensors_tensor"],
    ["end past the file", container({ a: entry("F32", [2], 0, 8) }, 4), "source_truncated"],
    ["hole", container({ a: entry("F32", [1], 4, 8) }, 8), "safetensors_tensor"],
    ["overlap", container({ a: entry("F32", [2], 0, 8), b: entry("F32", [1], 4, 8) }, 8), "safetensors_tensor"],
    ["trailing bytes", container({ a: entry("F32", [1], 0, 4) }, 8), "safetensors_header"],
    ["a number for a tensor", container({ a: 1 }, 0), "safetensors_tensor"],
  ];
  test.each(cases)("refused: %s", async (_, bytes, code) => {
    expect(await codeOf(() => read(bytes))).toBe(code);
  });

  test("every truncation of a good file says how much is there and how much is needed", async () => {
    const whole = container(two, 10);
    const header = whole.length - 10;
    for (let size = 0; size < whole.length; size++) {
      const needed = size < 8 ? 8 : size < header ? header : whole.length;
      const error = await failureOf(() => read(whole.subarray(0, size)));
      expect(error).toMatchObject({ code: "source_truncated", data: { size, needed } });
      const least = size < header ? "at least " : "";
      expect(error.message).toBe(`f: the file is cut short: found ${size} bytes, needed ${least}${needed}`);
    }
  });
});
