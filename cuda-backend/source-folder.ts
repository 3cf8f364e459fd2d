/**
 * Where the texts that are compiled at run time lie: device headers, native kernels, the emulation. They are files of
 * the package, whether this code runs from source or from a bundle in another folder.
 */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

let root: string | undefined;

/** Path of a file or folder under `cuda-backend/`. */
export function cudaSource(...names: readonly string[]): string {
  if (root === undefined) {
    let folder = dirname(fileURLToPath(import.meta.url));
    while (!existsSync(join(folder, "cuda-backend", "device"))) {
      const parent = dirname(folder);
      if (parent === folder) throw new Error("internal error: the package's cuda-backend folder is missing");
      folder = parent;
    }
    root = join(folder, "cuda-backend");
  }
  return join(root, ...names);
}
