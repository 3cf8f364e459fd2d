/**
 * Plans of the 27B against the published file: the list of objects, which parameters share one and in what order, the
 * ranges they are bound to and what they are used with. The lists were made from the published file's own converter.
 */
import { describe, expect, test } from "vitest";
import { SPELLED_FORMATS } from "../../src/artifact/ninfer/formats.ts";
import { openArtifact } from "../../src/artifact/open.ts";
import { type ConversionPlan, planConversion } from "../../src/convert/plan.ts";
import { modelContents } from "../../src/model/open.ts";
import { resources27b, tensors27b } from "../artifact/ninfer-inventory.ts";
import { type SparseSource, writeV2, writeV3 } from "../artifact/ninfer-writer.ts";
import { PUBLISHED_BINDINGS, PUBLISHED_OBJECTS, planned, published } from "./inventory.ts";
import { OPTIONS, openRecipe } from "./recipes.ts";

async function planOf(source: SparseSource, recipe: string, without: readonly string[] = []): Promise<ConversionPlan> {
  const contents = await modelContents(await openArtifact(source));
  return planConversion(contents, openRecipe(recipe), { ...OPTIONS, without });
}

/** Directory of the plan, parsed again. */
function directoryOf({ set }: ConversionPlan): {
  bindings: Record<string, { object?: string; parts?: { object: string; range: [number, number] }[] }>;
  uses: {
    parameter: string;
    input: string;
    activation_policy: string;
    auxiliaries?: { activation_input_divisor: { object: string } };
  }[];
  components: Record<string, { config: object; resources?: object; proposal?: object }>;
  provenance: Record<string, unknown>;
} {
  return JSON.parse(new TextDecoder().decode(set.json));
}

const ALL = /./;
const DESCRIBED = / (text|mtp|vision|proposal)\//;

describe("objects as published", () => {
  test("version 3 kept, drafter included: every object at its published place", async () => {
    const plan = await planOf(writeV3(resources27b(), tensors27b(true)), "keep");
    expect(planned(plan)).toEqual(published(ALL));
    const places = plan.set.objects.map(({ id, offset, bytes }) => `${id} ${offset} ${bytes}`);
    expect(places).toEqual(PUBLISHED_OBJECTS.map(([, id, , , , , offset, bytes]) => `${id} ${offset} ${bytes}`));
  });

  test("bindings and uses are those of the published file", async () => {
    const { bindings, uses } = directoryOf(await planOf(writeV3(resources27b(), tensors27b(true)), "keep"));
    const lines = Object.entries(bindings).map(([name, { object, parts }]) => {
      const inputs = uses.filter(({ parameter }) => parameter === name).map(({ input }) => input);
      const place = object === undefined ? [parts![0]!.object, ...parts![0]!.range] : [object, "whole", ""];
      return [name, ...place, inputs.join(",")].join("\t");
    });
    expect(lines.sort()).toEqual(PUBLISHED_BINDINGS.map((line) => line.join("\t")).sort());
    expect(uses).toHaveLength(844);
    expect(new Set(uses.map((use) => use.activation_policy))).toEqual(new Set(["A16Only"]));
  });

  test.each([
    ["version 2 kept", "keep"],
    ["version 2 by the published recipe", "groupwise-int"],
  ])("%s", async (_, recipe) => {
    const source = writeV2("qwen3.8-27b", resources27b(), tensors27b(true));
    const plan = await planOf(source, recipe);
    expect(source.bytesRead()).toBeLessThan(15_000_000);
    expect(planned(plan)).toEqual(published(DESCRIBED));
    // Everything is stored as the recipe has it, so nothing is rounded again.
    expect(plan.jobs.every((job) => job.kind === "resource" || job.method === "copy")).toBe(true);
    expect(plan.contents.notes).toEqual(["dflash2 is left out: the file does not describe it"]);
    const { components, provenance } = directoryOf(plan);
    expect(Object.keys(components)).toEqual(["text", "vision", "mtp"]);
    expect(components["text"]!.proposal).toEqual({ domain: "indexed", rows: 131072 });
    expect(Object.keys(components["text"]!.resources!)).toEqual([
      ...["tokenizer.json", "tokenizer_config.json", "chat_template.jinja", "generation_config.json"],
    ]);
    expect(components["text"]!.config).toMatchObject({
      ...{ model_type: "qwen3_5_text", rms_norm_eps: 9.999999974752427e-7, tie_word_embeddings: false },
      rope_parameters: { rope_theta: 10000000, partial_rotary_factor: 0.25, mrope_section: [11, 11, 10] },
    });
    expect(provenance).not.toHaveProperty("decoded_and_encoded_again");
  });
});

test("NVFP4 of version 2 kept: whole parents, each product with the divisor measured for it", async () => {
  const scalar = (name: string) => ({ name, format: "FP32" as const, shape: [] });
  const tensors = tensors27b(false).flatMap((tensor) => {
    const layer = /^text\/layers\/\d+\/mlp/.exec(tensor.name);
    if (layer === null) return [tensor];
    return [{ ...tensor, format: "NVFP4" as const }, scalar(`${tensor.name}_projection/input_scale_divisor`)];
  });
  const source = writeV2("qwen3.8-27b", resources27b(), tensors);
  const plan = await planOf(source, "keep");
  expect(planned(plan)).toContain("[34816, 5120] nvfp4 text/layers/0/mlp/gate,text/layers/0/mlp/up");
  const { uses } = directoryOf(plan);
  const measured = uses.filter((use) => use.activation_policy === "AllowA4");
  // Gate, up and down of 64 layers; the divisor of gate and up was one scalar.
  expect(measured).toHaveLength(3 * 64);
  const auxiliaries = measured.map((use) => use.auxiliaries!.activation_input_divisor.object);
  expect(new Set(auxiliaries).size).toBe(3 * 64);
  expect(plan.set.objects.filter(({ id }) => id.startsWith("auxiliary/")).map(({ bytes }) => bytes)).toEqual(
    new Array(3 * 64).fill(4),
  );
  const last = plan.jobs.at(-1)!;
  if (last.kind !== "tensor") throw new Error("a scalar was needed");
  expect(last.members[0]!.parameter.name).toBe("text/layers/63/mlp/down_projection/input_scale_divisor");
  // By another recipe they have nothing to go with.
  const rounded = await planOf(writeV2("qwen3.8-27b", resources27b(), tensors), "groupwise-int");
  expect(rounded.set.objects.some(({ id }) => id.startsWith("auxiliary/"))).toBe(false);
});

describe("other recipes for the 27B", () => {
  const source = () => writeV2("qwen3.8-27b", resources27b(), tensors27b(false));
  const bytesOf = ({ set }: ConversionPlan) =>
    set.files.reduce((sum, { payloadStart, payloadBytes }) => sum + payloadStart + payloadBytes, 0);

  test("lean: Q6 output head, Q4 in the MTP head; what is rounded twice is said", async () => {
    const plan = await planOf(source(), "lean");
    const lines = planned(plan);
    expect(lines).toContain("[248320, 5120] q6_g64_fp16 text/output_head");
    expect(lines).toContain("[5120, 10240] q4_g64_fp16 mtp/input_projection");
    expect(lines.filter((line) => line.includes(" mtp/")).join()).not.toContain("q8_g32_fp16");
    expect(directoryOf(plan).provenance["decoded_and_encoded_again"]).toEqual({
      ...{ "q8_g32_fp16 to q6_g64_fp16": 1, "q8_g32_fp16 to q4_g64_fp16": 9 },
    });
    const base = await planOf(source(), "groupwise-int");
    expect(bytesOf(plan)).toBeLessThan(bytesOf(base) - 500_000_000);
  });

  test("w4-g64-16gb leaves 2 GB of 16 GiB for state and context", async () => {
    const plan = await planOf(source(), "w4-g64-16gb", ["vision", "proposal"]);
    expect(planned(plan).some((line) => line.includes("vision/"))).toBe(false);
    expect(bytesOf(plan)).toBeLessThan(16 * 2 ** 30 - 2 * 10 ** 9);
  });
});

test("every format a directory can name is spelled one way", () => {
  expect(SPELLED_FORMATS).toHaveLength(9);
});
