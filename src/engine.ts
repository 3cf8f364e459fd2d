/**
 * The text side of the composition root: an artifact and a token engine become an engine that takes text or messages and
 * gives text. The token engine may run in this thread or behind a port; text work (templates, tokenising, detokenising)
 * stays on this side.
 */
import type { Artifact } from "./artifact/open.ts";
import type { Backend } from "./backend/backend.ts";
import { RequestError, UnsupportedError } from "./base/errors.ts";
import { invariant } from "./base/invariant.ts";
import type { SamplingSettings } from "./base/step-block.ts";
import { type GenerateEvent, type GenerateResult, Generation } from "./generation.ts";
import type { ModelConfig } from "./model/model.ts";
import { modelOf } from "./model/open.ts";
import { openTokenEngine, type TokenEngineOptions } from "./open-token-engine.ts";
import type { TokenEngine, TokenEngineInfo, TokenRequest } from "./runtime/request.ts";
import { resolveSampling, type SamplingOptions } from "./sampling.ts";
import { createChatTemplate } from "./text/chat-template.ts";
import { type IncomingMessage, normalizeMessages } from "./text/messages.ts";
import { PartEncoder } from "./text/part-encoder.ts";
import type { TextService, TextServiceOptions } from "./text/text-service.ts";
import { createTextService } from "./text/text-service.ts";
import { createTokenizer, type Tokenizer } from "./text/tokenizer.ts";

export type Prompt =
  /** Ids as they are. */
  | { readonly kind: "tokens"; readonly tokens: readonly number[] }
  /** Plain text; control tokens only where allowed. */
  | { readonly kind: "text"; readonly text: string; readonly allowControl?: boolean }
  | {
      readonly kind: "chat";
      readonly messages: readonly IncomingMessage[];
      readonly tools?: readonly Readonly<Record<string, unknown>>[];
      readonly thinking?: boolean;
      readonly preserveThinking?: boolean;
      readonly reasoningEffort?: string;
    };

export interface GenerateRequest {
  readonly prompt: Prompt;
  readonly sampling?: SamplingOptions;
  /** Default: what the context leaves. */
  readonly maxNewTokens?: number;
  readonly stopStrings?: readonly string[];
  /** End tokens do not end the answer. */
  readonly ignoreEos?: boolean;
  /** Most thinking tokens; room for the answer is kept in any case. */
  readonly thinkingBudget?: number;
  /** Tools whose calls are read out of the answer; default: those of a chat prompt. */
  readonly tools?: readonly Readonly<Record<string, unknown>>[];
}

export interface EngineOptions {
  readonly artifact: Artifact;
  /** A backend to run in this thread, or a token engine that runs elsewhere. */
  readonly backend?: Backend;
  readonly tokens?: TokenEngine;
  /** Starts workers for templates and long texts; without it they run in this thread. */
  readonly spawnTextWorker?: TextServiceOptions["spawnWorker"];
  /** Template text to use instead of the artifact's. */
  readonly chatTemplate?: string;
}

export interface Engine {
  readonly info: TokenEngineInfo;
  readonly tokenizer: Tokenizer | undefined;
  /** Ids of a prompt, as `generate` would run them. */
  encode(prompt: Prompt): Promise<number[]>;
  /** Streams an answer. Leaving the iteration or aborting the signal stops it. */
  generate(request: GenerateRequest, signal?: AbortSignal): AsyncIterable<GenerateEvent>;
  /** Runs to the end and returns the whole. */
  complete(request: GenerateRequest, signal?: AbortSignal): Promise<GenerateResult>;
  close(): Promise<void>;
}

/** Renders and encodes in this thread: for pages and tests that have no worker to spare. */
function inlineText(tokenizer: Tokenizer, templateSource: string | undefined): TextService {
  const template = templateSource === undefined ? undefined : createChatTemplate(templateSource);
  const parts = new PartEncoder(tokenizer, async (texts) => texts.map((text) => tokenizer.encode(text)));
  return {
    async render(request) {
      invariant(template !== undefined, "messages without a template are refused before they are rendered");
      return template.render(request);
    },
    encode: (segments) => parts.encode(segments),
    close() {},
  };
}

/** @throws RequestError `bad_max_new_tokens`, `bad_thinking_budget` */
function checkLimits({ maxNewTokens, thinkingBudget }: GenerateRequest): void {
  const check = (param: string, code: string, value: number | undefined, least: number): void => {
    if (value === undefined || (Number.isSafeInteger(value) && value >= least)) return;
    throw new RequestError(code, `${param} is ${value}; needed a whole number of at least ${least}`, {
      hint: "left out, there is no such limit",
      data: { param, value },
    });
  };
  check("maxNewTokens", "bad_max_new_tokens", maxNewTokens, 1);
  check("thinkingBudget", "bad_thinking_budget", thinkingBudget, 0);
}

class TextEngine implements Engine {
  readonly info: TokenEngineInfo;
  readonly tokenizer: Tokenizer | undefined;
  readonly #artifact: Artifact;
  readonly #config: ModelConfig;
  readonly #tokens: TokenEngine;
  readonly #text: TextService | undefined;
  readonly #hasTemplate: boolean;

  constructor(
    artifact: Artifact,
    config: ModelConfig,
    tokens: TokenEngine,
    tokenizer: Tokenizer | undefined,
    text: TextService | undefined,
    hasTemplate: boolean,
  ) {
    this.#artifact = artifact;
    this.#config = config;
    this.#tokens = tokens;
    this.tokenizer = tokenizer;
    this.#text = text;
    this.#hasTemplate = hasTemplate;
    this.info = tokens.info;
  }

  async encode(prompt: Prompt): Promise<number[]> {
    if (prompt.kind === "tokens") return [...prompt.tokens];
    if (this.#text === undefined) {
      throw new UnsupportedError("no_tokenizer", `${this.#artifact.name} has no tokenizer.json, needed one for text`, {
        hint: "give token ids: `tokens`",
      });
    }
    if (prompt.kind === "text") {
      return this.#text.encode([{ text: prompt.text, allowControl: prompt.allowControl ?? false }]);
    }
    if (!this.#hasTemplate) {
      const name = this.#artifact.name;
      throw new UnsupportedError("no_chat_template", `${name} has no chat_template.jinja, needed one for messages`, {
        hint: "give a template of your own: `chatTemplate`; or a prompt without messages: `text`",
      });
    }
    const { segments } = await this.#text.render({
      messages: normalizeMessages(prompt.messages),
      addGenerationPrompt: true,
      ...(prompt.tools === undefined ? {} : { tools: prompt.tools }),
      ...(prompt.thinking === undefined ? {} : { enableThinking: prompt.thinking }),
      ...(prompt.preserveThinking === undefined ? {} : { preserveThinking: prompt.preserveThinking }),
      ...(prompt.reasoningEffort === undefined ? {} : { reasoningEffort: prompt.reasoningEffort }),
    });
    return this.#text.encode(segments);
  }

  async *generate(request: GenerateRequest, signal?: AbortSignal): AsyncGenerator<GenerateEvent> {
    checkLimits(request);
    const prompt = await this.encode(request.prompt);
    const tools = request.tools ?? (request.prompt.kind === "chat" ? request.prompt.tools : undefined);
    const generation = new Generation(this.tokenizer, prompt, { ...request, tools }, this.#stopTokens(request));
    const tokenRequest = this.#tokenRequest(prompt, request, generation);
    const inner = new AbortController();
    const abort = (): void => inner.abort();
    if (signal?.aborted) abort();
    signal?.addEventListener("abort", abort, { once: true });
    try {
      for await (const event of this.#tokens.run(tokenRequest, inner.signal)) {
        for (const out of generation.take(event)) yield out;
        if (generation.stopped) inner.abort();
      }
    } finally {
      signal?.removeEventListener("abort", abort);
      inner.abort();
    }
  }

  async complete(request: GenerateRequest, signal?: AbortSignal): Promise<GenerateResult> {
    for await (const event of this.generate(request, signal)) {
      if (event.kind === "finished") return event.result;
    }
    throw new RequestError("no_result", "the generation ended without a result");
  }

  async close(): Promise<void> {
    this.#text?.close();
    await this.#tokens.close();
    await this.#artifact.close();
  }

  #stopTokens(request: GenerateRequest): readonly number[] {
    return request.ignoreEos === true ? [] : this.#config.tokens.eos;
  }

  #tokenRequest(prompt: readonly number[], request: GenerateRequest, generation: Generation): TokenRequest {
    const room = this.info.maxContext - prompt.length;
    const maxNewTokens = Math.max(1, Math.min(request.maxNewTokens ?? room, room));
    const sampling: SamplingSettings = resolveSampling(request.sampling ?? {}, this.#config.generation);
    const thinking = generation.thinkingLimit(request.thinkingBudget);
    return {
      prompt,
      sampling,
      maxNewTokens,
      stopTokens: this.#stopTokens(request),
      ...(thinking === undefined ? {} : { thinking }),
    };
  }
}

/**
 * Opens an engine on an artifact.
 * @throws ArtifactError, CapacityError, CompileError, DeviceLostError, UnsupportedError as their sources do
 */
export async function openEngine(options: EngineOptions & TokenEngineOptions): Promise<Engine> {
  const { artifact } = options;
  const { config } = modelOf(artifact);
  const tokenizerJson = await artifact.resource("tokenizer.json");
  const templateSource = options.chatTemplate ?? (await artifact.resource("chat_template.jinja"));
  const tokenizer = tokenizerJson === undefined ? undefined : createTokenizer(tokenizerJson);
  let text: TextService | undefined;
  if (tokenizer !== undefined && tokenizerJson !== undefined) {
    text =
      options.spawnTextWorker === undefined
        ? inlineText(tokenizer, templateSource)
        : createTextService({
            spawnWorker: options.spawnTextWorker,
            resources: { tokenizerJson, ...(templateSource === undefined ? {} : { templateSource }) },
            tokenizer,
          });
  }
  try {
    const tokens = options.tokens ?? (await openTokenEngine(artifact, requireBackend(options), options));
    return new TextEngine(artifact, config, tokens, tokenizer, text, templateSource !== undefined);
  } catch (error) {
    text?.close();
    throw error;
  }
}

function requireBackend(options: EngineOptions): Backend {
  if (options.backend === undefined)
    throw new RequestError("no_backend", "openEngine needs a backend or a token engine");
  return options.backend;
}
