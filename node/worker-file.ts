/** Worker entries are bundles: beside the running bundle, or in dist/ when this code runs from source. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { UsageError } from "../src/base/errors.ts";
import { packageRoot } from "./package-root.ts";

/**
 * Workers do not inherit the program's flags: those that say how its first module is read (`--eval`, `--input-type`)
 * keep a worker with a file from starting.
 */
export const OWN_FLAGS = { execArgv: [] as string[] } as const;

/** @throws UsageError `not_built` when the bundle is missing */
export function workerFile(name: "engine-worker" | "text-worker" | "cpu-thread"): URL {
  const here = dirname(fileURLToPath(import.meta.url));
  const folders = [here, dirname(here), join(packageRoot(), "dist")];
  const file = folders.map((folder) => join(folder, `${name}.js`)).find((path) => existsSync(path));
  if (file === undefined) {
    throw new UsageError("not_built", `dist/${name}.js is missing`, { hint: "run `npm run build`" });
  }
  return pathToFileURL(file);
}
