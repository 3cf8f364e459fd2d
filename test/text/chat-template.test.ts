/**
 * The chat template against the reference renderings of test/fixtures/chat.json, and the border between template and
 * user text. Separate from the message rules: here messages are taken as the template wants them.
 */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ArtifactError, RequestError, UnsupportedError } from "../../src/base/errors.ts";
import { createChatTemplate } from "../../src/text/chat-template.ts";
import { type ChatMessage, type IncomingMessage, normalizeMessages } from "../../src/text/messages.ts";
import type { RenderRequest } from "../../src/text/template-values.ts";
import { createTokenizer } from "../../src/text/tokenizer.ts";

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
const tokenizer = createTokenizer(readFileSync("models/tiny-hybrid/tokenizer.json", "utf8"));
const source = readFileSync("models/tiny-hybrid/chat_template.jinja", "utf8");
const tokens = { controlTokens: tokenizer.controlTokens.map((token) => token.content) };
const template = createChatTemplate(source, tokens);
const firstControlId = Math.min(...tokenizer.controlTokens.map((token) => token.id));
const SEED = 20261205;

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
      const messages = normalizeMessages(c.messages as readonly IncomingMessage[]);
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
      { ...tokens, variables: { bos_token: "<|endoftext|>" } },
    );
    const { text, segments } = odd.render({ messages: [{ role: "user", content: "" }], addGenerationPrompt: true });
    expect(text).toBe("<|endoftext|><|im_start|>USER<|im_end|><think>");
    expect(tokenizer.encodeSegments(segments)).toEqual(tokenizer.encode(text, { allowControl: true }));
  });

  it("refuses a template that takes its own tokens apart", () => {
    const cutting = createChatTemplate("{% set x = '<|im_start|>' %}{{ x[1:] }}", tokens);
    expect(() => cutting.render({ messages: [], addGenerationPrompt: false })).toThrow(UnsupportedError);
  });

  it("renders private characters of the user unchanged", () => {
    const content = "\ue000a\ue001\ue002\ue003\uf8ff";
    expect(template.render({ messages: [{ role: "user", content }], addGenerationPrompt: false }).text).toContain(
      content,
    );
  });

  it("refuses text that leaves no private character free", () => {
    const content = Array.from({ length: 6400 }, (_, i) => String.fromCharCode(0xe000 + i)).join("");
    expect(() => template.render({ messages: [{ role: "user", content }], addGenerationPrompt: false })).toThrow(
      expect.objectContaining({ code: "too_many_private_characters" }),
    );
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

  it("keep key order, key names and the spelling of numbers", () => {
    const text = rendered(
      '{"b": 1.0, "2": 12345678901234567890, "1": {"10": 1e3, "9": [0.10, -0]}, "a": "1.0", "n": 3}',
    );
    expect(text).toContain(
      parameter("b", "1.0") +
        parameter("2", "12345678901234567890") +
        parameter("1", '{"10": 1e3, "9": [0.10, -0]}') +
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

describe("damaged templates", () => {
  it("are refused when they are opened", () => {
    expect(() => createChatTemplate("{% if %}", tokens)).toThrow(ArtifactError);
  });
});
