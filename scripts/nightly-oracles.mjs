/**
 * Fetches the second implementation that the nightly tests hold the oracles against, into qwerk's cache folder, and
 * prints where it is. Separate from the dependencies because its install script downloads; here no install script
 * runs, and the native library comes from the package itself. Needs the registry only when the cache lacks it.
 *
 *   node scripts/nightly-oracles.mjs
 */
import { execFileSync } from "node:child_process";
import { access, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { tsImport } from "tsx/esm/api";

const PACKAGE = "onnxruntime-node";
const VERSION = "1.30.0";

const { cacheFolder, publishFolder } = await tsImport("../node/cache-folder.ts", import.meta.url);

const packageFolder = join("node_modules", PACKAGE);
const librariesFolder = join(packageFolder, "bin", "napi-v6");
const binding = join(librariesFolder, process.platform, process.arch, "onnxruntime_binding.node");

/** The package carries libraries of all platforms; one is needed. */
async function removeOtherPlatforms(folder) {
  const libraries = join(folder, librariesFolder);
  for (const platform of await readdir(libraries)) {
    for (const architecture of await readdir(join(libraries, platform))) {
      if (platform === process.platform && architecture === process.arch) continue;
      await rm(join(libraries, platform, architecture), { recursive: true });
    }
  }
}

async function install(folder) {
  const flags = ["--no-save", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix", folder];
  const onWindows = process.platform === "win32";
  execFileSync("npm", ["install", ...flags, `${PACKAGE}@${VERSION}`], {
    stdio: ["ignore", process.stderr, process.stderr],
    shell: onWindows,
  });
  await access(join(folder, binding));
  await removeOtherPlatforms(folder);
}

const name = `${PACKAGE}-${VERSION}-${process.platform}-${process.arch}`;
const required = [join(packageFolder, "package.json"), join("node_modules", "onnxruntime-common"), binding];
const folder = await publishFolder(join(cacheFolder(), "nightly-oracles"), name, required, install);
console.log(join(folder, packageFolder));
