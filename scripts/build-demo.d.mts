/** Types of the demo's build script, for the test that imports it. */
import type { Server } from "node:http";
import type { Metafile } from "esbuild";

export function buildDemo(folder: string): Promise<Metafile>;
export function serveDemo(folder: string, port: number): Promise<Server>;
