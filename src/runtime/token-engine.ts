/**
 * Token ids in, token ids out: the part of the engine that sits beside the device, in a worker where there is one. Here
 * is only the loop: schedule, run a step, settle what it gave. Who runs is decided in `schedule.ts`, when a request ends
 * in `job.ts`. A fault of one request ends that request; a fault of the device ends all of them.
 */
import { CapacityError, RequestError } from "../base/errors.ts";
import { invariant, present } from "../base/invariant.ts";
import { PAGE_TOKENS } from "../base/step-block.ts";
import { Job } from "./job.ts";
import type { Choice, ModelRunner } from "./model-runner.ts";
import { nextTurn } from "./next-turn.ts";
import { type Lease, SequencePools } from "./pools.ts";
import {
  checkRequest,
  type FinishReason,
  type TokenEngine,
  type TokenEngineInfo,
  type TokenEvent,
  type TokenRequest,
} from "./request.ts";
import { admit, composeLanes, hasPenalty, programFor } from "./schedule.ts";
import { Sequence } from "./sequence.ts";

export interface LoopOptions {
  readonly maxContext: number;
  readonly prefillChunk: number;
  readonly pages: number;
}

/** A request that has a lane. */
interface ActiveJob {
  readonly job: Job;
  readonly sequence: Sequence;
}

/** One lane of the step in flight, and how many tokens it chooses. */
interface LaneInFlight extends ActiveJob {
  readonly outputs: number;
}

/** Ends one request: numbers overflowed or a weight is damaged, and whatever token was chosen means nothing. */
function logitsNotFinite(position: number): RequestError {
  return new RequestError(
    "logits_not_finite",
    `logits are not finite at position ${position}; needed finite numbers to choose a token by`,
    {
      hint: "the model's file may be damaged (compare its checksum); where it is not, `profile` exact holds larger numbers",
      data: { position },
    },
  );
}

/** Ids whose place in the prompt is asked for: nothing but a repetition penalty does. */
function promptMarks({ request: { prompt, sampling } }: Job): readonly number[] {
  return sampling.repetitionPenalty === 1 ? [] : prompt;
}

export class LocalTokenEngine implements TokenEngine {
  readonly info: TokenEngineInfo;
  readonly #runner: ModelRunner;
  readonly #options: LoopOptions;
  readonly #pools: SequencePools;
  readonly #waiting: Job[] = [];
  #active: ActiveJob[] = [];
  #loop: Promise<void> | undefined;
  /** Set while every active request lags: something has to happen before a step can run. */
  #wake: (() => void) | undefined;
  #closed = false;

  constructor(runner: ModelRunner, info: TokenEngineInfo, options: LoopOptions) {
    this.#runner = runner;
    this.info = info;
    this.#options = options;
    this.#pools = new SequencePools({ pages: options.pages, slots: runner.capacity.slots });
  }

  async *run(request: TokenRequest, signal?: AbortSignal): AsyncGenerator<TokenEvent> {
    if (this.#closed) throw new RequestError("engine_closed", "the engine is closed");
    checkRequest(request, this.info);
    const job = new Job(request, this.#options.maxContext);
    const cancel = (): void => {
      job.cancelled = true;
      this.#wake?.();
    };
    if (signal?.aborted) cancel();
    signal?.addEventListener("abort", cancel, { once: true });
    this.#waiting.push(job);
    this.#start();
    try {
      for (;;) {
        const event = await job.next();
        if (event === undefined) return;
        this.#wake?.();
        yield event;
      }
    } finally {
      signal?.removeEventListener("abort", cancel);
      cancel();
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const job of [...this.#waiting, ...this.#active.map((one) => one.job)]) job.cancelled = true;
    this.#wake?.();
    await this.#loop;
    this.#runner.dispose();
  }

  #start(): void {
    if (this.#loop !== undefined) return this.#wake?.();
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
        const ready = this.#active.filter(({ job }) => !job.lagging);
        if (ready.length === 0) {
          await this.#woken();
          continue;
        }
        const lanes = this.#submitStep(ready);
        this.#settle(lanes, await this.#runner.readChoices());
      }
    } catch (error) {
      for (const job of [...this.#active.map((one) => one.job), ...this.#waiting]) job.fail(error);
      for (const { sequence } of this.#active) this.#pools.release(sequence.lease);
      this.#active = [];
      this.#waiting.length = 0;
    }
  }

  /** A reader took an event, a request came, or one was cancelled. */
  async #woken(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    this.#wake = undefined;
  }

  #dropCancelled(): void {
    for (const job of [...this.#waiting]) {
      if (!job.cancelled) continue;
      this.#waiting.splice(this.#waiting.indexOf(job), 1);
      job.finish("cancelled");
    }
    for (const active of [...this.#active]) {
      if (active.job.cancelled) this.#end(active, "cancelled");
    }
  }

  #admit(): void {
    const active = this.#active.length;
    const free = {
      lanes: Math.min(this.#runner.capacity.maxLanes - active, this.#pools.freeSlots),
      pages: this.#pools.freePages,
    };
    const wanted = this.#waiting.map((job) => Math.ceil(job.mostTokens / PAGE_TOKENS));
    for (const job of this.#waiting.splice(0, admit(wanted, free, active))) this.#open(job);
  }

  #open(job: Job): void {
    let lease: Lease | undefined;
    try {
      lease = this.#pools.open();
      if (lease === undefined) throw new CapacityError("slots_exhausted", "no sequence slot is free");
      this.#pools.grow(lease, job.mostTokens);
    } catch (error) {
      if (lease !== undefined) this.#pools.release(lease);
      job.fail(error);
      return;
    }
    const sequence = new Sequence(lease, job.start, job.request.sampling);
    job.begin();
    // Active before the device is touched: a fault of the device ends what is active.
    this.#active.push({ job, sequence });
    this.#runner.slots.clear(lease.slot);
    this.#count(lease, job, [...promptMarks(job), ...job.answer]);
  }

  /** Counts ids that no step chose: a step counts what it chooses, the host what it adds. */
  #count({ slot }: Lease, job: Job, ids: readonly number[]): void {
    if (ids.length === 0 || !hasPenalty(job.request.sampling)) return;
    this.#runner.slots.writeCounts(slot, ids, { prompt: promptMarks(job), generated: job.answer });
  }

  #submitStep(ready: readonly ActiveJob[]): readonly LaneInFlight[] {
    const { prefillChunk } = this.#options;
    const demands = ready.map(({ sequence }) => ({
      rows: sequence.nextRows(prefillChunk),
      prefilling: sequence.prefilling,
    }));
    const shares = composeLanes(demands, { maxRows: this.#runner.capacity.maxRows, prefillChunk });
    const chosen = shares.map(({ index, rows }) => {
      const active = present(ready[index], `sequence ${index}`);
      return { ...active, lane: active.sequence.nextLane(rows) };
    });
    const lanes = chosen.map(({ lane }) => lane);
    this.#runner.submit(programFor(lanes.map((lane) => lane.sampling)), lanes);
    return chosen.map(({ job, sequence, lane }) => ({ job, sequence, outputs: lane.outputs.length }));
  }

  /** Gives every lane of the step the tokens it chose, in the order of the lanes. */
  #settle(lanes: readonly LaneInFlight[], choices: readonly Choice[]): void {
    let at = 0;
    for (const { job, sequence, outputs } of lanes) {
      invariant(outputs <= 1, `${outputs} outputs of a lane that samples one token after another`);
      sequence.advance();
      if (outputs === 0) {
        job.progress(sequence.length);
        continue;
      }
      const { token, finite } = present(choices[at++], "choice");
      if (!finite) {
        this.#fail({ job, sequence }, logitsNotFinite(sequence.length - 1));
        continue;
      }
      const reason = job.take(token);
      if (reason !== undefined) this.#end({ job, sequence }, reason);
      else this.#force({ job, sequence }, job.forceBehind(token));
    }
  }

  #force({ job, sequence }: ActiveJob, ids: readonly number[]): void {
    if (ids.length === 0) return;
    sequence.inject(ids);
    this.#count(sequence.lease, job, ids);
  }

  #end(active: ActiveJob, reason: FinishReason): void {
    this.#leave(active);
    active.job.finish(reason);
  }

  #fail(active: ActiveJob, error: Error): void {
    this.#leave(active);
    active.job.fail(error);
  }

  #leave({ job, sequence }: ActiveJob): void {
    this.#active = this.#active.filter((other) => other.job !== job);
    this.#pools.release(sequence.lease);
  }
}
