/**
 * Declarations of the package's entries into dist/types, or `types` in the folder named as argument, as TypeScript emits them from the sources. The specifiers of
 * sources end in `.ts`; in declarations they end in `.js`, which every module resolution reads.
 */
import { execFileSync } from "node:child_process";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const types = join(resolve(root, process.argv[2] ?? "dist"), "types");
const compiler = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin", "tsc");

await rm(types, { recursive: true, force: true });
const args = ["-p", join(root, "tsconfig.types.json"), "--outDir", types];
execFileSync(process.execPath, [compiler, ...args], { stdio: "inherit" });
for (const entry of await readdir(types, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile()) continue;
  const file = join(entry.parentPath, entry.name);
  const text = await readFile(file, "utf8");
  const renamed = text.replace(/((?:from|import\()\s*["']\.{1,2}\/[^"']*)\.ts(["'])/g, "$1.js$2");
  if (renamed !== text) await writeFile(file, renamed);
}
