/** A page in the test browser gets a WebGPU adapter, runs a compute shader with the right result, and has fonts. */
import { expect, test } from "vitest";
import { AFFINE_WGSL, runAffine } from "../webgpu/affine-shader.ts";
import { visiting } from "./serve.ts";

const visit = visiting(async () => ({
  "/": '<!doctype html><span id="wide">MMMM</span><br><span id="narrow">iiii</span>',
}));

test("a page gets an adapter and runs a compute shader", async () => {
  const { browser, url } = visit();
  const page = await browser.newPage();
  await page.goto(url);
  const words = await page.evaluate(
    async ([source, wgsl]) => {
      const adapter = await navigator.gpu.requestAdapter();
      if (adapter === null) return null;
      const run = new Function(`return ${source}`)() as typeof runAffine;
      return await run(await adapter.requestDevice(), wgsl);
    },
    [runAffine.toString(), AFFINE_WGSL] as const,
  );
  expect(words).toEqual(Array.from({ length: 256 }, (_, i) => 22 * i));
  await page.close();
});

test("text is drawn with a font: a wide letter takes more room than a narrow one", async () => {
  const { browser, url } = visit();
  const page = await browser.newPage();
  await page.goto(url);
  const wide = await page.locator("#wide").boundingBox();
  const narrow = await page.locator("#narrow").boundingBox();
  expect(narrow!.width).toBeGreaterThan(0);
  expect(wide!.width).toBeGreaterThan(2 * narrow!.width);
  await page.close();
});
