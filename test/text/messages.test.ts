/**
 * The rules that bring clients' messages into form, and the JSON reader that keeps what tool arguments look like.
 * Expected values are the documented rules and, for JSON, what JSON.parse says.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ExactJson, ExactNumber, parseExactJson } from "../../src/text/exact-json.ts";
import { type ChatMessage, normalizeMessages } from "../../src/text/messages.ts";
import { SEED } from "../base/seed.ts";

const user = (content: string) => ({ role: "user", content });
const system = (content: string) => ({ role: "system", content });

describe("system and developer messages", () => {
  const cases: readonly (readonly [string, readonly ChatMessage[], readonly object[]])[] = [
    ["developer is system", [{ role: "developer", content: "D" }, user("u")], [system("D"), user("u")]],
    ["leading ones join", [system("A"), { role: "developer", content: "B" }, user("u")], [system("A\n\nB"), user("u")]],
    ["empty ones vanish in a join", [system(""), system("B"), user("u")], [system("B"), user("u")]],
    [
      "a later one stays in place",
      [user("u"), system("late"), user("v")],
      [user("u"), user("<system>\nlate\n</system>"), user("v")],
    ],
    ["two users in a row", [system("s"), user("a"), user("b")], [system("s"), user("a"), user("b")]],
    [
      "parts are joined as parts",
      [{ role: "system", content: [{ type: "text", text: "A" }] }, system("B"), user("u")],
      [
        {
          role: "system",
          content: [
            { type: "text", text: "A" },
            { type: "text", text: "\n\n" },
            { type: "text", text: "B" },
          ],
        },
        user("u"),
      ],
    ],
  ];
  it.each(cases)("%s", (_, messages, expected) => {
    expect(normalizeMessages(messages)).toEqual(expected);
  });

  it("appending a message never rewrites earlier ones", () => {
    const message = fc.record({
      role: fc.constantFrom("system", "developer", "user", "assistant", "tool"),
      content: fc.oneof(
        fc.constantFrom("", "text", "<think>a</think>b"),
        fc.constant([{ type: "text" as const, text: "part" }]),
      ),
    });
    fc.assert(
      fc.property(fc.array(message, { maxLength: 6 }), fc.array(message, { maxLength: 3 }), (first, more) => {
        const start: ChatMessage[] = [{ role: "system", content: "s" }, user("u"), ...first];
        const before = normalizeMessages(start);
        const after = normalizeMessages([...start, ...more]);
        expect(after.slice(0, before.length)).toEqual(before);
      }),
      { seed: SEED },
    );
  });
});

describe("assistant messages", () => {
  const one = (message: Omit<ChatMessage, "role">) =>
    normalizeMessages([user("u"), { role: "assistant", ...message }])[1];

  it("inline thinking is taken out of the content, other mentions stay", () => {
    expect(one({ content: "<think>\na\n</think>\n\n  b </think> c" })).toEqual({
      role: "assistant",
      content: "  b </think> c",
      reasoning_content: "a",
    });
    expect(one({ content: "use </think> here" })).toEqual({ role: "assistant", content: "use </think> here" });
    expect(one({ content: "<think>x</think>y", reasoning_content: "r" })).toEqual({
      role: "assistant",
      content: "<think>x</think>y",
      reasoning_content: "r",
    });
  });

  it("everything else stays as it was read", () => {
    const call = { id: "c", function: { name: "f", arguments: "{}" } };
    const message = { content: "<think>a</think>b", tool_calls: [call], name: "n", otherFields: '{"x":1.0}' };
    expect(one(message)).toEqual({ role: "assistant", ...message, content: "b", reasoning_content: "a" });
  });
});

describe("exact JSON", () => {
  const plain = (value: ExactJson): unknown => {
    if (value instanceof ExactNumber) return Number(value.text);
    if (Array.isArray(value)) return value.map(plain);
    if (!(value instanceof Map)) return value;
    return Object.fromEntries([...value].map(([key, member]) => [key, plain(member)]));
  };

  it("reads what JSON.parse reads", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 1, "\t"), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(plain(parseExactJson(text))).toEqual(JSON.parse(text));
      }),
      { seed: SEED, numRuns: 500 },
    );
  });

  it("accepts and refuses what JSON.parse does", () => {
    const pieces = fc.constantFrom(
      ..."{}[],:",
      '"a"',
      '"',
      "\\",
      "1",
      "-",
      ".5",
      "1.",
      "01",
      "1e",
      "e5",
      "true",
      "nul",
      " ",
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 7 }), (parts) => {
        const text = parts.join("");
        const accepts = (parse: (text: string) => unknown): boolean => {
          try {
            parse(text);
            return true;
          } catch {
            return false;
          }
        };
        expect(accepts(parseExactJson)).toBe(accepts(JSON.parse));
      }),
      { seed: SEED, numRuns: 3000 },
    );
  });

  it("refuses nesting without end", () => {
    expect(() => parseExactJson("[".repeat(100_000))).toThrow(SyntaxError);
  });

  it("reads a string of a megabyte", () => {
    const text = JSON.stringify('\\"é'.repeat(250_000));
    expect(parseExactJson(text)).toBe(JSON.parse(text));
  });
});
