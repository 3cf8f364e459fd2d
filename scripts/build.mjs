/**
 * Bundles the package's entries, the command-line program and the workers into dist/, or the folder named as argument.
 * Plain JavaScript, because it runs at install time, before anything else is built. The entries share their chunks, so
 * an error class is one class whichever of them it comes through; nothing is put in front of a chunk, so what a page may
 * import stays web-standard.
 */

import { rm } from "node:fs/promises";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));

const entryPoints = {
  index: "src/index.ts",
  device: "src/device.ts",
  node: "node/index.ts",
  cuda: "node/cuda.ts",
  "page-worker": "src/page/worker.ts",
  qwerk: "cli/main.ts",
  "engine-worker": "node/engine-worker.ts",
  "text-worker": "node/text-worker.ts",
  "cpu-thread": "node/cpu-thread.ts",
};

/** Native packages are loaded when they are needed; CommonJS ones would bring `require` into chunks. */
const external = ["webgpu", "koffi", "commander", "picocolors", "smol-toml"];

/** Returns esbuild's metafile: what went into which bundle. Without a folder nothing is written. */
export async function bundle(folder) {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints,
    outdir: folder ?? "unwritten",
    write: folder !== undefined,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20",
    external,
    // Beside the entries, so that a worker is found from import.meta.url whichever bundle the code is in.
    chunkNames: "chunk-[hash]",
    // Packages that ship development checks ask for this; a page has no process.
    define: { "process.env.NODE_ENV": JSON.stringify("production") },
    sourcemap: true,
    metafile: true,
    logLevel: "warning",
  });
  return metafile;
}

/** Names of the packages that lie inside the bundles. */
export async function bundledPackages() {
  const { inputs } = await bundle();
  const names = Object.keys(inputs).flatMap((file) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? []);
  return [...new Set(names)].sort();
}

if (process.argv[1] !== undefined && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const folder = resolve(root, process.argv[2] ?? "dist");
  await rm(folder, { recursive: true, force: true });
  await bundle(folder);
}
