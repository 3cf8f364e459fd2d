/**
 * One sequence on its way through the model: which tokens are still to be prefilled, how many are committed, and which
 * records wait to be folded. It mirrors on the host what the kernels do with the slot, so that both always agree.
 */
import { invariant } from "../base/invariant.ts";
import { RECORD_TOKENS, type SamplingSettings, type StepLane } from "../base/step-block.ts";
import type { Lease } from "./pools.ts";

export class Sequence {
  readonly lease: Lease;
  readonly sampling: SamplingSettings;
  readonly #prompt: readonly number[];
  /** Tokens in the KV pages. */
  #length = 0;
  #pendingFold = 0;
  #rowsInFlight = 0;
  /** Tokens that follow the last sampled one by decree. */
  #injected: readonly number[] = [];

  constructor(lease: Lease, prompt: readonly number[], sampling: SamplingSettings) {
    invariant(prompt.length > 0, "a sequence needs a token");
    this.lease = lease;
    this.#prompt = prompt;
    this.sampling = sampling;
  }

  get length(): number {
    return this.#length;
  }

  get pendingFold(): number {
    return this.#pendingFold;
  }

  get prefilling(): boolean {
    return this.#length < this.#prompt.length;
  }

  /** Rows the next step of this sequence has, when it may use up to `most`. */
  nextRows(most: number): number {
    return this.prefilling ? Math.min(most, this.#prompt.length - this.#length) : 1 + this.#injected.length;
  }

  /** Makes the next step continue the last sampled token with these tokens instead of sampling behind it. */
  inject(tokens: readonly number[]): void {
    invariant(!this.prefilling && this.#injected.length === 0, "tokens can be injected while decoding, once a step");
    this.#injected = tokens;
  }

  /**
   * The lane of the next step. Logits are wanted for the last row of the prompt and for every decoded row; with
   * `allOutputs` for every row.
   */
  nextLane(rows: number, allOutputs = false): StepLane {
    invariant(this.#rowsInFlight === 0, "a step is in flight");
    const end = this.#length + rows;
    const prefilling = this.prefilling;
    const tokens = prefilling ? this.#prompt.slice(this.#length, end) : [-1, ...this.#injected];
    const wantsToken = end >= this.#prompt.length;
    const outputs = allOutputs ? tokens.map((_, i) => i) : wantsToken ? [rows - 1] : [];
    this.#rowsInFlight = rows;
    return {
      slot: this.lease.slot,
      length: this.#length,
      pendingFold: this.#pendingFold,
      pages: this.lease.pages,
      tokens,
      outputs,
      sampling: this.sampling,
    };
  }

  /** Records that the step ran: its rows are in the pages, and short steps wait as records. */
  advance(): void {
    const rows = this.#rowsInFlight;
    invariant(rows > 0, "no step is in flight");
    if (!this.prefilling) this.#injected = [];
    this.#length += rows;
    this.#pendingFold = rows > RECORD_TOKENS ? 0 : rows;
    this.#rowsInFlight = 0;
  }
}
