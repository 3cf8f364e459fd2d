/**
 * `npm run package:check [-- --json F]`: packs the package, installs it in an empty project and looks at it as its users
 * do: sizes, what publint and are-the-types-wrong say, whether the README's examples compile under every module
 * resolution, whether the web-standard entries bundle for a page, and that nothing is both bundled and installed. A
 * figure that misses its bar fails the run.
 */
import { execFileSync, spawnSync } from "node:child_process";
import {
  createReadStream,
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { createGzip } from "node:zlib";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { build, transform } from "esbuild";
import { publint } from "publint";
import { bundledPackages } from "./build.mjs";
import { readmeExamples } from "./readme-examples.ts";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const MOST_BYTES = 4_000_000;
const BYTES_WITHOUT_MODEL = 1_500_000;
const WEB_ENTRIES = ["qwerk", "qwerk/device"];

interface Figure {
  readonly name: string;
  readonly value: number | string;
  readonly unit: string;
  readonly bar?: number | string;
  readonly ok: boolean;
}

interface Manifest {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

const manifest = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as Manifest;
const scratch = mkdtempSync(join(tmpdir(), "qwerk-package-"));
const figures: Figure[] = [];

const atMost = (name: string, value: number, unit: string, bar: number): void => {
  figures.push({ name, value, unit, bar, ok: value <= bar });
};
const equals = (name: string, value: number | string, unit: string, bar: number | string): void => {
  figures.push({ name, value, unit, bar, ok: value === bar });
};

/** The packed package. */
function pack(): string {
  const text = execFileSync("npm", ["pack", "--silent", "--pack-destination", scratch], {
    cwd: ROOT,
    encoding: "utf8",
  });
  return join(scratch, text.trim().split("\n").at(-1)!);
}

async function sizes(tarball: string): Promise<void> {
  const folder = join(scratch, "unpacked");
  mkdirSync(folder);
  execFileSync("tar", ["-xzf", tarball, "-C", folder]);
  atMost("tarball", statSync(tarball).size, "B", MOST_BYTES);
  const rest = join(scratch, "rest.tar");
  execFileSync("tar", ["-cf", rest, "--exclude=package/models", "package"], { cwd: folder });
  const packed = join(scratch, "rest.tgz");
  await pipeline(createReadStream(rest), createGzip({ level: 9 }), createWriteStream(packed));
  atMost("tarball without the model", statSync(packed).size, "B", BYTES_WITHOUT_MODEL);
  const maps = execFileSync("tar", ["-tzf", tarball], { encoding: "utf8" }).match(/\.map$/gm)?.length ?? 0;
  equals("source maps", maps, "files", 0);
}

async function lint(tarball: string): Promise<void> {
  const { messages } = await publint({ pack: { tarball: readFileSync(tarball).buffer as ArrayBuffer } });
  for (const message of messages) console.error(`publint: ${message.type} ${message.code} ${message.path.join(".")}`);
  equals("publint", messages.length, "messages", 0);
  const analysis = await checkPackage(createPackageFromTarballData(new Uint8Array(readFileSync(tarball))));
  if (!analysis.types) throw new Error("the package has no types at all");
  // Only ESM is offered, so what CommonJS and the resolution of Node 10 would see is no fault.
  const wrong = analysis.problems.filter(
    (p) => !("resolutionKind" in p) || p.resolutionKind === "node16-esm" || p.resolutionKind === "bundler",
  );
  for (const problem of wrong) console.error(`are the types wrong: ${JSON.stringify(problem)}`);
  equals("are the types wrong", wrong.length, "problems", 0);
  equals("entries with types", Object.keys(analysis.entrypoints).length, "entries", 6);
}

/** An empty project with the package in it. */
function install(tarball: string): string {
  const project = join(scratch, "project");
  mkdirSync(project);
  writeFileSync(join(project, "package.json"), '{ "private": true, "type": "module" }\n');
  const { typescript, "@types/node": node } = manifest.devDependencies;
  const wanted = [tarball, `typescript@${typescript}`, `@types/node@${node}`];
  execFileSync("npm", ["install", "--silent", "--no-audit", "--no-fund", ...wanted], {
    cwd: project,
    stdio: "inherit",
  });
  return project;
}

function compile(project: string): void {
  const examples = readmeExamples();
  equals("examples of the README", examples.length, "examples", 2);
  const files = examples.map(({ code }, i) => {
    writeFileSync(join(project, `example${i}.ts`), code);
    return `example${i}.ts`;
  });
  for (const [resolution, module] of [
    ["bundler", "esnext"],
    ["node16", "node16"],
    ["nodenext", "nodenext"],
  ] as const) {
    const compilerOptions = {
      ...{ strict: true, noEmit: true, target: "es2022", lib: ["es2023", "dom", "dom.asynciterable"] },
      ...{ module, moduleResolution: resolution, types: ["node"], skipLibCheck: false },
    };
    writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
    const compiler = join(project, "node_modules", "typescript", "bin", "tsc");
    const run = spawnSync(process.execPath, [compiler, "-p", project], { encoding: "utf8" });
    if (run.status !== 0) console.error(run.stdout);
    equals(`compiles under ${resolution}`, run.status === 0 ? "yes" : "no", "", "yes");
  }
}

/** Bundles the web-standard entries for a page, and finds what is both inside the package and beside it. */
async function bundles(project: string): Promise<void> {
  for (const entry of WEB_ENTRIES) {
    const { metafile, outputFiles } = await build({
      stdin: { contents: `export * from "${entry}";`, resolveDir: project },
      bundle: true,
      format: "esm",
      platform: "browser",
      minify: true,
      write: false,
      metafile: true,
      logLevel: "error",
    });
    const outside = Object.values(metafile.inputs).flatMap(({ imports }) => imports.filter((i) => i.external));
    equals(`${entry} for a page: imports left`, outside.length, "imports", 0);
    const bytes = outputFiles.reduce((sum, file) => sum + file.contents.byteLength, 0);
    figures.push({ name: `${entry} for a page, minified`, value: bytes, unit: "B", ok: true });
  }
  const installed = new Set(Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies }));
  const both = (await bundledPackages()).filter((name) => installed.has(name));
  equals("bundled and installed", both.join(", "), "", "");
}

/** The installed command and library, away from any checkout. */
async function run(project: string): Promise<void> {
  const qwerk = join(project, "node_modules", ".bin", "qwerk");
  const answer = execFileSync(qwerk, ["run", "What is 12 + 30?", "--no-thinking", "--backend", "cpu"], {
    cwd: project,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  equals("installed command answers", answer.trim(), "", "42");
  const example = readmeExamples().find(({ page }) => !page)!;
  writeFileSync(join(project, "example.mjs"), (await transform(example.code, { loader: "ts", format: "esm" })).code);
  const told = spawnSync(process.execPath, ["example.mjs"], { cwd: project, encoding: "utf8" });
  if (told.status !== 0) console.error(told.stderr);
  equals("the README's example answers", told.status === 0 && told.stdout.trim() !== "" ? "yes" : "no", "", "yes");
  execFileSync("git", ["init", "--quiet"], { cwd: project });
  execFileSync(
    "git",
    ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "--quiet", "--allow-empty", "-m", "own"],
    {
      cwd: project,
    },
  );
  const report = JSON.parse(
    execFileSync(qwerk, ["conformance", "join", "--backend", "cpu", "--json"], { cwd: project, encoding: "utf8" }),
  ) as { readonly commit: string };
  equals("commit of an installed report", report.commit, "", `v${manifest.version}`);
}

const at = process.argv.indexOf("--json");
try {
  const tarball = pack();
  await sizes(tarball);
  await lint(tarball);
  const project = install(tarball);
  compile(project);
  await bundles(project);
  await run(project);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
console.table(figures);
if (at >= 0) writeFileSync(process.argv[at + 1]!, `${JSON.stringify({ figures }, null, 2)}\n`);
process.exitCode = figures.every((figure) => figure.ok) ? 0 : 1;
