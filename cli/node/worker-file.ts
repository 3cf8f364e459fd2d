/** Worker entries are bundles in dist/, whether this code runs from the bundle or from source. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { UsageError } from "../../src/base/errors.ts";
import { packageRoot } from "../version.ts";

/** @throws UsageError `not_built` when the bundle is missing */
export function workerFile(name: "engine-worker" | "text-worker"): URL {
  const file = join(packageRoot(), "dist", `${name}.js`);
  if (!existsSync(file)) {
    throw new UsageError("not_built", `dist/${name}.js is missing`, { hint: "run `npm run build`" });
  }
  return pathToFileURL(file);
}
