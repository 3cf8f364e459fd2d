/**
 * Prompts that come again, whole or in part: the ids are those of a fresh encoding through any series of conversations,
 * and a turn costs what is new in it. Costs are counted in characters, never in time. Inputs are seeded.
 */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createChatTemplate } from "../../src/text/chat-template.ts";
import { PartEncoder } from "../../src/text/part-encoder.ts";
import { createTokenizer } from "../../src/text/tokenizer.ts";
import { SEED } from "../base/seed.ts";

const tokenizer = createTokenizer(readFileSync("test/fixtures/tiny-hybrid/tokenizer.json", "utf8"));
/** An encoder, and every text it did not know. */
function counted(mostCharacters?: number): { readonly encoder: PartEncoder; readonly encoded: string[] } {
  const encoded: string[] = [];
  const options = mostCharacters === undefined ? {} : { mostCharacters };
  const encodeTexts = async (texts: readonly string[]): Promise<number[][]> => {
    encoded.push(...texts);
    return texts.map((text) => tokenizer.encode(text));
  };
  return { encoder: new PartEncoder(tokenizer, encodeTexts, options), encoded };
}

const plain = (text: string) => ({ text });
const control = (text: string) => ({ text, allowControl: true });

describe("ids", () => {
  const piece = fc.oneof(
    fc.constantFrom(
      "<|im_start|>",
      "<|im_end|>",
      "user\n",
      "\n",
      "Hello there",
      "你好",
      " ",
      "<think>",
      "e",
      "\u0301",
      "\ud800",
    ),
    fc.string({ maxLength: 6 }),
  );
  const segment = fc.record({ text: piece, allowControl: fc.boolean() });
  /** A turn of one of three conversations: it keeps a head and a tail of what was there and adds between them. */
  const edit = fc.record({
    conversation: fc.nat({ max: 2 }),
    head: fc.nat({ max: 30 }),
    tail: fc.nat({ max: 4 }),
    add: fc.array(segment, { maxLength: 8 }),
  });

  it("equal a fresh encoding through any turns of several conversations, whatever is remembered", async () => {
    const turns = fc.array(edit, { minLength: 1, maxLength: 12 });
    const room = fc.constantFrom(0, 1, 8, 40, 10_000);
    await fc.assert(
      fc.asyncProperty(turns, room, async (edits, mostCharacters) => {
        const { encoder } = counted(mostCharacters);
        const conversations: (typeof edits)[number]["add"][] = [[], [], []];
        for (const { conversation, head, tail, add } of edits) {
          const before = conversations[conversation]!;
          const segments = [...before.slice(0, head), ...add, ...before.slice(before.length - tail)];
          conversations[conversation] = segments;
          expect(await encoder.encode(segments)).toEqual(tokenizer.encodeSegments(segments));
        }
      }),
      { seed: SEED, numRuns: 500 },
    );
  });

  it("of prompts that are encoded at once are their own", async () => {
    const { encoder } = counted();
    const prompts = ["one two", "three", "one two"].map((text) => [control("<|im_start|>"), plain(text)]);
    const found = await Promise.all(prompts.map((prompt) => encoder.encode(prompt)));
    expect(found).toEqual(prompts.map((prompt) => tokenizer.encodeSegments(prompt)));
  });

  it("may be changed by the caller", async () => {
    const { encoder } = counted();
    const segments = [control("<|im_end|>abc")];
    (await encoder.encode(segments)).fill(7);
    expect(await encoder.encode(segments)).toEqual(tokenizer.encodeSegments(segments));
  });

  it("are missing with the error of whoever encodes, and nothing is remembered", async () => {
    let broken = true;
    const encoder = new PartEncoder(tokenizer, async (texts) => {
      if (broken) throw new Error("no worker");
      return texts.map((text) => tokenizer.encode(text));
    });
    await expect(encoder.encode([plain("abc")])).rejects.toThrow("no worker");
    broken = false;
    expect(await encoder.encode([plain("abc")])).toEqual(tokenizer.encode("abc"));
  });
});

describe("what is encoded", () => {
  it("in a turn of an agent is what the turn added, although every turn sends all", async () => {
    const { encoder, encoded } = counted();
    const template = createChatTemplate(readFileSync("test/fixtures/tiny-hybrid/chat_template.jinja", "utf8"));
    const system = Array.from({ length: 200 }, (_, i) => `Rule ${i}: use tools.`).join(" ");
    const resultOf = (turn: number) => Array.from({ length: 50 }, (_, i) => `${turn}: line ${i}`).join("\n");
    const messages: { role: string; content: string }[] = [{ role: "system", content: system }];
    let sent = 0;
    for (let turn = 0; turn < 20; turn++) {
      if (turn > 0) messages.push({ role: "assistant", content: `I look at ${turn}.` });
      messages.push({ role: "user", content: resultOf(turn) });
      const { segments } = template.render({ messages, addGenerationPrompt: true, enableThinking: true });
      const before = encoded.length;
      expect(await encoder.encode(segments)).toEqual(tokenizer.encodeSegments(segments));
      const added =
        turn === 0
          ? [`system\n${system}`, "\n", `user\n${resultOf(0)}`, "assistant\n"]
          : [`assistant\nI look at ${turn}.`, `user\n${resultOf(turn)}`];
      expect(encoded.slice(before)).toEqual(added);
      sent += segments.reduce((sum, { text }) => sum + text.length, 0);
    }
    const fresh = encoded.reduce((sum, text) => sum + text.length, 0);
    expect({ sent, fresh }).toEqual({ sent: 213_405, fresh: 15_915 });
  });

  it("is nothing for a prompt that came before, and one text for an edited message", async () => {
    const { encoder, encoded } = counted();
    const message = (text: string) => [control("<|im_start|>"), plain(text), control("<|im_end|>")];
    const prompt = ["a", "b", "c"].flatMap(message);
    await encoder.encode(prompt);
    expect(encoded).toEqual(["a", "b", "c"]);
    await encoder.encode(prompt);
    await encoder.encode(["b", "a", "a"].flatMap(message));
    expect(encoded).toEqual(["a", "b", "c"]);
    await encoder.encode(["a", "B", "c"].flatMap(message));
    expect(encoded).toEqual(["a", "b", "c", "B"]);
  });

  it("again is what was not asked for longest; a text that does not fit drives nothing out", async () => {
    const { encoder, encoded } = counted(8);
    const one = (text: string) => encoder.encode([plain(text)]);
    for (const text of ["aaaa", "bb\ud800b", "aaaa", "ccc", "aaaa", "bb\ud800b"]) await one(text);
    expect(encoded).toEqual(["aaaa", "bb\ud800b", "ccc", "bb\ud800b"]);
    await one("longer than eight");
    await one("bb\ud800b");
    expect(encoded.slice(4)).toEqual(["longer than eight"]);
  });
});
