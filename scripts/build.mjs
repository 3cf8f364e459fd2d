/**
 * Bundles the package's entries, the command-line program and the workers into dist/, or the folder named as argument.
 * Plain JavaScript, because it runs at install time, before anything else is built. The entries share their chunks, so
 * an error class is one class whichever of them it comes through; nothing is put in front of a chunk, so what a page may
 * import stays web-standard.
 */

import { rm } from "node:fs/promises";
import { build } from "esbuild";

const entryPoints = {
  index: "src/index.ts",
  device: "src/device.ts",
  node: "node/index.ts",
  qwerk: "cli/main.ts",
  "engine-worker": "node/engine-worker.ts",
  "text-worker": "node/text-worker.ts",
};

/** Native packages are loaded when they are needed; CommonJS ones would bring `require` into chunks. */
const external = ["webgpu", "koffi", "commander", "picocolors"];

const outdir = process.argv[2] ?? "dist";

await rm(outdir, { recursive: true, force: true });
await build({
  entryPoints,
  outdir,
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20",
  external,
  chunkNames: "chunks/[name]-[hash]",
  sourcemap: true,
  logLevel: "warning",
});
