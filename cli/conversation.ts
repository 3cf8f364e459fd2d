/**
 * A conversation with an engine: the messages, and what a turn does to them. Separate from the chat's terminal, so that
 * it is tested without one. Invariants: a turn that fails leaves the messages as they were; a stopped answer stays, as
 * far as it came, and can be continued from its very tokens.
 */
import { UsageError } from "../src/base/errors.ts";
import type { Engine } from "../src/engine.ts";
import type { GenerateEvent, GenerateResult } from "../src/generation.ts";
import type { GenerateSettings, Prompt } from "../src/request/generate-request.ts";
import type { IncomingMessage } from "../src/request/messages.ts";

export type PromptOf = (messages: readonly IncomingMessage[], thinking: boolean) => Prompt;

/** An answer that ended before the model did, and the ids of what it answers. */
interface Unfinished {
  readonly prompt: readonly number[];
  readonly answer: readonly number[];
}

/** What a cut character shows as. */
const REPLACEMENT = "\ufffd";

export class Conversation {
  thinking: boolean;
  readonly #engine: Engine;
  readonly #settings: GenerateSettings;
  readonly #promptOf: PromptOf;
  #messages: IncomingMessage[];
  #unfinished: Unfinished | undefined;
  #retries = 0;

  constructor(
    engine: Engine,
    options: {
      readonly settings: GenerateSettings;
      readonly promptOf: PromptOf;
      readonly messages?: readonly IncomingMessage[];
      readonly thinking: boolean;
    },
  ) {
    this.#engine = engine;
    this.#settings = options.settings;
    this.#promptOf = options.promptOf;
    this.#messages = [...(options.messages ?? [])];
    this.thinking = options.thinking;
  }

  get messages(): readonly IncomingMessage[] {
    return this.#messages;
  }

  /** Whether the last answer was stopped or ran out of tokens. */
  get canContinue(): boolean {
    return this.#unfinished !== undefined;
  }

  /** Forgets everything but the system message. */
  clear(): void {
    this.#messages = this.#messages.filter(({ role }) => role === "system");
    this.#unfinished = undefined;
  }

  /** Replaces the system message; an empty one removes it. */
  setSystem(text: string): void {
    const others = this.#messages.filter(({ role }) => role !== "system");
    this.#messages = text === "" ? others : [{ role: "system", content: text }, ...others];
    this.#unfinished = undefined;
  }

  /** Asks and records the answer. */
  async *ask(text: string, signal?: AbortSignal): AsyncGenerator<GenerateEvent> {
    this.#retries = 0;
    yield* this.#answerTo([...this.#messages, { role: "user", content: text }], signal);
  }

  /** Another answer to the last message: the next seed, which changes nothing for greedy decoding. */
  async *retry(signal?: AbortSignal): AsyncGenerator<GenerateEvent> {
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

  #answerTo(messages: readonly IncomingMessage[], signal: AbortSignal | undefined): AsyncGenerator<GenerateEvent> {
    return this.#generate(messages, undefined, signal);
  }

  async *#generate(
    messages: readonly IncomingMessage[],
    before: Unfinished | undefined,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<GenerateEvent> {
    const tokens = before?.prompt ?? (await this.#engine.encode(this.#promptOf(messages, this.thinking)));
    const { sampling } = this.#settings;
    const seed = Number(sampling?.seed ?? 0) + this.#retries;
    const request = {
      ...this.#settings,
      sampling: { ...sampling, seed },
      prompt: { kind: "tokens", tokens } as const,
      ...(before === undefined ? {} : { answerSoFar: before.answer }),
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
    const thought = reasoning === "" ? {} : { reasoning_content: reasoning };
    this.#messages = [...messages, { role: "assistant", content: text, ...thought }];
    this.#unfinished = cut ? { prompt, answer: result.tokens } : undefined;
  }
}

/** Without a last character of which not all tokens came. */
function wholeCharacters(text: string): string {
  return text.endsWith(REPLACEMENT) ? text.slice(0, -1) : text;
}
