/** Types of `build.mjs`, which is plain JavaScript because it runs at install time. */
import type { Metafile } from "esbuild";

export function bundle(folder?: string): Promise<Metafile>;
export function bundledPackages(): Promise<readonly string[]>;
