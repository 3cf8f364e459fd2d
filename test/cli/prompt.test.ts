/** Conversations of --messages: both forms are taken as they are, everything else is refused with its place. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chatPrompt, parseConversation } from "../../cli/prompt.ts";
import { UsageError } from "../../src/base/errors.ts";

describe("chatPrompt", () => {
  it.each([
    ["none", false, undefined],
    ["minimal", true, "low"],
    ["low", true, "low"],
    ["medium", true, "medium"],
    ["high", true, "xhigh"],
    ["xhigh", true, "xhigh"],
    ["max", true, "xhigh"],
  ] as const)("an effort of %s thinks: %s, and is %s to the template", (reasoningEffort, thinking, effort) => {
    const prompt = chatPrompt({ messages: [] }, { thinking: true, reasoningEffort });
    expect(prompt).toEqual({ kind: "chat", messages: [], thinking, ...(effort && { reasoningEffort: effort }) });
  });
});

describe("parseConversation", () => {
  it("takes both forms and keeps fields it does not know", () => {
    const messages = [{ role: "user", content: "hi", name: "ann" }];
    expect(parseConversation(JSON.stringify(messages), "f")).toEqual({ messages });
    const tools = [{ type: "function" }];
    expect(parseConversation(JSON.stringify({ messages, tools, model: "x" }), "f")).toEqual({ messages, tools });
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
    ["", "f: found text that is not JSON"],
    ['[{"role": "user"', "f: found text that is not JSON"],
    ["null", "f: messages: found null, needed a list"],
    ["{}", "f: messages: found nothing, needed a list"],
    ['{"messages": "hi"}', "f: messages: found a string, needed a list"],
    ['{"messages": [], "tools": {}}', "f: tools: found an object, needed a list"],
    ['{"messages": [], "tools": [1]}', "f: tools[0]: found a number, needed an object"],
    ["[1]", "f: messages[0]: found a number, needed an object with role and content"],
    ['[{"role": "user"}, []]', "f: messages[1]: found a list"],
    ['[{"content": "hi"}]', "f: messages[0].role: found nothing, needed a text"],
    ['[{"role": "usr"}]', 'f: messages[0].role: found "usr", needed one of system, developer, user, assistant, tool'],
    ['[{"role": "user", "content": 3}]', "f: messages[0].content: found a number, needed a text or a list of parts"],
    ['[{"role": "user", "content": {}}]', "f: messages[0].content: found an object"],
  ])("refuses %s", (text, message) => {
    expect(refusal(text).message).toContain(message);
  });

  it("suggests the near role", () => {
    expect(refusal('[{"role": "asistant"}]').hint).toBe("did you mean assistant?");
  });

  const content = fc.oneof(fc.string(), fc.constant(null), fc.array(fc.record({ type: fc.constant("text") })));
  const role = fc.constantFrom("system", "developer", "user", "assistant", "tool");
  const conversation = fc.array(fc.record({ role, content }, { requiredKeys: ["role"] }), { minLength: 1 });

  it("takes every list of messages as it is, bare or under its name", () => {
    fc.assert(
      fc.property(conversation, (messages) => {
        const plain = JSON.parse(JSON.stringify(messages)) as unknown;
        expect(parseConversation(JSON.stringify(messages), "f")).toEqual({ messages: plain });
        expect(parseConversation(JSON.stringify({ messages }), "f")).toEqual({ messages: plain });
      }),
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
        expect(refusal(JSON.stringify(list)).message).toContain(`f: messages[${at}]${field}: found `);
      }),
    );
  });
});
