/**
 * One answer on its way from token ids to text: detokenising, the split of reasoning and answer, stop strings and the
 * final account. Pure state; it never talks to the token engine. The text joined from events equals the final text.
 */
import type { FinishReason, ThinkingLimit, TokenEvent, TokenTimings } from "./runtime/request.ts";
import { createDetokenizer, type Detokenizer } from "./text/detokenizer.ts";
import { endsInThinking, type OutputEnd, type OutputEvent, OutputParser } from "./text/output-parser.ts";
import { createStopConditions, type StopConditions } from "./text/stop-conditions.ts";
import { thinkingCloseIds } from "./text/thinking-budget.ts";
import type { Tokenizer } from "./text/tokenizer.ts";
import { toolSchemas } from "./text/tool-arguments.ts";
import type { ToolCallResult } from "./text/tool-call-json.ts";

export interface GenerateTimings {
  readonly ttftMs: number;
  /** Prompt tokens per second, from the first step to the first token. */
  readonly prefillTokensPerSecond: number;
  /** Tokens per second behind the first one; 0 when there is only one. */
  readonly decodeTokensPerSecond: number;
}

export interface GenerateResult {
  readonly text: string;
  readonly reasoning: string;
  /** All generated ids, an ending id included. */
  readonly tokens: readonly number[];
  readonly reasoningTokens: number;
  readonly promptTokens: number;
  /** Calls of the request's tools, in order; their markup is in no text. */
  readonly toolCalls: readonly ToolCallResult[];
  /** Name of a call that was cut; empty where it had none yet. */
  readonly unfinishedToolCall?: string;
  /** The answer ended inside its thinking: there is no text. */
  readonly unclosedThinking: boolean;
  readonly finishReason: FinishReason;
  /** The stop string that ended the answer. */
  readonly stopString?: string;
  readonly timings: GenerateTimings;
}

export type GenerateEvent =
  | { readonly kind: "prefill"; readonly done: number; readonly total: number }
  | { readonly kind: "token"; readonly token: number }
  | OutputEvent
  | { readonly kind: "finished"; readonly result: GenerateResult };

interface GenerationOptions {
  readonly stopStrings?: readonly string[];
  /** Tools whose calls are looked for. */
  readonly tools?: readonly unknown[] | undefined;
}

export class Generation {
  readonly #tokenizer: Tokenizer | undefined;
  readonly #detokenizer: Detokenizer | undefined;
  readonly #parser: OutputParser;
  readonly #eosIds: readonly number[];
  readonly #stopStrings: readonly string[];
  #stops: StopConditions;
  readonly #startsInThinking: boolean;
  readonly #promptTokens: number;
  readonly #tokens: number[] = [];
  readonly #toolCalls: ToolCallResult[] = [];
  #text = "";
  #reasoning = "";
  #stopString: string | undefined;

  constructor(
    tokenizer: Tokenizer | undefined,
    prompt: readonly number[],
    options: GenerationOptions,
    eosIds: readonly number[],
  ) {
    this.#tokenizer = tokenizer;
    this.#promptTokens = prompt.length;
    this.#detokenizer = tokenizer === undefined ? undefined : createDetokenizer(tokenizer, { skipSpecial: true });
    const tags = { thinkStartId: tokenizer?.tokenToId("<think>"), thinkEndId: tokenizer?.tokenToId("</think>") };
    this.#startsInThinking = endsInThinking(prompt, tags);
    this.#parser = new OutputParser({
      startsInThinking: this.#startsInThinking,
      ...tags,
      toolCallStartId: tokenizer?.tokenToId("<tool_call>"),
      toolCallEndId: tokenizer?.tokenToId("</tool_call>"),
      tools: options.tools === undefined || options.tools.length === 0 ? undefined : toolSchemas(options.tools),
    });
    this.#eosIds = eosIds;
    this.#stopStrings = options.stopStrings ?? [];
    this.#stops = createStopConditions({ eosIds, stopStrings: this.#stopStrings });
  }

  /** True once a stop string was found: the rest of the generation is not wanted. */
  get stopped(): boolean {
    return this.#stopString !== undefined;
  }

  /** How long thinking may become, or undefined where there is no budget or no thinking. */
  thinkingLimit(budgetTokens: number | undefined): ThinkingLimit | undefined {
    const thinkEndId = this.#tokenizer?.tokenToId("</think>");
    if (this.#tokenizer === undefined || thinkEndId === undefined) return undefined;
    if (budgetTokens === undefined || !this.#startsInThinking) return undefined;
    return { budgetTokens, thinkEndId, closeIds: thinkingCloseIds(this.#tokenizer) };
  }

  take(event: TokenEvent): GenerateEvent[] {
    switch (event.kind) {
      case "prefill":
        return [event];
      case "token":
        return this.stopped ? [] : this.#token(event.token);
      case "finished":
        return this.#finish(event.reason, event.timings);
      default:
        return event satisfies never;
    }
  }

  #token(token: number): GenerateEvent[] {
    this.#tokens.push(token);
    const out: GenerateEvent[] = [{ kind: "token", token }];
    if (this.#detokenizer === undefined || this.#stops.isEos(token)) return out;
    for (const event of this.#parser.push(token, this.#detokenizer.push(token))) out.push(...this.#emit(event));
    return out;
  }

  #emit(event: OutputEvent): OutputEvent[] {
    if (this.stopped) return [];
    switch (event.kind) {
      case "reasoning":
        this.#reasoning += event.text;
        return [event];
      case "text": {
        const { emit, stopped } = this.#stops.push(event.text);
        if (stopped !== undefined) this.#stopString = stopped;
        return this.#answer(emit);
      }
      case "tool_call":
        this.#toolCalls.push({ name: event.name, arguments: event.arguments });
        return [event];
      case "tool_call_start":
        return [...this.#textBefore(), event];
      case "tool_call_arguments":
        return [event];
      default:
        return event satisfies never;
    }
  }

  /** A stop string does not reach across a call: what was held for one is text. */
  #textBefore(): OutputEvent[] {
    const held = this.#stops.flush();
    this.#stops = createStopConditions({ eosIds: this.#eosIds, stopStrings: this.#stopStrings });
    return this.#answer(held);
  }

  #answer(text: string): OutputEvent[] {
    this.#text += text;
    return text === "" ? [] : [{ kind: "text", text }];
  }

  #finish(reason: FinishReason, timings: TokenTimings): GenerateEvent[] {
    const out: GenerateEvent[] = [];
    let end: OutputEnd | undefined;
    if (!this.stopped && this.#detokenizer !== undefined) {
      const rest = this.#detokenizer.flush();
      if (rest !== "") for (const event of this.#parser.push(-1, rest)) out.push(...this.#emit(event));
      end = this.#parser.end(reason !== "stop");
      for (const event of end.events) out.push(...this.#emit(event));
      if (!this.stopped) out.push(...this.#answer(this.#stops.flush()));
    }
    const behindFirst = this.#tokens.length - 1;
    const rate = (count: number, ms: number): number => (ms > 0 && count > 0 ? (1000 * count) / ms : 0);
    const result: GenerateResult = {
      text: this.#text,
      reasoning: this.#reasoning,
      tokens: this.#tokens,
      reasoningTokens: this.#parser.reasoningTokens,
      promptTokens: this.#promptTokens,
      toolCalls: this.#toolCalls,
      ...(end?.unfinishedCall === undefined ? {} : { unfinishedToolCall: end.unfinishedCall }),
      unclosedThinking: end?.unclosedThinking ?? false,
      finishReason: this.stopped ? "stop" : reason,
      ...(this.#stopString === undefined ? {} : { stopString: this.#stopString }),
      timings: {
        ttftMs: timings.ttftMs,
        prefillTokensPerSecond: rate(this.#promptTokens, timings.prefillMs),
        decodeTokensPerSecond: rate(behindFirst, timings.decodeMs),
      },
    };
    return [...out, { kind: "finished", result }];
  }
}
