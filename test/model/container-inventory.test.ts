/**
 * The published `.ninfer` files, from their headers alone: sizes, tensors bound by name and shape, everything wrong with
 * a file in one report, and models this version does not run.
 */
import { describe, expect, test } from "vitest";
import { openNinfer } from "../../src/artifact/ninfer/container.ts";
import { expectedTensors } from "../../src/model/qwen3_5/tensors.ts";
import { resources27b, tensors27b, tensors35b } from "../artifact/ninfer-inventory.ts";
import { writeV2, writeV3 } from "../artifact/ninfer-writer.ts";
import { failureOf } from "../base/failure.ts";
import { factsOf } from "./facts.ts";
import { openModel } from "./opened-model.ts";

const TEXT = "model.language_model.layers.";

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
    const artifact = await openModel(source);
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
    const older = await openModel(writeV2("qwen3.8-27b", resources27b(), tensors27b(true)));
    const source = writeV3(resources27b(), tensors27b(true));
    const newer = await openModel(source);
    expect(source.bytesRead()).toBeLessThan(2_000_000);
    expect(factsOf(newer)).toEqual(factsOf(older));
    expect({ ...newer.config, text: { ...newer.config.text, normEpsilon: 1e-6 } }).toEqual(older.config);
    expect(newer.config.text.normEpsilon).toBe(Math.fround(1e-6));
    expect(newer.notes).toEqual(["dflash2: 91 tensors are not used by this version"]);
  });

  test("Qwen3.6-27B is the same graph", async () => {
    const q6 = tensors27b(false).map((t) =>
      /token_embedding|output_head/.test(t.name) ? { ...t, format: "Q6" as const } : t,
    );
    const artifact = await openModel(writeV2("qwen3.6-27b", resources27b(), q6));
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
    const error = await failureOf(() => openModel(writeV2("qwen3.8-27b", resources27b(), changed)));
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
    expect((await failureOf(() => openModel(writeV2("qwen3.8-27b", resources27b(), extra)))).data["extra"]).toEqual([
      "mtp/strange",
    ]);
    const other = [...tensors27b(false), { name: "decision/x", format: "BF16" as const, shape: [3] }];
    const artifact = await openModel(writeV2("qwen3.8-27b", resources27b(), other));
    expect(artifact.notes).toEqual(["decision: 1 tensors are not used by this version"]);
  });

  test("a file without MTP head and vision tower is a text model", async () => {
    const text = tensors27b(false).filter(({ name }) => name.startsWith("text/"));
    const artifact = await openModel(writeV3(resources27b(), text));
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
    const error = await failureOf(() => openModel(write()));
    expect(`${error.name} ${error.code}`).toBe("UnsupportedError mixture_of_experts");
    expect(error.message).toContain("mixture of experts is not supported yet");
  });

  test("an unknown model says which are known", async () => {
    const error = await failureOf(() => openModel(writeV2("gpt-9", resources27b(), tensors27b(false))));
    expect(error.message).toBe('model_id: found "gpt-9", needed qwen3.6-27b or qwen3.8-27b');
  });
});
