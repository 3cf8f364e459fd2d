/** FNV-1a over UTF-16 units, twice with different seeds: names and cache keys, not secrets. Same on every platform. */

const PRIME = 0x01000193;

function fnv1a(text: string, seed: number): number {
  let hash = seed;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    hash = Math.imul(hash ^ (unit & 0xff), PRIME);
    hash = Math.imul(hash ^ (unit >>> 8), PRIME);
  }
  return hash >>> 0;
}

/** 16 hex digits. */
export function hashText(text: string): string {
  const hex = (x: number): string => x.toString(16).padStart(8, "0");
  return hex(fnv1a(text, 0x811c9dc5)) + hex(fnv1a(text, 0x2f0b4c47));
}
