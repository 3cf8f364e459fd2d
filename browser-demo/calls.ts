/**
 * What the page asks of its worker, as typed calls over messages: arguments in, events while it runs, one result or one
 * error record. Both sides are here so that they cannot drift. Invariant: the page imports only types from the engine;
 * all work is done behind a call.
 */
import type {
  ErrorRecord,
  GenerateEvent,
  GenerateRequest,
  ModelFiles,
  Profile,
  TokenEngineInfo,
  WorkerScope,
} from "../src/index.ts";
import type { ConformanceReport } from "../test/conformance/report.ts";
import type { ConformanceRow } from "../test/conformance/run.ts";

export type BackendName = "webgpu" | "cpu";

export type ModelChoice =
  | { readonly kind: "embedded" }
  | (ModelFiles & { readonly kind: "local"; readonly files: Readonly<Record<string, Blob>> });

export interface ModelPlanRequest {
  readonly model: ModelChoice;
  readonly backend: BackendName;
  readonly profile: Profile;
  /** Most tokens of prompt and answer. Default: the model's, at most 8192. */
  readonly maxContext?: number;
}

/** One line of the checklist. A failed or doubtful one says how to fix it. */
export interface CheckRow {
  readonly id: string;
  readonly label: string;
  readonly state: "passed" | "warning" | "failed" | "skipped";
  readonly found: string;
  readonly fix?: string;
  /** Names and values behind the row. */
  readonly facts?: readonly (readonly [name: string, value: string])[];
}

/** What a model takes on a device, in exact bytes, before any of it is allocated. */
export interface ModelMemory {
  readonly model: string;
  readonly device: string;
  readonly maxContext: number;
  readonly memory: TokenEngineInfo["memory"];
  readonly totalBytes: number;
  readonly largestBuffer: { readonly name: string; readonly bytes: number };
  /** Most bytes the device allows in one buffer. */
  readonly allowedBufferBytes: number;
  /** What the browser says the machine has; rounded by it, absent in some browsers. */
  readonly machineBytes?: number;
  readonly notes: readonly string[];
}

export interface ConformanceRequest {
  readonly backend: BackendName;
  readonly profiles: readonly Profile[];
  readonly seed: number;
  /** Runs only cases whose id contains all of these words. */
  readonly query?: string;
}

export interface ConformanceEvent {
  readonly row: ConformanceRow;
  /** Place of the row's op among the suites, from 0. */
  readonly opIndex: number;
  readonly opCount: number;
}

export interface LoadEvent {
  readonly loadedBytes: number;
  readonly totalBytes: number;
}

interface Call<Arguments, Event, Result> {
  readonly arguments: Arguments;
  readonly event: Event;
  readonly result: Result;
}

export interface Calls {
  readonly check: Call<null, CheckRow, null>;
  readonly plan: Call<ModelPlanRequest, never, ModelMemory>;
  readonly load: Call<ModelPlanRequest, LoadEvent, TokenEngineInfo>;
  readonly generate: Call<GenerateRequest, GenerateEvent, null>;
  readonly conformance: Call<ConformanceRequest, ConformanceEvent, ConformanceReport>;
}

export type CallName = keyof Calls;

type ToWorker =
  | { readonly kind: "call"; readonly id: number; readonly name: CallName; readonly arguments: unknown }
  | { readonly kind: "cancel"; readonly id: number };

type FromWorker =
  | { readonly kind: "event"; readonly id: number; readonly event: unknown }
  | { readonly kind: "result"; readonly id: number; readonly result: unknown }
  | { readonly kind: "error"; readonly id: number; readonly error: ErrorRecord };

export type CallHandlers = {
  readonly [Name in CallName]: (
    request: Calls[Name]["arguments"],
    emit: (event: Calls[Name]["event"]) => void,
    signal: AbortSignal,
  ) => Promise<Calls[Name]["result"]>;
};

type AnyHandler = (request: unknown, emit: (event: unknown) => void, signal: AbortSignal) => Promise<unknown>;

/** Answers calls until the worker ends. `record` makes an error cloneable. */
export function serveCalls(scope: WorkerScope, handlers: CallHandlers, record: (error: unknown) => ErrorRecord): void {
  const running = new Map<number, AbortController>();
  const send = (message: FromWorker): void => scope.postMessage(message);
  const answer = async (id: number, name: CallName, request: unknown): Promise<void> => {
    const controller = new AbortController();
    running.set(id, controller);
    try {
      const handler = handlers[name] as AnyHandler;
      const result = await handler(request, (event) => send({ kind: "event", id, event }), controller.signal);
      send({ kind: "result", id, result });
    } catch (error) {
      send({ kind: "error", id, error: record(error) });
    } finally {
      running.delete(id);
    }
  };
  scope.addEventListener("message", ({ data }) => {
    const message = data as ToWorker;
    if (message.kind === "cancel") running.get(message.id)?.abort();
    else void answer(message.id, message.name, message.arguments);
  });
}

/** An error of a call, as the worker recorded it. */
class CallError extends Error {
  readonly record: ErrorRecord;

  constructor(record: ErrorRecord) {
    super(record.message);
    this.name = record.name;
    this.record = record;
  }
}

export function recordOf(error: unknown): ErrorRecord {
  if (error instanceof CallError) return error.record;
  const message = error instanceof Error ? error.message : String(error);
  return { name: "Error", code: "internal", message };
}

interface Pending {
  readonly event: (event: unknown) => void;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: CallError) => void;
}

/** A worker as the page sees it. Closing it stops whatever it does, at once. */
export class CallClient {
  readonly #worker: Worker;
  readonly #pending = new Map<number, Pending>();
  #nextId = 1;

  constructor(worker: Worker) {
    this.#worker = worker;
    worker.addEventListener("message", ({ data }) => this.#receive(data as FromWorker));
    worker.addEventListener("error", (event) => {
      const reason = event.message || "its script did not load";
      this.#fail({
        name: "Error",
        code: "worker_failed",
        message: `the worker stopped: ${reason}`,
        hint: "reload the page; the folder must be served over http with all its files",
      });
    });
  }

  call<Name extends CallName>(
    name: Name,
    request: Calls[Name]["arguments"],
    onEvent: (event: Calls[Name]["event"]) => void = () => {},
    signal?: AbortSignal,
  ): Promise<Calls[Name]["result"]> {
    const id = this.#nextId++;
    const post = (message: ToWorker): void => this.#worker.postMessage(message);
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { event: onEvent as Pending["event"], resolve: resolve as Pending["resolve"], reject });
      signal?.addEventListener("abort", () => post({ kind: "cancel", id }), { once: true });
      post({ kind: "call", id, name, arguments: request });
    });
  }

  close(): void {
    this.#worker.terminate();
    this.#fail({ name: "Error", code: "stopped", message: "stopped" });
  }

  #receive(message: FromWorker): void {
    const pending = this.#pending.get(message.id);
    if (pending === undefined) return;
    if (message.kind === "event") return pending.event(message.event);
    this.#pending.delete(message.id);
    if (message.kind === "result") pending.resolve(message.result);
    else pending.reject(new CallError(message.error));
  }

  #fail(record: ErrorRecord): void {
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    for (const { reject } of pending) reject(new CallError(record));
  }
}
