/**
 * The piece cache against a map: it may forget, but never answers with another piece's ids. Separate from the
 * tokenizer's tests because hashes are chosen here, so that pieces collide as only hostile text would make them.
 * Inputs are seeded.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LONGEST_CACHED_PIECE, PieceCache } from "../../src/text/piece-cache.ts";
import { SEED } from "../base/seed.ts";

const unitsOf = (text: string): Uint16Array => Uint16Array.from(text, (unit) => unit.charCodeAt(0));

function find(cache: PieceCache, text: string, hash: number): number[] | undefined {
  const at = cache.find(unitsOf(text), 0, text.length, hash);
  return at < 0 ? undefined : [...cache.words.subarray(at + 1, at + 1 + cache.words[at]!)];
}

describe("piece cache", () => {
  it("gives the ids that were added for a piece, or none", () => {
    const piece = fc.record({
      text: fc.string({ unit: fc.constantFrom("a", "b", "的"), minLength: 1, maxLength: LONGEST_CACHED_PIECE }),
      hash: fc.constantFrom(0, 1, 17, -1),
      ids: fc.array(fc.nat(), { minLength: 1, maxLength: 3 * LONGEST_CACHED_PIECE }),
    });
    fc.assert(
      fc.property(fc.nat({ max: 40 }), fc.array(piece, { maxLength: 60 }), (entries, pieces) => {
        const cache = new PieceCache(entries);
        const added = new Map<string, readonly number[]>();
        for (const { text, hash, ids } of pieces) {
          const key = `${hash} ${text}`;
          const known = find(cache, text, hash);
          if (known === undefined) {
            cache.add(unitsOf(text), 0, text.length, hash, Int32Array.from(ids), ids.length);
            added.set(key, ids);
          }
          // What was added last is there, however full the cache was.
          expect(find(cache, text, hash)).toEqual(added.get(key));
        }
        for (const { text, hash } of pieces) {
          expect([undefined, added.get(`${hash} ${text}`)]).toContainEqual(find(cache, text, hash));
        }
      }),
      { seed: SEED, numRuns: 500 },
    );
  });

  it("remembers pieces of different hashes side by side", () => {
    const cache = new PieceCache(1000);
    const texts = Array.from({ length: 500 }, (_, i) => `piece ${i}`);
    for (const [i, text] of texts.entries()) cache.add(unitsOf(text), 0, text.length, i * 7919, Int32Array.of(i), 1);
    for (const [i, text] of texts.entries()) expect(find(cache, text, i * 7919)).toEqual([i]);
  });
});
