/** The package's recipes as a plan takes them. */
import { openRecipe } from "../../cli/recipe-file.ts";
import type { PlanOptions } from "../../src/convert/plan.ts";

export { openRecipe };

export const OPTIONS: PlanOptions = { entryName: "out.ninfer", mostFileBytes: 32_000_000_000, writer: "test" };
