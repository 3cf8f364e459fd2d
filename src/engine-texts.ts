/**
 * What the text side of an engine works with, opened from a model's files: tokenizer, templates and the ids that end an
 * answer. Apart from the engine, which only asks it, and from the text modules, which know no artifact and no model.
 */
import type { Artifact } from "./artifact/open.ts";
import { ArtifactError, UnsupportedError } from "./base/errors.ts";
import { FAMILY_END_TOKENS, FAMILY_SPECIAL_TOKENS } from "./model/open.ts";
import { createChatTemplates } from "./text/chat-template.ts";
import { readModelText, type TemplateFiles, templateFor } from "./text/model-text.ts";
import { PartEncoder } from "./text/part-encoder.ts";
import type { RenderRequest } from "./text/template-values.ts";
import type { TextResources } from "./text/template-worker.ts";
import { createTextService, type TextService, type TextServiceOptions } from "./text/text-service.ts";
import { createTokenizer, type Tokenizer } from "./text/tokenizer.ts";

export interface EngineTexts {
  /** Absent, as the service, for a model without a tokenizer. */
  readonly tokenizer?: Tokenizer;
  readonly service?: TextService;
  /** Ids that end an answer. */
  readonly endTokens: readonly number[];
  /** @throws UnsupportedError `no_chat_template` where no template takes such a request */
  checkTemplate(request: Pick<RenderRequest, "tools">): void;
}

export interface TextsOptions {
  /** Starts workers for templates and long texts; without it they run in this thread. */
  readonly spawnTextWorker?: TextServiceOptions["spawnWorker"];
  /** Template text to use instead of the artifact's. */
  readonly chatTemplate?: string;
}

/**
 * @param listed end tokens that the model's config lists
 * @throws ArtifactError of the texts, with their places
 */
export async function openTexts(
  artifact: Artifact,
  listed: readonly number[],
  { chatTemplate, spawnTextWorker: spawnWorker }: TextsOptions,
): Promise<EngineTexts> {
  const { tokenizerJson, specialTokens, ...found } = await readModelText(artifact, FAMILY_SPECIAL_TOKENS);
  const own = chatTemplate === undefined ? undefined : { file: "chat_template.jinja", source: chatTemplate };
  const templates = own === undefined ? found.templates : new Map([["default", own]]);
  const checkTemplate = (request: Pick<RenderRequest, "tools">): void => {
    if (templateFor(templates, request) === undefined) throw noTemplate(artifact.name, templates);
  };
  if (tokenizerJson === undefined) return { endTokens: listed, checkTemplate };
  const tokenizer = openTokenizer(tokenizerJson, artifact.place("tokenizer.json"));
  const resources: TextResources = { tokenizerJson, templates, templateVariables: specialTokens };
  const service =
    spawnWorker === undefined
      ? inlineText(tokenizer, resources)
      : createTextService({ spawnWorker, resources, tokenizer });
  return { tokenizer, service, endTokens: endTokens(listed, tokenizer, specialTokens["eos_token"]), checkTemplate };
}

/** Renders and encodes in this thread: for pages and tests that have no worker to spare. */
function inlineText(tokenizer: Tokenizer, { templates, templateVariables }: TextResources): TextService {
  const template = createChatTemplates(templates, templateVariables);
  const parts = new PartEncoder(tokenizer, async (texts) => texts.map((text) => tokenizer.encodePart(text)));
  return {
    render: async (request) => template.render(request),
    encode: (segments) => parts.encode(segments),
    close() {},
  };
}

/** A fault of the file under the place it came from, which its reader does not know. */
export function openTokenizer(json: string, place: string): Tokenizer {
  try {
    return createTokenizer(json);
  } catch (cause) {
    if (!(cause instanceof ArtifactError)) throw cause;
    const { code, message, hint, data } = cause;
    throw new ArtifactError(code, message.replace(/^tokenizer\.json/, place), {
      ...(hint === undefined ? {} : { hint }),
      data,
      cause,
    });
  }
}

function noTemplate(name: string, templates: TemplateFiles): UnsupportedError {
  const others = [...templates.keys()];
  const found = others.length === 0 ? "no chat template" : `the chat templates ${others.join(", ")}`;
  return new UnsupportedError("no_chat_template", `${name}: found ${found}, needed a default one for messages`, {
    hint: "give a template of your own: `chatTemplate`; or a prompt without messages: `text`",
    data: { templates: others },
  });
}

/** Those that the configs list, the tokenizer's own, and the family's: none of them alone is always right. */
function endTokens(listed: readonly number[], tokenizer: Tokenizer, eosToken: string | undefined): readonly number[] {
  const own = eosToken === undefined ? undefined : tokenizer.tokenToId(eosToken);
  const family = tokenizer.controlTokens.filter(({ content }) => FAMILY_END_TOKENS.includes(content));
  return [...new Set([...listed, ...(own === undefined ? [] : [own]), ...family.map(({ id }) => id)])];
}
