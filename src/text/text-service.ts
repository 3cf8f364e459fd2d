/**
 * Templates and long texts away from the thread that serves: a worker does the work under a time budget and is
 * replaced when it overruns. Separate from the worker body because this side must stay responsive whatever the other
 * does. Invariant: one job is in the worker at a time, and its clock runs only while it does, so a job is never
 * charged for the ones before it or for the start of a worker.
 */
import { fromErrorRecord, QwerkError, RequestError, UnsupportedError } from "../base/errors.ts";
import type { RenderedPrompt } from "./chat-template.ts";
import type { TextSegment } from "./control-tokens.ts";
import { templateFor } from "./model-text.ts";
import { PartEncoder } from "./part-encoder.ts";
import type { RenderRequest } from "./template-values.ts";
import type { TextJob, TextResources, TextWorkerReply, TextWorkerRequest } from "./template-worker.ts";
import type { Tokenizer } from "./tokenizer.ts";

/** A worker as its owner sees it. Messages are structured-cloneable. */
export interface TextWorkerPort {
  post(message: TextWorkerRequest): void;
  onMessage(listener: (reply: TextWorkerReply) => void): void;
  /** Called once when the worker died by itself: a crash, out of memory, an entry file that is not there. */
  onFailure(listener: (error: Error) => void): void;
  /** Stops the worker at once, in the middle of whatever it does. */
  terminate(): void;
}

export interface TextServiceOptions {
  /** Starts a worker that answers with `createTextWorkerHandler`. */
  readonly spawnWorker: () => TextWorkerPort;
  readonly resources: TextResources;
  /** The tokenizer of the same resources, for texts that are not worth a message. */
  readonly tokenizer: Tokenizer;
  /** Time one rendering may take. Default 2000. */
  readonly renderTimeoutMs?: number;
  /** More characters that were not encoded before are encoded in the worker. Default 50,000. */
  readonly inlineCharacters?: number;
}

export interface TextService {
  /**
   * @throws RequestError `template_timeout`, `template_limit`, `template_refused`, `text_worker_failed`
   * @throws ArtifactError `template_damaged`
   * @throws UnsupportedError `no_chat_template`
   */
  render(request: RenderRequest): Promise<RenderedPrompt>;
  encode(segments: readonly TextSegment[]): Promise<number[]>;
  /** Stops the worker; pending jobs fail with `text_service_closed`. */
  close(): void;
}

export function createTextService(options: TextServiceOptions): TextService {
  const pool = new WorkerQueue(options.spawnWorker, options.resources);
  const renderTimeoutMs = options.renderTimeoutMs ?? 2000;
  const inlineCharacters = options.inlineCharacters ?? 50_000;
  const parts = new PartEncoder(options.tokenizer, async (texts) => {
    const characters = texts.reduce((sum, text) => sum + text.length, 0);
    if (characters <= inlineCharacters) return texts.map((text) => options.tokenizer.encodePart(text));
    return (await pool.run({ kind: "encode", texts })) as readonly Int32Array[];
  });
  return {
    async render(request) {
      if (templateFor(options.resources.templates, request) === undefined) {
        throw new UnsupportedError("no_chat_template", "there is no chat template, needed one for messages");
      }
      return (await pool.run({ kind: "render", request }, renderTimeoutMs)) as RenderedPrompt;
    },
    encode: (segments) => parts.encode(segments),
    close: () => pool.close(),
  };
}

interface PendingJob {
  readonly id: number;
  readonly job: TextJob;
  readonly timeoutMs: number | undefined;
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** The id of the message that loads a fresh worker. */
const LOAD_ID = 0;

class WorkerQueue {
  readonly #spawn: () => TextWorkerPort;
  readonly #resources: TextResources;
  readonly #waiting: PendingJob[] = [];
  #current: PendingJob | undefined;
  #port: TextWorkerPort | undefined;
  #loaded = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #lastId = LOAD_ID;
  #closed = false;

  constructor(spawn: () => TextWorkerPort, resources: TextResources) {
    this.#spawn = spawn;
    this.#resources = resources;
  }

  run(job: TextJob, timeoutMs?: number): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#closed) return reject(closedError());
      this.#waiting.push({ id: ++this.#lastId, job, timeoutMs, resolve, reject });
      this.#next();
    });
  }

  close(): void {
    this.#closed = true;
    this.#dropWorker();
    const pending = [this.#current, ...this.#waiting.splice(0)];
    this.#current = undefined;
    for (const job of pending) job?.reject(closedError());
  }

  #next(): void {
    if (this.#current !== undefined) return;
    this.#current = this.#waiting.shift();
    if (this.#current === undefined) return;
    if (this.#loaded) this.#start();
    else this.#startWorker();
  }

  #startWorker(): void {
    let port: TextWorkerPort;
    try {
      port = this.#spawn();
    } catch (error) {
      return this.#finish((job) => job.reject(failedError(error as Error)));
    }
    this.#port = port;
    port.onMessage((reply) => {
      if (port === this.#port) this.#receive(reply);
    });
    port.onFailure((error) => {
      if (port !== this.#port) return;
      this.#dropWorker();
      this.#finish((job) => job.reject(failedError(error)));
    });
    port.post({ id: LOAD_ID, job: { kind: "load", resources: this.#resources } });
  }

  #start(): void {
    const { id, job, timeoutMs } = this.#current!;
    if (timeoutMs !== undefined) this.#timer = setTimeout(() => this.#expire(timeoutMs), timeoutMs);
    try {
      this.#port!.post({ id, job });
    } catch (error) {
      // Something in the request cannot be cloned; the worker has not seen it.
      this.#finish((pending) => pending.reject(error as Error));
    }
  }

  #receive(reply: TextWorkerReply): void {
    if (reply.id === LOAD_ID && !("error" in reply)) {
      this.#loaded = true;
      this.#start();
      return;
    }
    // A worker that could not load has no state worth keeping.
    if (reply.id === LOAD_ID) this.#dropWorker();
    this.#finish((job) => ("error" in reply ? job.reject(fromErrorRecord(reply.error)) : job.resolve(reply.value)));
  }

  #expire(timeoutMs: number): void {
    this.#dropWorker();
    this.#finish((job) =>
      job.reject(
        new RequestError("template_timeout", `the chat template ran for more than ${timeoutMs} ms and was stopped`, {
          hint: "shorten the conversation or raise the template's time budget",
          data: { timeoutMs },
        }),
      ),
    );
  }

  #finish(settle: (job: PendingJob) => void): void {
    clearTimeout(this.#timer);
    const job = this.#current;
    this.#current = undefined;
    if (job !== undefined) settle(job);
    this.#next();
  }

  #dropWorker(): void {
    clearTimeout(this.#timer);
    this.#port?.terminate();
    this.#port = undefined;
    this.#loaded = false;
  }
}

function failedError(cause: Error): RequestError {
  return new RequestError("text_worker_failed", `the text worker stopped: ${cause.message}`, {
    hint: "the request may need more memory than a worker has; the next request gets a new worker",
    cause,
  });
}

function closedError(): QwerkError {
  return new QwerkError("text_service_closed", "the text service is closed");
}
