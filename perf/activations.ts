/**
 * What int8 activations cost the tiny model: perplexity and divergence over texts of all its tasks, against the same
 * packed weights with floats, and the relative error of every product by itself. Numbers of quality, not of speed, so they
 * are the same on every machine; `test/model/activations.test.ts` holds the bounds.
 */
import { fileDirectory } from "../node/file-source.ts";
import { createCpuBackend } from "../src/backend/cpu/cpu-backend.ts";
import { converted } from "../test/convert/memory-set.ts";
import { openModel } from "../test/model/opened-model.ts";
import { productErrors } from "../test/model/product-errors.ts";
import { compare, perplexityOf, predictTexts, textsOf } from "../test/model/quality.ts";
import { type Figure, publish, type Row } from "./benchmark.ts";

const RECIPES = ["tiny-w8", "groupwise-int"];
const TEXTS_OF_TASK = 3;

const texts = textsOf(TEXTS_OF_TASK);
const backend = createCpuBackend();
const tiny = await openModel(fileDirectory("test/fixtures/tiny-hybrid"));
const figures: Figure[] = [];
const tables: Record<string, readonly Row[]> = {};

for (const recipe of RECIPES) {
  const { model } = await converted(tiny, recipe, { without: ["vision"] });
  const floats = await predictTexts(model.artifact, backend, texts);
  const codes = await predictTexts(model.artifact, backend, texts, { activations: "int8" });
  const { perplexity, divergence, changed } = compare(texts, floats, codes);
  const errors = await productErrors(model.artifact, backend, texts[0]!.ids);
  const relative = errors.map((error) => error.relative);
  await model.close();
  figures.push(
    { name: `${recipe}: perplexity with floats`, value: perplexityOf(texts, floats), unit: "" },
    { name: `${recipe}: perplexity with codes`, value: perplexityOf(texts, codes), unit: "" },
    {
      name: `${recipe}: perplexity with codes / with floats - 1`,
      value: perplexity - 1,
      unit: "",
      bar: { kind: "at most", value: 1e-3 },
    },
    {
      name: `${recipe}: mean KL of predictions`,
      value: divergence,
      unit: "nat",
      bar: { kind: "at most", value: 1e-4 },
    },
    { name: `${recipe}: greedy answers that change`, value: changed.length, unit: `of ${texts.length}` },
    {
      name: `${recipe}: largest relative error of a product`,
      value: Math.max(...relative),
      unit: "",
      bar: { kind: "at most", value: 0.02 },
    },
    {
      name: `${recipe}: mean relative error of the products`,
      value: relative.reduce((a, b) => a + b, 0) / relative.length,
      unit: "",
    },
  );
  tables[`${recipe}: |(x as codes - x) wT| / |x wT|`] = errors.map(({ label, tensor, relative: value }) => {
    return { product: label, matrix: tensor, relative: Number(value.toPrecision(3)) };
  });
}
await tiny.close();

publish({
  what: "int8 activations",
  about: `the tiny model by ${RECIPES.join(" and ")}, ${texts.length} texts of its tasks, cpu`,
  figures,
  tables,
});
