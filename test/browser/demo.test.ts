/**
 * The browser demo as a person uses it: built, served, opened in a real browser, operated by keyboard and files. Right
 * answers come from the model's fixtures, right rows from the same suite run in Node.
 */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Metafile } from "esbuild";
import type { Browser, Locator, Page } from "playwright";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { buildDemo, serveDemo } from "../../scripts/build-demo.mjs";
import { createCpuBackend, memoryDirectory, openArtifact, openTokenEngine } from "../../src/index.ts";
import { HANG_MS } from "../base/hang.ts";
import { opSuites } from "../conformance/index.ts";
import { type ConformanceReport, REPORT_SCHEMA } from "../conformance/report.ts";
import { type ConformanceRow, runSuites } from "../conformance/run.ts";
import { launchBrowser } from "./launch.ts";

const MODEL = fileURLToPath(new URL("../fixtures/tiny-hybrid/", import.meta.url));
const MODEL_FILES = ["config.json", "generation_config.json", "tokenizer.json", "chat_template.jinja"];

let folder: string;
let metafile: Metafile;
let server: Server;
let browser: Browser;
let port: number;
let page: Page;
let faults: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "qwerk-demo-"));
  metafile = await buildDemo(folder);
  server = await serveDemo(folder, 0);
  port = (server.address() as AddressInfo).port;
  // A name that is not localhost: over plain http no secure context.
  browser = await launchBrowser(["--host-resolver-rules=MAP demo.test 127.0.0.1"]);
});

afterEach(async () => {
  await page?.close();
  expect(faults).toEqual([]);
});

afterAll(async () => {
  await browser?.close();
  server?.close();
  await rm(folder, { recursive: true, force: true });
});

async function openPage(host = "127.0.0.1"): Promise<void> {
  page = await browser.newPage();
  page.setDefaultTimeout(HANG_MS);
  faults = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  await page.goto(`http://${host}:${port}/`);
  await page.locator('[data-check="device"]').waitFor();
}

const chooseCpu = (): Promise<void> => page.getByLabel("CPU").check({ force: true });

/** Asks by keyboard and waits for the whole answer. */
async function ask(text: string): Promise<Locator> {
  const before = await page.locator(".answer").count();
  await page.getByLabel("Message").fill(text);
  await page.getByLabel("Message").press("Enter");
  const answer = page.locator(".answer").nth(before);
  await answer.and(page.locator("[data-done]")).waitFor();
  return answer;
}

async function checkStates(): Promise<Record<string, string>> {
  const rows = await page
    .locator("[data-check]")
    .evaluateAll((all) => all.map((row) => [row.getAttribute("data-check"), row.getAttribute("data-state")]));
  return Object.fromEntries(rows);
}

async function conformanceReport(query: string, seed: number): Promise<ConformanceReport> {
  await page.getByLabel("Only cases with").fill(query);
  await page.getByLabel("Seed", { exact: true }).fill(String(seed));
  await page.getByRole("button", { name: "Run conformance" }).click();
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByText("Download report").click()]);
  return JSON.parse(await readFile(await download.path(), "utf8"));
}

/** Drops files on the page, as one drop event carries them. */
async function dropFiles(files: Readonly<Record<string, readonly number[]>>): Promise<void> {
  await page.evaluate((contents) => {
    const dataTransfer = new DataTransfer();
    for (const [name, bytes] of Object.entries(contents)) {
      dataTransfer.items.add(new File([Uint8Array.from(bytes)], name));
    }
    const drop = new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true });
    document.querySelector("#drop")?.dispatchEvent(drop);
  }, files);
}

function expectValid(report: ConformanceReport, seed: number): void {
  expect(Object.keys(report).sort()).toEqual(["commit", "device", "rows", "schema", "seed", "summary"]);
  expect(report.schema).toBe(REPORT_SCHEMA);
  expect(report.schema).toBe("qwerk-conformance/1");
  expect(report.seed).toBe(seed);
  expect(report.commit).toMatch(/^([0-9a-f]{40}|unknown)$/);
  const count = (result: ConformanceRow["result"]): number => report.rows.filter((r) => r.result === result).length;
  expect(report.summary).toEqual({ passed: count("passed"), failed: count("failed"), skipped: count("skipped") });
  for (const row of report.rows) {
    // Weights may be read where a backend leaves them, or as they are stored.
    expect(row.id.replace(/\/stored$/, "").endsWith(`@${row.backend}/${row.candidate}`)).toBe(true);
    expect(row.criterion.length).toBeGreaterThan(0);
    expect(row.error.abs).toBeGreaterThanOrEqual(0);
    expect(row.error.rel).toBeGreaterThanOrEqual(0);
  }
}

describe("bundles", () => {
  const inputsOf = (entry: string): string[] => {
    const [, output] = Object.entries(metafile.outputs).find(([file]) => file.endsWith(`/${entry}.js`))!;
    const files = Object.entries(output.inputs);
    return files.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([file]) => file);
  };

  test("reach neither CUDA nor Node nor the command line", () => {
    const inputs = Object.keys(metafile.inputs);
    expect(inputs).toContain("src/engine.ts");
    expect(inputs.filter((file) => /^(cuda-backend|cli|src\/server)\//.test(file))).toEqual([]);
    const imported = [...Object.values(metafile.inputs), ...Object.values(metafile.outputs)].flatMap((x) => x.imports);
    // The bundler's own pieces are named in angle brackets.
    const outside = imported.filter(({ path, external }) => external === true && !path.startsWith("<"));
    expect(outside.map(({ path }) => path)).toEqual([]);
    expect(Object.keys(metafile.inputs).filter((file) => /^(node:|\(disabled\))/.test(file))).toEqual([]);
  });

  test("the page's own thread has no engine code", () => {
    const inputs = inputsOf("page");
    expect(inputs).toContain("browser-demo/page/page.ts");
    expect(inputs.filter((file) => !file.startsWith("browser-demo/"))).toEqual([]);
  });
});

test("on WebGPU: the checklist passes, the model answers, conformance passes with a valid report", async () => {
  await openPage();
  await page.locator('[data-check="memory"]').waitFor();
  expect(await checkStates()).toEqual({
    secure: "passed",
    webgpu: "passed",
    adapter: "passed",
    hardware: expect.stringMatching(/passed|warning/),
    limits: "passed",
    device: "passed",
    cpu: "passed",
    memory: "passed",
  });
  await page.getByLabel("Thinking").uncheck();
  const answer = await ask("What is 12 + 30?");
  expect(await answer.locator(".text").textContent()).toBe("42");
  expect(await answer.locator(".stats").textContent()).toMatch(/tok\/s.*TTFT .*22 at .*finished/);
  expect(await page.locator("#model-state").textContent()).toBe("loaded on webgpu");
  const report = await conformanceReport("rms-norm:", 7);
  expectValid(report, 7);
  expect(report.summary.passed).toBeGreaterThan(0);
  expect(report.summary.passed).toBe(report.rows.length);
  expect(report.rows.every((row) => row.id.includes("rms-norm:") && row.backend === "webgpu")).toBe(true);
});

test("on the CPU: the same answer, reasoning folded, token ids, and the rows Node gets", async () => {
  await openPage();
  await chooseCpu();
  const first = await ask("What is 12 + 30?");
  expect(await first.locator(".text").textContent()).toBe("42");
  // Small machines have a core for each processor they tell of, larger ones two processors a core.
  const logical = await page.evaluate(() => navigator.hardwareConcurrency);
  const threads = Math.min(8, logical <= 2 ? logical : Math.ceil(logical / 2));
  const device = await page.locator("#load-status").textContent();
  expect(device).toMatch(new RegExp(`^WebAssembly SIMD(, relaxed dots)?, ${threads} threads? · `));
  const reasoning = first.locator(".reasoning");
  expect(await reasoning.getAttribute("open")).toBeNull();
  expect(await reasoning.locator("pre").textContent()).toBe("2 + 0 = 2, 1 + 3 = 4.");
  expect(await first.locator(".ids").isVisible()).toBe(false);
  await page.getByLabel("Token ids").check();
  await page.getByLabel("Thinking").uncheck();
  const second = await ask("Count from 3 to 9.");
  expect(await second.locator(".text").textContent()).toBe("3 4 5 6 7 8 9");
  expect(await second.locator(".ids").textContent()).toMatch(/^(\d+ )+1218$/);
  expect(await second.locator(".ids").isVisible()).toBe(true);

  const seed = 20_250_101;
  const query = "rms-norm: N=64;";
  const report = await conformanceReport(query, seed);
  expectValid(report, seed);
  const backend = createCpuBackend();
  const rows = await runSuites(backend, [...opSuites.values()], { seed, nightly: false, profiles: ["exact"], query });
  const facts = ({ id, candidate, criterion, result }: ConformanceRow) => ({ id, candidate, criterion, result });
  expect(rows.length).toBeGreaterThan(0);
  expect(report.rows.map(facts)).toEqual(rows.map(facts));

  await page.getByLabel("Only cases with").fill("no-such-op");
  await page.getByRole("button", { name: "Run conformance" }).click();
  await page.locator('#conformance-error .error[data-code="no_case"]').waitFor();
});

test("memory is told to the byte before loading; local files load and answer; a stopped answer stays", async () => {
  await openPage();
  await chooseCpu();
  const paths = [...MODEL_FILES, "model.safetensors"].map((name) => join(MODEL, name));
  // So long that an answer is still under way when somebody stops it.
  const maxContext = 4096;
  await page.getByLabel("Context, tokens").fill(String(maxContext));
  await page.locator("#file-input").setInputFiles(paths);
  await page.locator("#model-name", { hasText: "5 files" }).waitFor();
  const total = await page.locator("#memory-total").textContent();

  const files = await Promise.all(paths.map(async (path) => [path.slice(MODEL.length), await readFile(path)] as const));
  const artifact = await openArtifact(memoryDirectory("local", Object.fromEntries(files)));
  const engine = await openTokenEngine(artifact, createCpuBackend(), { maxContext });
  const allocated = Object.values(engine.info.memory).reduce((a, b) => a + b, 0);
  await engine.close();
  expect(Number(total?.replace(/\D/g, ""))).toBe(allocated);

  await page.getByText("More", { exact: true }).click();
  await page.getByLabel("Most new tokens").fill(String(maxContext - 96));
  await page.getByLabel("Go on past end tokens").check();
  await page.getByLabel("Thinking").uncheck();
  await page.getByLabel("Message").fill("What is 12 + 30?");
  await page.getByLabel("Message").press("Enter");
  await page.locator(".answer .text", { hasText: "42" }).waitFor();
  await page.keyboard.press("Escape");
  await page.locator('.answer .stats[data-reason="cancelled"]').waitFor();
  expect(await page.locator(".answer .text").textContent()).toMatch(/^42/);
  expect(await page.getByRole("button", { name: "Send" }).isVisible()).toBe(true);
  const next = await ask("Count from 3 to 5.");
  expect(await next.locator(".stats").getAttribute("data-reason")).toBe("length");
});

test("broken files are refused with a typed error and its way out; the embedded model comes back", async () => {
  await openPage();
  await chooseCpu();
  await dropFiles({ "model.ninfer": [...new TextEncoder().encode("not a model, only text")] });
  const error = page.locator("#model-error .error");
  await page.locator("#model-name", { hasText: "model.ninfer" }).waitFor();
  await error.waitFor();
  expect(await error.getAttribute("data-code")).toBe("foreign_file");
  expect(await error.textContent()).toContain("ArtifactError");
  expect(await error.locator(".fix").textContent()).toContain("give the folder");

  const config = [...(await readFile(join(MODEL, "config.json")))];
  const whole = await readFile(join(MODEL, "model.safetensors"));
  await dropFiles({ "config.json": config, "model.safetensors": [...whole.subarray(0, 100_000)] });
  await page.locator('#model-error .error[data-code="source_truncated"]').waitFor();
  expect(await error.locator(".message").textContent()).toContain("found 100,000 bytes, needed 6,285,824");

  await page.getByRole("button", { name: "Use the embedded model" }).click();
  await page.locator("#memory-total").waitFor();
  expect(await error.count()).toBe(0);
});

test("without a secure context the check says how to get one, and the CPU answers", async () => {
  await openPage("demo.test");
  expect(await checkStates()).toMatchObject({ secure: "failed", webgpu: "skipped", device: "skipped", cpu: "warning" });
  expect(await page.locator('[data-check="cpu"]').textContent()).toContain("WebAssembly SIMD");
  expect(await page.locator('[data-check="cpu"] .fix').textContent()).toContain("Cross-Origin-Opener-Policy");
  expect(await page.locator('[data-check="secure"] .fix').textContent()).toContain("https");
  expect(await page.getByLabel("WebGPU").isDisabled()).toBe(true);
  await page.getByLabel("Thinking").uncheck();
  const answer = await ask("What is 12 + 30?");
  expect(await answer.locator(".text").textContent()).toBe("42");
  expect(await page.locator("#model-state").textContent()).toBe("loaded on cpu");
  faults = faults.filter((text) => !/Cross-Origin-Opener-Policy/.test(text));
});
