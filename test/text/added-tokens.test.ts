/**
 * Added tokens of every combination of flags, against the ids that Python's tokenizers gave for the same file; and what
 * the flags must not do to the border between user text and control tokens.
 */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { TextSegment } from "../../src/text/control-tokens.ts";
import { PartEncoder } from "../../src/text/part-encoder.ts";
import { createTokenizer } from "../../src/text/tokenizer.ts";

interface Entry {
  readonly id: number;
  readonly content: string;
  readonly [flag: string]: unknown;
}

interface Case {
  readonly text: string;
  readonly ids: readonly number[];
  readonly decoded: string;
  readonly withoutSpecial: string;
}

const fixture: { added_tokens: readonly Entry[]; cases: readonly Case[] } = JSON.parse(
  readFileSync("test/fixtures/added-tokens.json", "utf8"),
);
const file = JSON.parse(readFileSync("test/fixtures/tiny-hybrid/tokenizer.json", "utf8"));
const withTokens = (added_tokens: readonly Entry[]) => createTokenizer(JSON.stringify({ ...file, added_tokens }));
const tokenizer = withTokens(fixture.added_tokens);

const FLAGS = ["single_word", "lstrip", "rstrip", "normalized", "special"];
const off = Object.fromEntries(FLAGS.map((flag) => [flag, false]));

describe("as Python's tokenizers", () => {
  it("every combination of flags is among the tokens", () => {
    const combinations = new Set(
      fixture.added_tokens.map((entry) => FLAGS.map((flag) => Number(entry[flag])).join("")),
    );
    expect(combinations.size).toBe(32);
    expect(fixture.cases.length).toBe(400);
  });

  it("ids", () => {
    for (const { text, ids } of fixture.cases) {
      expect(tokenizer.encode(text, { allowControl: true }), JSON.stringify(text)).toEqual(ids);
    }
  });

  it("texts, with special tokens and without", () => {
    // Python takes a token such as "\u00fcq" for bytes, because each of its characters also stands for one.
    const asBytes = fixture.added_tokens.flatMap(({ id, content, normalized }) =>
      /[\u00a1-\u00ff]/.test(normalized === true ? content.normalize("NFC") : content) ? [id] : [],
    );
    expect(asBytes).toHaveLength(2);
    const sound = fixture.cases.filter(({ ids }) => !asBytes.some((id) => ids.includes(id)));
    expect(sound.length).toBeGreaterThan(250);
    for (const { ids, decoded, withoutSpecial } of sound) {
      expect(tokenizer.decode(ids)).toBe(decoded);
      expect(tokenizer.decode(ids, { skipSpecial: true })).toBe(withoutSpecial);
    }
  });

  it("remembered parts have the same ids", async () => {
    const encoder = new PartEncoder(tokenizer, async (texts) => texts.map((text) => tokenizer.encodePart(text)));
    for (const { text, ids } of fixture.cases)
      expect(await encoder.encode([{ text, allowControl: true }])).toEqual(ids);
  });
});

describe("the border of user text", () => {
  const marks = withTokens([
    { ...off, id: 1216, content: "<|a|>", normalized: true, rstrip: true, lstrip: true, special: true },
    { ...off, id: 1217, content: "<b>", normalized: true },
    { ...off, id: 1218, content: "Zürich", normalized: true },
    { ...off, id: 1219, content: "Z", special: true, single_word: true },
  ]);
  const plain = (text: string): TextSegment => ({ text });
  const control = (text: string): TextSegment => ({ text, allowControl: true });

  it("holds for marks, whatever their flags", () => {
    for (const text of ["x <|a|> y", "<b>", "Z", "<|a|"]) {
      expect(marks.encode(text).every((id) => id < 1216)).toBe(true);
      expect(marks.decode(marks.encode(text))).toBe(text);
    }
    const across = marks.encodeSegments([control("<|a"), plain("|>"), plain("<"), control("b>")]);
    expect(across).toEqual(marks.encode("<|a|><b>"));
  });

  it("a word that is no mark is one token in every text", () => {
    expect(marks.encode("in Zürich")).toEqual([...marks.encode("in "), 1218]);
    expect(marks.encode("in Zu\u0308rich")).toEqual([...marks.encode("in "), 1218]);
    expect(marks.encode("Zürich", { allowControl: new Set(["<b>"]) })).toEqual([1218]);
  });

  it("a mark takes the white space of its neighbours, and is a word of its own among them", () => {
    const a = [control("<|a|>")];
    expect(marks.encodeSegments([plain("x \n"), ...a, plain("\u3000 y")])).toEqual([
      ...marks.encode("x"),
      1216,
      ...marks.encode("y"),
    ]);
    expect(marks.encodeSegments([plain("x"), control("Z"), plain(" ")])).toEqual(marks.encode("xZ "));
    expect(marks.encodeSegments([plain("x "), control("Z"), plain("\u{1d400}")])).toEqual(marks.encode("x Z\u{1d400}"));
    expect(marks.encodeSegments([plain("x-"), control("Z"), plain("\u{1f600}")])).toEqual([
      ...marks.encode("x-"),
      1219,
      ...marks.encode("\u{1f600}"),
    ]);
  });
});
