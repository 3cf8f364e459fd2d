/**
 * Builds the folder of the GPU check: node, one bundle, koffi, kernels, the embedded model and its reference values,
 * and a script. It needs no network and no package on the machine that runs it. Run: npm run gpu:check [-- FOLDER];
 * the folder is then copied to the card's machine and `check.sh` started there.
 */
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const LIMIT_BYTES = 45 * 2 ** 20;
const PLATFORM = "@koromix/koffi-linux-x64";

/** Whether a program can be started. */
function has(program: string): boolean {
  try {
    execFileSync(program, ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** This process's node, without symbols where they can be taken off, packed. Kept while node is the same file. */
function packNode(target: string): void {
  const { size, mtimeMs } = statSync(process.execPath);
  const kept = join(ROOT, "perf", "out", `node-${process.version}-${size}-${Math.floor(mtimeMs)}.xz`);
  if (!existsSync(kept)) {
    if (!has("xz")) throw new Error("packing node needs xz");
    mkdirSync(dirname(kept), { recursive: true });
    const plain = kept.replace(/\.xz$/, ".part");
    copyFileSync(process.execPath, plain);
    chmodSync(plain, 0o755);
    if (has("strip")) execFileSync("strip", [plain]);
    execFileSync("xz", ["-9", "--force", plain]);
    renameSync(`${plain}.xz`, kept);
  }
  copyFileSync(kept, target);
}

/** Copies files of the repository whose path `wanted` takes. */
function copyTree(from: string, to: string, wanted: (path: string) => boolean): void {
  const root = join(ROOT, from);
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    const path = relative(root, join(entry.parentPath, entry.name));
    if (!entry.isFile() || !wanted(path)) continue;
    const target = join(to, path);
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(join(root, path), target);
  }
}

async function bundle(folder: string): Promise<void> {
  await build({
    entryPoints: [join(ROOT, "perf/gpu/check.ts")],
    outfile: join(folder, "check.mjs"),
    bundle: true,
    minifySyntax: true,
    format: "esm",
    platform: "node",
    target: "node20",
    external: ["koffi", "webgpu"],
    banner: {
      js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);',
    },
    logLevel: "warning",
  });
}

function copyKoffi(folder: string): void {
  const modules = join(folder, "node_modules");
  const scripts = (path: string): boolean =>
    path === "package.json" || path === "LICENSE.txt" || /^(index|indirect|src\/koffi\/.*)\.c?js$/.test(path);
  copyTree("node_modules/koffi", join(modules, "koffi"), scripts);
  copyTree(`node_modules/${PLATFORM}`, join(modules, PLATFORM), (path) => !path.startsWith("musl"));
}

function sizesOf(folder: string): { readonly name: string; readonly bytes: number }[] {
  const total = (path: string): number =>
    statSync(path).isDirectory()
      ? readdirSync(path).reduce((sum, name) => sum + total(join(path, name)), 0)
      : statSync(path).size;
  return readdirSync(folder).map((name) => ({ name, bytes: total(join(folder, name)) }));
}

async function main(): Promise<void> {
  const named = process.argv[2];
  const folder = named === undefined ? join(ROOT, "perf", "out", "gpu-check") : resolve(named);
  const script = join(folder, "check.sh");
  if (existsSync(folder) && readdirSync(folder).length > 0 && !existsSync(script)) {
    throw new Error(`${folder} holds something else than a GPU check`);
  }
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  packNode(join(folder, "node.xz"));
  await bundle(folder);
  copyKoffi(folder);
  copyTree("cuda-backend", join(folder, "cuda-backend"), (path) => /\.(cuh?|cpp|h)$/.test(path));
  cpSync(join(ROOT, "test", "fixtures", "tiny-hybrid"), join(folder, "test", "fixtures", "tiny-hybrid"), {
    recursive: true,
  });
  copyTree("test/fixtures", join(folder, "test", "fixtures"), (path) =>
    /^(model|random)\.(json|safetensors)$/.test(path),
  );
  copyFileSync(join(ROOT, "perf/gpu/check.sh"), script);
  chmodSync(script, 0o755);
  const commit = execFileSync("git", ["rev-parse", "HEAD"], { cwd: ROOT }).toString().trim();
  writeFileSync(join(folder, "build.json"), `${JSON.stringify({ commit, node: process.version })}\n`);
  const sizes = sizesOf(folder);
  const total = sizes.reduce((sum, s) => sum + s.bytes, 0);
  for (const { name, bytes } of sizes) console.log(`${String(bytes).padStart(11)}  ${name}`);
  console.log(
    `${String(total).padStart(11)}  in all, ${(total / 2 ** 20).toFixed(1)} MiB of ${LIMIT_BYTES / 2 ** 20}: ${folder}`,
  );
  if (total > LIMIT_BYTES) throw new Error("the folder is larger than it may be");
}

await main();
