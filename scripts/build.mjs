/**
 * Bundles the command-line program and its workers into dist/, or the folder named as argument. Plain JavaScript,
 * because it runs at install time, before anything else is built.
 * Native packages stay outside the bundle and are loaded when they are needed.
 */

import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { build } from "esbuild";

const entryPoints = {
  qwerk: "cli/main.ts",
  "engine-worker": "node/engine-worker.ts",
  "text-worker": "node/text-worker.ts",
  index: "src/index.ts",
  device: "src/device.ts",
};

const outdir = process.argv[2] ?? "dist";

await rm(outdir, { recursive: true, force: true });
await build({
  entryPoints: Object.fromEntries(Object.entries(entryPoints).filter(([, file]) => existsSync(file))),
  outdir,
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20",
  external: ["webgpu", "koffi", "@sparticuz/chromium", "playwright", "playwright-core", "sharp"],
  // Bundled CommonJS packages call require for node's own modules.
  banner: {
    js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);',
  },
  chunkNames: "chunks/[name]-[hash]",
  sourcemap: true,
  logLevel: "warning",
});
