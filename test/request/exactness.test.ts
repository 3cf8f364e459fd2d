/**
 * Free JSON from a client's text to the rendered prompt: numbers as Python's `json.dumps` spells what was written, keys in
 * their order, the last value of a key that stands twice. The rendered truth is that of `cases/reports/09`, which
 * transformers computed; the rest is held by what JSON itself says.
 */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readConversation } from "../../src/request/conversation.ts";
import { type ReadPrompt, readPrompt } from "../../src/request/generate-request.ts";
import { createChatTemplate } from "../../src/text/chat-template.ts";
import { type ExactJson, ExactNumber, parseExactJson } from "../../src/text/exact-json.ts";
import { normalizeMessages } from "../../src/text/messages.ts";
import { SEED } from "../base/seed.ts";

const template = createChatTemplate(readFileSync("test/fixtures/tiny-hybrid/chat_template.jinja", "utf8"));

/** A conversation's text, rendered; behind a worker's border when asked. */
function rendered(text: string, cloned: boolean): string {
  const prompt = readPrompt({ kind: "chat", ...readConversation(parseExactJson(text)) });
  const { messages, tools } = prompt as Extract<ReadPrompt, { kind: "chat" }>;
  const request = { messages: normalizeMessages(messages), addGenerationPrompt: true, ...(tools && { tools }) };
  return template.render(cloned ? structuredClone(request) : request).text;
}

const conversation = (call: string, tools: string): string =>
  `{"tools": [${tools}], "messages": [{"role": "user", "content": "Hello"},
    {"role": "assistant", "content": "", "tool_calls": [${call}]}, {"role": "tool", "content": "done"}]}`;

describe("from text to prompt", () => {
  const tool = `{"type":"function","function":{"name":"set_light","parameters":{"properties":{
    "level":{"minimum":0.0,"maximum":1.0,"multipleOf":1e-05},"id":{"maximum":9007199254740993},"10":{},"2":{"a":1,"b":2,"a":3}}}}}`;
  const args = '{"level":1.0,"tiny":1e-07,"id":9007199254740993,"list":[1.0,true,null],"10":"a","2":"b","x":1,"x":2}';

  it.each([
    ["an object", args],
    ["JSON text", JSON.stringify(args)],
  ])("arguments as %s and schemas keep numbers and keys, in a worker too", (_, given) => {
    const nested = `{"type":"function","function":{"name":"set_light","arguments":${given}}}`;
    const text = rendered(conversation(nested, tool), false);
    expect(text).toContain(
      '{"type": "function", "function": {"name": "set_light", "parameters": {"properties": {"level": {"minimum": 0.0, ' +
        '"maximum": 1.0, "multipleOf": 1e-05}, "id": {"maximum": 9007199254740993}, "10": {}, "2": {"a": 3, "b": 2}}}}}',
    );
    const values = [...text.matchAll(/<parameter=(.*)>\n(.*)\n<\/parameter>/g)]
      .slice(1)
      .map(([, key, value]) => [key, value]);
    expect(values).toEqual([
      ...[
        ["level", "1.0"],
        ["tiny", "1e-07"],
        ["id", "9007199254740993"],
        ["list", "[1.0, true, null]"],
      ],
      ...[
        ["10", "a"],
        ["2", "b"],
        ["x", "2"],
      ],
    ]);
    expect(rendered(conversation(nested, tool), true)).toBe(text);
    const flat = `{"name":"set_light","arguments":${given}}`;
    expect(rendered(conversation(flat, tool), false)).toBe(text);
  });

  it("other fields of a message reach a template that asks for them", () => {
    const asking = createChatTemplate("{{ messages[0].weight }} {{ messages[0].extra | tojson }}");
    const text = '[{"role": "user", "content": "x", "weight": 1.0, "extra": {"2": 0.50, "1": 12345678901234567890}}]';
    const { messages } = readPrompt({ kind: "chat", ...readConversation(parseExactJson(text)) }) as Extract<
      ReadPrompt,
      { kind: "chat" }
    >;
    const request = structuredClone({ messages: normalizeMessages(messages), addGenerationPrompt: false });
    expect(asking.render(request).text).toBe('1.0 {"2": 0.5, "1": 12345678901234567890}');
  });
});

describe("free JSON", () => {
  const number = fc.oneof(
    fc.constantFrom("0.0", "-0", "-0.0", "1e-05", "1E5", "1.50", "9007199254740993", "12345678901234567890", "1e999"),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => JSON.stringify(value)),
  );
  const key = fc.oneof(
    fc.constantFrom("2", "10", "01", "__proto__", "toJSON", "constructor", "", "a", "b"),
    fc.string(),
  );
  const { tree } = fc.letrec<{ tree: ExactJson }>((tie) => ({
    tree: fc.oneof(
      { depthSize: "small" },
      fc.constantFrom(null, true, false),
      fc.string({ unit: "binary" }),
      number.map((text) => new ExactNumber(text)),
      fc.array(tie("tree"), { maxLength: 4 }),
      fc.array(fc.tuple(key, tie("tree")), { maxLength: 5 }).map((entries) => new Map(entries)),
    ),
  }));
  const object = fc.array(fc.tuple(key, tree), { maxLength: 5 }).map((entries) => new Map(entries));

  it("is the same tree behind the boundary, whatever it holds", () => {
    fc.assert(
      fc.property(object, (given) => {
        const prompt = readPrompt({
          ...{
            kind: "chat",
            tools: [
              new Map<string, ExactJson>([
                ["name", "f"],
                ["parameters", given],
              ]),
            ],
          },
          messages: [
            { role: "user", content: "x" },
            { role: "assistant", tool_calls: [{ name: "f", arguments: given }] },
          ],
        }) as Extract<ReadPrompt, { kind: "chat" }>;
        const text = prompt.messages[1]!.tool_calls![0]!.function.arguments as string;
        const read = parseExactJson(text);
        expect(read).toEqual(given);
        expect([...(read as typeof given).keys()]).toEqual([...given.keys()]);
        expect(parseExactJson(prompt.tools![0]!)).toEqual(
          new Map<string, ExactJson>([
            ["name", "f"],
            ["parameters", given],
          ]),
        );
      }),
      { seed: SEED, numRuns: 500 },
    );
  });

  it("of plain values is what JSON.stringify makes of them", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 5 })), (given) => {
        const calls = [{ name: "f", arguments: given }];
        const messages = [
          { role: "user", content: "x" },
          { role: "assistant", tool_calls: calls },
        ];
        const prompt = readPrompt({ kind: "chat", messages }) as Extract<ReadPrompt, { kind: "chat" }>;
        expect(prompt.messages[1]!.tool_calls![0]!.function.arguments).toBe(JSON.stringify(given));
      }),
      { seed: SEED, numRuns: 500 },
    );
  });
});
