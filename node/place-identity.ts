/**
 * What tells the files at a place from others that look alike: their sizes and times. Separate, because nothing else needs
 * it: an unfinished conversion goes on only with the weights it began with.
 */
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

/** Nothing for what is no path on this machine. */
export async function placeIdentity(place: string): Promise<string> {
  const facts = await stat(place).catch(() => undefined);
  if (facts === undefined) return "";
  if (!facts.isDirectory()) return line(place, facts);
  const names = (await readdir(place)).filter((name) => /\.(safetensors|ninfer|json|jinja)$/.test(name)).sort();
  const lines = await Promise.all(names.map(async (name) => line(name, await stat(join(place, name)))));
  return lines.join(" ");
}

function line(name: string, { size, mtimeMs }: { readonly size: number; readonly mtimeMs: number }): string {
  return `${name}:${size}:${mtimeMs}`;
}
