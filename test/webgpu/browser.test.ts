/** The WebGPU backend in a page, from the same sources as in Node: bundled, opened, right words read back. */
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { visiting } from "../browser/serve.ts";
import type { PageResult } from "./page-entry.ts";
import { expectedTotals } from "./small-program.ts";

const visit = visiting(async () => {
  const bundle = await build({
    entryPoints: [fileURLToPath(new URL("./page-entry.ts", import.meta.url))],
    bundle: true,
    format: "iife",
    globalName: "qwerkPage",
    platform: "browser",
    write: false,
  });
  return { "/": "<!doctype html><title>backend</title>", "/backend.js": bundle.outputFiles[0]!.contents };
});

test("the backend runs a program in a page", async () => {
  const { browser, url } = visit();
  const page = await browser.newPage();
  await page.goto(url);
  const rowCounts = [4, 1, 3];
  await page.addScriptTag({ url: `${url}backend.js` });
  const result = (await page.evaluate(`qwerkPage.runInPage(${JSON.stringify(rowCounts)})`)) as PageResult;
  expect(result.totals).toEqual(expectedTotals(rowCounts));
  expect(result.device.length).toBeGreaterThan(0);
  expect(result.features).toContain("software-adapter");
  expect(result.maxBindingBytes).toBeGreaterThan(2 ** 27);
  expect(result.codeAfterDispose).toBe("device_lost");
  await page.close();
});
