/**
 * What a model's text files say together, against what transformers' tokenizer made of the same files: named tokens,
 * and the template that a conversation takes without tools, with none of them and with some.
 */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { openSafetensors } from "../../src/artifact/safetensors.ts";
import { memoryDirectory } from "../../src/artifact/sources.ts";
import { FAMILY_SPECIAL_TOKENS } from "../../src/model/open.ts";
import { createChatTemplates } from "../../src/text/chat-template.ts";
import { type ModelText, readModelText, templateFor } from "../../src/text/model-text.ts";
import { flatCheckpoint } from "../artifact/flat-checkpoint.ts";
import { failureOf } from "../base/failure.ts";

interface Case {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  readonly specialTokens: Readonly<Record<string, string>>;
  /** Null where transformers knows no template for it. */
  readonly rendered: Readonly<Record<"none" | "empty" | "some", string | null>>;
}

const { cases }: { cases: readonly Case[] } = JSON.parse(readFileSync("test/fixtures/model-text.json", "utf8"));
const TOOL = { type: "function", function: { name: "f", description: "d", parameters: {} } };

async function read(files: Readonly<Record<string, string>>): Promise<ModelText> {
  const { config, weights } = flatCheckpoint();
  const texts = Object.entries(files).map(([name, text]) => [name, new TextEncoder().encode(text)]);
  const all = { "config.json": config, "model.safetensors": weights, ...Object.fromEntries(texts) };
  return readModelText(await openSafetensors(memoryDirectory("m", all)), FAMILY_SPECIAL_TOKENS);
}

function rendered({ templates, specialTokens }: ModelText, tools: readonly (typeof TOOL)[] | undefined): string | null {
  const messages = [{ role: "user", content: "hi" }];
  const request = { messages, addGenerationPrompt: false, ...(tools === undefined ? {} : { tools }) };
  if (templateFor(templates, request) === undefined) return null;
  return createChatTemplates(templates, specialTokens).render(request).text;
}

describe("as transformers reads them", () => {
  it("there are cases", () => expect(cases.length).toBe(20));

  it.each(cases.map((one) => [one.name, one] as const))(
    "%s",
    async (_, { files, specialTokens, rendered: expected }) => {
      const text = await read(files);
      expect(text.specialTokens).toEqual(specialTokens);
      expect({
        none: rendered(text, undefined),
        empty: rendered(text, []),
        some: rendered(text, [TOOL]),
      }).toEqual(expected);
    },
  );
});

describe("beyond its tokenizers", () => {
  it("the processors' file counts where nothing else has a template", async () => {
    const text = await read({ "tokenizer_config.json": "{}", "chat_template.json": '{"chat_template": "processor"}' });
    expect(rendered(text, undefined)).toBe("processor");
  });

  it("an object without __type names a token, and Python's numbers are read", async () => {
    const config = '{"eos_token": {"content": "<|im_end|>"}, "add_bos_token": false, "model_max_length": Infinity}';
    const { specialTokens } = await read({ "tokenizer_config.json": config });
    expect(specialTokens).toEqual({ ...FAMILY_SPECIAL_TOKENS, eos_token: "<|im_end|>" });
  });
});

describe("faults name file and folder", () => {
  it.each([
    ["{", "bad_json", "m/tokenizer_config.json: not valid JSON"],
    ["[]", "bad_json", "m/tokenizer_config.json: found no JSON object"],
    [
      '{"chat_template": [{"name": "default"}]}',
      "bad_chat_template",
      'm/tokenizer_config.json: chat_template[0]: found {"name":"default"}, needed a name and a template, both texts',
    ],
    ['{"chat_template": [null]}', "bad_chat_template", "chat_template[0]: found null"],
    ['{"chat_template": {"default": 3}}', "bad_chat_template", "chat_template[0]"],
    ['{"chat_template": 3}', "bad_chat_template", "m/tokenizer_config.json: chat_template: found 3"],
  ])("%s", async (config, code, says) => {
    const error = await failureOf(() => read({ "tokenizer_config.json": config }));
    expect(error.code).toBe(code);
    expect(error.message).toContain(says);
  });

  it("a template that does not parse", async () => {
    const text = await read({ "tokenizer_config.json": '{"chat_template": "{% if %}"}' });
    const error = await failureOf(() => rendered(text, undefined));
    expect(error.code).toBe("template_damaged");
    expect(error.message).toMatch(/^m\/tokenizer_config\.json: /);
  });
});
