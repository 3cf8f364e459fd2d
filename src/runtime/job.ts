/**
 * One request on its way through the step loop: its sequence, its account, and the events its caller has not taken yet.
 * Events wait here without limit, because the loop never waits for a caller.
 */
import { createThinkingBudget, type ThinkingBudget } from "../base/thinking-budget.ts";
import type { FinishReason, TokenEvent, TokenRequest } from "./request.ts";
import type { Sequence } from "./sequence.ts";

export class Job {
  readonly request: TokenRequest;
  readonly #events: TokenEvent[] = [];
  #wake: (() => void) | undefined;
  #error: unknown;
  ended = false;
  cancelled = false;
  sequence: Sequence | undefined;
  generated = 0;
  readonly budget: ThinkingBudget | undefined;
  /** Forced tokens that stand behind the prompt and are reported with the first sampled one. */
  readonly forcedStart: readonly number[];
  readonly arrivedMs = performance.now();
  startedMs = 0;
  firstTokenMs = 0;

  constructor(request: TokenRequest) {
    this.request = request;
    const { thinking, maxNewTokens } = request;
    if (thinking !== undefined)
      this.budget = createThinkingBudget({ startsInThinking: true, maxNewTokens, ...thinking });
    this.forcedStart = takeForced(this.budget);
  }

  push(event: TokenEvent): void {
    this.#events.push(event);
    this.#wake?.();
  }

  finish(reason: FinishReason): void {
    const now = performance.now();
    const first = this.firstTokenMs === 0 ? now : this.firstTokenMs;
    const prefillMs = this.startedMs === 0 ? 0 : first - this.startedMs;
    this.ended = true;
    this.push({
      kind: "finished",
      reason,
      timings: { ttftMs: first - this.arrivedMs, prefillMs, decodeMs: now - first },
    });
  }

  fail(error: unknown): void {
    if (this.ended) return;
    this.ended = true;
    this.#error = error;
    this.#wake?.();
  }

  async next(): Promise<TokenEvent | undefined> {
    for (;;) {
      const event = this.#events.shift();
      if (event !== undefined) return event;
      if (this.#error !== undefined) throw this.#error;
      if (this.ended) return undefined;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      this.#wake = undefined;
    }
  }
}

/** All ids the budget forces next, accepted. */
export function takeForced(budget: ThinkingBudget | undefined): number[] {
  const forced: number[] = [];
  for (let id = budget?.forcedId(); id !== undefined; id = budget?.forcedId()) {
    budget?.accept(id);
    forced.push(id);
  }
  return forced;
}
