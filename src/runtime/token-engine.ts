/**
 * Token ids in, token ids out: the part of the engine that sits beside the device, in a worker where there is one. It
 * keeps the step loop: who has a lane, how many rows each gets, when a sequence ends. Requests and events survive
 * structured cloning. A fault of one request ends that request; a fault of the device ends all of them.
 */
import { CapacityError, RequestError } from "../base/errors.ts";
import { PAGE_TOKENS, type SamplingSettings } from "../base/step-block.ts";
import { Job, takeForced } from "./job.ts";
import type { ModelRunner, ProgramName } from "./model-runner.ts";
import { type Lease, SequencePools } from "./pools.ts";
import type { FinishReason, TokenEngine, TokenEngineInfo, TokenEvent, TokenRequest } from "./request.ts";
import { Sequence } from "./sequence.ts";

export interface LoopOptions {
  readonly maxContext: number;
  readonly prefillChunk: number;
  readonly pages: number;
}

/** Hands control back to the event loop, so that messages and aborts are seen between steps. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(0);
  });
}

export class LocalTokenEngine implements TokenEngine {
  readonly info: TokenEngineInfo;
  readonly #runner: ModelRunner;
  readonly #options: LoopOptions;
  readonly #pools: SequencePools;
  readonly #waiting: Job[] = [];
  #active: Job[] = [];
  #loop: Promise<void> | undefined;
  #closed = false;

  constructor(runner: ModelRunner, info: TokenEngineInfo, options: LoopOptions) {
    this.#runner = runner;
    this.info = info;
    this.#options = options;
    this.#pools = new SequencePools({ pages: options.pages, slots: runner.capacity.slots });
  }

  async *run(request: TokenRequest, signal?: AbortSignal): AsyncGenerator<TokenEvent> {
    this.#check(request);
    const job = new Job(request);
    const cancel = (): void => {
      job.cancelled = true;
    };
    if (signal?.aborted) cancel();
    signal?.addEventListener("abort", cancel, { once: true });
    this.#waiting.push(job);
    this.#start();
    try {
      for (;;) {
        const event = await job.next();
        if (event === undefined) return;
        yield event;
      }
    } finally {
      signal?.removeEventListener("abort", cancel);
      cancel();
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const job of [...this.#waiting, ...this.#active]) job.cancelled = true;
    await this.#loop;
    this.#runner.dispose();
  }

  #check({ prompt, maxNewTokens }: TokenRequest): void {
    if (this.#closed) throw new RequestError("engine_closed", "the engine is closed");
    const { maxContext, vocabulary } = this.info;
    if (prompt.length === 0) throw new RequestError("empty_prompt", "the prompt has no token; at least one is needed");
    const wrong = prompt.find((id) => !Number.isInteger(id) || id < 0 || id >= vocabulary);
    if (wrong !== undefined) {
      throw new RequestError("token_out_of_range", `token id ${wrong}: needed an integer from 0 to ${vocabulary - 1}`, {
        hint: "ids are those of the model's own tokenizer",
        data: { token: wrong, vocabulary },
      });
    }
    if (!Number.isInteger(maxNewTokens) || maxNewTokens < 1) {
      throw new RequestError(
        "bad_max_new_tokens",
        `max new tokens is ${maxNewTokens}; needed a whole number of at least 1`,
      );
    }
    if (prompt.length + 1 > maxContext) {
      throw new RequestError(
        "context_length_exceeded",
        `the prompt has ${prompt.length} tokens; the context holds ${maxContext}, one of them for the answer`,
        {
          hint: "shorten the prompt or start with a larger --max-context",
          data: { promptTokens: prompt.length, maxContext },
        },
      );
    }
  }

  #start(): void {
    if (this.#loop !== undefined) return;
    this.#loop = this.#run().finally(() => {
      this.#loop = undefined;
      if (this.#waiting.length > 0 && !this.#closed) this.#start();
    });
  }

  async #run(): Promise<void> {
    try {
      for (;;) {
        await nextTurn();
        this.#dropCancelled();
        this.#admit();
        if (this.#active.length === 0) return;
        await this.#step();
      }
    } catch (error) {
      for (const job of [...this.#active, ...this.#waiting]) job.fail(error);
      for (const job of this.#active) this.#release(job);
      this.#active = [];
      this.#waiting.length = 0;
    }
  }

  #dropCancelled(): void {
    for (const job of [...this.#waiting]) {
      if (!job.cancelled) continue;
      this.#waiting.splice(this.#waiting.indexOf(job), 1);
      job.finish("cancelled");
    }
    for (const job of [...this.#active]) {
      if (job.cancelled) this.#end(job, "cancelled");
    }
  }

  /** Gives free lanes to waiting requests, in order of arrival. Pages for the whole request are taken at once. */
  #admit(): void {
    while (this.#waiting.length > 0 && this.#active.length < this.#runner.capacity.maxLanes) {
      const job = this.#waiting[0]!;
      const { prompt, maxNewTokens } = job.request;
      const tokens = Math.min(prompt.length + maxNewTokens, this.#options.maxContext);
      const fits = Math.ceil(tokens / PAGE_TOKENS) <= this.#pools.freePages && this.#pools.freeSlots > 0;
      if (!fits && this.#active.length > 0) return;
      this.#waiting.shift();
      this.#open(job, tokens);
    }
  }

  #open(job: Job, tokens: number): void {
    let lease: Lease | undefined;
    try {
      lease = this.#pools.open();
      if (lease === undefined) throw new CapacityError("slots_exhausted", "no sequence slot is free");
      this.#pools.grow(lease, tokens);
    } catch (error) {
      if (lease !== undefined) this.#pools.release(lease);
      job.fail(error);
      return;
    }
    // Active before the device is touched: a fault of the device ends what is active.
    job.sequence = new Sequence(lease, [...job.request.prompt, ...job.forcedStart], job.request.sampling);
    job.startedMs = performance.now();
    this.#active.push(job);
    const { slots } = this.#runner.capacity;
    for (const name of this.#runner.slotStates) this.#runner.clearStateEntry(name, lease.slot, slots);
    this.#writeCounts(job.request, lease.slot);
  }

  /** Token counts of a slot: all prompt tokens marked, nothing generated. */
  #writeCounts(request: TokenRequest, slot: number): void {
    const counts = new Uint32Array(this.info.vocabulary);
    for (const id of request.prompt) counts[id] = 0x80000000;
    this.#runner.writeState("token-counts", slot * counts.byteLength, new Uint8Array(counts.buffer));
  }

  async #step(): Promise<void> {
    const jobs = this.#active;
    let budget = Math.min(this.#runner.capacity.maxRows, this.#options.prefillChunk + jobs.length);
    const chosen: { job: Job; sequence: Sequence; outputs: number }[] = [];
    // Decoding rows come first, so that no stream waits for another's prefill.
    const order = [...jobs].sort((a, b) => Number(a.sequence?.prefilling) - Number(b.sequence?.prefilling));
    const lanes = [];
    for (const job of order) {
      const sequence = job.sequence!;
      const rows = Math.min(sequence.nextRows(this.#options.prefillChunk), budget);
      if (rows === 0) continue;
      budget -= rows;
      const lane = sequence.nextLane(rows);
      lanes.push(lane);
      chosen.push({ job, sequence, outputs: lane.outputs.length });
    }
    const program: ProgramName = lanes.every((lane) => isGreedy(lane.sampling)) ? "argmax" : "sample";
    this.#runner.submit(program, lanes);
    const tokens = await this.#runner.readTokens();
    let at = 0;
    for (const { job, sequence, outputs } of chosen) {
      sequence.advance();
      if (outputs === 0) {
        const total = job.request.prompt.length;
        if (job.generated === 0) job.push({ kind: "prefill", done: Math.min(sequence.length, total), total });
        continue;
      }
      this.#take(job, tokens[at]!);
      at += outputs;
    }
  }

  #take(job: Job, token: number): void {
    if (job.generated === 0) {
      job.firstTokenMs = performance.now();
      const total = job.request.prompt.length;
      job.push({ kind: "prefill", done: total, total });
      this.#report(job, job.forcedStart);
    }
    this.#report(job, [token]);
    const room = this.#room(job);
    if (job.request.stopTokens.includes(token)) this.#end(job, "stop");
    else if (room <= 0) this.#end(job, "length");
    else this.#limitThinking(job, token, room);
  }

  /** Tokens the request may still generate. */
  #room({ request, generated }: Job): number {
    return Math.min(request.maxNewTokens, this.#options.maxContext - request.prompt.length) - generated;
  }

  /** Lets the request's thinking budget see a token; what it forces is reported and continued behind the token. */
  #limitThinking(job: Job, token: number, room: number): void {
    if (job.budget === undefined) return;
    job.budget.accept(token);
    const forced = takeForced(job.budget);
    if (forced.length === 0 || forced.length >= room) return;
    job.sequence?.inject(forced);
    this.#report(job, forced);
  }

  #report(job: Job, tokens: readonly number[]): void {
    for (const token of tokens) job.push({ kind: "token", token });
    job.generated += tokens.length;
  }

  #end(job: Job, reason: FinishReason): void {
    this.#active = this.#active.filter((other) => other !== job);
    this.#release(job);
    job.finish(reason);
  }

  #release(job: Job): void {
    if (job.sequence !== undefined) this.#pools.release(job.sequence.lease);
    job.sequence = undefined;
  }
}

function isGreedy(s: SamplingSettings): boolean {
  return s.temperature === 0 && s.repetitionPenalty === 1 && s.presencePenalty === 0 && s.frequencyPenalty === 0;
}
