/** Recipes as people write them: what is wrong is said by name, and the first rule that matches decides. */
import { describe, expect, test } from "vitest";
import { RECIPES } from "../../cli/options.ts";
import { recipeNames } from "../../cli/recipe-file.ts";
import { formatFor, readRecipe } from "../../src/convert/recipe.ts";
import { failureOf } from "../base/failure.ts";
import { openRecipe } from "./recipes.ts";

const RULE = { parameters: "**", format: "bf16" };
const recipe = (rules: readonly unknown[], more: object = {}) => readRecipe("r", { name: "r", rule: rules, ...more });

test("the recipes of the package are those that are offered, and each says its own name", () => {
  expect([...recipeNames()].sort()).toEqual([...RECIPES].sort());
  for (const name of recipeNames()) expect(openRecipe(name).name).toBe(name);
});

test("the first rule that matches decides; * stays within a step of the path", () => {
  const read = recipe([
    { parameters: "text/layers/0/**", format: "fp32" },
    { parameters: ["text/layers/*/mlp/down", "x.y"], format: "q4_g64_fp16" },
    { parameters: "*/final_norm", format: "keep" },
    RULE,
  ]);
  expect(formatFor(read, "text/layers/0/mlp/down")).toBe("f32");
  expect(formatFor(read, "text/layers/11/mlp/down")).toBe("q4_g64");
  expect(formatFor(read, "text/layers/1/x/mlp/down")).toBe("bf16");
  expect(formatFor(read, "mtp/final_norm")).toBe("keep");
  expect(formatFor(read, "text/a/final_norm")).toBe("bf16");
  expect(formatFor(read, "xzy")).toBe("bf16");
});

describe("what is wrong is named", () => {
  test.each([
    ["a key of the root", { name: "r", rule: [RULE], separat: [] }, "found the key separat", "did you mean separate?"],
    [
      "a key of a rule",
      { name: "r", rule: [{ ...RULE, formt: "" }] },
      "rule 1: found the key formt",
      "did you mean format?",
    ],
    [
      "a format",
      { name: "r", rule: [{ ...RULE, format: "q4_g64_fp61" }] },
      'rule 1: format: found "q4_g64_fp61"',
      "did you mean q4_g64_fp16?",
    ],
    [
      "integers",
      { name: "r", rule: [{ ...RULE, format: "int32" }] },
      'format: found "int32", needed one of keep, bf16, fp32',
      undefined,
    ],
    ["no rules", { name: "r" }, "rule: found nothing, needed at least one [[rule]]", undefined],
    [
      "no pattern",
      { name: "r", rule: [{ parameters: [], format: "bf16" }] },
      "rule 1: parameters: found []",
      undefined,
    ],
    [
      "rows",
      { name: "r", rule: [RULE], draft_rows: 1.5 },
      "draft_rows: found 1.5, needed a positive whole number",
      undefined,
    ],
    ["no table", [], "r: found []", undefined],
  ])("%s", async (_, value, message, hint) => {
    const error = await failureOf(() => readRecipe("r", value));
    expect(`${error.name} ${error.code}`).toBe("UsageError bad_recipe");
    expect(error.message).toContain(message);
    expect(error.hint).toBe(hint);
  });

  test("a parameter without a rule", async () => {
    const error = await failureOf(() => formatFor(recipe([{ parameters: "a", format: "bf16" }]), "text/b"));
    expect(error.message).toBe("recipe r: found no rule for text/b, needed one");
  });

  test("a name that is not there, and text that is no TOML", async () => {
    const error = await failureOf(() => openRecipe("groupwise"));
    expect(error.code).toBe("unknown_recipe");
    expect((await failureOf(() => openRecipe("tiny-w9"))).hint).toBe("did you mean tiny-w8?");
    expect((await failureOf(() => openRecipe("package.json.toml"))).message).toContain("cannot be read");
    expect((await failureOf(() => openRecipe("./package.json"))).message).toMatch(/^\.\/package\.json: line 1: /);
  });
});
