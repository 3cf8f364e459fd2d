/** The text of `device/*.cuh` by name: what kernels may include. Read once, because NVRTC takes headers in memory. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { cudaSource } from "./source-folder.ts";

let loaded: Readonly<Record<string, string>> | undefined;

function deviceHeaders(): Readonly<Record<string, string>> {
  if (loaded === undefined) {
    const folder = cudaSource("device");
    const names = readdirSync(folder).filter((name) => name.endsWith(".cuh"));
    loaded = Object.fromEntries(names.sort().map((name) => [name, readFileSync(join(folder, name), "utf8")]));
  }
  return loaded;
}

/** Headers a source includes, and those they include. */
export function headersOf(source: string): Readonly<Record<string, string>> {
  const all = deviceHeaders();
  const found: Record<string, string> = {};
  const visit = (text: string): void => {
    for (const [, name] of text.matchAll(/^#include "([\w.-]+)"/gm)) {
      const header = all[name!];
      if (header === undefined || found[name!] !== undefined) continue;
      found[name!] = header;
      visit(header);
    }
  };
  visit(source);
  return found;
}
