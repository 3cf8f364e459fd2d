/**
 * Checkpoints as models: whatever the exporter called its tensors, they come out under canonical names, and everything
 * that does not fit the config is in one report.
 */
import { describe, expect, test } from "vitest";
import { fileDirectory } from "../../node/file-source.ts";
import { memoryDirectory } from "../../src/artifact/sources.ts";
import { expectedTextTensors } from "../../src/model/qwen3_5/tensors.ts";
import { container, flatBody, flatCheckpoint, flatConfig, flatShapes } from "../artifact/flat-checkpoint.ts";
import { failureOf } from "../base/failure.ts";
import { openModel } from "./opened-model.ts";

const TINY = "test/fixtures/tiny-hybrid";
const RANDOM = "test/fixtures/tiny-random";

describe("checkpoints", () => {
  test("tiny-hybrid: the config with its generation defaults", async () => {
    const model = await openModel(fileDirectory(TINY));
    expect(model.config.text).toMatchObject({
      hiddenSize: 192,
      vocabSize: 1280,
      tiedEmbeddings: false,
      mtpLayers: 1,
    });
    expect(model.config.tokens).toEqual({
      eos: [1218, 1216],
      image: 1228,
      video: 1229,
      visionStart: 1225,
      visionEnd: 1226,
    });
    expect(model.config.generation).toEqual({ temperature: 1, topK: 20, topP: 0.95, doSample: true });
    expect(model.tensors.size).toBe(104);
    await model.close();
  });

  test("tiny-random: tied embeddings have no head of their own", async () => {
    const model = await openModel(fileDirectory(RANDOM));
    expect(model.config.text.tiedEmbeddings).toBe(true);
    expect(model.tensors.has("lm_head.weight")).toBe(false);
    await model.close();
  });

  test("names of a text-only export are canonical", async () => {
    const { config, weights } = flatCheckpoint();
    const model = await openModel(memoryDirectory("flat", { "config.json": config, "model.safetensors": weights }));
    expect(model.config.modelType).toBe("qwen3_5_text");
    expect(model.tensors.has("model.language_model.layers.0.mlp.up_proj.weight")).toBe(true);
    expect(model.config.vision).toBeUndefined();
    expect(model.config.text.mtpLayers).toBe(0);
  });

  test("f16 values", async () => {
    const { config, weights } = flatCheckpoint((name) =>
      name === "model.norm.weight" ? [0x3c00, 0xc000, 0x0001] : undefined,
    );
    const model = await openModel(memoryDirectory("flat", { "config.json": config, "model.safetensors": weights }));
    expect([...(await model.readFloat32("model.language_model.norm.weight"))]).toEqual([1, -2, 2 ** -24]);
  });

  test("missing tensors, wrong shapes and integer weights are reported together", async () => {
    const shapes = flatShapes();
    shapes.delete("model.layers.0.mlp.up_proj.weight");
    shapes.delete("model.norm.weight");
    shapes.set("model.layers.0.input_layernorm.weight", [4]);
    const weights = container(...flatBody(shapes, (name) => (name.endsWith("k_norm.weight") ? "I16" : "F16")));
    const error = await failureOf(() =>
      openModel(memoryDirectory("m", { "config.json": flatConfig(), "model.safetensors": weights })),
    );
    expect(error.code).toBe("tensors_mismatch");
    const data = error.data as { missing: { name: string }[]; wrongShape: unknown[]; wrongFormat: unknown[] };
    expect(data.missing.map((t) => t.name)).toEqual([
      "model.language_model.layers.0.mlp.up_proj.weight",
      "model.language_model.norm.weight",
    ]);
    expect(data.wrongShape).toEqual([
      { name: "model.language_model.layers.0.input_layernorm.weight", shape: [3], found: [4] },
    ]);
    expect(data.wrongFormat).toEqual([
      { name: "model.language_model.layers.1.self_attn.k_norm.weight", shape: [6], found: "I16" },
    ]);
    expect(error.message).toContain("found [4], needed [3]");
  });

  test("one tensor in two spellings is refused", async () => {
    const shapes = flatShapes().set("model.language_model.norm.weight", [3]);
    const files = { "config.json": flatConfig(), "model.safetensors": container(...flatBody(shapes)) };
    const error = await failureOf(() => openModel(memoryDirectory("m", files)));
    expect(error.code).toBe("duplicate_tensor");
    expect(error.message).toBe(
      "m: tensors model.norm.weight and model.language_model.norm.weight are both model.language_model.norm.weight",
    );
  });
});

test("expectedTextTensors agrees with what transformers wrote", async () => {
  for (const directory of [TINY, RANDOM]) {
    const model = await openModel(fileDirectory(directory));
    const text = [...model.tensors.values()].filter((t) => /^(model\.language_model|lm_head)/.test(t.name));
    const sort = (list: readonly { name: string; shape: readonly number[] }[]) =>
      list.map(({ name, shape }) => `${name} ${shape}`).sort();
    expect(sort(expectedTextTensors(model.config))).toEqual(sort(text));
    await model.close();
  }
});
