/**
 * One sequence on its way through the model: which tokens are still to be run, how many are committed, and which
 * records wait to be folded. It mirrors on the host what the kernels do with the slot, so that both always agree.
 */
import { invariant } from "../base/invariant.ts";
import { RECORD_TOKENS, type SamplingSettings, type StepLane } from "../base/step-block.ts";
import type { Lease } from "./pools.ts";

/** Stands for the last token the device sampled for the slot. */
const LAST_SAMPLED = -1;

export class Sequence {
  readonly lease: Lease;
  readonly sampling: SamplingSettings;
  readonly #promptTokens: number;
  /** Tokens to run before the next one is sampled: `#queue[#next…]`. */
  #queue: readonly number[];
  #next = 0;
  /** Tokens in the KV pages. */
  #length = 0;
  #pendingFold = 0;
  #rowsInFlight = 0;

  constructor(lease: Lease, prompt: readonly number[], sampling: SamplingSettings) {
    invariant(prompt.length > 0, "a sequence needs a token");
    this.lease = lease;
    this.sampling = sampling;
    this.#promptTokens = prompt.length;
    this.#queue = prompt;
  }

  get length(): number {
    return this.#length;
  }

  get pendingFold(): number {
    return this.#pendingFold;
  }

  get prefilling(): boolean {
    return this.#length < this.#promptTokens;
  }

  /** Rows the next step of this sequence has, when it may use up to `most`. */
  nextRows(most: number): number {
    return Math.min(most, this.#queue.length - this.#next);
  }

  /** Makes the sequence continue its last sampled token with these tokens instead of sampling behind it. */
  inject(tokens: readonly number[]): void {
    invariant(!this.prefilling && this.#next === 0 && this.#queue.length === 1, "tokens are injected while decoding");
    this.#queue = [LAST_SAMPLED, ...tokens];
  }

  /** The lane of the next step. Logits are wanted for the last row of the queue; with `allOutputs` for every row. */
  nextLane(rows: number, allOutputs = false): StepLane {
    invariant(this.#rowsInFlight === 0, "a step is in flight");
    invariant(rows > 0 && rows <= this.#queue.length - this.#next, `${rows} rows of a shorter queue`);
    const end = this.#next + rows;
    const tokens = this.#queue.slice(this.#next, end);
    const last = end === this.#queue.length ? [rows - 1] : [];
    this.#rowsInFlight = rows;
    return {
      slot: this.lease.slot,
      length: this.#length,
      pendingFold: this.#pendingFold,
      pages: this.lease.pages,
      tokens,
      outputs: allOutputs ? tokens.map((_, i) => i) : last,
      sampling: this.sampling,
    };
  }

  /** Records that the step ran: its rows are in the pages, and short steps wait as records. */
  advance(): void {
    const rows = this.#rowsInFlight;
    invariant(rows > 0, "no step is in flight");
    this.#length += rows;
    this.#pendingFold = rows > RECORD_TOKENS ? 0 : rows;
    this.#rowsInFlight = 0;
    this.#next += rows;
    if (this.#next < this.#queue.length) return;
    this.#queue = [LAST_SAMPLED];
    this.#next = 0;
  }
}
