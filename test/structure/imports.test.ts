/**
 * Who may import whom. Every import of the shipped folders is read as text and held against one table, so that the
 * scheduler never sees a GPU type, the runtime no kernel source, the model no backend and a kernel no model's name.
 * `import type` counts as an import; where only types may cross, a value import is a violation.
 */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const FOLDERS = ["src", "codegen", "shaders", "cuda-backend", "browser-demo", "node", "cli", "test/conformance"];

const SRC = ["base", "artifact", "text", "media", "graph", "program", "ops", "model", "passes", "runtime", "scheduler"];
const BACKENDS = ["backend/webgpu", "backend/cpu", "backend/trace"];
const EVERYTHING_BUT_SERVER = [...SRC, "plan", "backend", ...BACKENDS];
const SEAM = ["backend", "base", "program", "codegen", "shaders"];
/** What both composition roots may name: the public surface, the tables to inject and the suite. */
const ROOTS = ["index", "server", "shaders", "test/conformance"];

/** What a module may import beside itself. `types:x` lets only types of x cross. */
const TABLE: Readonly<Record<string, readonly string[]>> = {
  base: [],
  artifact: ["base"],
  text: ["base"],
  media: ["base"],
  graph: ["base"],
  // Kernels carry the language's plain data.
  program: ["base", "types:codegen"],
  codegen: ["base"],
  ops: ["base", "graph"],
  shaders: ["base", "ops", "codegen", "types:program"],
  model: ["base", "graph", "ops", "artifact"],
  passes: ["base", "graph", "ops", "program"],
  backend: ["base", "program"],
  "backend/webgpu": SEAM,
  "backend/cpu": SEAM,
  "backend/trace": SEAM,
  "cuda-backend": SEAM,
  runtime: ["base", "program", "backend"],
  scheduler: ["base"],
  plan: ["base", "artifact", "graph", "model", "passes", "program"],
  engine: EVERYTHING_BUT_SERVER,
  // The public surface names what the engine is made of; it holds no code.
  index: ["engine", ...EVERYTHING_BUT_SERVER],
  server: ["base", "text", "media", "types:engine"],
  "test/conformance": ["base", "ops", "program", "shaders", "codegen", "backend"],
  // Commands print programs, open artifacts and serve engines: they compose all of src.
  cli: [...ROOTS, "node", "cuda-backend", "codegen", "engine", ...EVERYTHING_BUT_SERVER],
  // The Node host opens artifacts, backends and engines; what it opens does not know it.
  node: ["base", "artifact", "text", "runtime", "index", "engine", ...BACKENDS, "backend", "cuda-backend"],
  "browser-demo": ROOTS,
};

/** Packages a module may use. Everything not named here uses none; `node:` is for `node`, `cli` and `cuda-backend`. */
const PACKAGES: Readonly<Record<string, RegExp>> = {
  text: /^@huggingface\/jinja$/,
  "backend/webgpu": /^typegpu(\/|$)/,
  cli: /^(node:.*|commander|picocolors)$/,
  node: /^(node:.*|koffi|webgpu)$/,
  "cuda-backend": /^(node:.*|koffi)$/,
};

interface Import {
  readonly file: string;
  readonly target: string;
  readonly typeOnly: boolean;
}

function filesBelow(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts") && !entry.name.startsWith("."))
    .map((entry) => normalize(join(entry.parentPath, entry.name)).slice(ROOT.length))
    .sort();
}

const FROM = /^\s*(?:import|export)\s+(type\s)?[^;"'`]*?\bfrom\s+["']([^"']+)["']/gm;
const BARE = /^\s*import\s+["']([^"']+)["']/gm;
const DYNAMIC = /\bimport\(\s*["']([^"']+)["']/g;
const WORKER = /\bnew URL\(\s*["']([^"']+\.ts)["']/g;

/** All imports of a text; `{ type A, type B }` counts as an import of types. */
function importsOf(file: string, text: string): Import[] {
  const resolve = (specifier: string): string =>
    specifier.startsWith(".") ? normalize(join(dirname(file), specifier)) : specifier;
  const found: Import[] = [];
  for (const match of text.matchAll(FROM)) {
    const names = /\{([^}]*)\}/
      .exec(match[0])?.[1]
      ?.split(",")
      .filter((name) => name.trim() !== "");
    const outside = match[0].replace(/\{[^}]*\}/, "").replace(/from.*$/s, "");
    const onlyTypes = names?.every((name) => name.trim().startsWith("type ")) && !/import\s+\w/.test(outside);
    found.push({ file, target: resolve(match[2]!), typeOnly: match[1] !== undefined || onlyTypes === true });
  }
  for (const pattern of [BARE, DYNAMIC, WORKER]) {
    for (const match of text.matchAll(pattern)) found.push({ file, target: resolve(match[1]!), typeOnly: false });
  }
  return found;
}

function moduleOf(file: string): string {
  if (file === "src/index.ts" || file === "src/device.ts") return "index";
  const [first, second, third] = file.split("/") as [string, string, string?];
  if (first === "test") return `test/${second}`;
  if (first !== "src") return first;
  if (third === undefined) return "engine";
  return second === "backend" && third !== "backend.ts" ? `backend/${third}` : second;
}

const texts = new Map(
  FOLDERS.flatMap(filesBelow).map((file) => [file, readFileSync(join(ROOT, file), "utf8")] as const),
);
const imports = [...texts].flatMap(([file, text]) => importsOf(file, text));

/** Files of the suite that the command line and the page run; the rest of the folder are ordinary tests. */
function suiteFiles(): Set<string> {
  const suite = new Set<string>();
  const visit = (file: string): void => {
    if (suite.has(file)) return;
    suite.add(file);
    for (const i of imports) if (i.file === file && i.target.startsWith("test/conformance/")) visit(i.target);
  };
  for (const i of imports) {
    if (!i.file.startsWith("test/") && i.target.startsWith("test/conformance/")) visit(i.target);
  }
  return suite;
}

const suite = suiteFiles();
const shipped = imports.filter((i) => !i.file.startsWith("test/") || suite.has(i.file));
const isPackage = (target: string): boolean => !texts.has(target) && !/^(src|test|cli|perf|\.\.)\b/.test(target);

describe("reading imports", () => {
  test("finds every form, and knows types from values", () => {
    const text = [
      'import { a } from "./a.ts";',
      'import type { B } from "../b.ts";',
      'import { type C, type D } from "./c.ts";',
      'import e, { type F } from "./e.ts";',
      "import {",
      "  g,",
      "  type H,",
      '} from "./g.ts";',
      'export * from "./i.ts";',
      'export type { J } from "./j.ts";',
      'import "./k.ts";',
      'const l = await import("./l.ts");',
      'const m = new Worker(new URL("./m.ts", import.meta.url));',
      'import * as n from "node:fs";',
      " * import { comment } from nothing;",
    ].join("\n");
    const found = importsOf("x/y/z.ts", text).map((i) => `${i.target}${i.typeOnly ? " (types)" : ""}`);
    expect(found.sort()).toEqual([
      "node:fs",
      "x/b.ts (types)",
      "x/y/a.ts",
      "x/y/c.ts (types)",
      "x/y/e.ts",
      "x/y/g.ts",
      "x/y/i.ts",
      "x/y/j.ts (types)",
      "x/y/k.ts",
      "x/y/l.ts",
      "x/y/m.ts",
    ]);
  });

  test("names modules as the table does, and every file has one", () => {
    expect(moduleOf("src/index.ts")).toBe("index");
    expect(moduleOf("src/device.ts")).toBe("index");
    expect(moduleOf("src/compile-model.ts")).toBe("engine");
    expect(moduleOf("src/backend/backend.ts")).toBe("backend");
    expect(moduleOf("src/backend/cpu/memory.ts")).toBe("backend/cpu");
    expect(moduleOf("src/artifact/formats/codecs.ts")).toBe("artifact");
    expect(moduleOf("test/conformance/run.ts")).toBe("test/conformance");
    const unknown = [...texts.keys()].filter((file) => TABLE[moduleOf(file)] === undefined);
    expect(unknown).toEqual([]);
    expect(texts.size).toBeGreaterThan(100);
    expect(imports.length).toBeGreaterThan(400);
  });
});

test("modules import what the table allows", () => {
  const broken = new Map<string, string[]>();
  for (const { file, target, typeOnly } of shipped) {
    if (isPackage(target)) continue;
    const [from, to] = [moduleOf(file), moduleOf(target)];
    const allowed = TABLE[from]!;
    if (from === to || allowed.includes(to) || (typeOnly && allowed.includes(`types:${to}`))) continue;
    const edge = `${from} -> ${to}`;
    broken.set(edge, [...(broken.get(edge) ?? []), `${file} -> ${target}`]);
  }
  expect([...broken.values()].flat(), "imports the table does not allow").toEqual([]);
});

test("the table keeps roots, host and CUDA out of what lies below them", () => {
  const importersOf = (module: string): string[] => Object.keys(TABLE).filter((from) => TABLE[from]!.includes(module));
  expect(importersOf("cli")).toEqual([]);
  expect(importersOf("browser-demo")).toEqual([]);
  expect(importersOf("node")).toEqual(["cli"]);
  expect(importersOf("cuda-backend")).toEqual(["cli", "node"]);
});

test("modules use the packages they may, and src, codegen and shaders nothing of Node", () => {
  const broken = shipped.filter(({ file, target }) => isPackage(target) && !PACKAGES[moduleOf(file)]?.test(target));
  expect(broken.map((i) => `${i.file} -> ${i.target}`)).toEqual([]);
});

test("imports of files exist and carry their extension", () => {
  const broken = imports.filter(({ file, target }) => {
    if (isPackage(target) || texts.has(target)) return false;
    try {
      readFileSync(join(ROOT, target));
      return !/\.\w+$/.test(target);
    } catch {
      return !file.endsWith(".test.ts");
    }
  });
  expect(broken.map((i) => `${i.file} -> ${i.target}`)).toEqual([]);
});

test("nothing is exported by default", () => {
  const broken = [...texts].filter(([, text]) => /^\s*export\s+default\b|\bas\s+default\b/m.test(text));
  expect(broken.map(([file]) => file)).toEqual([]);
});

test("every file opens with a comment that says what it is", () => {
  const folders = ["src/", "codegen/", "shaders/", "cuda-backend/", "node/", "cli/"];
  const broken = [...texts].filter(([file, text]) => {
    if (!folders.some((folder) => file.startsWith(folder))) return false;
    const start = text.replace(/^#!.*\n/, "");
    return !/^\/\*\*?[^*]|^\/\/ /.test(start);
  });
  expect(broken.map(([file]) => file)).toEqual([]);
});
