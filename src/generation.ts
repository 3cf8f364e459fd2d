/**
 * One answer on its way from token ids to text: detokenising, the split of reasoning and answer, stop strings and the
 * final account. Pure state; it never talks to the token engine. The text joined from events equals the final text; of
 * an answer that is continued, events hold what was not shown before, and the result is that of the whole answer.
 */
import { RequestError } from "./base/errors.ts";
import type { FinishReason, ThinkingLimit, TokenEvent, TokenTimings } from "./runtime/request.ts";
import { createDetokenizer, type Detokenizer } from "./text/detokenizer.ts";
import { endsInThinking, type OutputEnd, type OutputEvent, OutputParser } from "./text/output-parser.ts";
import { createStopConditions, refuseUnseenStops, type StopConditions, stopTokensOf } from "./text/stop-conditions.ts";
import { thinkingCloseIds, thinkingOpening } from "./text/thinking-budget.ts";
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
  /** Ids of an answer that is continued. */
  readonly answerSoFar?: readonly number[] | undefined;
}

/** Read as the borders of thinking and of calls, and no part of the answer's text. */
const THINKING_TAGS: readonly string[] = ["<think>", "</think>"];
const TOOL_CALL_TAGS: readonly string[] = ["<tool_call>", "</tool_call>"];

export class Generation {
  readonly #tokenizer: Tokenizer | undefined;
  readonly #detokenizer: Detokenizer | undefined;
  readonly #parser: OutputParser;
  /** Ids that end the answer: end tokens, and stop strings that are a control token. */
  readonly stopTokens: readonly number[];
  readonly #stopStringById: ReadonlyMap<number, string>;
  readonly #stopStrings: readonly string[];
  #stops: StopConditions;
  readonly #startsInThinking: boolean;
  readonly #promptTokens: number;
  /** Tokens of the answer that are not of this generation. */
  readonly #tokensBefore: number;
  /** Text that a cut answer showed at its end and that is not certain yet: it is not shown again. */
  readonly #shown = { text: "", reasoning: "" };
  readonly #tokens: number[] = [];
  readonly #toolCalls: ToolCallResult[] = [];
  #text = "";
  #reasoning = "";
  #stopString: string | undefined;

  /** @throws RequestError `bad_stop`, `answer_finished` */
  constructor(
    tokenizer: Tokenizer | undefined,
    prompt: readonly number[],
    options: GenerationOptions,
    eosIds: readonly number[],
  ) {
    const { tools = [] } = options;
    const readsCalls = tools.length > 0;
    const controlTokens = tokenizer?.controlTokens ?? [];
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
      tools: readsCalls ? toolSchemas(tools) : undefined,
    });
    this.#stopStrings = options.stopStrings ?? [];
    const markup = readsCalls ? [...THINKING_TAGS, ...TOOL_CALL_TAGS] : THINKING_TAGS;
    const unseen = controlTokens.filter(({ special, content }) => special || markup.includes(content));
    refuseUnseenStops(
      this.#stopStrings,
      unseen.map(({ content }) => content),
    );
    this.#stopStringById = stopTokensOf(this.#stopStrings, controlTokens);
    this.stopTokens = [...new Set([...eosIds, ...this.#stopStringById.keys()])];
    this.#stops = createStopConditions({ eosIds: this.stopTokens, stopStrings: this.#stopStrings });
    const { answerSoFar = [] } = options;
    this.#tokensBefore = answerSoFar.length;
    if (answerSoFar.length === 0) return;
    this.#follow(answerSoFar);
    const cut = new Generation(tokenizer, prompt, { ...options, answerSoFar: undefined }, eosIds);
    cut.#follow(answerSoFar);
    cut.#end("length");
    this.#shown.text = cut.#text.slice(this.#text.length);
    this.#shown.reasoning = cut.#reasoning.slice(this.#reasoning.length);
  }

  /** True once a stop string was found: the rest of the generation is not wanted. */
  get stopped(): boolean {
    return this.#stopString !== undefined;
  }

  /** How long thinking may become, or undefined where there is no budget or no thinking. */
  thinkingLimit(budgetTokens: number | undefined): ThinkingLimit | undefined {
    const thinkEndId = this.#tokenizer?.tokenToId("</think>");
    if (this.#tokenizer === undefined || thinkEndId === undefined) return undefined;
    if (budgetTokens === undefined) return undefined;
    const limit = { budgetTokens, thinkEndId, closeIds: thinkingCloseIds(this.#tokenizer) };
    if (this.#startsInThinking) return limit;
    const opening = thinkingOpening(this.#tokenizer);
    return opening === undefined ? undefined : { ...limit, opening };
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

  /** Comes to where an answer was cut. @throws RequestError `answer_finished` */
  #follow(tokens: readonly number[]): void {
    for (const [at, token] of tokens.entries()) {
      this.#token(token);
      const end = this.#stopString ?? (this.#stops.isEos(token) ? this.#tokenizer?.idToToken(token) : undefined);
      if (!this.stopped && !this.#stops.isEos(token)) continue;
      throw new RequestError(
        "answer_finished",
        `answerSoFar[${at}] ended the answer, by ${JSON.stringify(end ?? token)}; needed one that was cut`,
        { hint: "leave out what ended it, or ask anew", data: { param: `answerSoFar[${at}]`, found: end ?? token } },
      );
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
        return this.#fresh("reasoning", event.text);
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
    this.#stops = createStopConditions({ eosIds: this.stopTokens, stopStrings: this.#stopStrings });
    return this.#answer(held);
  }

  #answer(text: string): OutputEvent[] {
    this.#text += text;
    return this.#fresh("text", text);
  }

  /** The part of a text that a cut answer did not show at its end. */
  #fresh(kind: "text" | "reasoning", text: string): OutputEvent[] {
    const shown = this.#shown[kind];
    let same = 0;
    while (same < Math.min(shown.length, text.length) && shown[same] === text[same]) same++;
    if (text !== "") this.#shown[kind] = same === text.length ? shown.slice(same) : "";
    return same === text.length ? [] : [{ kind, text: text.slice(same) }];
  }

  /** What was held back, once no token comes any more. */
  #end(reason: FinishReason): { readonly events: readonly GenerateEvent[]; readonly end: OutputEnd } {
    const end = this.#parser.end(reason !== "stop");
    const events = end.events.flatMap((event) => this.#emit(event));
    if (!this.stopped) events.push(...this.#answer(this.#stops.flush()));
    return { events, end };
  }

  #finish(reason: FinishReason, timings: TokenTimings): GenerateEvent[] {
    const out: GenerateEvent[] = [];
    let end: OutputEnd | undefined;
    if (!this.stopped && this.#detokenizer !== undefined) {
      const rest = this.#detokenizer.flush();
      if (rest !== "") for (const event of this.#parser.push(-1, rest)) out.push(...this.#emit(event));
      const last = this.#end(reason);
      out.push(...last.events);
      end = last.end;
    }
    const stopString = this.#stopString ?? this.#stopStringById.get(this.#tokens.at(-1) ?? -1);
    const behindFirst = this.#tokens.length - this.#tokensBefore - 1;
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
      ...(stopString === undefined ? {} : { stopString }),
      timings: {
        ttftMs: timings.ttftMs,
        prefillTokensPerSecond: rate(this.#promptTokens + this.#tokensBefore, timings.prefillMs),
        decodeTokensPerSecond: rate(behindFirst, timings.decodeMs),
      },
    };
    return [...out, { kind: "finished", result }];
  }
}
