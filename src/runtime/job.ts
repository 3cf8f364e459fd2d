/**
 * One request on its way through the step loop: its sequence, its account, and the events its caller has not taken yet.
 * It decides from its own tokens when it ends; who runs when is decided elsewhere. Events wait here without limit,
 * because the loop never waits for a caller.
 */
import { createThinkingBudget, type ThinkingBudget } from "../base/thinking-budget.ts";
import { type FinishReason, mostSequenceTokens, type TokenEvent, type TokenRequest } from "./request.ts";
import type { Sequence } from "./sequence.ts";

export class Job {
  readonly request: TokenRequest;
  /** Tokens the sequence runs before the first one is sampled: the prompt, then what the thinking budget forces. */
  readonly start: readonly number[];
  cancelled = false;
  /** Tokens the sequence may have in the end. */
  readonly mostTokens: number;
  /** Most tokens the answer may have. */
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
    const { prompt, thinking } = request;
    this.mostTokens = mostSequenceTokens(request, maxContext);
    this.#mostNewTokens = this.mostTokens - prompt.length;
    if (thinking !== undefined) {
      const given = { startsInThinking: true, maxNewTokens: this.#mostNewTokens, ...thinking };
      this.#budget = createThinkingBudget(given);
    }
    const forced = takeForced(this.#budget);
    this.start = this.#leaveRoom(forced) ? [...prompt, ...forced] : prompt;
  }

  /** The request has a lane from now on. */
  begin(): void {
    this.#startedMs = performance.now();
  }

  /** A step wanted no token: `length` tokens of the sequence are in the pages now. */
  progress(length: number): void {
    const total = this.request.prompt.length;
    if (this.#generated > 0) return;
    this.#push({ kind: "prefill", done: Math.min(length, total), total });
  }

  /** Takes a token sampled for its sequence and reports it; returns why the request ends, if it does. */
  take(token: number, sequence: Sequence): FinishReason | undefined {
    const { prompt, stopTokens } = this.request;
    if (this.#generated === 0) {
      this.#firstTokenMs = performance.now();
      this.#push({ kind: "prefill", done: prompt.length, total: prompt.length });
      this.#report(this.start.slice(prompt.length));
    }
    this.#report([token]);
    if (stopTokens.includes(token)) return "stop";
    if (this.#generated >= this.#mostNewTokens) return "length";
    this.#limitThinking(token, sequence);
    return undefined;
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

  /** Lets the thinking budget see a token; what it forces is reported and continued behind the token. */
  #limitThinking(token: number, sequence: Sequence): void {
    if (this.#budget === undefined) return;
    this.#budget.accept(token);
    const forced = takeForced(this.#budget);
    if (forced.length === 0 || !this.#leaveRoom(forced)) return;
    sequence.inject(forced);
    this.#report(forced);
  }

  /** Forced tokens take part of the answer's room; where they would take all of it, nothing is forced. */
  #leaveRoom(forced: readonly number[]): boolean {
    return forced.length < this.#mostNewTokens - this.#generated;
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

/** All ids the budget forces next, accepted. */
function takeForced(budget: ThinkingBudget | undefined): number[] {
  const forced: number[] = [];
  for (let id = budget?.forcedId(); id !== undefined; id = budget?.forcedId()) {
    budget?.accept(id);
    forced.push(id);
  }
  return forced;
}
