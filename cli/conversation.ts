/**
 * A conversation with an engine: the messages, and what a turn does to them. Separate from the chat's terminal, so that
 * it is tested without one. Invariants: a turn that fails leaves the messages as they were; a stopped answer stays, as
 * far as it came, and can be continued from its very tokens.
 */
import { UsageError } from "../src/base/errors.ts";
import type { Engine } from "../src/engine.ts";
import type { GenerateEvent, GenerateResult } from "../src/generation.ts";
import type { GivenConversation } from "../src/request/conversation.ts";
import type { GenerateRequest, GenerateSettings, Prompt } from "../src/request/generate-request.ts";
import type { IncomingMessage } from "../src/request/messages.ts";

export type PromptOf = (conversation: GivenConversation, thinking: boolean) => Prompt;

/** An answer that ended before the model did, and the ids of what it answers. */
interface Unfinished {
  readonly prompt: readonly number[];
  readonly answer: readonly number[];
}

/** What a cut character shows as. */
const REPLACEMENT = "\ufffd";

export class Conversation {
  thinking: boolean;
  settings: GenerateSettings;
  readonly #engine: Engine;
  readonly #promptOf: PromptOf;
  #messages: readonly IncomingMessage[];
  #tools: GivenConversation["tools"];
  #unfinished: Unfinished | undefined;
  /** A message whose turn failed. */
  #unanswered: string | undefined;
  #retries = 0;
  #usedTokens = 0;

  constructor(
    engine: Engine,
    options: {
      readonly settings: GenerateSettings;
      readonly promptOf: PromptOf;
      readonly given?: GivenConversation;
      readonly thinking: boolean;
    },
  ) {
    this.#engine = engine;
    this.settings = options.settings;
    this.#promptOf = options.promptOf;
    this.#messages = options.given?.messages ?? [];
    this.#tools = options.given?.tools;
    this.thinking = options.thinking;
  }

  get messages(): readonly IncomingMessage[] {
    return this.#messages;
  }

  /** Messages and tools, as --messages reads them. */
  get file(): GivenConversation {
    return { messages: this.#messages, ...(this.#tools === undefined ? {} : { tools: this.#tools }) };
  }

  /** Whether the last answer was stopped or ran out of tokens. */
  get canContinue(): boolean {
    return this.#unfinished !== undefined;
  }

  /** Tokens of the context that the last turn used, prompt and answer. */
  get usedTokens(): number {
    return this.#usedTokens;
  }

  get maxTokens(): number {
    return this.#engine.info.maxContext;
  }

  /** Forgets everything but the system message. */
  clear(): void {
    this.#replace(this.#messages.filter(({ role }) => role === "system"));
  }

  /** Replaces the system message; an empty one removes it. */
  setSystem(text: string): void {
    const others = this.#messages.filter(({ role }) => role !== "system");
    this.#replace(text === "" ? others : [{ role: "system", content: text }, ...others]);
  }

  /** Takes up another conversation. */
  load({ messages, tools }: GivenConversation): void {
    this.#replace(messages);
    this.#tools = tools;
  }

  #replace(messages: readonly IncomingMessage[]): void {
    this.#messages = messages;
    this.#unfinished = undefined;
    this.#unanswered = undefined;
    this.#usedTokens = 0;
  }

  /** Asks and records the answer. */
  async *ask(text: string, signal?: AbortSignal): AsyncGenerator<GenerateEvent> {
    this.#retries = 0;
    this.#unanswered = text;
    yield* this.#answerTo([...this.#messages, { role: "user", content: text }], signal);
  }

  /**
   * Asks a message again whose turn failed; else gives another answer to the last one: the next seed, which changes
   * nothing for greedy decoding.
   */
  async *retry(signal?: AbortSignal): AsyncGenerator<GenerateEvent> {
    if (this.#unanswered !== undefined) {
      yield* this.ask(this.#unanswered, signal);
      return;
    }
    const last = this.#messages.findLastIndex(({ role }) => role === "user");
    if (last < 0) throw new UsageError("nothing_to_retry", "the conversation has no message to answer again");
    this.#retries++;
    yield* this.#answerTo(this.#messages.slice(0, last + 1), signal);
  }

  /** Goes on with an answer that was stopped, token by token as if it had not been. */
  async *resume(signal?: AbortSignal): AsyncGenerator<GenerateEvent> {
    const before = this.#unfinished;
    if (before === undefined) {
      throw new UsageError("nothing_to_continue", "the last answer is finished, needed a stopped one");
    }
    yield* this.#generate(this.#messages.slice(0, -1), before, signal);
  }

  /**
   * Forgets the oldest turns until at most half of the context is used; the system message and the last turn stay.
   * @returns the messages that were forgotten, and the tokens of the prompt that is left
   */
  async trim(): Promise<{ readonly dropped: number; readonly tokens: number }> {
    const before = this.#messages.length;
    // A message that failed is what the next answer would be to, whatever stopped before it.
    if (this.#unanswered !== undefined) this.#unfinished = undefined;
    const kept = this.#unanswered === undefined ? 1 : 0;
    for (;;) {
      const prompt = await this.#nextPrompt();
      const tokens = prompt.length + (this.#unfinished?.answer.length ?? 0);
      const users = this.#messages.flatMap(({ role }, at) => (role === "user" ? [at] : []));
      if (tokens <= this.maxTokens / 2 || users.length <= kept) {
        if (this.#unfinished !== undefined) this.#unfinished = { ...this.#unfinished, prompt };
        return { dropped: before - this.#messages.length, tokens };
      }
      const [first, second = this.#messages.length] = users;
      this.#messages = this.#messages.filter(({ role }, at) => role === "system" || at < first! || at >= second);
    }
  }

  /** Ids of what the next answer would be to: a message that failed, an answer that stopped, or all there is. */
  async #nextPrompt(): Promise<readonly number[]> {
    const pending = this.#unanswered === undefined ? [] : [{ role: "user", content: this.#unanswered }];
    const messages = this.#unfinished === undefined ? [...this.#messages, ...pending] : this.#messages.slice(0, -1);
    if (!messages.some(({ role }) => role === "user")) return [];
    return this.#engine.encode(this.#promptOf({ ...this.file, messages }, this.thinking));
  }

  #answerTo(messages: readonly IncomingMessage[], signal: AbortSignal | undefined): AsyncGenerator<GenerateEvent> {
    return this.#generate(messages, undefined, signal);
  }

  async *#generate(
    messages: readonly IncomingMessage[],
    before: Unfinished | undefined,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<GenerateEvent> {
    const tokens =
      before?.prompt ?? (await this.#engine.encode(this.#promptOf({ ...this.file, messages }, this.thinking)));
    const { sampling } = this.settings;
    const seed = Number(sampling?.seed ?? 0) + this.#retries;
    const request: GenerateRequest = {
      ...this.settings,
      sampling: { ...sampling, seed },
      prompt: { kind: "tokens", tokens },
      ...(before === undefined ? {} : { answerSoFar: before.answer }),
      ...(this.#tools === undefined ? {} : { tools: this.#tools }),
    };
    for await (const event of this.#engine.generate(request, signal)) {
      if (event.kind === "finished") this.#record(messages, tokens, event.result);
      yield event;
    }
  }

  #record(messages: readonly IncomingMessage[], prompt: readonly number[], result: GenerateResult): void {
    const cut = result.finishReason !== "stop";
    const text = cut ? wholeCharacters(result.text) : result.text;
    const reasoning = cut ? wholeCharacters(result.reasoning) : result.reasoning;
    const calls = result.toolCalls.map((call) => ({ type: "function", function: call }));
    this.#messages = [
      ...messages,
      {
        role: "assistant",
        content: text,
        ...(reasoning === "" ? {} : { reasoning_content: reasoning }),
        ...(calls.length === 0 ? {} : { tool_calls: calls }),
      },
    ];
    this.#unfinished = cut ? { prompt, answer: result.tokens } : undefined;
    this.#unanswered = undefined;
    this.#usedTokens = prompt.length + result.tokens.length;
  }
}

/** Without a last character of which not all tokens came. */
function wholeCharacters(text: string): string {
  return text.endsWith(REPLACEMENT) ? text.slice(0, -1) : text;
}
