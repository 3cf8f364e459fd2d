/** Facts of the installed package: its folder, its version and its embedded model, wherever the code runs from. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Root folder of the installed package. */
export function packageRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, "package.json"))) folder = dirname(folder);
  return folder;
}

export function packageVersion(): string {
  const text = readFileSync(join(packageRoot(), "package.json"), "utf8");
  return (JSON.parse(text) as { version: string }).version;
}

/** Folder of the model that comes with the package. */
export function embeddedModel(): string {
  return join(packageRoot(), "models", "tiny-hybrid");
}
