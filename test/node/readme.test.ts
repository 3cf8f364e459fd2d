/**
 * The README's examples as printed: compiled against the package's declarations, run in Node, and bundled by esbuild and
 * by Vite for a page of a real browser.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, transform } from "esbuild";
import { build as buildWithVite } from "vite";
import { beforeAll, expect, test } from "vitest";
import { readmeExamples } from "../../scripts/readme-examples.ts";
import { visiting } from "../browser/serve.ts";
import { freshFolder } from "./scratch.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const project = freshFolder();
const examples = readmeExamples();
const [nodeExample, pageExample] = [false, true].map((page) => examples.find((e) => e.page === page)?.code ?? "");

/** The package in an otherwise empty project, with its dependencies and the compiler of this repository. */
function install(): void {
  const manifest = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const installed = join(project, "node_modules", "qwerk");
  mkdirSync(installed, { recursive: true });
  copyFileSync(join(ROOT, "package.json"), join(installed, "package.json"));
  symlinkSync(join(ROOT, "models"), join(installed, "models"));
  const others = { ...manifest.dependencies, ...manifest.optionalDependencies, typescript: "", "@types/node": "" };
  for (const name of [...Object.keys(others), "undici-types"]) {
    const link = join(project, "node_modules", name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(ROOT, "node_modules", name), link);
  }
  for (const script of ["build.mjs", "build-types.mjs"]) {
    execFileSync(process.execPath, [join("scripts", script), join(installed, "dist")], { cwd: ROOT });
  }
  writeFileSync(join(project, "package.json"), '{ "private": true, "type": "module" }');
  for (const [i, { code }] of examples.entries()) writeFileSync(join(project, `example${i}.ts`), code);
}

beforeAll(install);

test("there is one for Node and one for a page", () => {
  expect(examples.map((example) => example.page)).toEqual([false, true]);
});

test.each([
  ["bundler", "esnext"],
  ["node16", "node16"],
  ["nodenext", "nodenext"],
])("they compile under moduleResolution %s", (moduleResolution, module) => {
  const compilerOptions = {
    ...{ strict: true, noEmit: true, target: "es2022", lib: ["es2023", "dom", "dom.asynciterable"] },
    ...{ module, moduleResolution, types: ["node"] },
  };
  writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["example*.ts"] }));
  const compiler = join(project, "node_modules", "typescript", "bin", "tsc");
  const run = spawnSync(process.execPath, [compiler, "-p", project], { encoding: "utf8" });
  expect(run.stdout).toBe("");
  expect(run.status).toBe(0);
});

test("the one for Node answers", async () => {
  const { code } = await transform(nodeExample!, { loader: "ts", format: "esm" });
  writeFileSync(join(project, "run.mjs"), code);
  const answer = execFileSync(process.execPath, ["run.mjs"], { cwd: project, encoding: "utf8" });
  expect(answer.trim().length).toBeGreaterThan(0);
});

const modelFiles = readdirSync(join(ROOT, "test", "fixtures", "tiny-hybrid"));

/** The example by both bundlers, each with the page that loads it. */
async function pages(): Promise<Record<string, string | Uint8Array>> {
  const entry = join(project, "page.ts");
  writeFileSync(entry, pageExample!);
  const esbuilt = await build({
    ...{ bundle: true, format: "esm", platform: "browser", write: false, logLevel: "error", target: "es2022" },
    // esbuild follows no worker URL: the worker is bundled under the name the package looks for.
    entryPoints: { esbuild: entry, "page-worker": "qwerk/worker" },
    absWorkingDir: project,
    outdir: "/",
  });
  const output = await buildWithVite({
    root: project,
    logLevel: "error",
    build: { write: false, target: "es2022", lib: { entry, formats: ["es"], fileName: "vite" } },
  });
  const chunks = (Array.isArray(output) ? output : [output]).flatMap((o) => ("output" in o ? o.output : []));
  const vited = Object.fromEntries(chunks.map((c) => [`/${c.fileName}`, c.type === "chunk" ? c.code : c.source]));
  const page = (script: string): string =>
    `<!doctype html><body></body><script type="module" src="/${script}"></script>`;
  return {
    "/": "<!doctype html>",
    "/esbuild": page("esbuild.js"),
    "/vite": page("vite.js"),
    ...Object.fromEntries(esbuilt.outputFiles.map((file) => [file.path, file.contents])),
    ...vited,
    ...Object.fromEntries(
      modelFiles.map((name) => [`/model/${name}`, readFileSync(join(ROOT, "test", "fixtures", "tiny-hybrid", name))]),
    ),
  };
}

const visit = visiting(pages);

test.each(["esbuild", "vite"])("the one for a page answers, bundled by %s", async (bundler) => {
  const { browser, url } = visit();
  const page = await browser.newPage();
  const failed = new Promise<never>((_, reject) => page.on("pageerror", reject));
  await page.goto(`${url}${bundler}`);
  await Promise.race([failed, page.waitForFunction(() => (document.body.textContent ?? "").trim() !== "")]);
  // The step loop is not in the page's thread.
  expect(page.workers().length).toBe(1);
  await page.close();
});
