/** Facts of the installed package: its folder, its version and its embedded model, wherever the code runs from. */
import { execFileSync } from "node:child_process";
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

/** File of the model that comes with the package. */
export function embeddedModel(): string {
  return join(packageRoot(), "models", "tiny-hybrid.ninfer");
}

/** Commit of a working copy; an installed package is its version. */
export function packageCommit(): string {
  const root = packageRoot();
  // Without this, git would answer for the project the package is installed in.
  if (!existsSync(join(root, ".git"))) return `v${packageVersion()}`;
  try {
    const text = execFileSync("git", ["rev-parse", "HEAD"], { cwd: root, stdio: ["ignore", "pipe", "ignore"] });
    return text.toString().trim();
  } catch {
    return `v${packageVersion()}`;
  }
}
