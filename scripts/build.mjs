/**
 * Bundles the command-line program and its workers into dist/. Plain JavaScript, because it runs at install time,
 * before anything else is built. Native packages stay outside the bundle and are loaded when they are needed.
 */

import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { build } from "esbuild";

const entryPoints = {
  qwerk: "cli/main.ts",
  "engine-worker": "cli/engine-worker.ts",
  "text-worker": "cli/node/text-worker.ts",
  index: "src/index.ts",
};

await rm("dist", { recursive: true, force: true });
await build({
  entryPoints: Object.fromEntries(Object.entries(entryPoints).filter(([, file]) => existsSync(file))),
  outdir: "dist",
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
