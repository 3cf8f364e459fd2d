/**
 * The text side of the composition root: an artifact and a token engine become an engine that takes text or messages and
 * gives text. The token engine may run in this thread or behind a port; text work (templates, tokenising, detokenising)
 * stays on this side.
 */
import type { Artifact } from "./artifact/open.ts";
import type { Backend } from "./backend/backend.ts";
import { RequestError, UnsupportedError } from "./base/errors.ts";
import { invariant, present } from "./base/invariant.ts";
import { fieldNames, refusal, shownValue } from "./base/refusal.ts";
import type { SamplingSettings } from "./base/step-block.ts";
import { refuseUnknownOptions, TOKEN_ENGINE_OPTIONS, type TokenEngineOptions } from "./engine-options.ts";
import { type GenerateEvent, type GenerateResult, Generation } from "./generation.ts";
import type { ModelConfig } from "./model/model.ts";
import { modelOf } from "./model/open.ts";
import { openTokenEngine } from "./open-token-engine.ts";
import {
  type GenerateRequest,
  type Prompt,
  type ReadPrompt,
  type ReadRequest,
  readPrompt,
  readRequest,
} from "./request/generate-request.ts";
import type { TokenEngine, TokenEngineInfo, TokenRequest } from "./runtime/request.ts";
import { resolveSampling } from "./sampling.ts";
import { createChatTemplate } from "./text/chat-template.ts";
import { normalizeMessages } from "./text/messages.ts";
import { PartEncoder } from "./text/part-encoder.ts";
import { templateEffort } from "./text/reasoning-effort.ts";
import type { TextService, TextServiceOptions } from "./text/text-service.ts";
import { createTextService } from "./text/text-service.ts";
import { createTokenizer, type Tokenizer } from "./text/tokenizer.ts";

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
    return this.#encode(readPrompt(prompt, this.info));
  }

  async #encode(prompt: ReadPrompt): Promise<number[]> {
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
    const { messages, tools, preserveThinking, reasoningEffort } = prompt;
    const thinking = reasoningEffort === "none" ? false : prompt.thinking;
    const effort = reasoningEffort === undefined ? undefined : templateEffort(reasoningEffort);
    const { segments } = await this.#text.render({
      messages: normalizeMessages(messages),
      addGenerationPrompt: true,
      ...(tools === undefined ? {} : { tools }),
      ...(thinking === undefined ? {} : { enableThinking: thinking }),
      ...(preserveThinking === undefined ? {} : { preserveThinking }),
      ...(effort === undefined ? {} : { reasoningEffort: effort }),
    });
    return this.#text.encode(segments);
  }

  async *generate(given: GenerateRequest, signal?: AbortSignal): AsyncGenerator<GenerateEvent> {
    if (signal !== undefined && !can(signal, "addEventListener")) {
      throw refusal("bad_request", "signal", shownValue(signal), "an AbortSignal");
    }
    const request = readRequest(given, this.info);
    const prompt = await this.#encode(request.prompt);
    const { answerSoFar, stopStrings } = request;
    const tools = request.tools ?? (request.prompt.kind === "chat" ? request.prompt.tools : undefined);
    const answering = {
      answerSoFar,
      ...(stopStrings === undefined ? {} : { stopStrings }),
      tools: tools?.map(readTool),
    };
    const generation = new Generation(this.tokenizer, prompt, answering, this.#stopTokens(request));
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

  #stopTokens(request: ReadRequest): readonly number[] {
    return request.ignoreEos === true ? [] : this.#config.tokens.eos;
  }

  #tokenRequest(prompt: readonly number[], request: ReadRequest, generation: Generation): TokenRequest {
    const { answerSoFar, maxNewTokens = this.info.maxContext } = request;
    const sampling: SamplingSettings = resolveSampling(request.sampling ?? {}, this.#config.generation);
    const thinking = generation.thinkingLimit(request.thinkingBudget);
    return {
      prompt,
      ...(answerSoFar === undefined ? {} : { answerSoFar }),
      sampling,
      maxNewTokens,
      stopTokens: this.#stopTokens(request),
      ...(thinking === undefined ? {} : { thinking }),
    };
  }
}

/**
 * Opens an engine on an artifact.
 * @throws RequestError for options that mean nothing
 * @throws ArtifactError, CapacityError, CompileError, DeviceLostError, UnsupportedError as their sources do
 */
export async function openEngine(options: EngineOptions & TokenEngineOptions): Promise<Engine> {
  checkOptions(options);
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
    const tokens = options.tokens ?? (await openTokens(options));
    return new TextEngine(artifact, config, tokens, tokenizer, text, templateSource !== undefined);
  } catch (error) {
    text?.close();
    throw error;
  }
}

/** For the parser of calls, which asks a schema for names and types: no number of it counts. */
function readTool(text: string): unknown {
  return JSON.parse(text);
}

async function openTokens(options: EngineOptions & TokenEngineOptions): Promise<TokenEngine> {
  const { artifact, backend, tokens: _, spawnTextWorker: __, chatTemplate: ___, ...tokenOptions } = options;
  return openTokenEngine(artifact, present(backend, "backend of an engine without a token engine"), tokenOptions);
}

const PARTS = fieldNames<EngineOptions>({
  artifact: true,
  backend: true,
  tokens: true,
  spawnTextWorker: true,
  chatTemplate: true,
});

function checkOptions(options: EngineOptions & TokenEngineOptions): void {
  refuseUnknownOptions(options, [...PARTS, ...TOKEN_ENGINE_OPTIONS]);
  const { artifact, backend, tokens, spawnTextWorker, chatTemplate } = options;
  const check = (name: string, value: unknown, right: boolean, needed: string, hint?: string): void => {
    if (!right) throw refusal("bad_options", name, shownValue(value), needed, hint);
  };
  check("artifact", artifact, can(artifact, "resource"), "an opened artifact", "await openArtifact(...) gives one");
  if (backend === undefined && tokens === undefined) {
    throw refusal("no_backend", "backend", "missing", "a backend, or a token engine as tokens");
  }
  check("backend", backend, backend === undefined || can(backend, "submit"), "an opened backend");
  check("tokens", tokens, tokens === undefined || can(tokens, "run"), "a token engine");
  check("chatTemplate", chatTemplate, ["undefined", "string"].includes(typeof chatTemplate), "the text of a template");
  check("spawnTextWorker", spawnTextWorker, ["undefined", "function"].includes(typeof spawnTextWorker), "a function");
  if (tokens === undefined) return;
  // A token engine is open already: whatever else says how to open one would be without effect.
  const idle = ["backend", ...TOKEN_ENGINE_OPTIONS].find((name) => Reflect.get(options, name) !== undefined);
  const hint = "give it where the token engine is opened";
  if (idle !== undefined) throw refusal("bad_options", idle, "given beside tokens", "one of them", hint);
}

/** Whether a value is an object with such a method. */
function can(value: unknown, method: string): boolean {
  return typeof value === "object" && value !== null && typeof Reflect.get(value, method) === "function";
}
