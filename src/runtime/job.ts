/**
 * One request on its way through the step loop: its sequence, its account, and the events its caller has not taken yet.
 * It decides from its own tokens when it ends; who runs when is decided elsewhere. The loop never waits for a caller: a
 * job whose caller lags says so, and gets no rows until events were taken.
 */
import { createThinkingBudget, type ThinkingBudget } from "../base/thinking-budget.ts";
import {
  type FinishReason,
  LOOK_AHEAD_EVENTS,
  mostSequenceTokens,
  type TokenEvent,
  type TokenRequest,
} from "./request.ts";

export class Job {
  readonly request: TokenRequest;
  /** Tokens of the prompt and of the answer that is continued. */
  readonly #given: number;
  /** Ids of the whole answer that are in the sequence, forced ones and those it goes on from among them. */
  readonly #answer: number[];
  cancelled = false;
  /** Tokens the sequence may have in the end. */
  readonly mostTokens: number;
  /** Most tokens that may be added to the answer. */
  readonly #mostNewTokens: number;
  readonly #budget: ThinkingBudget | undefined;
  /** Tokens reported so far; forced ones behind the prompt are reported with the first sampled one. */
  #generated = 0;
  #ended = false;
  readonly #events: TokenEvent[] = [];
  #wake: (() => void) | undefined;
  #error: unknown;
  readonly #arrivedMs = performance.now();
  #startedMs = 0;
  #firstTokenMs = 0;

  constructor(request: TokenRequest, maxContext: number) {
    this.request = request;
    const { prompt, answerSoFar = [], thinking } = request;
    this.#given = prompt.length + answerSoFar.length;
    this.mostTokens = mostSequenceTokens(request, maxContext);
    this.#mostNewTokens = this.mostTokens - this.#given;
    if (thinking !== undefined) {
      const startsInThinking = thinking.opening === undefined;
      const maxNewTokens = this.mostTokens - prompt.length;
      this.#budget = createThinkingBudget({ ...thinking, startsInThinking, maxNewTokens, answerSoFar });
    }
    this.#answer = [...answerSoFar, ...this.#takeForced()];
  }

  /** As many events wait as may. */
  get lagging(): boolean {
    return this.#events.length >= LOOK_AHEAD_EVENTS;
  }

  get answer(): readonly number[] {
    return this.#answer;
  }

  /** Tokens the sequence runs before the first one is sampled: what was given, then what the thinking budget forces. */
  get start(): readonly number[] {
    return [...this.request.prompt, ...this.#answer];
  }

  /** The request has a lane from now on. */
  begin(): void {
    this.#startedMs = performance.now();
  }

  /** A step wanted no token: `length` tokens of the sequence are in the pages now. */
  progress(length: number): void {
    const total = this.#given;
    if (this.#generated > 0) return;
    this.#push({ kind: "prefill", done: Math.min(length, total), total });
  }

  /** Takes a token sampled for its sequence and reports it; returns why the request ends, if it does. */
  take(token: number): FinishReason | undefined {
    if (this.#generated === 0) {
      this.#firstTokenMs = performance.now();
      this.#push({ kind: "prefill", done: this.#given, total: this.#given });
      this.#report(this.#answer.slice(this.#given - this.request.prompt.length));
    }
    this.#answer.push(token);
    this.#report([token]);
    if (this.request.stopTokens.includes(token)) return "stop";
    if (this.#generated >= this.#mostNewTokens) return "length";
    return undefined;
  }

  /** Ids that the thinking budget forces behind the token taken last; they are reported, and part of the answer. */
  forceBehind(token: number): readonly number[] {
    this.#budget?.accept(token);
    const forced = this.#takeForced();
    this.#answer.push(...forced);
    this.#report(forced);
    return forced;
  }

  finish(reason: FinishReason): void {
    const now = performance.now();
    const first = this.#firstTokenMs === 0 ? now : this.#firstTokenMs;
    const prefillMs = this.#startedMs === 0 ? 0 : first - this.#startedMs;
    this.#ended = true;
    this.#push({
      kind: "finished",
      reason,
      timings: { ttftMs: first - this.#arrivedMs, prefillMs, decodeMs: now - first },
    });
  }

  fail(error: unknown): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#error = error;
    this.#wake?.();
  }

  /** The next event, or undefined behind the last one. @throws what the request failed with */
  async next(): Promise<TokenEvent | undefined> {
    for (;;) {
      const event = this.#events.shift();
      if (event !== undefined) return event;
      if (this.#error !== undefined) throw this.#error;
      if (this.#ended) return undefined;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      this.#wake = undefined;
    }
  }

  /**
   * All ids the budget forces next, accepted. They take part of the answer's room; where they would take all of it,
   * nothing is forced.
   */
  #takeForced(): readonly number[] {
    const forced: number[] = [];
    for (let id = this.#budget?.forcedId(); id !== undefined; id = this.#budget?.forcedId()) {
      this.#budget?.accept(id);
      forced.push(id);
    }
    return forced.length < this.#mostNewTokens - this.#generated ? forced : [];
  }

  #report(tokens: readonly number[]): void {
    for (const token of tokens) this.#push({ kind: "token", token });
    this.#generated += tokens.length;
  }

  #push(event: TokenEvent): void {
    this.#events.push(event);
    this.#wake?.();
  }
}
