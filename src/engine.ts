/**
 * The text side of the composition root: an artifact and a token engine become an engine that takes text or messages and
 * gives text. The token engine may run in this thread or behind a port; text work (templates, tokenising, detokenising)
 * stays on this side.
 */
import type { Artifact } from "./artifact/open.ts";
import type { Backend } from "./backend/backend.ts";
import { RequestError, UnsupportedError } from "./base/errors.ts";
import { present } from "./base/invariant.ts";
import { can, FUNCTION, type OptionRules, opened, text } from "./base/options.ts";
import { refusal, shownValue } from "./base/refusal.ts";
import type { SamplingSettings } from "./base/step-block.ts";
import { checkEngineOptions, TOKEN_ENGINE_OPTIONS, type TokenEngineOptions } from "./engine-options.ts";
import { type EngineTexts, openTexts, type TextsOptions } from "./engine-texts.ts";
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
import { normalizeMessages } from "./text/messages.ts";
import { templateEffort } from "./text/reasoning-effort.ts";
import type { Tokenizer } from "./text/tokenizer.ts";

export interface EngineOptions extends TextsOptions {
  readonly artifact: Artifact;
  /** A backend to run in this thread, or a token engine that runs elsewhere. */
  readonly backend?: Backend;
  readonly tokens?: TokenEngine;
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

class TextEngine implements Engine {
  readonly info: TokenEngineInfo;
  readonly tokenizer: Tokenizer | undefined;
  readonly #artifact: Artifact;
  readonly #config: ModelConfig;
  readonly #tokens: TokenEngine;
  readonly #texts: EngineTexts;

  constructor(artifact: Artifact, config: ModelConfig, tokens: TokenEngine, texts: EngineTexts) {
    this.#artifact = artifact;
    this.#config = config;
    this.#tokens = tokens;
    this.#texts = texts;
    this.tokenizer = texts.tokenizer;
    this.info = tokens.info;
  }

  async encode(prompt: Prompt): Promise<number[]> {
    return this.#encode(readPrompt(prompt, this.info));
  }

  async #encode(prompt: ReadPrompt): Promise<number[]> {
    if (prompt.kind === "tokens") return [...prompt.tokens];
    const { service } = this.#texts;
    if (service === undefined) {
      const place = this.#artifact.place("tokenizer.json");
      throw new UnsupportedError("no_tokenizer", `found no ${place}, needed a tokenizer for text`, {
        hint: "give token ids: `tokens`",
      });
    }
    if (prompt.kind === "text") {
      return service.encode([{ text: prompt.text, allowControl: prompt.allowControl ?? false }]);
    }
    this.#texts.checkTemplate(prompt);
    const { messages, tools, preserveThinking, reasoningEffort } = prompt;
    const thinking = reasoningEffort === "none" ? false : prompt.thinking;
    const effort = reasoningEffort === undefined ? undefined : templateEffort(reasoningEffort);
    const { segments } = await service.render({
      messages: normalizeMessages(messages),
      addGenerationPrompt: true,
      ...(tools === undefined ? {} : { tools }),
      ...(thinking === undefined ? {} : { enableThinking: thinking }),
      ...(preserveThinking === undefined ? {} : { preserveThinking }),
      ...(effort === undefined ? {} : { reasoningEffort: effort }),
    });
    return service.encode(segments);
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
    const ends = request.ignoreEos === true ? [] : this.#texts.endTokens;
    const generation = new Generation(this.tokenizer, prompt, answering, ends);
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
    this.#texts.service?.close();
    await this.#tokens.close();
    await this.#artifact.close();
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
      stopTokens: generation.stopTokens,
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
  const texts = await openTexts(artifact, config.tokens.eos, options);
  try {
    const tokens = options.tokens ?? (await openTokens(options));
    return new TextEngine(artifact, config, tokens, texts);
  } catch (error) {
    texts.service?.close();
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

const ENGINE_OPTIONS: OptionRules<EngineOptions> = {
  artifact: {
    ...opened("resource", "an opened artifact"),
    hint: "await openArtifact(...) gives one",
    required: true,
  },
  backend: opened("submit", "an opened backend"),
  tokens: opened("run", "a token engine"),
  spawnTextWorker: FUNCTION,
  chatTemplate: text("the text of a template"),
};

function checkOptions(options: EngineOptions & TokenEngineOptions): void {
  checkEngineOptions(options, ENGINE_OPTIONS);
  const { backend, tokens } = options;
  if (backend === undefined && tokens === undefined) {
    throw refusal("no_backend", "backend", "missing", "a backend, or a token engine as tokens");
  }
  if (tokens === undefined) return;
  // A token engine is open already: whatever else says how to open one would be without effect.
  const opening = ["backend", ...Object.keys(TOKEN_ENGINE_OPTIONS)];
  const idle = opening.find((name) => Reflect.get(options, name) !== undefined);
  const hint = "give it where the token engine is opened";
  if (idle !== undefined) throw refusal("bad_options", idle, "given beside tokens", "one of them", hint);
}
