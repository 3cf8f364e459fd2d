/** The WebGPU backend in a page, from the same sources as in Node: bundled, opened, right words read back. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { Browser } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser } from "../browser/launch.ts";
import type { PageResult } from "./page-entry.ts";
import { expectedTotals } from "./small-program.ts";

let script: Uint8Array;
const server = createServer((request, response) => {
  const wanted = request.url === "/backend.js";
  response.setHeader("content-type", wanted ? "text/javascript" : "text/html");
  response.end(wanted ? script : "<!doctype html><title>backend</title>");
});
let browser: Browser;
let url: string;

beforeAll(async () => {
  const bundle = await build({
    entryPoints: [fileURLToPath(new URL("./page-entry.ts", import.meta.url))],
    bundle: true,
    format: "iife",
    globalName: "qwerkPage",
    platform: "browser",
    write: false,
  });
  script = bundle.outputFiles[0]!.contents;
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  browser = await launchBrowser();
}, 120_000);

afterAll(async () => {
  await browser?.close();
  server.close();
});

test("the backend runs a program in a page", async () => {
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
}, 60_000);
