/**
 * Who may import whom. Every import of the shipped folders is read as text and held against the table that stands in
 * ARCHITECTURE.md, so that what people read is what holds. `import type` counts as an import; where only types may
 * cross, a value import is a violation.
 */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const FOLDERS = ["src", "codegen", "shaders", "cuda-backend", "browser-demo", "node", "cli", "test/conformance"];

interface Rule {
  /** Modules it may import beside itself. */
  readonly modules: ReadonlySet<string>;
  /** Modules of which only types may cross. */
  readonly types: ReadonlySet<string>;
  /** Packages by name; `node:` stands for all of Node's own. */
  readonly packages: ReadonlySet<string>;
}

const listOf = (cell: string): string[] => (cell.trim() === "" ? [] : cell.split(",").map((name) => name.trim()));

/** The rows of the table whose header is `| module | may import | packages |`. */
function readTable(markdown: string): ReadonlyMap<string, Rule> {
  const lines = markdown.split("\n");
  const head = lines.indexOf("| module | may import | packages |");
  const end = lines.findIndex((line, i) => i > head && !line.startsWith("|"));
  const table = new Map<string, Rule>();
  for (const line of lines.slice(head + 2, end)) {
    const [modules = "", imports = "", packages = ""] = line.slice(1).split("|");
    const allowed = listOf(imports);
    const typesOnly = / \(types\)$/;
    const rule: Rule = {
      modules: new Set(allowed.filter((name) => !typesOnly.test(name))),
      types: new Set(allowed.filter((name) => typesOnly.test(name)).map((name) => name.replace(typesOnly, ""))),
      packages: new Set(listOf(packages)),
    };
    for (const name of listOf(modules)) {
      if (table.has(name)) throw new Error(`the import table has two rows for ${name}`);
      table.set(name, rule);
    }
  }
  return table;
}

const TABLE = readTable(readFileSync(join(ROOT, "ARCHITECTURE.md"), "utf8"));

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
  return second === "backend" && !third.endsWith(".ts") ? `backend/${third}` : second;
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
    expect(moduleOf("src/backend/uploads.ts")).toBe("backend");
    expect(moduleOf("src/backend/cpu/memory.ts")).toBe("backend/cpu");
    expect(moduleOf("src/artifact/formats/codecs.ts")).toBe("artifact");
    expect(moduleOf("test/conformance/run.ts")).toBe("test/conformance");
    const unknown = [...texts.keys()].filter((file) => !TABLE.has(moduleOf(file)));
    expect(unknown).toEqual([]);
    expect(texts.size).toBeGreaterThan(100);
    expect(imports.length).toBeGreaterThan(400);
  });
});

describe("the import table", () => {
  test("is read as it stands", () => {
    const table = readTable(
      "text\n| module | may import | packages |\n|---|---|---|\n| a, b | c, d (types) | node:, p |\n| c | | |\n",
    );
    expect([...table.keys()]).toEqual(["a", "b", "c"]);
    expect(table.get("b")).toEqual({
      modules: new Set(["c"]),
      types: new Set(["d"]),
      packages: new Set(["node:", "p"]),
    });
    expect(table.get("c")).toEqual({ modules: new Set(), types: new Set(), packages: new Set() });
  });

  test("names modules that exist", () => {
    const existing = new Set([...texts.keys()].map(moduleOf));
    const named = [...TABLE].flatMap(([module, { modules, types }]) => [module, ...modules, ...types]);
    expect(named.length).toBeGreaterThan(TABLE.size);
    expect(named.filter((module) => !existing.has(module))).toEqual([]);
  });

  test("keeps roots, host and CUDA out of what lies below them", () => {
    const importersOf = (module: string): string[] =>
      [...TABLE].filter(([, { modules, types }]) => modules.has(module) || types.has(module)).map(([from]) => from);
    expect(importersOf("cli")).toEqual([]);
    expect(importersOf("browser-demo")).toEqual([]);
    expect(importersOf("node")).toEqual(["cli"]);
    expect(importersOf("cuda-backend")).toEqual(["node", "cli"]);
  });
});

test("modules import what the table allows", () => {
  const broken: string[] = [];
  for (const { file, target, typeOnly } of shipped) {
    if (isPackage(target)) continue;
    const [from, to] = [moduleOf(file), moduleOf(target)];
    const rule = TABLE.get(from);
    const allowed = from === to || rule?.modules.has(to) || (typeOnly && rule?.types.has(to));
    if (!allowed) broken.push(`${from} -> ${to}: ${file} -> ${target}`);
  }
  expect(broken, "imports the table does not allow").toEqual([]);
});

test("families are reached through their door, and only they know names of weights", () => {
  const door = new Set(["src/model/contents.ts", "src/model/model.ts", "src/model/open.ts"]);
  const outside = shipped.filter(({ file }) => moduleOf(file) !== "model");
  const around = outside.filter(({ target }) => moduleOf(target) === "model" && !door.has(target));
  expect(around.map(({ file, target }) => `${file} -> ${target}`)).toEqual([]);
  const weight = /\b(language_model|lm_head|embed_tokens|[qkvo]_proj|in_proj_\w+|(gate|up|down)_proj|A_log)\b/;
  const knowing = [...texts].filter(([file, text]) => !file.startsWith("test/") && weight.test(text));
  expect(knowing.map(([file]) => file).sort()).toEqual([
    "src/model/model.ts",
    "src/model/qwen3_5/container-names.ts",
    "src/model/qwen3_5/tensors.ts",
  ]);
});

/** `@scope/name` or `name` of a specifier, `node:` for Node's own. */
function packageOf(specifier: string): string {
  if (specifier.startsWith("node:")) return "node:";
  return specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
}

test("modules use the packages the table allows", () => {
  const broken = shipped.filter(
    ({ file, target }) => isPackage(target) && !TABLE.get(moduleOf(file))?.packages.has(packageOf(target)),
  );
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
