/**
 * The tokenizer against the reference ids of test/fixtures/tokenizer.json and, on random text, against two other
 * implementations. Separate from the streaming tests because everything here is a single call. Inputs are seeded.
 */
import { readFileSync } from "node:fs";
import { Tokenizer as HuggingFaceTokenizer } from "@huggingface/tokenizers";
import fc from "fast-check";
import { Tiktoken } from "tiktoken";
import { describe, expect, it } from "vitest";
import { ArtifactError } from "../../src/base/errors.ts";
import { byteCharacter, byteLevelText } from "../../src/text/byte-level.ts";
import { createTokenizer } from "../../src/text/tokenizer.ts";
import { SEED } from "../base/seed.ts";

interface EncodeCase {
  readonly text: string;
  readonly ids: readonly number[];
  readonly decoded: string;
  readonly decoded_skip_special: string;
}

const fixture = JSON.parse(readFileSync("test/fixtures/tokenizer.json", "utf8")) as {
  readonly vocab_size: number;
  readonly encode: readonly EncodeCase[];
  readonly decode_ids: readonly { readonly ids: readonly number[]; readonly text: string }[];
};
const source = readFileSync("test/fixtures/tiny-hybrid/tokenizer.json", "utf8");
const parsed = JSON.parse(source) as {
  model: { vocab: Record<string, number>; merges: [string, string][] } & Record<string, unknown>;
  added_tokens: { id: number; content: string; special: boolean }[];
  pre_tokenizer: { pretokenizers: [{ pattern: { Regex: string } }, object] };
} & Record<string, unknown>;
const tokenizer = createTokenizer(source);
const firstControlId = Math.min(...tokenizer.controlTokens.map((token) => token.id));
const show = (text: string): string => JSON.stringify(text).slice(0, 60);

/** The same file with one change, as JSON text. */
function changed(change: (file: typeof parsed) => void): string {
  const copy = structuredClone(parsed);
  change(copy);
  return JSON.stringify(copy);
}

describe("reference ids", () => {
  it.each(fixture.encode.map((c) => [show(c.text), c] as const))("%s", (_, c) => {
    expect(tokenizer.encode(c.text, { allowControl: true })).toEqual(c.ids);
    expect(tokenizer.decode(c.ids)).toBe(c.decoded);
    expect(tokenizer.decode(c.ids, { skipSpecial: true })).toBe(c.decoded_skip_special);
  });

  it("decodes arbitrary ids", () => {
    for (const { ids, text } of fixture.decode_ids) expect(tokenizer.decode(ids)).toBe(text);
  });

  it("reports the vocabulary", () => {
    expect(tokenizer.vocabSize).toBe(fixture.vocab_size);
    expect(tokenizer.tokenToId("<|im_end|>")).toBe(1218);
    expect(tokenizer.idToToken(1218)).toBe("<|im_end|>");
    for (const [token, id] of Object.entries(parsed.model.vocab)) {
      expect(tokenizer.tokenToId(token)).toBe(id);
      expect(tokenizer.idToToken(id)).toBe(token);
    }
    expect(tokenizer.idToToken(1242)).toBeUndefined();
    expect(tokenizer.tokenToId("no such token")).toBeUndefined();
  });

  it("reads merges written as strings", () => {
    const strings = createTokenizer(
      changed((file) => {
        (file.model as Record<string, unknown>)["merges"] = parsed.model.merges.map((pair) => pair.join(" "));
      }),
    );
    for (const { text, ids } of fixture.encode) expect(strings.encode(text, { allowControl: true })).toEqual(ids);
  });
});

describe("control tokens", () => {
  it("are plain text by default and decode to the same characters", () => {
    for (const { content } of tokenizer.controlTokens) {
      const text = `a ${content}b`;
      const ids = tokenizer.encode(text);
      expect(Math.max(...ids)).toBeLessThan(firstControlId);
      expect(tokenizer.decode(ids)).toBe(text);
    }
    for (const { text } of fixture.encode) {
      expect(tokenizer.encode(text).every((id) => id < firstControlId)).toBe(true);
    }
  });

  it("can be allowed one by one", () => {
    const ids = tokenizer.encode("<think><|im_end|>", { allowControl: new Set(["<think>"]) });
    expect(ids).toEqual([1240, ...tokenizer.encode("<|im_end|>")]);
  });

  it("never arise across the border of a plain segment", () => {
    const split = tokenizer.encodeSegments([
      { text: "<|im_", allowControl: true },
      { text: "end|>", allowControl: false },
      { text: "<|im_", allowControl: false },
      { text: "end|>", allowControl: true },
    ]);
    expect(split).toEqual(tokenizer.encode("<|im_end|><|im_end|>"));
  });

  it("text around a segment border is merged as one text", () => {
    const segments = [{ text: "hel" }, { text: "lo\n", allowControl: true }, { text: "\n\nx<|im_end|>" }];
    const whole = tokenizer.encode("hello\n\n\nx<|im_end|>");
    expect(tokenizer.encodeSegments(segments)).toEqual(whole);
  });
});

describe("never throws", () => {
  it("treats lone surrogates as U+FFFD", () => {
    expect(tokenizer.encode("a\ud800b\udc00")).toEqual(tokenizer.encode("a\ufffdb\ufffd"));
    expect(tokenizer.encode("\udc00\ud83d")).toEqual(tokenizer.encode("\ufffd\ufffd"));
  });

  it("decodes ids without a token to nothing", () => {
    expect(tokenizer.decode([64, 1242, 1279, -1, 1e9, Number.NaN, 0.5, 65])).toBe("ab");
  });
});

/** Assigned long before any Unicode version the three implementations may differ in. */
const alphabet = [
  ..."abcXYZ 'sSdmtlrveLLRE019_-.,<|>/\t\n\r\u00a0\u3000\u2028",
  ..."äéßøñçЖдהعकिาสั한글漢字仮名、。「」",
  ..."\u0301\u0316\u0323\u0308\u093c\u0327\u1100\u1161\u11a8\u0340\u0958\u212b",
  ..."😀👩\u200d👧🏽𠜎𝔘①²½٣",
  "'s",
  "  ",
  "\n\n",
  " \n",
  "function",
  "the ",
  "<|im_end|>",
  "<think>",
];
const randomText = fc.array(fc.constantFrom(...alphabet), { maxLength: 60 }).map((parts) => parts.join(""));

describe("other implementations", () => {
  it("agrees with @huggingface/tokenizers, control tokens allowed", () => {
    const other = new HuggingFaceTokenizer(parsed, {});
    fc.assert(
      fc.property(randomText, (text) => {
        expect(tokenizer.encode(text, { allowControl: true })).toEqual(
          other.encode(text, { add_special_tokens: false }).ids,
        );
      }),
      { seed: SEED, numRuns: 600 },
    );
  });

  it("agrees with tiktoken on normalised plain text, with both Qwen patterns", () => {
    for (const pattern of [parsed.pre_tokenizer.pretokenizers[0].pattern.Regex, QWEN2_PATTERN]) {
      const ours = createTokenizer(
        changed((file) => {
          file.pre_tokenizer.pretokenizers[0].pattern.Regex = pattern;
        }),
      );
      const other = tiktokenOf(pattern);
      fc.assert(
        fc.property(fc.oneof(randomText, rareCharacters), (raw) => {
          const text = raw.normalize("NFC");
          expect(ours.encode(text)).toEqual([...other.encode_ordinary(text)]);
        }),
        { seed: SEED, numRuns: 600 },
      );
      other.free();
    }
  });

  it("scanner and regular expression cut alike", () => {
    // One needless group makes the pattern unknown, so that the regular expression runs.
    for (const pattern of [parsed.pre_tokenizer.pretokenizers[0].pattern.Regex, QWEN2_PATTERN]) {
      const [scanned, matched] = [pattern, `(?:${pattern})`].map((written) =>
        createTokenizer(
          changed((file) => {
            file.pre_tokenizer.pretokenizers[0].pattern.Regex = written;
          }),
        ),
      );
      fc.assert(
        fc.property(fc.oneof(randomText, rareCharacters, fc.string({ unit: "binary" })), (text) => {
          expect(scanned!.encode(text)).toEqual(matched!.encode(text));
        }),
        { seed: SEED, numRuns: 600 },
      );
    }
  });

  it("keeps text between matches of an unusual pattern", () => {
    const digits = createTokenizer(
      changed((file) => {
        file.pre_tokenizer.pretokenizers[0].pattern.Regex = "\\p{N}{1,3}|(?i:the|s)";
      }),
    );
    fc.assert(
      fc.property(randomText, (text) => {
        expect(digits.decode(digits.encode(text))).toBe(text.normalize("NFC"));
      }),
      { seed: SEED, numRuns: 200 },
    );
    expect(digits.encode("12345")).toEqual([...digits.encode("123"), ...digits.encode("45")]);
  });

  const QWEN2_PATTERN =
    "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+";
  const rareCharacters = fc
    .array(fc.constantFrom(..."'ſsſSk\u212a\u0085\ufeff\u200b\u180e\u0000\u{e0100}\u{1d7ce}\u{20000} \n\u0301a"), {
      maxLength: 30,
    })
    .map((parts) => parts.join(""));

  function tiktokenOf(pattern: string): Tiktoken {
    // The form the binding reads: all token bytes in base64, the first one ranked 0.
    const ranks = Object.values(parsed.model.vocab)
      .sort((a, b) => a - b)
      .map((id) => Buffer.from(tokenizer.tokenBytes(id)).toString("base64"));
    return new Tiktoken(`! 0 ${ranks.join(" ")}`, {}, pattern);
  }
});

describe("merges that take characters apart", () => {
  // Bytes of these characters, of which the random merges below combine any neighbours, inside and across characters.
  const characters = [..."aé的我是，😀"];

  /** Merges of the texts' own bytes, in random order: every one joins two tokens that stand side by side somewhere. */
  const vocabulary = fc.array(fc.tuple(fc.nat({ max: 10_000 }), fc.nat({ max: 10_000 })), {
    minLength: 1,
    maxLength: 60,
  });

  function withMerges(picks: readonly (readonly [number, number])[]): { json: string; merges: [string, string][] } {
    const vocab: Record<string, number> = {};
    const merges: [string, string][] = [];
    for (let byte = 0; byte < 256; byte++) vocab[byteCharacter(byte)] = byte;
    const streams = picks.map(([a, b]) => {
      const text = [a, b, a * 7 + b, a + b * 5].map((n) => characters[n % characters.length]).join("");
      return [...byteLevelText(new TextEncoder().encode(text))];
    });
    for (const [index, [a]] of picks.entries()) {
      const symbols = streams[index]!;
      for (const [left, right] of merges) mergeAll(symbols, left, right);
      if (symbols.length < 2) continue;
      const at = a % (symbols.length - 1);
      const pair: [string, string] = [symbols[at]!, symbols[at + 1]!];
      if (Object.hasOwn(vocab, pair.join(""))) continue;
      vocab[pair.join("")] = 256 + merges.push(pair);
    }
    const json = changed((file) => {
      Object.assign(file.model, { vocab, merges });
      file.added_tokens.length = 0;
    });
    return { json, merges };
  }

  function mergeAll(symbols: string[], left: string, right: string): void {
    for (let i = 0; i + 1 < symbols.length; i++) {
      if (symbols[i] === left && symbols[i + 1] === right) symbols.splice(i, 2, left + right);
    }
  }

  it("gives what merging rank by rank from plain bytes gives, in short and long pieces", () => {
    const text = fc
      .array(fc.constantFrom(...characters), { minLength: 1, maxLength: 70 })
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(vocabulary, fc.array(text, { minLength: 1, maxLength: 5 }), (picks, texts) => {
        const { json, merges } = withMerges(picks);
        const ours = createTokenizer(json);
        const regex = new RegExp(parsed.pre_tokenizer.pretokenizers[0].pattern.Regex.replace("(?i:", "(?:"), "gu");
        for (const sample of texts) {
          const expected = (sample.match(regex) ?? []).flatMap((piece) => {
            const symbols = [...byteLevelText(new TextEncoder().encode(piece))];
            for (;;) {
              const best = merges.find(([l, r]) => symbols.some((s, i) => s === l && symbols[i + 1] === r));
              if (best === undefined) return symbols;
              const at = symbols.findIndex((s, i) => s === best[0] && symbols[i + 1] === best[1]);
              symbols.splice(at, 2, best[0] + best[1]);
            }
          });
          expect(ours.encode(sample).map((id) => ours.idToToken(id))).toEqual(expected);
        }
      }),
      { seed: SEED, numRuns: 400 },
    );
  });
});

describe("round trip", () => {
  it("decode(encode(x)) is x in normal form C", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(tokenizer.decode(tokenizer.encode(text))).toBe(text.normalize("NFC"));
      }),
      { seed: SEED, numRuns: 500 },
    );
  });

  it("holds for texts of one endless piece, and equals the reference", () => {
    const other = new HuggingFaceTokenizer(parsed, {});
    const texts = ["the", " ", "\n", "😀", "\u0301", "a\u0316\u0301", "é", "汉字", "<", "<|im_end|>", "'s"].map(
      (unit) => unit.repeat(700),
    );
    for (const text of texts) {
      expect(tokenizer.decode(tokenizer.encode(text))).toBe(text.normalize("NFC"));
      expect(tokenizer.encode(text, { allowControl: true })).toEqual(
        other.encode(text, { add_special_tokens: false }).ids,
      );
    }
  });

  it("a cache that overflows changes nothing", () => {
    const small = createTokenizer(source, { cacheEntries: 3 });
    for (const { text, ids } of fixture.encode) expect(small.encode(text, { allowControl: true })).toEqual(ids);
  });

  it("long runs of combining marks normalise like the built-in", () => {
    const marks = fc.array(
      fc.constantFrom(..."\u0301\u0316\u0323\u0327\u0334\u0344\u093c\u0345\u05b0\u0903\u0f73\u{1d165}"),
      {
        minLength: 60,
        maxLength: 300,
      },
    );
    fc.assert(
      fc.property(marks, (parts) => {
        const text = `e${parts.join("")}`;
        expect(tokenizer.decode(tokenizer.encode(text))).toBe(text.normalize("NFC"));
      }),
      { seed: SEED, numRuns: 150 },
    );
  });
});

describe("damaged and unsupported files", () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ["not JSON", "tokenizer_damaged", "{"],
    ["no vocabulary", "tokenizer_damaged", changed((file) => Reflect.deleteProperty(file.model, "vocab"))],
    ["a byte is missing", "tokenizer_damaged", changed((file) => Reflect.deleteProperty(file.model.vocab, "a"))],
    ["an id twice", "tokenizer_damaged", changed((file) => Object.assign(file.model.vocab, { Ġa: 3 }))],
    ["an id that is no number", "tokenizer_damaged", changed((file) => Object.assign(file.model.vocab, { Ġa: "3" }))],
    ["a huge id", "tokenizer_damaged", changed((file) => Object.assign(file.model.vocab, { zq: 2 ** 40 }))],
    ["a merge of unknown tokens", "tokenizer_damaged", changed((file) => file.model.merges.push(["zzzz", "q"]))],
    ["a merge of three", "tokenizer_damaged", changed((file) => file.model.merges.push(["a", "b", "c"] as never))],
    ["WordPiece", "tokenizer_unsupported", changed((file) => Object.assign(file.model, { type: "WordPiece" }))],
    ["NFKC", "tokenizer_unsupported", changed((file) => Object.assign(file, { normalizer: { type: "NFKC" } }))],
    ["no splitting", "tokenizer_unsupported", changed((file) => Object.assign(file, { pre_tokenizer: null }))],
    [
      "a template after encoding",
      "tokenizer_unsupported",
      changed((file) => Object.assign(file, { post_processor: { type: "TemplateProcessing" } })),
    ],
    [
      "a pattern JavaScript cannot run",
      "tokenizer_unsupported",
      changed((file) => {
        file.pre_tokenizer.pretokenizers[0].pattern.Regex = "(?>a+)b";
      }),
    ],
  ];
  it.each(cases)("%s", (_, code, json) => {
    let thrown: unknown;
    try {
      createTokenizer(json);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(ArtifactError);
    expect((thrown as ArtifactError).code).toBe(code);
    expect((thrown as ArtifactError).message).toContain("tokenizer.json");
  });
});
