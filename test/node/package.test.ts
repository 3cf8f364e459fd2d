/**
 * The package as another project has it: bundled into an otherwise empty project's node_modules, found by the names in
 * `exports`, run by plain Node. Its dependencies are those of the repository.
 */
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { beforeAll, expect, test } from "vitest";
import { freshFolder } from "./scratch.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

interface Manifest {
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly bin: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
}

const manifest = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as Manifest;
const project = freshFolder();
const installed = join(project, "node_modules", "qwerk");

beforeAll(() => {
  mkdirSync(installed, { recursive: true });
  copyFileSync(join(ROOT, "package.json"), join(installed, "package.json"));
  symlinkSync(join(ROOT, "models"), join(installed, "models"));
  for (const name of Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies })) {
    const link = join(project, "node_modules", name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(ROOT, "node_modules", name), link);
  }
  for (const script of ["build.mjs", "build-types.mjs"]) {
    execFileSync(process.execPath, [join("scripts", script), join(installed, "dist")], { cwd: ROOT });
  }
});

/** Runs a module of the project, from a file or as an argument of Node; what it prints is JSON. */
function run(script: string, from: "a file" | "--eval" = "a file"): unknown {
  const file = join(project, "script.mjs");
  writeFileSync(file, script);
  const args = from === "a file" ? [file] : ["--input-type=module", "--eval", script];
  return JSON.parse(execFileSync(process.execPath, args, { cwd: project, encoding: "utf8" }));
}

/** What an entry and the chunks it reaches leave outside: packages and modules of Node. */
async function leftOutside(name: string): Promise<string[]> {
  const { metafile } = await build({
    entryPoints: [join(installed, "dist", `${name}.js`)],
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "neutral",
    packages: "external",
    treeShaking: false,
    outdir: "unwritten",
    write: false,
    metafile: true,
    logLevel: "error",
  });
  const imports = Object.values(metafile.inputs).flatMap((file) => file.imports);
  return [...new Set(imports.filter((i) => i.external === true).map((i) => i.path))];
}

test("every name the package exports is there", () => {
  expect(Object.keys(manifest.exports)).toEqual([".", "./device", "./worker", "./node", "./cuda", "./package.json"]);
  const exported = Object.values(manifest.exports).flatMap((e) => (typeof e === "string" ? e : Object.values(e)));
  const targets = [...exported, ...Object.values(manifest.bin)];
  expect(targets.filter((target) => !existsSync(join(installed, target)))).toEqual([]);
});

test.each(["index", "device"])("%s needs nothing of Node, and no package", async (name) => {
  expect(await leftOutside(name)).toEqual([]);
});

test.each(["index", "device"])("%s asks for no global of Node", async (name) => {
  const { outputFiles } = await build({
    entryPoints: [join(installed, "dist", `${name}.js`)],
    bundle: true,
    format: "esm",
    platform: "neutral",
    minifySyntax: true,
    write: false,
  });
  const text = outputFiles.map((file) => file.text).join("\n");
  // As code, not in texts and comments: a member of a free name.
  expect(text.match(/(?<![\w$."'`])(?:process|Buffer)\.\w+/g) ?? []).toEqual([]);
});

test("the host does, by the same reading", async () => {
  const wanted = ["node:worker_threads", "node:fs/promises", "webgpu", "koffi"];
  expect(await leftOutside("node")).toEqual(expect.arrayContaining(wanted));
});

test.each([
  ["in a worker", "a file"],
  ["in a worker", "--eval"],
  ["inline", "a file"],
] as const)("an engine %s answers with the embedded model, called from %s", (where, from) => {
  const found = run(
    `
    import { embeddedModel, openNodeEngine } from "qwerk/node";
    const loaded = [];
    const { engine, choice } = await openNodeEngine({
      inline: ${where === "inline"},
      model: embeddedModel(),
      backend: { name: "cpu" },
      maxContext: 128,
      onProgress: (bytes, total) => loaded.push(bytes / total),
    });
    const messages = [{ role: "user", content: "What is 12 + 30?" }];
    const { text, finishReason } = await engine.complete({
      prompt: { kind: "chat", messages, thinking: false },
      sampling: { greedy: true },
    });
    const { backend, maxContext } = engine.info;
    await engine.close();
    console.log(JSON.stringify({ text, finishReason, choice, backend, maxContext, loaded: loaded.at(-1) }));`,
    from,
  );
  expect(found).toEqual({
    text: "42",
    finishReason: "stop",
    choice: { automatic: false, reason: "asked for cpu" },
    backend: "cpu",
    maxContext: 128,
    loaded: 1,
  });
});

test("a model and a backend opened by the host go into the main entry's engine; errors are of one class", () => {
  const found = run(`
    import { ArtifactError, CapacityError, openEngine } from "qwerk";
    import { embeddedModel, openBackend, openModel, openNodeEngine } from "qwerk/node";
    const artifact = await openModel(embeddedModel());
    const backend = await openBackend({ name: "cpu" });
    const engine = await openEngine({ artifact, backend, maxContext: 64 });
    const prompt = { kind: "chat", messages: [{ role: "user", content: "What is 2 + 3?" }], thinking: false };
    const { text } = await engine.complete({ prompt, sampling: { greedy: true } });
    await engine.close();
    const failure = async (action) => await action().catch((error) => error);
    const absent = await failure(() => openModel("no/such/model"));
    const wrong = { model: embeddedModel(), backend: { name: "cpu" }, maxContext: 1 };
    const here = await failure(() => openNodeEngine({ ...wrong, inline: true }));
    const there = await failure(() => openNodeEngine(wrong));
    const classes = [absent instanceof ArtifactError, ...[here, there].map((e) => e instanceof CapacityError)];
    console.log(JSON.stringify({ text, codes: [absent, here, there].map((e) => e.code), classes }));`);
  expect(found).toEqual({
    text: "5",
    codes: ["model_not_found", "bad_max_context", "bad_max_context"],
    classes: [true, true, true],
  });
});
