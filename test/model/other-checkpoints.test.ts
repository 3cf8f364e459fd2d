/**
 * Checkpoints whose weights another program stores in its own way: named in one line, by what config.json or the weight
 * files say, and by their tensors where those say nothing.
 */
import { describe, expect, test } from "vitest";
import { memoryDirectory } from "../../src/artifact/sources.ts";
import { inspectArtifact } from "../../src/inspect.ts";
import { container, flatBody, flatConfig, flatShapes } from "../artifact/flat-checkpoint.ts";
import { failureOf } from "../base/failure.ts";
import { openModel } from "./opened-model.ts";

interface Change {
  readonly config?: Readonly<Record<string, unknown>>;
  readonly metadata?: Readonly<Record<string, string>>;
  readonly shapes?: (shapes: Map<string, number[]>) => void;
  readonly dtype?: (name: string) => string;
}

function folder({ config, metadata, shapes: change, dtype }: Change) {
  const shapes = flatShapes();
  change?.(shapes);
  const [header, data] = flatBody(shapes, dtype);
  const own = JSON.parse(new TextDecoder().decode(flatConfig()));
  return memoryDirectory("m", {
    "config.json": new TextEncoder().encode(JSON.stringify({ ...own, ...config })),
    "model.safetensors": container({ ...(metadata && { __metadata__: metadata }), ...(header as object) }, data),
  });
}

const MLP = "model.layers.0.mlp.up_proj";

/** The tensors of a packed matrix in place of the weight. */
function packed(...endings: string[]) {
  return (shapes: Map<string, number[]>) => {
    shapes.delete(`${MLP}.weight`);
    for (const ending of endings) shapes.set(`${MLP}.${ending}`, [2, 2]);
  };
}

describe("named in one line", () => {
  /** With a matrix as the method stores it. */
  const quantised = (values: object, ...endings: string[]): Change => ({
    config: { quantization_config: values },
    shapes: packed(...endings),
  });
  const cases: [what: string, change: Change, code: string, says: RegExp][] = [
    [
      "FP8",
      quantised({ quant_method: "fp8", weight_block_size: [128, 128] }, "weight", "weight_scale_inv"),
      "quantised_checkpoint",
      /"fp8": FP8 /,
    ],
    [
      "GPTQ",
      quantised({ quant_method: "gptq", bits: 4, group_size: 128 }, "qweight", "qzeros", "scales"),
      "quantised_checkpoint",
      /"gptq" of 4 bits: GPTQ /,
    ],
    [
      "AWQ",
      quantised({ quant_method: "awq", w_bit: 4 }, "qweight", "scales"),
      "quantised_checkpoint",
      /"awq" of 4 bits: AWQ /,
    ],
    [
      "bitsandbytes",
      quantised({ quant_method: "bitsandbytes", load_in_4bit: true }, "weight", "weight.absmax"),
      ...(["quantised_checkpoint", /"bitsandbytes" of 4 bits/] as const),
    ],
    [
      "a method of tomorrow",
      quantised({ quant_method: "q1" }, "weight", "weight_zero_point"),
      "quantised_checkpoint",
      /"q1": q1 checkpoints/,
    ],
    [
      "ModelOpt",
      quantised({ quant_algo: "NVFP4" }, "weight", "weight_scale_2"),
      "quantised_checkpoint",
      /"NVFP4": NVFP4 checkpoints/,
    ],
    [
      "an older key",
      {
        config: { compression_config: { quant_method: "compressed-tensors" } },
        shapes: packed("weight_packed", "weight_scale"),
      },
      "quantised_checkpoint",
      /compression_config/,
    ],
    [
      "one matrix of packed integers among plain ones",
      {
        config: { quantization_config: { quant_method: "fp8" } },
        dtype: (name) => (name === `${MLP}.weight` ? "I16" : "F16"),
      },
      ...(["quantised_checkpoint", /"fp8": FP8 /] as const),
    ],
    [
      "rotated weights",
      {
        config: {
          quantization_config: { quant_method: "compressed-tensors", transform_config: { config_groups: { R1: {} } } },
        },
      },
      ...(["quantised_checkpoint", /compressed-tensors checkpoints/] as const),
    ],
    [
      "MLX, by the weight files",
      { metadata: { format: "mlx" } },
      "mlx_checkpoint",
      /format mlx: this is an MLX conversion/,
    ],
    [
      "MLX, quantised",
      { config: { quantization: { group_size: 64, bits: 4 }, quantization_config: { group_size: 64, bits: 4 } } },
      ...(["mlx_checkpoint", /m\/config\.json\.quantization is \{"group_size":64,"bits":4\}/] as const),
    ],
    [
      "MLX, by its convolutions",
      { shapes: (s) => s.set("model.layers.0.linear_attn.conv1d.weight", [31, 3, 1]) },
      ...(["mlx_checkpoint", /conv1d\.weight has the shape \[31, 3, 1\]/] as const),
    ],
    [
      "MLX, by its scales",
      { shapes: packed("weight", "scales", "biases") },
      "mlx_checkpoint",
      /scales has biases beside it/,
    ],
    [
      "GPTQ, by its tensors",
      { shapes: packed("qweight", "scales") },
      "quantised_checkpoint",
      /up_proj\.qweight: AWQ or GPTQ/,
    ],
    [
      "FP8, by its tensors",
      { shapes: packed("weight", "weight_scale_inv"), dtype: (name) => (name === `${MLP}.weight` ? "I16" : "F16") },
      ...(["quantised_checkpoint", /weight_scale_inv: FP8 checkpoints/] as const),
    ],
  ];
  test.each(cases)("%s", async (_, change, code, says) => {
    const error = await failureOf(() => openModel(folder(change)));
    expect(error).toMatchObject({ name: "UnsupportedError", code });
    expect(error.message).toMatch(/^m/);
    expect(error.message).toMatch(says);
    expect(error.message).not.toContain("\n");
    expect(error.hint).toContain("original");
  });

  test("and described by inspect, which says why they do not run", async () => {
    const found = await inspectArtifact(folder({ metadata: { format: "mlx" } }));
    expect(found).toMatchObject({
      format: "safetensors",
      tensors: flatShapes().size,
      problem: { code: "mlx_checkpoint" },
    });
  });
});

test.each(["F16", "BF16"])("a quantisation that the weights know nothing of is a note: all are %s", async (dtype) => {
  const config = { quantization_config: { quant_method: "fp8", transform_config: {} } };
  const undone = folder({ config, dtype: () => dtype });
  const model = await openModel(undone);
  expect(model.tensors.size).toBe(flatShapes().size);
  const found = await inspectArtifact(undone);
  expect(found).not.toHaveProperty("problem");
  expect(found.notes).toEqual([
    expect.stringMatching(/^m\/config\.json\.quantization_config names a quantisation, but/),
  ]);
});

test("what says nothing of the kind runs: no method, a null, PyTorch's own mark", async () => {
  for (const change of [{ config: { quantization_config: null } }, { metadata: { format: "pt" } }]) {
    const model = await openModel(folder(change));
    expect(model.tensors.size).toBe(flatShapes().size);
  }
});

test("a list of what is missing stops after ten and says how many more; its data has all", async () => {
  const error = await failureOf(() =>
    openModel(
      folder({
        shapes: (shapes) => {
          for (const name of [...shapes.keys()].slice(0, 14)) shapes.delete(name);
        },
      }),
    ),
  );
  expect(error.code).toBe("tensors_mismatch");
  const lines = error.message.split("\n");
  expect(lines[0]).toMatch(/^m: 14 of \d+ tensors are not as config\.json says:$/);
  expect(lines).toHaveLength(12);
  expect(lines.at(-1)).toBe("  and 4 more");
  expect(error.data["missing"]).toHaveLength(14);
});
