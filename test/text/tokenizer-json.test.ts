/**
 * Reading `tokenizer.json`: every way of writing the same JSON is the same tokenizer, and what `JSON.parse` refuses is
 * refused. Separate from tokenizer.test.ts because files are read in place, by a reader of our own, and `JSON.parse` is
 * its oracle. Inputs are seeded.
 */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ArtifactError } from "../../src/base/errors.ts";
import { byteCharacter } from "../../src/text/byte-level.ts";
import { JsonCursor } from "../../src/text/json-cursor.ts";
import { createTokenizer } from "../../src/text/tokenizer.ts";
import { SEED } from "../base/seed.ts";

type Merge = readonly [string, string];
interface File extends Readonly<Record<string, unknown>> {
  readonly model: {
    readonly vocab: Readonly<Record<string, number>>;
    readonly merges: readonly Merge[];
  } & Readonly<Record<string, unknown>>;
}

const { encode } = JSON.parse(readFileSync("test/fixtures/tokenizer.json", "utf8")) as {
  readonly encode: readonly { readonly text: string; readonly ids: readonly number[] }[];
};
const parsed = JSON.parse(readFileSync("test/fixtures/tiny-hybrid/tokenizer.json", "utf8")) as File;

/** A file whose vocabulary is bytes and a few merges, small enough that a random change hits every kind of place. */
function smallFile(): File {
  const bytes = Array.from({ length: 256 }, (_, byte) => [byteCharacter(byte), byte]);
  const merges: Merge[] = [
    ["t", "h"],
    ["th", "e"],
    ["Ġ", "the"],
    ['"', '"'],
    ["\\", "\\"],
  ];
  const merged = merges.map(([left, right], i) => [left + right, 256 + i]);
  return { ...parsed, model: { ...parsed.model, vocab: Object.fromEntries([...bytes, ...merged]), merges } };
}

/** The keys of an object in another order. */
function reordered<T extends object>(value: T, order: readonly number[]): T {
  const entries = Object.entries(value).map((entry, i) => ({ entry, place: order[i % order.length]! }));
  return Object.fromEntries(entries.sort((a, b) => a.place - b.place).map(({ entry }) => entry)) as T;
}

/** JSON text with escapes for some of what needs none. */
function escaped(json: string, share: number): string {
  let at = 0;
  return json.replace(/[\u0080-\uffff]/g, (character) =>
    at++ % 10 < share ? `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}` : character,
  );
}

const codeOf = (json: string): string => {
  try {
    createTokenizer(json);
    return "accepted";
  } catch (error) {
    return error instanceof ArtifactError ? error.code : `not typed: ${String(error)}`;
  }
};

describe("the same file", () => {
  it("however it is written, gives the same tokens and ids", () => {
    const order = fc.array(fc.nat(), { minLength: 12, maxLength: 12 });
    fc.assert(
      fc.property(
        order,
        fc.boolean(),
        fc.constantFrom(0, 1, "\t", "\r\n "),
        fc.nat(10),
        (places, spaces, indent, share) => {
          const merges = spaces ? parsed.model.merges.map((pair) => pair.join(" ")) : parsed.model.merges;
          const vocab = reordered(parsed.model.vocab, places);
          const file = reordered({ ...parsed, model: reordered({ ...parsed.model, vocab, merges }, places) }, places);
          const tokenizer = createTokenizer(escaped(JSON.stringify(file, undefined, indent), share));
          for (const { text, ids } of encode) expect(tokenizer.encode(text, { allowControl: true })).toEqual(ids);
          for (const [token, id] of Object.entries(vocab)) expect(tokenizer.tokenToId(token)).toBe(id);
        },
      ),
      { seed: SEED, numRuns: 25 },
    );
  });

  it("with ids far apart and in no order gives the same tokens", () => {
    const spread = (id: number): number => ((id * 7919) % 1216) * 31 + 5;
    const entries = Object.entries(parsed.model.vocab).map(([token, id]) => [token, spread(id)]);
    const model = { ...parsed.model, vocab: Object.fromEntries(entries) as Record<string, number> };
    const tokenizer = createTokenizer(JSON.stringify({ ...parsed, model, added_tokens: [] }));
    const plain = createTokenizer(JSON.stringify({ ...parsed, added_tokens: [] }));
    for (const { text } of encode) expect(tokenizer.encode(text)).toEqual(plain.encode(text).map(spread));
    expect(tokenizer.vocabSize).toBe(1 + 31 * 1215 + 5);
    expect(tokenizer.tokenBytes(spread(3) + 1).length).toBe(0);
    expect(tokenizer.idToToken(spread(3) + 1)).toBeUndefined();
  });

  it("with more merges than tokens ranks them by their last place", () => {
    const { merges } = parsed.model;
    const model = { ...parsed.model, merges: [...merges, ...[...merges].reverse(), ...merges] };
    const tokenizer = createTokenizer(JSON.stringify({ ...parsed, model }));
    for (const { text, ids } of encode) expect(tokenizer.encode(text, { allowControl: true })).toEqual(ids);
  });

  it("with ids written as floating-point numbers is read as JSON says", () => {
    const json = JSON.stringify(smallFile()).replace('"the":257', '"the":2.57E2').replace('"th":256', '"th":256.0');
    expect(createTokenizer(json).encode("the th")).toEqual([257, 32, 256]);
  });
});

describe("ignore_merges", () => {
  it("takes a piece that is a token as that token, which no merge makes", () => {
    const small = smallFile();
    const token = [...new TextEncoder().encode("的我")].map(byteCharacter).join("");
    const file = (ignore: boolean): string => {
      const vocab = { ...small.model.vocab, [token]: 900 };
      return JSON.stringify({ ...small, model: { ...small.model, vocab, ignore_merges: ignore } });
    };
    const bytes = [...new TextEncoder().encode("的我")].map((byte) => small.model.vocab[byteCharacter(byte)]);
    expect(createTokenizer(file(true)).encode("的我")).toEqual([900]);
    expect(createTokenizer(file(true)).encode("的我的")).toEqual([...bytes, ...bytes.slice(0, 3)]);
    expect(createTokenizer(file(false)).encode("的我")).toEqual(bytes);
  });
});

describe("a changed file", () => {
  const json = JSON.stringify(smallFile(), undefined, 1);
  const change = fc.record({
    at: fc.nat({ max: json.length }),
    removed: fc.nat({ max: 3 }),
    added: fc.stringMatching(/^[[\]{},:"\\0-9a.eE\- \n\u0001u]{0,2}$/),
  });

  it("is refused as damaged wherever JSON.parse refuses it, and otherwise read as JSON.parse reads it", () => {
    fc.assert(
      fc.property(change, ({ at, removed, added }) => {
        const text = json.slice(0, at) + added + json.slice(at + removed);
        let truth: File | undefined;
        try {
          truth = JSON.parse(text) as File;
        } catch {
          expect(codeOf(text)).toBe("tokenizer_damaged");
          return;
        }
        const code = codeOf(text);
        expect(["accepted", "tokenizer_damaged", "tokenizer_unsupported"]).toContain(code);
        if (code !== "accepted") return;
        const tokenizer = createTokenizer(text);
        for (const [token, id] of Object.entries(truth.model.vocab)) expect(tokenizer.tokenToId(token)).toBe(id);
      }),
      { seed: SEED, numRuns: 3000 },
    );
  });

  it("that ends too early is refused as damaged", () => {
    fc.assert(
      fc.property(fc.nat({ max: json.length - 1 }), (length) => {
        expect(codeOf(json.slice(0, length))).toBe("tokenizer_damaged");
      }),
      { seed: SEED, numRuns: 500 },
    );
  });

  const small = JSON.stringify(smallFile());
  const cases: readonly (readonly [string, string, RegExp])[] = [
    ["a token twice", small.replace('"th":256', '"th":256,"th":270'), /names the token "th" twice/],
    ["two models", small.replace('"model":', '"model":{},"model":'), /model stands in the file twice/],
    ["a list as vocabulary", small.replace(/"vocab":\{[^}]*\}[^}]*\}/, '"vocab":[]'), /model\.vocab is missing/],
    ["a token of characters", small.replace('"th":256', '"日":256'), /"日", which is not in the byte-level alphabet/],
    [
      "merges as an object",
      small.replace(/"merges":\[.*?\]\]/, '"merges":{}'),
      /model\.merges is missing or not a list/,
    ],
    ["a merge that is a number", small.replace('["t","h"]', "7"), /model\.merges\[0\] is 7, not a pair/],
    ["a merge of one", small.replace('["t","h"]', '["t"]'), /model\.merges\[0\] is \["t"\], not a pair/],
    ["a merge of text without a space", small.replace('["t","h"]', '"th"'), /model\.merges\[0\] is "th", not a pair/],
    ["a merge whose result is no token", small.replace('["t","h"]', '["t","t"]'), /merges\[0\] needs "tt", not in/],
  ];
  it.each(cases)("says what is wrong with %s", (_, text, message) => {
    expect(() => createTokenizer(text)).toThrow(message);
    expect(codeOf(text)).toBe("tokenizer_damaged");
  });
});

describe("JSON cursor", () => {
  it("reads and skips every value as JSON.parse does", () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), fc.constantFrom(0, 2, "\t"), (values, indent) => {
        const text = `${JSON.stringify(values, undefined, indent)} `;
        const read = new JsonCursor(text);
        const skipped = new JsonCursor(text);
        for (const value of values) {
          read.at++;
          expect(read.value()).toEqual(JSON.parse(JSON.stringify(value)));
          skipped.at++;
          skipped.skip();
          expect(skipped.at).toBe(read.at);
          read.peek();
          skipped.peek();
        }
        expect(text.slice(read.at).trim()).toBe(values.length === 0 ? "[]" : "]");
      }),
      { seed: SEED, numRuns: 1000 },
    );
  });

  it("reads natural numbers, and leaves every other number where it is", () => {
    for (const text of ["0", "7", "123456789"]) expect(new JsonCursor(` ${text},`).natural()).toBe(Number(text));
    for (const text of ["-1", "01", "1.0", "1e3", "1E3", "1234567890", '"7"', "null", ""]) {
      const cursor = new JsonCursor(text);
      expect(cursor.natural()).toBe(-1);
      expect(cursor.at).toBe(0);
    }
  });
});
