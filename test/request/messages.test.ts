/**
 * Messages, calls and tools as real clients send them. The right value of each is what the reference renders (the same
 * prompt as for the wrapped, filled-in form) or, where nothing can be meant, a refusal with the place.
 */
import { describe, expect, it } from "vitest";
import { type ReadPrompt, readPrompt } from "../../src/request/generate-request.ts";
import type { ChatMessage } from "../../src/text/messages.ts";
import { refusalOf } from "./refusal.ts";

const user = { role: "user", content: "Hello" };
const call = { function: { name: "f", arguments: { x: 1 } } };

function chat(messages: unknown, more: object = {}): Extract<ReadPrompt, { kind: "chat" }> {
  const prompt = readPrompt({ kind: "chat", messages, ...more });
  if (prompt.kind !== "chat") throw new Error("a chat was read as something else");
  return prompt;
}

/** The message as it is read behind a user's. */
const one = (message: object): ChatMessage => chat([user, message]).messages[1]!;
const assistant = (message: object): ChatMessage => one({ role: "assistant", ...message });
const refused = (message: object) => {
  const { code, message: said, data, hint } = refusalOf(() => one(message));
  return { code, said, param: data["param"], hint };
};

describe("content", () => {
  it("is text, or parts of text; no parts are no text", () => {
    for (const role of ["system", "developer", "user", "assistant", "tool"]) {
      expect(one({ role, content: "a" })).toEqual({ role, content: "a" });
      expect(one({ role, content: "" })).toEqual({ role, content: "" });
      expect(one({ role, content: [] })).toEqual({ role, content: "" });
      const parts = [{ type: "text", text: "a", cache_control: { type: "ephemeral" } }, { text: "b" }];
      const content = [
        { type: "text", text: "a" },
        { type: "text", text: "b" },
      ];
      expect(one({ role, content: parts })).toEqual({ role, content });
    }
  });

  it("may be null or missing beside an assistant's calls or reasoning", () => {
    for (const content of [{}, { content: null }, { content: undefined }]) {
      expect(assistant({ ...content, tool_calls: [call] }).content).toBe("");
      expect(assistant({ ...content, reasoning_content: "r" })).toEqual({
        ...{ role: "assistant", content: "", reasoning_content: "r" },
      });
    }
  });

  it.each([
    [{ role: "user", content: null }, "content is null"],
    [{ role: "user" }, "content is missing"],
    [{ role: "tool", content: null }, "content is null"],
    [{ role: "system" }, "content is missing"],
    [{ role: "assistant", content: null }, "content is null"],
    [{ role: "assistant", tool_calls: [] }, "content is missing"],
    [{ role: "user", content: 5 }, "content is 5"],
    [{ role: "user", content: { type: "text", text: "a" } }, "content is an object"],
    [{ role: "user", content: ["a"] }, 'content[0] is "a"'],
    [{ role: "user", content: [{ type: "text" }] }, "content[0].text is missing"],
    [{ role: "user", content: [{ type: "text", text: null }] }, "content[0].text is null"],
    [{ role: "user", content: [{ type: "txt", text: "a" }] }, 'content[0].type is "txt"'],
  ])("is refused as %o", (message, found) => {
    const { code, said, param } = refused(message);
    expect(code).toBe("bad_messages");
    expect(said).toContain(`prompt.messages[1].${found}; needed `);
    expect(said.startsWith(`${param} is `)).toBe(true);
  });

  it.each([
    ["images", { type: "image_url", image_url: { url: "data:image/png;base64,iVBORw0KGgo=" } }],
    ["images", { type: "image" }],
    ["images", { image: "x.png" }],
    ["images", { type: "text", text: "see", image_url: "x" }],
    ["images", { type: "input_image", image_url: "x" }],
    ["videos", { type: "video_url", video_url: { url: "x" } }],
    ["videos", { type: "video", video: [] }],
    ["audio recordings", { type: "input_audio", input_audio: { data: "", format: "wav" } }],
    ["audio recordings", { type: "audio_url", audio_url: { url: "x" } }],
    ["files", { type: "file", file: { file_id: "x" } }],
    ["files", { type: "document", source: {} }],
  ])("that holds %s is refused by name: %o", (media, part) => {
    for (const role of ["user", "system", "tool"]) {
      const { code, said, param } = refused({ role, content: [{ type: "text", text: "What is this?" }, part] });
      expect(code).toBe("content_unsupported");
      expect(said).toContain(`${media} are not supported yet`);
      expect(param).toBe("prompt.messages[1].content[1]");
    }
  });

  it("beside the content is refused too", () => {
    expect(refused({ ...user, images: ["aGk="] })).toMatchObject({ code: "content_unsupported" });
    expect(refused({ role: "assistant", content: "a", audio: { id: "x" } })).toMatchObject({
      ...{ code: "content_unsupported", param: "prompt.messages[1]" },
    });
    expect(one({ ...user, images: [], audio: null })).toMatchObject(user);
  });
});

describe("roles and fields", () => {
  it.each([
    [{ content: "hi" }, "role is missing", undefined],
    [{ role: "usr", content: "hi" }, 'role is "usr"', "did you mean user?"],
    [{ role: "function", content: "hi" }, 'role is "function"', undefined],
    [{ role: null, content: "hi" }, "role is null", undefined],
  ])("refuses %o", (message, found, hint) => {
    const refusal = refused(message);
    expect(refusal.said).toBe(`prompt.messages[1].${found}; needed one of system, developer, user, assistant, tool`);
    expect(refusal.hint).toBe(hint);
  });

  it.each([null, "hi", 3, [user], true])("refuses %o as a message", (message) => {
    const { code, param } = refused(message as object);
    expect({ code, param }).toEqual({ code: "bad_messages", param: "prompt.messages[1]" });
  });

  it("takes reasoning under both names, null as none, and only from an assistant", () => {
    expect(assistant({ content: "a", reasoning: "r" }).reasoning_content).toBe("r");
    expect(assistant({ content: "a", reasoning_content: "r", reasoning: "s" }).reasoning_content).toBe("r");
    expect(assistant({ content: "a", reasoning_content: null, reasoning: null })).toEqual({
      ...{ role: "assistant", content: "a" },
    });
    expect(one({ ...user, reasoning_content: "", reasoning: null })).toEqual(user);
    expect(refused({ ...user, reasoning: "r" })).toMatchObject({ param: "prompt.messages[1].reasoning" });
    expect(refused({ role: "assistant", content: "a", reasoning: {} })).toMatchObject({
      ...{ code: "bad_messages", param: "prompt.messages[1].reasoning" },
    });
  });

  it("passes on what it does not know, and tells a slip from it", () => {
    const client = { refusal: null, annotations: [], cache_control: { type: "ephemeral" }, weight: 1.5 };
    expect(assistant({ content: "a", name: "n", ...client })).toEqual({
      ...{ role: "assistant", content: "a", name: "n" },
      otherFields: '{"annotations":[],"cache_control":{"type":"ephemeral"},"weight":1.5}',
    });
    expect(one({ role: "tool", content: "3", tool_call_id: "1" })).toEqual({
      ...{ role: "tool", content: "3", tool_call_id: "1" },
    });
    expect(refused({ role: "assistant", content: "a", tool_cals: [call] })).toMatchObject({
      ...{ code: "unknown_field", param: "prompt.messages[1].tool_cals", hint: "did you mean `tool_calls`?" },
    });
    expect(refused({ role: "user", contents: "a" })).toMatchObject({ hint: "did you mean `content`?" });
    // Near a field that is there as well: the client's own.
    expect(one({ ...user, context: "c" }).otherFields).toBe('{"context":"c"}');
    expect(refused({ ...user, score: Number.NaN })).toMatchObject({ param: "prompt.messages[1].score" });
  });
});

describe("calls", () => {
  const calls = (tool_calls: unknown) => assistant({ content: "", tool_calls }).tool_calls;
  const bad = (tool_calls: unknown) => refused({ role: "assistant", content: "x", tool_calls });

  it("are none when null or empty", () => {
    expect(assistant({ content: "x", tool_calls: null })).toEqual({ role: "assistant", content: "x" });
    expect(calls([])).toBeUndefined();
    expect(one({ ...user, tool_calls: [] })).toEqual(user);
  });

  it("are the same flat and nested", () => {
    const inner = { name: "get_weather", arguments: { city: "Paris" } };
    expect(calls([inner])).toEqual(calls([{ function: inner }]));
    expect(calls([{ ...inner, id: "c", type: "function" }])).toEqual(
      calls([{ id: "c", type: "function", function: inner }]),
    );
    expect(calls([{ function: null, ...inner }])).toEqual(calls([{ function: inner }]));
    expect(calls([{ id: null, type: null, index: 0, function: inner }])).toEqual(calls([{ function: inner }]));
  });

  it.each([
    [undefined, "{}"],
    [null, "{}"],
    ["", "{}"],
    [" \n", "{}"],
    ["{}", "{}"],
    ['{"n": 3, "deep": {"a": [1, null, true]}}', '{"n":3,"deep":{"a":[1,null,true]}}'],
    ['{"x": 1.0, "y": 12345678901234567890}', '{"x":1.0,"y":12345678901234567890}'],
    [{ x: 1, at: new Date(0), none: undefined }, '{"x":1,"at":"1970-01-01T00:00:00.000Z"}'],
    [{ big: 2n ** 64n }, '{"big":18446744073709551616}'],
  ])("take %o as arguments", (given, text) => {
    expect(calls([{ function: { name: "f", arguments: given } }])?.[0]?.function.arguments).toBe(text);
  });

  it.each(["[1,2]", "{", "1", '"x"', "null", "{'a': 1}", "NaN", 7, [1], true, `${"[".repeat(600)}`])(
    "refuse %o as arguments",
    (given) => {
      const { code, param, hint } = bad([{ function: { name: "f", arguments: given } }]);
      expect(code).toBe("bad_tool_arguments");
      expect(param).toBe("prompt.messages[1].tool_calls[0].function.arguments");
      expect(hint).toContain('send "{}"');
    },
  );

  it("name the member that is no JSON", () => {
    const cycle: Record<string, unknown> = {};
    cycle["self"] = cycle;
    for (const [value, place] of [
      [{ a: [1, Number.POSITIVE_INFINITY] }, ".a[1]"],
      [{ "b c": () => 0 }, '["b c"]'],
      [{ list: [undefined] }, ".list[0]"],
      [{ s: Symbol("s") }, ".s"],
      [cycle, ".self".repeat(129)],
      [`{"n": ${"9".repeat(4301)}}`, ".n"],
      [`{"n": ${"[".repeat(130)}${"]".repeat(130)}}`, `.n${"[0]".repeat(128)}`],
    ] as const) {
      const { code, param } = bad([{ name: "f", arguments: value }]);
      expect({ code, param }).toEqual({
        ...{ code: "bad_tool_arguments", param: `prompt.messages[1].tool_calls[0].arguments${place}` },
      });
    }
  });

  it.each([
    [{ function: { name: "f", arguments: "{}" } }, ""],
    ["none", ""],
    ['[{"function": {"name": "f", "arguments": "{}"}}]', ""],
    [3, ""],
    [[null], "[0]"],
    [["f"], "[0]"],
    [[{}], "[0].function"],
    [[{ function: "f" }], "[0].function"],
    [[{ function: { arguments: "{}" } }], "[0].function.name"],
    [[{ function: { name: "", arguments: "{}" } }], "[0].function.name"],
    [[{ name: null }], "[0].name"],
    [[call, { type: "custom", custom: { name: "f", input: "x" } }], "[1].type"],
    [[{ ...call, id: 5 }], "[0].id"],
  ])("are refused as %o", (given, place) => {
    const { code, said, param, hint } = bad(given);
    expect(code).toBe("bad_messages");
    expect(param).toBe(`prompt.messages[1].tool_calls${place}`);
    expect(said).toContain("; needed ");
    if (place === "") expect(hint).toContain("tool_calls: [{ function: { name, arguments } }]");
  });

  it("belong to assistants, under their present name", () => {
    expect(refused({ ...user, tool_calls: [call] })).toMatchObject({ param: "prompt.messages[1].tool_calls" });
    const legacy = refused({ role: "assistant", content: null, function_call: { name: "f", arguments: "{}" } });
    expect(legacy).toMatchObject({ param: "prompt.messages[1].function_call" });
    expect(legacy.hint).toContain("tool_calls");
  });
});

describe("tools", () => {
  const tools = (given: unknown) => chat([user], { tools: given }).tools;
  const weather = { name: "get_weather", description: "Weather", parameters: { type: "object", properties: {} } };

  it("are passed on to the last key, nested, flat and as text", () => {
    const wrapped = { type: "function", function: weather };
    expect(tools([wrapped])).toEqual([JSON.stringify(wrapped)]);
    expect(tools([weather])).toEqual([JSON.stringify(weather)]);
    const schema = '{"name":"f","parameters":{"minimum":0.0,"10":1e-05,"2":9007199254740993}}';
    expect(tools([schema])).toEqual([schema]);
    expect(tools([{ name: "ping", description: null, parameters: null, cache_control: {} }])).toHaveLength(1);
  });

  it("may be null or none", () => {
    expect(tools(null)).toBeUndefined();
    expect(tools(undefined)).toBeUndefined();
    expect(tools([])).toEqual([]);
  });

  it.each([
    [{}, ""],
    ["f", ""],
    [[1], "[0]"],
    [["get_weather"], "[0]"],
    [[{ type: "function" }], "[0].function"],
    [[weather, { type: "web_search" }], "[1].type"],
    [[{ type: "function", function: {} }], "[0].function.name"],
    [[{ name: "f", parameters: "object" }], "[0].parameters"],
    [[{ name: "f", parameters: { default: Number.NaN } }], "[0].parameters.default"],
  ])("are refused as %o", (given, place) => {
    const { code, data } = refusalOf(() => tools(given));
    expect({ code, param: data["param"] }).toEqual({ code: "bad_tools", param: `prompt.tools${place}` });
  });
});

describe("text", () => {
  it("keeps control characters and halves of surrogate pairs, in content and in JSON", () => {
    const text = "a\u0000\u001b[0m\ud83d b\udc00";
    expect(one({ role: "user", content: text }).content).toBe(text);
    const { arguments: given } = assistant({ content: "", tool_calls: [{ name: "f", arguments: { text } }] })
      .tool_calls![0]!.function;
    expect(JSON.parse(given as string)).toEqual({ text });
  });

  it("of a message never reaches a refusal whole", () => {
    const { said } = refused({ role: "x".repeat(10_000), content: "" });
    expect(said.length).toBeLessThan(250);
  });
});
