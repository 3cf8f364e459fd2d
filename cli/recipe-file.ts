/**
 * Recipes by name or file. Separate from `src/convert/recipe.ts`, which reads what is parsed already: TOML and files are the
 * command line's. Invariant: a name is one of the package's own recipes; whatever has a separator or ends in .toml is a file.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse, TomlError } from "smol-toml";
import { packageRoot } from "../node/package-root.ts";
import { UsageError } from "../src/base/errors.ts";
import { nearestName } from "../src/base/nearest-name.ts";
import { type Recipe, readRecipe } from "../src/convert/recipe.ts";

function recipeFolder(): string {
  return join(packageRoot(), "recipes");
}

/** The recipes that come with the package. */
export function recipeNames(): readonly string[] {
  const files = readdirSync(recipeFolder()).filter((file) => file.endsWith(".toml"));
  return files.map((file) => file.slice(0, -".toml".length)).sort();
}

/** @throws UsageError `unknown_recipe`, `bad_recipe` */
export function openRecipe(place: string): Recipe {
  const isFile = /[/\\]/.test(place) || place.endsWith(".toml");
  if (!isFile && !recipeNames().includes(place)) throw unknownRecipe(place);
  const file = isFile ? place : join(recipeFolder(), `${place}.toml`);
  return readRecipe(isFile ? place : `recipe ${place}`, parseToml(place, readText(file)));
}

function unknownRecipe(name: string): UsageError {
  const names = recipeNames();
  const near = nearestName(name, names);
  return new UsageError("unknown_recipe", `recipe: found ${JSON.stringify(name)}, needed one of ${names.join(", ")}`, {
    hint: near === undefined ? "a recipe of your own is a file that ends in .toml" : `did you mean ${near}?`,
  });
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    throw new UsageError("unknown_recipe", `${file}: the recipe cannot be read: ${(cause as Error).message}`, {
      cause,
    });
  }
}

function parseToml(place: string, text: string): unknown {
  try {
    return parse(text);
  } catch (cause) {
    if (!(cause instanceof TomlError)) throw cause;
    const [problem = ""] = cause.message.split("\n");
    throw new UsageError("bad_recipe", `${place}: line ${cause.line}: ${problem}`, { cause });
  }
}
