/**
 * The chat template against the reference renderings of test/fixtures/chat.json, and the border between template and
 * user text. Separate from the message rules: here messages are taken as the template wants them.
 */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ArtifactError, RequestError } from "../../src/base/errors.ts";
import { type ReadPrompt, readPrompt } from "../../src/request/generate-request.ts";
import { createChatTemplate } from "../../src/text/chat-template.ts";
import { type ChatMessage, normalizeMessages } from "../../src/text/messages.ts";
import type { RenderRequest } from "../../src/text/template-values.ts";
import { createTokenizer } from "../../src/text/tokenizer.ts";
import { SEED } from "../base/seed.ts";

interface ChatCase {
  readonly name: string;
  readonly messages: readonly ChatMessage[];
  readonly options: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly ids: readonly number[];
  readonly control_tokens_allowed?: boolean;
}

const fixture = JSON.parse(readFileSync("test/fixtures/chat.json", "utf8")) as {
  readonly cases: readonly ChatCase[];
  readonly errors: readonly {
    readonly name: string;
    readonly messages: readonly ChatMessage[];
    readonly error: string;
  }[];
};
const tokenizer = createTokenizer(readFileSync("test/fixtures/tiny-hybrid/tokenizer.json", "utf8"));
const source = readFileSync("test/fixtures/tiny-hybrid/chat_template.jinja", "utf8");
const tokens = { controlTokens: tokenizer.controlTokens.map((token) => token.content) };
const template = createChatTemplate(source);
const firstControlId = Math.min(...tokenizer.controlTokens.map((token) => token.id));
function requestOf(messages: readonly ChatMessage[], options: Readonly<Record<string, unknown>>): RenderRequest {
  const { add_generation_prompt, enable_thinking, tools, ...kwargs } = options;
  return {
    messages,
    addGenerationPrompt: add_generation_prompt === true,
    kwargs,
    ...(enable_thinking === undefined ? {} : { enableThinking: enable_thinking as boolean }),
    ...(tools === undefined ? {} : { tools: tools as readonly Record<string, unknown>[] }),
  };
}

/** Whether a user wrote the text of a control token, so that our ids differ from the reference on purpose. */
function mentionsControl(c: ChatCase, rendered: string): boolean {
  const inMessages = JSON.stringify(c.messages);
  return tokens.controlTokens.some((content) => inMessages.includes(content) && rendered.includes(content));
}

describe("reference renderings", () => {
  it.each(fixture.cases.map((c) => [c.name, c] as const))("%s", (_, c) => {
    const { text, segments } = template.render(requestOf(c.messages, c.options));
    expect(text).toBe(c.text);
    expect(segments.map((segment) => segment.text).join("")).toBe(c.text);
    expect(tokenizer.encode(text, { allowControl: true })).toEqual(c.ids);
    const written = tokens.controlTokens.filter((content) => JSON.stringify(c.messages).includes(content));
    // Thoughts written inline are dropped from old turns, so that case still has the reference ids.
    if (written.length === 0 || c.name.includes("inline")) {
      expect(tokenizer.encodeSegments(segments)).toEqual(c.ids);
    } else {
      expect(mentionsControl(c, text)).toBe(true);
      expect(tokenizer.encodeSegments(segments)).not.toEqual(c.ids);
      expect(tokenizer.decode(tokenizer.encodeSegments(segments))).toBe(c.text);
    }
  });

  it("are the same for messages brought into form by our rules", () => {
    for (const c of fixture.cases) {
      const prompt = { kind: "chat", messages: c.messages };
      const holdsMedia = /"(image|video)"/.test(JSON.stringify(c.messages));
      if (holdsMedia) {
        expect(() => readPrompt(prompt)).toThrow(expect.objectContaining({ code: "content_unsupported" }));
        continue;
      }
      const messages = normalizeMessages((readPrompt(prompt) as Extract<ReadPrompt, { kind: "chat" }>).messages);
      expect(template.render(requestOf(messages, c.options)).text).toBe(c.text);
    }
  });

  it.each(fixture.errors.map((c) => [c.name, c] as const))("refuses: %s", (_, c) => {
    let thrown: unknown;
    try {
      template.render({ messages: c.messages, addGenerationPrompt: true });
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(RequestError);
    expect((thrown as RequestError).code).toBe("template_refused");
    expect((thrown as RequestError).message).toBe(c.error);
  });
});

describe("user text and control tokens", () => {
  const countAllowed = (segments: readonly { allowControl?: unknown }[]): number =>
    segments.filter((segment) => segment.allowControl === true).length;

  it("a message of all control tokens changes only plain ids", () => {
    const plain = template.render({ messages: [{ role: "user", content: "x" }], addGenerationPrompt: true });
    const hostile = template.render({
      messages: [{ role: "user", content: tokens.controlTokens.join("") }],
      addGenerationPrompt: true,
    });
    expect(countAllowed(hostile.segments)).toBe(countAllowed(plain.segments));
    const control = (ids: readonly number[]): number[] => ids.filter((id) => id >= firstControlId);
    expect(control(tokenizer.encodeSegments(hostile.segments))).toEqual(
      control(tokenizer.encodeSegments(plain.segments)),
    );
  });

  it("holds in every field a user can fill, whatever is written there", () => {
    const hostile = fc
      .array(
        fc.constantFrom(...tokens.controlTokens, "<|im_", "end|>", "<", "think>", "\ue000", "\ue001", "x", "\n", " "),
        {
          maxLength: 6,
        },
      )
      .map((parts) => parts.join(""));
    const calls = (name: string, key: string, value: string) => [{ function: { name, arguments: { [key]: value } } }];
    fc.assert(
      fc.property(fc.array(hostile, { minLength: 10, maxLength: 10 }), (texts) => {
        // What reads as a tool's response is no query to the template, which refuses messages without one.
        fc.pre(!/^<tool_response>.*<\/tool_response>$/s.test(`${texts[1]}${texts[2]}`.trim()));
        const messagesOf = (text: (index: number) => string): ChatMessage[] => [
          { role: "system", content: text(0) },
          {
            role: "user",
            content: [
              { type: "text", text: text(1) },
              { type: "text", text: text(2) },
            ],
          },
          {
            role: "assistant",
            content: text(3),
            reasoning_content: text(4),
            tool_calls: calls(text(5), text(6), text(7)),
          },
          { role: "tool", content: text(8) },
        ];
        const tools = (text: string) => [{ type: "function", function: { name: "f", description: text } }];
        const render = (text: (index: number) => string) =>
          template.render({ messages: messagesOf(text), tools: tools(text(9)), addGenerationPrompt: true });
        const rendered = render((index) => texts[index]!);
        const neutral = render((index) => (texts[index]!.trim() === "" ? texts[index]! : "x"));
        expect(rendered.segments.map((segment) => segment.text).join("")).toBe(rendered.text);
        const control = (segments: typeof rendered.segments): number[] =>
          tokenizer.encodeSegments(segments).filter((id) => id >= firstControlId);
        expect(control(rendered.segments)).toEqual(control(neutral.segments));
      }),
      { seed: SEED, numRuns: 300 },
    );
  });

  it("marks tokens that reach the text through variables, filters and conditions", () => {
    const odd = createChatTemplate(
      "{{ bos_token }}{% set open = '<|im_start|>' %}{{ open ~ messages[0].role | upper }}" +
        "{% macro turn(end) %}{{ end }}{% endmacro %}{{ turn('<|im_end|>') }}" +
        "{{ '<think>' if add_generation_prompt else '</think>' }}",
      { bos_token: "<|endoftext|>" },
    );
    const { text, segments } = odd.render({ messages: [{ role: "user", content: "" }], addGenerationPrompt: true });
    expect(text).toBe("<|endoftext|><|im_start|>USER<|im_end|><think>");
    expect(tokenizer.encodeSegments(segments)).toEqual(tokenizer.encode(text, { allowControl: true }));
  });

  it("tells them apart when a template takes its own tokens apart", () => {
    const cutting = createChatTemplate(
      "{% set x = '<|im_start|>' %}{{ x[1:] }}{{ x }}{{ messages[0].content }}{{ x[:4] + x[4:] }}",
    );
    const { text, segments } = cutting.render({
      messages: [{ role: "user", content: "<|im_end|>" }],
      addGenerationPrompt: false,
    });
    expect(text).toBe("|im_start|><|im_start|><|im_end|><|im_start|>");
    expect(tokenizer.encodeSegments(segments).filter((id) => id >= firstControlId)).toEqual(
      tokenizer.encode("<|im_start|><|im_start|>", { allowControl: true }),
    );
  });

  it("takes a token that the template spells with data for data", () => {
    const spelling = createChatTemplate("<|{{ messages[0].role }}_start|><|im_{{ 'start' }}|>");
    const { segments } = spelling.render({ messages: [{ role: "im", content: "" }], addGenerationPrompt: false });
    expect(segments).toEqual([
      { text: "<|", allowControl: true },
      { text: "im" },
      { text: "_start|><|im_start|>", allowControl: true },
    ]);
  });

  it("renders every private character of the user unchanged", () => {
    const content = Array.from({ length: 6400 }, (_, i) => String.fromCharCode(0xe000 + i)).join("");
    const { text } = template.render({ messages: [{ role: "user", content }], addGenerationPrompt: false });
    expect(text).toContain(content);
  });
});

describe("tool-call arguments", () => {
  const rendered = (text: string): string =>
    template.render({
      messages: [
        { role: "user", content: "go" },
        { role: "assistant", content: "", tool_calls: [{ function: { name: "f", arguments: text } }] },
      ],
      addGenerationPrompt: false,
    }).text;

  const parameter = (key: string, value: string): string => `<parameter=${key}>\n${value}\n</parameter>\n`;

  // As Python's json.loads and json.dumps have it.
  it("keep key order, key names, floats and ints of any size", () => {
    const text = rendered(
      '{"b": 1.0, "2": 12345678901234567890, "1": {"10": 1e3, "9": [0.10, -0]}, "a": "1.0", "n": 3}',
    );
    expect(text).toContain(
      parameter("b", "1.0") +
        parameter("2", "12345678901234567890") +
        parameter("1", '{"10": 1000.0, "9": [0.1, 0]}') +
        parameter("a", "1.0") +
        parameter("n", "3"),
    );
  });

  it("keep nested values and escapes", () => {
    const text = rendered('{"n":3,"deep":{"a":[1,null,true]},"s":"\\ue000\\n\\u00e9"}');
    expect(text).toContain(
      parameter("n", "3") + parameter("deep", '{"a": [1, null, true]}') + parameter("s", "\ue000\né"),
    );
  });

  it("keep a member named __proto__", () => {
    expect(rendered('{"__proto__": {"x": 1}}')).toContain(parameter("__proto__", '{"x": 1}'));
  });

  it("of tools given as JSON text keep their order too", () => {
    const { text } = template.render({
      messages: [{ role: "user", content: "go" }],
      tools: ['{"type":"function","function":{"name":"f","parameters":{"2":{"minimum":1.0},"1":{}}}}'],
      addGenerationPrompt: false,
    });
    expect(text).toContain('{"2": {"minimum": 1.0}, "1": {}}');
  });
});

describe("templates of other makers", () => {
  const conversation: RenderRequest = {
    messages: [
      { role: "user", content: "Hello" },
      { role: "assistant", content: "They greet me.\n</think>\n\nHello!" },
      { role: "user", content: "What is 12 + 30?" },
    ],
    addGenerationPrompt: true,
    enableThinking: false,
  };

  it("may hold a tag in a variable and split by it", () => {
    const literal = "body.split('</think>')";
    expect(source).toContain(literal);
    const other = createChatTemplate(
      `{% set closer = '</think>' %}${source.replaceAll(literal, "body.split(closer)")}`,
    );
    const { text, segments } = other.render(conversation);
    expect(text.split("\n").slice(2, 4)).toEqual(["<|im_start|>assistant", "Hello!<|im_end|>"]);
    expect(text).toBe(template.render(conversation).text);
    expect(tokenizer.encodeSegments(segments)).toEqual(tokenizer.encode(text, { allowControl: true }));
  });

  it("may write scalar arguments by the string filter, where None and True are Python's", () => {
    const rule = "value if value is string else value | tojson | safe";
    expect(source).toContain(rule);
    const other = createChatTemplate(
      source.replace(
        rule,
        "value | tojson if value is mapping or (value is sequence and value is not string) else value | string",
      ),
    );
    const call = { function: { name: "f", arguments: '{"a": null, "b": true, "c": 1.0, "d": [null, true]}' } };
    const { text } = other.render({
      messages: [
        { role: "user", content: "go" },
        { role: "assistant", content: "", tool_calls: [call] },
      ],
      addGenerationPrompt: false,
    });
    const values = Array.from(text.matchAll(/<parameter=\w>\n(.*)\n<\/parameter>/g), ([, value]) => value);
    expect(values).toEqual(["None", "True", "1.0", "[null, true]"]);
  });

  it("find tools and documents defined and None, as in transformers", () => {
    const asking = createChatTemplate("{{ tools is none }}{{ documents is none }}{{ enable_thinking is defined }}");
    expect(asking.render({ messages: [], addGenerationPrompt: false }).text).toBe("TrueTrueFalse");
  });
});

describe("templates that fail", () => {
  const rendering = (text: string): unknown =>
    createChatTemplate(text).render({ messages: [{ role: "user", content: "x" }], addGenerationPrompt: false });

  it("are refused when they are opened, if they are damaged", () => {
    expect(() => createChatTemplate("{% if %}")).toThrow(ArtifactError);
    expect(() => createChatTemplate("a\n{{ 1 + }}")).toThrow("chat_template.jinja: unexpected '}}' (line 2)");
  });

  it("say what went wrong", () => {
    const refused = { name: "RequestError", code: "template_refused" };
    const cases: [template: string, message: string][] = [
      ["{{ raise_exception('not like this') }}", "not like this"],
      ["{{ messages[0].content.nope() }}", "chat_template.jinja: 'str object' has no attribute 'nope'"],
      ["{{ messages[0].content + 1 }}", "chat_template.jinja: unsupported operand type(s) for +: 'str' and 'int'"],
      [
        "{{ messages[0].content.__class__.mro }}",
        "chat_template.jinja: access to attribute '__class__' of 'str' object is unsafe.",
      ],
    ];
    for (const [text, message] of cases) {
      expect(() => rendering(text)).toThrow(expect.objectContaining({ ...refused, message }));
    }
  });

  it("are stopped when they would not end", () => {
    const text = "{% for i in range(99999) %}{% for j in range(99999) %}{% endfor %}{% endfor %}";
    expect(() => rendering(text)).toThrow(expect.objectContaining({ name: "RequestError", code: "template_limit" }));
  });
});
