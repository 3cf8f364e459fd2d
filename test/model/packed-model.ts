/** The fixture checkpoint as a container of a recipe stores it, converted in memory: what models of packed weights open. */
import { planConversion } from "../../src/convert/plan.ts";
import type { Recipe } from "../../src/convert/recipe.ts";
import { modelContents } from "../../src/model/open.ts";
import { writeToMemory } from "../convert/memory-set.ts";
import { OPTIONS } from "../convert/recipes.ts";
import { openFixtureArtifact } from "./fixtures.ts";
import { type OpenedModel, openModel } from "./opened-model.ts";

export async function packedModel(recipe: Recipe): Promise<OpenedModel> {
  const checkpoint = await openFixtureArtifact("tiny-hybrid");
  const contents = await modelContents(checkpoint);
  const { directory } = await writeToMemory(planConversion(contents, recipe, OPTIONS));
  await checkpoint.close();
  return openModel(directory, { file: OPTIONS.entryName });
}
