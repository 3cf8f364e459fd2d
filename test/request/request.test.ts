/** Requests as a whole: prompts of every kind, limits, names nobody reads, and conversations as files hold them. */
import { describe, expect, it } from "vitest";
import { readConversation } from "../../src/request/conversation.ts";
import { readPrompt, readRequest, readSettings } from "../../src/request/generate-request.ts";
import { RIGHT_NAMES } from "../../src/request/right-names.ts";
import { parseExactJson } from "../../src/text/exact-json.ts";
import { REASONING_EFFORTS } from "../../src/text/reasoning-effort.ts";
import { refusalOf } from "./refusal.ts";

const prompt = { kind: "text", text: "x" };
const chat = { kind: "chat", messages: [{ role: "user", content: "Hello" }] };

describe("a request", () => {
  const whole = {
    ...{ prompt, sampling: { greedy: true }, maxNewTokens: 1, stopStrings: ["a", " "], ignoreEos: true },
    ...{ thinkingBudget: 0, answerSoFar: [0, 7] },
  };

  it("that is right comes out as it went in, from exact JSON too", () => {
    expect(readRequest(whole)).toEqual(whole);
    expect(readRequest(parseExactJson(JSON.stringify(whole)))).toEqual(whole);
    expect(readRequest({ prompt, sampling: undefined, max_tokens: undefined })).toEqual({ prompt });
    expect(readSettings({})).toEqual({});
    expect(readRequest({ prompt, tools: null })).toEqual({ prompt });
    expect(readRequest({ prompt, tools: [{ name: "f" }] }).tools).toEqual(['{"name":"f"}']);
  });

  it.each([undefined, null, "Hello", 3, [], () => 0])("is no %o", (given) => {
    expect(refusalOf(() => readRequest(given))).toMatchObject({ code: "bad_request", data: { param: "request" } });
  });

  it.each<[object, string, string, string]>([
    [{ maxNewTokens: 0 }, "bad_max_new_tokens", "maxNewTokens is 0", "a whole number of at least 1"],
    [{ maxNewTokens: -1 }, "bad_max_new_tokens", "maxNewTokens is -1", "a whole number of at least 1"],
    [{ maxNewTokens: 1.5 }, "bad_max_new_tokens", "maxNewTokens is 1.5", "a whole number of at least 1"],
    [{ maxNewTokens: Number.NaN }, "bad_max_new_tokens", "maxNewTokens is NaN", "a whole number of at least 1"],
    [{ maxNewTokens: "16" }, "bad_max_new_tokens", 'maxNewTokens is "16"', "a whole number of at least 1"],
    [{ maxNewTokens: null }, "bad_max_new_tokens", "maxNewTokens is null", "a whole number of at least 1"],
    [{ maxNewTokens: 2 ** 60 }, "bad_max_new_tokens", `maxNewTokens is ${2 ** 60}`, "a whole number of at least 1"],
    [{ thinkingBudget: -5 }, "bad_thinking_budget", "thinkingBudget is -5", "a whole number of at least 0"],
    [{ thinkingBudget: Number.NaN }, "bad_thinking_budget", "thinkingBudget is NaN", "a whole number of at least 0"],
    [{ thinkingBudget: "low" }, "bad_thinking_budget", 'thinkingBudget is "low"', "a whole number of at least 0"],
    [{ stopStrings: "END" }, "bad_stop", 'stopStrings is "END"', "a list of texts"],
    [{ stopStrings: ["a", ""] }, "bad_stop", 'stopStrings[1] is ""', "at least one character"],
    [{ stopStrings: [13] }, "bad_stop", "stopStrings[0] is 13", "a text"],
    [{ answerSoFar: "3 4" }, "bad_answer_so_far", 'answerSoFar is "3 4"', "a list of token ids"],
    [{ answerSoFar: [3, -1] }, "token_out_of_range", "answerSoFar[1] is -1", "an integer of at least 0"],
    [{ ignoreEos: "yes" }, "bad_request", 'ignoreEos is "yes"', "true or false"],
    [{ sampling: "greedy" }, "bad_sampling", 'sampling is "greedy"', "an object such as { temperature: 0.7 }"],
    [{ sampling: null }, "bad_sampling", "sampling is null", "an object such as { temperature: 0.7 }"],
    [{ tools: {} }, "bad_tools", "tools is an object", "a list of tools"],
  ])("with %o is refused", (change, code, found, needed) => {
    const refusal = refusalOf(() => readRequest({ prompt, ...change }));
    expect(refusal).toMatchObject({ code, message: `${found}; needed ${needed}` });
    expect(found.startsWith(`${String(refusal.data["param"])} is `)).toBe(true);
  });

  it.each([
    ["max_tokens", "maxNewTokens"],
    ["max_completion_tokens", "maxNewTokens"],
    ["maxTokens", "maxNewTokens"],
    ["maxNewToken", "maxNewTokens"],
    ["max_new_tokens", "maxNewTokens"],
    ["num_predict", "maxNewTokens"],
    ["tempreature", "sampling.temperature"],
    ["temperature", "sampling.temperature"],
    ["top_k", "sampling.topK"],
    ["seed", "sampling.seed"],
    ["repeat_penalty", "sampling.repetitionPenalty"],
    ["stop", "stopStrings"],
    ["messages", "prompt.messages"],
    ["reasoning_effort", "prompt.reasoningEffort"],
    ["enable_thinking", "prompt.thinking"],
    ["thinking_budget", "thinkingBudget"],
  ])("knows what %s should be", (name, right) => {
    const { code, message, hint } = refusalOf(() => readRequest({ prompt, [name]: 1 }));
    expect(code).toBe("unknown_field");
    expect(message).toMatch(new RegExp(`^${name} is no known field; needed one of prompt, answerSoFar, sampling, `));
    expect(hint).toBe(`did you mean \`${right}\`?`);
  });

  it("guesses nothing where nothing is near", () => {
    for (const name of ["n", "logprobs", "user", "__proto__", "constructor", "x".repeat(1e6), ""]) {
      const given = Object.fromEntries([
        ["prompt", prompt],
        [name, 1],
      ]);
      const { code, hint, message } = refusalOf(() => readRequest(given));
      expect({ code, hint }).toEqual({ code: "unknown_field", hint: "leave it out" });
      expect(message.length).toBeLessThan(250);
    }
  });

  it("has a place for every name that is suggested", () => {
    const values: Readonly<Record<string, unknown>> = {
      ...{ prompt: chat, "prompt.messages": chat.messages, "prompt.tools": [], "prompt.reasoningEffort": "low" },
      ...{ sampling: {}, stopStrings: ["a"], "sampling.temperature": 0, maxNewTokens: 1, thinkingBudget: 1 },
      answerSoFar: [5],
    };
    const flags = /thinking|preserveThinking|allowControl|greedy|ignoreEos/;
    for (const path of new Set(Object.values(RIGHT_NAMES))) {
      const [outer, inner] = path.split(".") as [string, string?];
      const value = values[path] ?? (flags.test(path) ? true : 1);
      const base = path === "prompt.allowControl" ? prompt : chat;
      const request: Record<string, unknown> = { prompt: base };
      request[outer] = inner === undefined ? value : { ...(outer === "prompt" ? base : {}), [inner]: value };
      expect(() => readRequest(request), path).not.toThrow();
    }
  });
});

describe("a prompt", () => {
  it("of each kind comes out as it went in", () => {
    const all = [
      { kind: "tokens", tokens: [0, 5, 1279] },
      { kind: "text", text: "" },
      { kind: "text", text: "a", allowControl: true },
      { ...chat, thinking: false, preserveThinking: true, reasoningEffort: "max" },
    ];
    for (const one of all) expect(readPrompt(one, { vocabulary: 1280 })).toEqual(one);
    for (const reasoningEffort of REASONING_EFFORTS) expect(readPrompt({ ...chat, reasoningEffort })).toBeTruthy();
  });

  it.each<[unknown, string, string]>([
    ["Hello", "bad_prompt", 'prompt is "Hello"'],
    [[{ role: "user", content: "Hello" }], "bad_prompt", "prompt is a list"],
    [undefined, "bad_prompt", "prompt is missing"],
    [{ messages: [] }, "bad_prompt", "prompt.kind is missing"],
    [{ kind: "cha", messages: [] }, "bad_prompt", 'prompt.kind is "cha"'],
    [{ kind: "text" }, "bad_prompt", "prompt.text is missing"],
    [{ kind: "text", text: 3 }, "bad_prompt", "prompt.text is 3"],
    [{ kind: "text", text: "a", allowControl: 1 }, "bad_prompt", "prompt.allowControl is 1"],
    [{ kind: "tokens", tokens: "1,2" }, "bad_prompt", 'prompt.tokens is "1,2"'],
    [{ kind: "tokens", tokens: [] }, "empty_prompt", "prompt.tokens is an empty list"],
    [{ kind: "tokens", tokens: [5, 1280] }, "token_out_of_range", "prompt.tokens[1] is 1280"],
    [{ kind: "tokens", tokens: [-1] }, "token_out_of_range", "prompt.tokens[0] is -1"],
    [{ kind: "tokens", tokens: [1.5] }, "token_out_of_range", "prompt.tokens[0] is 1.5"],
    [{ kind: "tokens", tokens: ["1"] }, "token_out_of_range", 'prompt.tokens[0] is "1"'],
    [{ kind: "tokens", tokens: [1n] }, "token_out_of_range", "prompt.tokens[0] is 1"],
    // biome-ignore lint/suspicious/noSparseArray: a hole is what is refused
    [{ kind: "tokens", tokens: [1, , 2] }, "token_out_of_range", "prompt.tokens[1] is missing"],
    [{ kind: "chat" }, "bad_messages", "prompt.messages is missing"],
    [{ kind: "chat", messages: "Hello" }, "bad_messages", 'prompt.messages is "Hello"'],
    [{ kind: "chat", messages: [] }, "messages_empty", "prompt.messages is an empty list"],
    [
      { kind: "chat", messages: [{ role: "system", content: "s" }] },
      ...(["no_user_message", "prompt.messages is a list of system messages"] as const),
    ],
    [{ ...chat, thinking: "false" }, "bad_prompt", 'prompt.thinking is "false"'],
    [{ ...chat, reasoningEffort: "banana" }, "bad_reasoning_effort", 'prompt.reasoningEffort is "banana"'],
    [{ ...chat, reasoningEffort: "hgih" }, "bad_reasoning_effort", 'prompt.reasoningEffort is "hgih"'],
    [{ ...chat, reasoningEffort: 3 }, "bad_reasoning_effort", "prompt.reasoningEffort is 3"],
    [
      { ...chat, thinking: true, reasoningEffort: "none" },
      ...(["bad_reasoning_effort", 'prompt.reasoningEffort is "none" and thinking is true'] as const),
    ],
  ])("%o is refused", (given, code, found) => {
    const refusal = refusalOf(() => readPrompt(given, { vocabulary: 1280 }));
    expect(refusal.code).toBe(code);
    expect(refusal.message).toMatch(/; needed ./);
    expect(refusal.message.slice(0, found.length + 1)).toBe(`${found};`);
    expect(found.startsWith(`${String(refusal.data["param"])} is `)).toBe(true);
  });

  it("names the near kind, effort and field", () => {
    expect(refusalOf(() => readPrompt({ kind: "cht" })).hint).toBe("did you mean chat?");
    expect(refusalOf(() => readPrompt({ ...chat, reasoningEffort: "hgih" })).hint).toBe("did you mean high?");
    for (const [name, right] of [
      ["preserve_thinking", "prompt.preserveThinking"],
      ["effort", "prompt.reasoningEffort"],
      ["temperature", "sampling.temperature"],
    ]) {
      const { code, hint, data } = refusalOf(() => readPrompt({ ...chat, [name!]: 1 }));
      expect({ code, hint }).toEqual({ code: "unknown_field", hint: `did you mean \`${right}\`?` });
      expect(data["param"]).toBe(`prompt.${name}`);
    }
    expect(refusalOf(() => readPrompt({ ...chat, text: "x" }))).toMatchObject({ code: "unknown_field" });
  });
});

describe("a conversation", () => {
  const messages = [{ role: "user", content: "hi", name: "ann" }];
  const tools = [{ type: "function", function: { name: "f" } }];

  it("is a list, or messages and tools; it may lack what is asked", () => {
    expect(readConversation(messages)).toEqual({ messages });
    expect(readConversation({ messages, tools })).toEqual({ messages, tools });
    expect(readConversation({ messages: [], tools: null })).toEqual({ messages: [] });
    expect(readConversation([{ role: "system", content: "s" }]).messages).toHaveLength(1);
  });

  it("of exact JSON is taken by a prompt with every number and key", () => {
    const text =
      '{"messages": [{"role": "user", "content": "x", "w": 1.0}], "tools": [{"name": "f", "2": 1e-05, "1": -0}]}';
    const read = readPrompt({ kind: "chat", ...readConversation(parseExactJson(text)) });
    expect(read).toEqual({
      kind: "chat",
      messages: [{ role: "user", content: "x", otherFields: '{"w":1.0}' }],
      tools: ['{"name":"f","2":1e-05,"1":-0}'],
    });
  });

  it.each<[unknown, string, string]>([
    [null, "bad_messages", "conversation"],
    ["hi", "bad_messages", "conversation"],
    [{}, "bad_messages", "messages"],
    [{ messages: {} }, "bad_messages", "messages"],
    [[1], "bad_messages", "messages[0]"],
    [{ messages, tools: {} }, "bad_tools", "tools"],
    [{ messages, tools: [1] }, "bad_tools", "tools[0]"],
    [{ messages, temperature: 0.2 }, "unknown_field", "temperature"],
    [{ mesages: messages }, "unknown_field", "mesages"],
  ])("%o is refused", (given, code, param) => {
    expect(refusalOf(() => readConversation(given))).toMatchObject({ code, data: { param } });
  });
});
