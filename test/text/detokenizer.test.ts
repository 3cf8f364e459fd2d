/**
 * Streaming text must equal the one-shot result for every order of calls. Separate from the tokenizer's own tests
 * because state lives here. Inputs are seeded.
 */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createDetokenizer } from "../../src/text/detokenizer.ts";
import { createTokenizer } from "../../src/text/tokenizer.ts";
import { SEED } from "../base/seed.ts";

const fixture = JSON.parse(readFileSync("test/fixtures/tokenizer.json", "utf8")) as {
  readonly encode: readonly { readonly text: string; readonly ids: readonly number[] }[];
  readonly decode_prefixes: readonly { readonly ids: readonly number[]; readonly prefixes: readonly string[] }[];
};
const tokenizer = createTokenizer(readFileSync("test/fixtures/tiny-hybrid/tokenizer.json", "utf8"));
describe("detokenizer", () => {
  it("stopped after any prefix gives the reference text of that prefix", () => {
    for (const { ids, prefixes } of fixture.decode_prefixes) {
      for (const [index, text] of prefixes.entries()) {
        const stream = createDetokenizer(tokenizer);
        const pushed = ids
          .slice(0, index + 1)
          .map((id) => stream.push(id))
          .join("");
        expect(pushed + stream.flush()).toBe(text);
        expect(tokenizer.decode(ids.slice(0, index + 1))).toBe(text);
      }
    }
  });

  it("never shows U+FFFD for valid text", () => {
    for (const text of ["水😀é", "👩‍👩‍👧", "𠜎", "ᄒ\u1161\u11ab", "हिन्दी"]) {
      const stream = createDetokenizer(tokenizer);
      const pushed = tokenizer.encode(text).map((id) => stream.push(id));
      expect(pushed.join("")).toBe(text.normalize("NFC"));
      expect(pushed.join("")).not.toContain("\ufffd");
      expect(stream.flush()).toBe("");
    }
  });

  it("joined output equals decode of the whole, for any ids", () => {
    const ids = fc.array(fc.oneof(fc.integer({ min: 0, max: 255 }), fc.integer({ min: -2, max: 1300 })), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(ids, fc.boolean(), (list, skipSpecial) => {
        const stream = createDetokenizer(tokenizer, { skipSpecial });
        const joined = list.map((id) => stream.push(id)).join("") + stream.flush();
        expect(joined).toBe(tokenizer.decode(list, { skipSpecial }));
      }),
      { seed: SEED, numRuns: 1000 },
    );
  });

  it("can be used again after a flush", () => {
    const stream = createDetokenizer(tokenizer);
    stream.push(162);
    expect(stream.flush()).toBe("\ufffd");
    expect(stream.push(64)).toBe("a");
  });
});
