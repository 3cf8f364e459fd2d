/** Conversations of --messages: both forms are taken as they are, everything else is refused with the file and the place. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chatPrompt, parseConversation } from "../../cli/prompt.ts";
import { UsageError } from "../../src/base/errors.ts";
import { ExactNumber } from "../../src/text/exact-json.ts";
import { REASONING_EFFORTS } from "../../src/text/reasoning-effort.ts";
import { SEED } from "../base/seed.ts";

describe("chatPrompt", () => {
  it.each(REASONING_EFFORTS)("an effort of %s thinks, unless it is none", (reasoningEffort) => {
    const prompt = chatPrompt({ messages: [] }, { thinking: true, reasoningEffort });
    expect(prompt).toEqual({ kind: "chat", messages: [], thinking: reasoningEffort !== "none", reasoningEffort });
  });
});

describe("parseConversation", () => {
  it("takes both forms, with numbers and keys as they are written", () => {
    const messages = [{ role: "user", content: "hi", name: "ann" }];
    expect(parseConversation(JSON.stringify(messages), "f")).toEqual({ messages });
    const tools = '[{"name": "f", "2": 1.0, "1": 2}]';
    expect(parseConversation(`{"messages": ${JSON.stringify(messages)}, "tools": ${tools}}`, "f")).toEqual({
      messages,
      tools: [new Map(Object.entries({ name: "f", "2": new ExactNumber("1.0"), "1": new ExactNumber("2") }))],
    });
  });

  function refusal(text: string): UsageError {
    let taken: unknown;
    try {
      taken = parseConversation(text, "f");
    } catch (error) {
      expect(error).toBeInstanceOf(UsageError);
      expect(error).toMatchObject({ code: "bad_messages", hint: expect.any(String) as string });
      return error as UsageError;
    }
    throw new Error(`${text} was taken as ${JSON.stringify(taken)}`);
  }

  it.each([
    ["", "f is not JSON (unexpected text at position 0"],
    ['[{"role": "user"', "f is not JSON"],
    ["null", "f: conversation is null; needed a list of messages, or an object with messages and tools"],
    ["{}", "f: messages is missing; needed a list"],
    ['{"messages": "hi"}', 'f: messages is "hi"; needed a list'],
    ["[1]", "f: messages[0] is 1; needed an object with role and content"],
    ['[{"role": "user", "content": "a"}, []]', "f: messages[1] is an empty list"],
    ['[{"content": "hi"}]', "f: messages[0].role is missing; needed one of system, developer, user, assistant, tool"],
    ['[{"role": "user", "content": 1.0}]', "f: messages[0].content is 1.0; needed a text or a list of parts"],
    ['[{"role": "user", "content": {}}]', "f: messages[0].content is an object"],
  ])("refuses %s", (text, message) => {
    expect(refusal(text).message).toContain(message);
  });

  it("suggests the near role", () => {
    expect(refusal('[{"role": "asistant"}]').hint).toBe("did you mean assistant?");
  });

  const content = fc.oneof(fc.string(), fc.array(fc.record({ type: fc.constant("text"), text: fc.string() })));
  const role = fc.constantFrom("system", "developer", "user", "assistant", "tool");
  const conversation = fc.array(fc.record({ role, content }), { minLength: 1 });
  it("takes every list of messages, bare or under its name", () => {
    const plain = (value: unknown): unknown =>
      value instanceof Map ? Object.fromEntries([...value].map(([key, member]) => [key, plain(member)])) : value;
    fc.assert(
      fc.property(conversation, (messages) => {
        for (const given of [messages, { messages }]) {
          const read = parseConversation(JSON.stringify(given), "f").messages;
          const parts = (value: unknown): unknown => (Array.isArray(value) ? value.map(plain) : value);
          expect(read.map((message) => ({ ...message, content: parts(message.content) }))).toEqual(messages);
        }
      }),
      { seed: SEED },
    );
  });

  it("refuses a list with one bad message, wherever it is, and names the place", () => {
    const kinds = { scalar: fc.oneof(fc.integer(), fc.boolean()), object: fc.dictionary(fc.string(), fc.integer()) };
    const badMessage = fc.oneof(
      fc.tuple(fc.constant(""), fc.oneof(kinds.scalar, fc.string(), fc.constant(null), fc.array(fc.integer()))),
      fc.tuple(
        fc.constant(".role"),
        fc
          .oneof(kinds.scalar, kinds.object, fc.constantFrom("", "User", "bot", "__proto__"))
          .map((bad) => ({ role: bad })),
      ),
      fc.tuple(
        fc.constant(".content"),
        fc.tuple(role, fc.oneof(kinds.scalar, kinds.object)).map(([known, bad]) => ({ role: known, content: bad })),
      ),
    );
    fc.assert(
      fc.property(conversation, fc.nat(), badMessage, (messages, place, [field, bad]) => {
        const at = place % (messages.length + 1);
        const list = [...messages.slice(0, at), bad, ...messages.slice(at)];
        expect(refusal(JSON.stringify(list)).message).toContain(`f: messages[${at}]${field} is `);
      }),
      { seed: SEED },
    );
  });
});
