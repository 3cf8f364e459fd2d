/**
 * config.json -> ModelConfig: both nestings, old and new rope fields, defaults as transformers documents them, and
 * every refusal with its place and reason.
 */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { checkpointConfig } from "../../src/artifact/safetensors.ts";
import { QwerkError } from "../../src/base/errors.ts";
import { parseConfig } from "../../src/model/qwen3_5/config.ts";

const tiny = JSON.parse(readFileSync("test/fixtures/tiny-hybrid/config.json", "utf8"));

function parse(change: (config: typeof tiny) => void, generation?: unknown) {
  const config = structuredClone(tiny);
  change(config);
  return parseConfig(
    checkpointConfig(JSON.stringify(config), generation === undefined ? undefined : JSON.stringify(generation)),
  );
}

function refusal(change: (config: typeof tiny) => void): string {
  try {
    parse(change);
  } catch (error) {
    if (error instanceof QwerkError) return `${error.name} ${error.code}: ${error.message}`;
    throw error;
  }
  return "accepted";
}

describe("accepted", () => {
  test("tiny-hybrid in full", () => {
    expect(parse(() => {})).toEqual({
      modelType: "qwen3_5",
      text: {
        hiddenSize: 192,
        intermediateSize: 512,
        layerTypes: ["linear_attention", "linear_attention", "linear_attention", "full_attention"],
        vocabSize: 1280,
        normEpsilon: 1e-6,
        tiedEmbeddings: false,
        maxPositions: 4096,
        attention: {
          queryHeads: 4,
          keyValueHeads: 2,
          headWidth: 64,
          rotary: { theta: 10000, rotaryWidth: 16, sections: [3, 3, 2] },
        },
        linearAttention: { keyHeads: 2, valueHeads: 6, keyWidth: 32, valueWidth: 32, convolutionKernel: 4 },
        mtpLayers: 1,
      },
      vision: {
        depth: 2,
        hiddenSize: 64,
        intermediateSize: 128,
        heads: 2,
        patchSize: 16,
        temporalPatchSize: 2,
        spatialMergeSize: 2,
        inChannels: 3,
        outHiddenSize: 192,
        positionEmbeddings: 64,
      },
      tokens: { eos: [1216], image: 1228, video: 1229, visionStart: 1225, visionEnd: 1226 },
      generation: {},
    });
  });

  test("a text-only config with older rope fields", () => {
    const flat = {
      ...tiny.text_config,
      rope_parameters: undefined,
      rope_theta: 5e6,
      rope_scaling: { type: "mrope", mrope_section: [4, 2, 1] },
      partial_rotary_factor: 0.5,
      tie_word_embeddings: true,
    };
    const config = parseConfig(checkpointConfig(JSON.stringify(flat)));
    expect(config.modelType).toBe("qwen3_5_text");
    expect(config.vision).toBeUndefined();
    expect(config.text.tiedEmbeddings).toBe(true);
    expect(config.text.attention.rotary).toEqual({ theta: 5e6, rotaryWidth: 32, sections: [4, 2, 1] });
  });

  test("defaults are those of transformers", () => {
    const { text } = parseConfig(checkpointConfig('{"model_type":"qwen3_5_text"}'));
    expect(text).toEqual({
      hiddenSize: 4096,
      intermediateSize: 12288,
      layerTypes: Array.from({ length: 32 }, (_, i) => (i % 4 === 3 ? "full_attention" : "linear_attention")),
      vocabSize: 248320,
      normEpsilon: 1e-6,
      tiedEmbeddings: false,
      maxPositions: 32768,
      attention: {
        queryHeads: 16,
        keyValueHeads: 4,
        headWidth: 256,
        rotary: { theta: 10000, rotaryWidth: 64, sections: [11, 11, 10] },
      },
      linearAttention: { keyHeads: 16, valueHeads: 32, keyWidth: 128, valueWidth: 128, convolutionKernel: 4 },
      mtpLayers: 0,
    });
  });

  test.each([
    ["all linear", 9, "linear_attention"],
    ["all full", 1, "full_attention"],
  ])("layers derived from an interval: %s", (_, interval, type) => {
    const { text } = parse((c) => {
      delete c.text_config.layer_types;
      c.text_config.full_attention_interval = interval;
    });
    expect(text.layerTypes).toEqual(Array(4).fill(type));
  });

  test("odd head counts and widths that are no multiple of anything", () => {
    const { text } = parse((c) => {
      Object.assign(c.text_config, { num_attention_heads: 5, num_key_value_heads: 5, head_dim: 37, hidden_size: 41 });
      Object.assign(c.text_config, { linear_num_key_heads: 3, linear_num_value_heads: 9, linear_key_head_dim: 7 });
      c.text_config.rope_parameters = { rope_theta: 100, partial_rotary_factor: 0.28, rope_type: "default" };
    });
    expect(text.attention).toEqual({
      queryHeads: 5,
      keyValueHeads: 5,
      headWidth: 37,
      rotary: { theta: 100, rotaryWidth: 10, sections: [2, 2, 1] },
    });
  });

  test("default sections of a narrow head follow the interleaving rule", () => {
    for (let frequencies = 1; frequencies <= 32; frequencies++) {
      const { text } = parse((c) => {
        c.text_config.head_dim = 2 * frequencies;
        c.text_config.rope_parameters = { partial_rotary_factor: 1 };
      });
      const axis = (i: number) => (i % 3 === 1 && i < 33 ? 1 : i % 3 === 2 && i < 30 ? 2 : 0);
      const counts = [0, 0, 0];
      for (let i = 0; i < frequencies; i++) counts[axis(i)]!++;
      expect(text.attention.rotary.sections).toEqual(counts);
    }
  });

  test("generation_config.json is merged in", () => {
    const generation = {
      eos_token_id: [7, 9, 7],
      temperature: 0,
      top_k: -1,
      top_p: 1,
      min_p: 0.1,
      repetition_penalty: 1.05,
      do_sample: false,
    };
    const config = parse(() => {}, generation);
    expect(config.tokens.eos).toEqual([7, 9, 1216]);
    expect(config.generation).toEqual({
      temperature: 0,
      topK: 0,
      topP: 1,
      minP: 0.1,
      repetitionPenalty: 1.05,
      doSample: false,
    });
    expect(parse(() => {}, { top_p: 0.5 }).tokens.eos).toEqual([1216]);
  });

  test("end tokens are those of generation_config, config and text_config together", () => {
    const { tokens } = parse((c) => Object.assign(c, { eos_token_id: [3, 1216] }), { eos_token_id: 5 });
    expect(tokens.eos).toEqual([5, 3, 1216]);
  });

  test("Python's Infinity and NaN are numbers: harmless where nobody reads them, refused where somebody does", () => {
    const python = (field: string) => JSON.stringify(tiny).replace('"initializer_range":0.02', field);
    const harmless = python('"initializer_range": NaN, "time_step_limit": [0.0, Infinity], "floor": -Infinity');
    expect(parseConfig(checkpointConfig(harmless)).text).toEqual(parse(() => {}).text);
    const read = JSON.stringify(tiny).replace('"rms_norm_eps":0.000001', '"rms_norm_eps": NaN');
    expect(() => parseConfig(checkpointConfig(read))).toThrow(
      "config.json.text_config.rms_norm_eps: found NaN, needed a number above 0 and at most 1",
    );
  });

  test("defaults of generation_config.json that no request may ask for are its own fault", () => {
    for (const [field, value] of Object.entries({ temperature: -1, repetition_penalty: 0, top_p: 1.5, min_p: -1 })) {
      expect(() => parse(() => {}, { [field]: value })).toThrow(
        `generation_config.json.${field}: found ${value}, needed`,
      );
    }
  });
});

describe("refused", () => {
  const cases: [string, (c: typeof tiny) => void, string][] = [
    [
      "experts by type",
      (c) => (c.model_type = "qwen3_5_moe"),
      "UnsupportedError mixture_of_experts: mixture of experts is not supported yet",
    ],
    [
      "experts by count",
      (c) => (c.text_config.num_experts = 256),
      "UnsupportedError mixture_of_experts: mixture of experts is not supported yet",
    ],
    [
      "experts by nested type",
      (c) => (c.text_config.model_type = "qwen3_5_moe_text"),
      "UnsupportedError mixture_of_experts: mixture of experts is not supported yet",
    ],
    [
      "model type",
      (c) => (c.model_type = "llama"),
      'UnsupportedError model_type: config.json.model_type: found "llama", needed "qwen3_5" or "qwen3_5_text"',
    ],
    [
      "no model type",
      (c) => delete c.model_type,
      "ArtifactError bad_config: config.json.model_type: found nothing, needed a string",
    ],
    [
      "rope type",
      (c) => (c.text_config.rope_parameters.rope_type = "yarn"),
      'UnsupportedError config_feature: config.json.text_config.rope_parameters.rope_type: found "yarn", needed "default"',
    ],
    [
      "halves",
      (c) => (c.text_config.rope_parameters.mrope_interleaved = false),
      "UnsupportedError config_feature: config.json.text_config.rope_parameters.mrope_interleaved: found false, needed true",
    ],
    [
      "attention bias",
      (c) => (c.text_config.attention_bias = true),
      "UnsupportedError config_feature: config.json.text_config.attention_bias: found true, needed false",
    ],
    [
      "no output gate",
      (c) => (c.text_config.attn_output_gate = false),
      "UnsupportedError config_feature: config.json.text_config.attn_output_gate: found false, needed true",
    ],
    [
      "activation",
      (c) => (c.text_config.hidden_act = "gelu"),
      'UnsupportedError config_feature: config.json.text_config.hidden_act: found "gelu", needed "silu"',
    ],
    [
      "layer type",
      (c) => (c.text_config.layer_types[1] = "sliding_attention"),
      'UnsupportedError config_feature: config.json.text_config.layer_types[1]: found "sliding_attention", needed "linear_attention" or "full_attention"',
    ],
    [
      "own MTP embeddings",
      (c) => (c.text_config.mtp_use_dedicated_embeddings = true),
      "UnsupportedError config_feature: config.json.text_config.mtp_use_dedicated_embeddings: found true, needed false",
    ],
    [
      "layer count",
      (c) => (c.text_config.num_hidden_layers = 5),
      "ArtifactError bad_config: config.json.text_config.layer_types: found 4 entries, needed num_hidden_layers = 5",
    ],
    [
      "zero layers",
      (c) => (c.text_config.layer_types = []),
      "ArtifactError bad_config: config.json.text_config.layer_types: found 0 entries, needed num_hidden_layers = 4",
    ],
    [
      "huge layer count",
      (c) => (c.text_config.num_hidden_layers = 1e9),
      "ArtifactError bad_config: config.json.text_config.num_hidden_layers: found 1000000000, needed an integer from 1 to 4096",
    ],
    [
      "a string for a number",
      (c) => (c.text_config.hidden_size = "192"),
      'ArtifactError bad_config: config.json.text_config.hidden_size: found "192", needed a positive integer',
    ],
    [
      "zero",
      (c) => (c.text_config.vocab_size = 0),
      "ArtifactError bad_config: config.json.text_config.vocab_size: found 0, needed a positive integer",
    ],
    [
      "fraction",
      (c) => (c.text_config.head_dim = 64.5),
      "ArtifactError bad_config: config.json.text_config.head_dim: found 64.5, needed a positive integer",
    ],
    [
      "kv heads",
      (c) => (c.text_config.num_key_value_heads = 3),
      "ArtifactError bad_config: config.json.text_config.num_key_value_heads: found 3, needed a divisor of num_attention_heads 4",
    ],
    [
      "key heads",
      (c) => (c.text_config.linear_num_key_heads = 4),
      "ArtifactError bad_config: config.json.text_config.linear_num_key_heads: found 4, needed a divisor of linear_num_value_heads 6",
    ],
    [
      "odd rotary width",
      (c) => (c.text_config.rope_parameters.partial_rotary_factor = 17 / 64),
      "ArtifactError bad_config: config.json.text_config.rope_parameters.partial_rotary_factor: found 0.265625, which rotates 17 of 64 dimensions, needed an even positive number of dimensions",
    ],
    [
      "sections",
      (c) => (c.text_config.rope_parameters.mrope_section = [3, 3, 3]),
      "ArtifactError bad_config: config.json.text_config.rope_parameters.mrope_section: found [3,3,3], which is 9 frequencies, needed at most the 8 that the rotary width has",
    ],
    [
      "two sections",
      (c) => (c.text_config.rope_parameters.mrope_section = [3, 3]),
      "ArtifactError bad_config: config.json.text_config.rope_parameters.mrope_section: found [3,3], needed three integers (time, height, width)",
    ],
    [
      "epsilon",
      (c) => (c.text_config.rms_norm_eps = 0),
      "ArtifactError bad_config: config.json.text_config.rms_norm_eps: found 0, needed a number above 0 and at most 1",
    ],
    [
      "text_config of the wrong kind",
      (c) => (c.text_config = []),
      "ArtifactError bad_config: config.json.text_config: found [], needed an object",
    ],
    [
      "position table",
      (c) => (c.vision_config.num_position_embeddings = 65),
      "ArtifactError bad_config: config.json.vision_config.num_position_embeddings: found 65, needed a square number",
    ],
    [
      "deepstack",
      (c) => (c.vision_config.deepstack_visual_indexes = [1]),
      "UnsupportedError config_feature: config.json.vision_config.deepstack_visual_indexes: found [1], needed an empty list",
    ],
    [
      "token id",
      (c) => (c.image_token_id = -1),
      "ArtifactError bad_config: config.json.image_token_id: found -1, needed an integer from 0 to 2147483647",
    ],
  ];
  test.each(cases)("%s", (_, change, message) => {
    expect(refusal(change)).toContain(message);
  });

  test("text that is no JSON object", () => {
    for (const source of ["", "{", "[]", "1", "null"]) expect(() => checkpointConfig(source)).toThrow(/config\.json/);
  });
});
