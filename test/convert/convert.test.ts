/**
 * Conversions of the tiny checkpoint, written and opened again: what is kept is kept bit by bit, what is rounded is off by
 * no more than half a step of its group, and weights that no format holds are refused where they stand.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fileDirectory } from "../../node/file-source.ts";
import { planConversion } from "../../src/convert/plan.ts";
import { readRecipe } from "../../src/convert/recipe.ts";
import { verifyObjects } from "../../src/convert/verify.ts";
import type { ModelContents, StoredParameter } from "../../src/model/contents.ts";
import { modelContents } from "../../src/model/open.ts";
import { failureOf } from "../base/failure.ts";
import { factsOf } from "../model/facts.ts";
import { type OpenedModel, openModel } from "../model/opened-model.ts";
import { convertedTinyHybrid } from "../model/tiny-hybrid-container.ts";
import { converted, planOf, writeToMemory } from "./memory-set.ts";
import { OPTIONS } from "./recipes.ts";

let tiny: OpenedModel;
beforeAll(async () => {
  tiny = await openModel(fileDirectory("test/fixtures/tiny-hybrid"));
});
afterAll(() => tiny.close());

const bits = (values: Float32Array) => Buffer.from(values.buffer, values.byteOffset, values.byteLength);

async function sameNumbers(found: OpenedModel, wanted: OpenedModel): Promise<void> {
  for (const { name } of wanted.tensors.values()) {
    const equal = bits(await found.readFloat32(name)).equals(bits(await wanted.readFloat32(name)));
    expect(equal, name).toBe(true);
  }
}

describe("keep", () => {
  test("a checkpoint's numbers, config and texts in one file", async () => {
    const { model, files } = await converted(tiny, "keep");
    expect(Object.keys(files)).toEqual(["out.ninfer"]);
    expect(factsOf(model)).toEqual(factsOf(tiny));
    await sameNumbers(model, tiny);
    const { normEpsilon, ...text } = tiny.config.text;
    expect(model.config.text).toEqual({ ...text, normEpsilon: Math.fround(normEpsilon) });
    expect(model.config.vision).toEqual(tiny.config.vision);
    expect(model.config.tokens).toEqual({ ...tiny.config.tokens, eos: model.config.tokens.eos });
    expect(new Set(model.config.tokens.eos)).toEqual(new Set(tiny.config.tokens.eos));
    expect(model.config.generation).toEqual(tiny.config.generation);
    for (const file of ["tokenizer.json", "tokenizer_config.json", "chat_template.jinja", "preprocessor_config.json"]) {
      expect(await model.artifact.resource(file), file).toBe(await tiny.artifact.resource(file));
    }
  });

  test("a model with a tied head, F32 norms and no texts", async () => {
    const random = await openModel(fileDirectory("test/fixtures/tiny-random"));
    const { model } = await converted(random, "keep");
    expect(model.config.text.tiedEmbeddings).toBe(true);
    await sameNumbers(model, random);
    await random.close();
  });

  test("another writer's container, in several files", async () => {
    const other = await openModel(await convertedTinyHybrid(tiny));
    const { model, files } = await converted(other, "keep", { mostFileBytes: 1_000_000 });
    expect(Object.keys(files).length).toBe(7);
    await sameNumbers(model, tiny);
  });

  test("the same source and recipe give the same bytes, another recipe another id", async () => {
    const idOf = (files: Readonly<Record<string, Uint8Array>>) =>
      Buffer.from(files["out.ninfer"]!.subarray(16, 32)).toString("hex");
    const [one, two, other] = [
      await converted(tiny, "lean"),
      await converted(tiny, "lean"),
      await converted(tiny, "keep"),
    ];
    expect(Buffer.from(two.files["out.ninfer"]!).equals(one.files["out.ninfer"]!)).toBe(true);
    expect(idOf(one.files)).not.toBe(idOf(other.files));
  });

  test("without vision: neither its weights nor its files", async () => {
    const { model } = await converted(tiny, "keep", { without: ["vision"] });
    expect(model.config.vision).toBeUndefined();
    expect(model.config.text.mtpLayers).toBe(1);
    expect(await model.artifact.resource("preprocessor_config.json")).toBeUndefined();
    expect(await model.artifact.resource("tokenizer.json")).toBe(await tiny.artifact.resource("tokenizer.json"));
  });
});

describe("recipes", () => {
  /** Columns of a group and its largest code. */
  const STEPS: Readonly<Record<string, readonly [number, number]>> = {
    q4_g64: [64, 7],
    q5_g64: [64, 15],
    q6_g64: [64, 31],
    w8_g32: [32, 127],
  };

  /** Largest error of each group in steps of its own. A step of f16 is rounded, which moves the largest code a little. */
  async function worstStep(model: OpenedModel, name: string, format: string): Promise<number> {
    const [group, most] = STEPS[format]!;
    const [found, wanted] = [await model.readFloat32(name), await tiny.readFloat32(name)];
    const columns = wanted.length / tiny.tensors.get(name)!.shape[0]!;
    let worst = 0;
    for (let at = 0; at < wanted.length; at += columns) {
      for (let column = 0; column < columns; column += group) {
        const end = at + Math.min(columns, column + group);
        const own = wanted.subarray(at + column, end);
        const step = own.reduce((x, y) => Math.max(x, Math.abs(y)), 0) / most;
        for (let i = 0; i < own.length && step > 0; i++) {
          worst = Math.max(worst, Math.abs(found[at + column + i]! - own[i]!) / step);
        }
      }
    }
    return worst;
  }

  test.each(["groupwise-int", "tiny-w8", "lean", "w4-g64-16gb"])("%s", async (recipe) => {
    const { model, plan, read } = await converted(tiny, recipe);
    const packed = [...model.tensors.values(), ...model.pieces!.values()].filter(({ format }) => format in STEPS);
    expect(packed.length).toBeGreaterThan(20);
    for (const { name, format } of packed) {
      if (tiny.tensors.has(name)) expect(await worstStep(model, name, format), `${name} ${format}`).toBeLessThan(0.51);
    }
    const errors = await verifyObjects(plan, read);
    expect(new Set(errors.map(({ format }) => format))).toContain(recipe === "tiny-w8" ? "q8_g32_fp16" : "q4_g64_fp16");
  });

  test("from a container of another recipe, it is decoded and encoded again", async () => {
    const w8 = (await converted(tiny, "tiny-w8")).model;
    const { model, plan } = await converted(w8, "w4-g64-16gb");
    const direct = (await converted(tiny, "w4-g64-16gb")).model;
    expect(factsOf(model)).toEqual(factsOf(direct));
    const { provenance } = JSON.parse(new TextDecoder().decode(plan.set.json));
    expect(provenance).toMatchObject({
      recipe: "w4-g64-16gb",
      source: { kind: "ninfer version 3" },
      decoded_and_encoded_again: { "q8_g32_fp16 to q4_g64_fp16": expect.any(Number) },
    });
  });

  test("verifying finds one byte that is wrong", async () => {
    const { plan, read } = await converted(tiny, "lean");
    const wrong = plan.set.payloadBytes - 1000;
    const broken = async (offset: number, length: number) => {
      const bytes = Uint8Array.from(await read(offset, length));
      if (offset <= wrong && wrong < offset + length) bytes[wrong - offset]! ^= 1;
      return bytes;
    };
    const error = await failureOf(() => verifyObjects(plan, broken));
    expect(error.code).toBe("verify_failed");
  });
});

describe("what cannot be stored", () => {
  const NAME = "text/layers/1/mlp/down";
  const isWide = (parameter: StoredParameter) => parameter.name === NAME;

  /** The tiny model with some numbers of one matrix replaced. */
  async function withNumbers(change: (values: Float32Array) => void, copyable = false): Promise<ModelContents> {
    const contents = await modelContents(tiny.artifact);
    const parameters = [...contents.parameters.values()].map((parameter): readonly [string, StoredParameter] => {
      if (!isWide(parameter)) return [parameter.name, parameter];
      const readRows = async (start: number, end: number) => {
        const values = await parameter.readRows(start, end);
        if (start === 0) change(values);
        return values;
      };
      const readBytes = async (offset: number, length: number) => {
        const bytes = Uint8Array.from(await parameter.readBytes(offset, length));
        const values = new Float32Array(length / 2);
        if (offset === 0) change(values);
        const words = new Uint16Array(bytes.buffer);
        values.forEach((value, i) => {
          if (value !== 0) words[i] = Number.isNaN(value) ? 0x7fc0 : 0x7f80;
        });
        return bytes;
      };
      return [NAME, { ...parameter, readRows, readBytes, copyable }];
    });
    return { ...contents, parameters: new Map(parameters) };
  }

  test.each([
    ["NaN, encoded", Number.NaN, "lean", false],
    ["infinity, encoded", Number.NEGATIVE_INFINITY, "groupwise-int", false],
    ["NaN, taken over", Number.NaN, "keep", true],
    ["infinity, taken over", Number.POSITIVE_INFINITY, "keep", true],
  ])("%s", async (_, value, recipe, copyable) => {
    const contents = await withNumbers((values) => {
      values[3 * 512 + 17] = value;
    }, copyable);
    const error = await failureOf(() => writeToMemory(planOf(contents, recipe)));
    expect(`${error.name} ${error.code}`).toBe("ArtifactError weight_not_finite");
    expect(error.message).toContain(`${NAME}: row 3, column 17: found `);
    expect(error.data).toEqual({ parameter: NAME, row: 3, column: 17 });
  });

  test.each([
    [
      "a vector in a matrix's format",
      "text/final_norm",
      "q4_g64_fp16",
      "[192], which q4_g64_fp16 does not store: it needs two",
    ],
    [
      "rows that fill no tile",
      "text/layers/0/mlp/down",
      "nvfp4",
      "[192, 512], which nvfp4 does not store: it needs a multiple of 128",
    ],
  ])("%s is refused before anything is read", async (_, parameters, format, message) => {
    const rule = [
      { parameters, format },
      { parameters: "**", format: "bf16" },
    ];
    const recipe = readRecipe("own", { name: "own", rule });
    const contents = await modelContents(tiny.artifact);
    const error = await failureOf(() => planConversion(contents, recipe, OPTIONS));
    expect(`${error.name} ${error.code}`).toBe("UnsupportedError unsupported_tensor");
    expect(error.message).toContain(`${parameters}: found ${message}`);
  });

  test("a number beyond the scale's range names its row and the format", async () => {
    const contents = await withNumbers((values) => {
      values[2 * 512 + 5] = 1e6;
    });
    const error = await failureOf(() => writeToMemory(planOf(contents, "w4-g64-16gb")));
    expect(`${error.name} ${error.code}`).toBe("ArtifactError weight_out_of_range");
    expect(error.message).toBe(`${NAME}: row 2: found 1000000, q4_g64_fp16 needs at most 458528`);
  });
});
