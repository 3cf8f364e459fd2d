/**
 * The token engine behind messages: one side serves it (in a worker), the other side looks like it. Errors cross as
 * records and come out typed; a worker that dies rejects whatever is running. Whoever reads tells how much was taken, so
 * that a stream nobody reads ends neither in a mailbox nor in computing.
 */
import { DeviceLostError, type ErrorRecord, fromErrorRecord, RequestError, toErrorRecord } from "../base/errors.ts";
import { present } from "../base/invariant.ts";
import {
  LOOK_AHEAD_EVENTS,
  type TokenEngine,
  type TokenEngineInfo,
  type TokenEvent,
  type TokenRequest,
} from "./request.ts";

/** What both kinds of message port have: browser MessagePort or Worker, Node's through a small adapter. */
export interface EnginePort {
  postMessage(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
  /** The other side ended; `error` says why where that is known. */
  onClose(listener: (error?: Error) => void): void;
  /** Whether the other side keeps this process from ending; at first it does. Hosts without such a thing leave it out. */
  keepAlive?(alive: boolean): void;
  close(): void;
}

type ToEngine =
  | { readonly kind: "run"; readonly id: number; readonly request: TokenRequest }
  /** So many more events of a run were taken. */
  | { readonly kind: "taken"; readonly id: number; readonly events: number }
  | { readonly kind: "cancel"; readonly id: number }
  | { readonly kind: "close" };

type FromEngine =
  | { readonly kind: "ready"; readonly info: TokenEngineInfo }
  | { readonly kind: "progress"; readonly loadedBytes: number; readonly totalBytes: number }
  | { readonly kind: "failed"; readonly error: ErrorRecord }
  | { readonly kind: "event"; readonly id: number; readonly event: TokenEvent }
  | { readonly kind: "ended"; readonly id: number; readonly error?: ErrorRecord }
  | { readonly kind: "closed" };

export type ProgressListener = (loadedBytes: number, totalBytes: number) => void;

/**
 * Opens an engine and serves it on a port until it is closed. Never throws; failures are sent.
 * @param open is told by its signal when the owner closes before the engine is open; whatever it then throws is sent
 */
export async function serveTokenEngine(
  port: EnginePort,
  open: (onProgress: ProgressListener, signal: AbortSignal) => Promise<TokenEngine>,
): Promise<void> {
  const send = (message: FromEngine): void => port.postMessage(message);
  const opening = new AbortController();
  let engine: TokenEngine | undefined;
  const running = new Map<number, ServedRun>();
  const serve = (id: number, request: TokenRequest): void => {
    const run = new ServedRun(present(engine, "engine"), id, request, send);
    running.set(id, run);
    void run.ended.then(() => running.delete(id));
  };
  const close = async (): Promise<void> => {
    for (const run of running.values()) run.cancel();
    await Promise.all([engine?.close(), ...[...running.values()].map((run) => run.ended)]);
    send({ kind: "closed" });
    port.close();
  };
  port.onMessage((raw) => {
    const message = raw as ToEngine;
    switch (message.kind) {
      case "run":
        serve(message.id, message.request);
        return;
      case "taken":
        running.get(message.id)?.take(message.events);
        return;
      case "cancel":
        running.get(message.id)?.cancel();
        return;
      case "close":
        if (engine === undefined) opening.abort();
        else void close();
        return;
      default:
        message satisfies never;
    }
  });
  try {
    engine = await open(
      (loadedBytes, totalBytes) => send({ kind: "progress", loadedBytes, totalBytes }),
      opening.signal,
    );
  } catch (error) {
    send({ kind: "failed", error: toErrorRecord(error) });
    port.close();
    return;
  }
  if (opening.signal.aborted) return close();
  send({ kind: "ready", info: engine.info });
}

/** A run as the side that serves it sees it: how many of its events are on their way. */
class ServedRun {
  /** Fulfilled behind the run's last message, whatever it was. */
  readonly ended: Promise<void>;
  readonly #controller = new AbortController();
  #untaken = 0;
  #wake: (() => void) | undefined;

  constructor(engine: TokenEngine, id: number, request: TokenRequest, send: (message: FromEngine) => void) {
    this.ended = this.#serve(engine, id, request, send);
  }

  take(events: number): void {
    this.#untaken -= events;
    this.#wake?.();
  }

  /** What is left of a run that was cancelled is little, and is sent at once. */
  cancel(): void {
    this.#controller.abort();
    this.#wake?.();
  }

  async #serve(
    engine: TokenEngine,
    id: number,
    request: TokenRequest,
    send: (message: FromEngine) => void,
  ): Promise<void> {
    try {
      for await (const event of engine.run(request, this.#controller.signal)) {
        send({ kind: "event", id, event });
        this.#untaken++;
        await this.#room();
      }
      send({ kind: "ended", id });
    } catch (error) {
      send({ kind: "ended", id, error: toErrorRecord(error) });
    }
  }

  /** Returns once another event may be sent. */
  async #room(): Promise<void> {
    while (this.#untaken >= LOOK_AHEAD_EVENTS && !this.#controller.signal.aborted) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}

interface RemoteRun {
  readonly events: TokenEvent[];
  error?: Error;
  ended: boolean;
  wake?: () => void;
}

/** What both the message listener and the engine know. */
interface Connection {
  readonly runs: Map<number, RemoteRun>;
  /** Set once the other side is gone: nothing that is asked now will be answered. */
  ended?: Error;
}

class RemoteTokenEngine implements TokenEngine {
  readonly info: TokenEngineInfo;
  readonly #port: EnginePort;
  readonly #connection: Connection;
  readonly #closed: Promise<void>;
  #nextId = 1;
  /** Callers that wait for something from the other side. */
  #waiting = 0;

  constructor(port: EnginePort, info: TokenEngineInfo, connection: Connection, closed: Promise<void>) {
    this.#port = port;
    this.info = info;
    this.#connection = connection;
    this.#closed = closed;
  }

  async *run(request: TokenRequest, signal?: AbortSignal): AsyncGenerator<TokenEvent> {
    if (this.#connection.ended !== undefined) throw this.#connection.ended;
    const id = this.#nextId++;
    const run: RemoteRun = { events: [], ended: false };
    this.#connection.runs.set(id, run);
    const cancel = (): void => this.#port.postMessage({ kind: "cancel", id } satisfies ToEngine);
    this.#port.postMessage({ kind: "run", id, request } satisfies ToEngine);
    if (signal?.aborted) cancel();
    signal?.addEventListener("abort", cancel, { once: true });
    let taken = 0;
    try {
      for (;;) {
        const event = run.events.shift();
        if (event !== undefined) {
          if (++taken === LOOK_AHEAD_EVENTS / 2) {
            this.#port.postMessage({ kind: "taken", id, events: taken } satisfies ToEngine);
            taken = 0;
          }
          yield event;
          continue;
        }
        if (run.error !== undefined) throw run.error;
        if (run.ended) return;
        await this.#awake(
          new Promise<void>((resolve) => {
            run.wake = resolve;
          }),
        );
      }
    } finally {
      signal?.removeEventListener("abort", cancel);
      if (!run.ended) cancel();
      this.#connection.runs.delete(id);
    }
  }

  async close(): Promise<void> {
    if (this.#connection.ended !== undefined) return;
    this.#port.postMessage({ kind: "close" } satisfies ToEngine);
    await this.#awake(this.#closed);
  }

  /** Keeps the process from ending while somebody waits, and only then: an engine at rest holds nobody. */
  async #awake(event: Promise<void>): Promise<void> {
    if (this.#waiting++ === 0) this.#port.keepAlive?.(true);
    await event;
    if (--this.#waiting === 0) this.#port.keepAlive?.(false);
  }
}

/**
 * The engine on the other side of a port, once it is ready.
 * @param signal ends opening: the other side is told, and gives back what it holds before this rejects
 * @throws what opening the engine threw there; DeviceLostError `engine_ended` when the other side ended first; the reason
 * of `signal` once it is aborted
 */
export function connectTokenEngine(
  port: EnginePort,
  onProgress?: ProgressListener,
  signal?: AbortSignal,
): Promise<TokenEngine> {
  const cancel = (): void => port.postMessage({ kind: "close" } satisfies ToEngine);
  const connecting = connect(port, onProgress, signal);
  if (signal?.aborted === true) cancel();
  signal?.addEventListener("abort", cancel);
  return connecting.finally(() => signal?.removeEventListener("abort", cancel));
}

function connect(
  port: EnginePort,
  onProgress: ProgressListener | undefined,
  signal: AbortSignal | undefined,
): Promise<TokenEngine> {
  const connection: Connection = { runs: new Map() };
  const { runs } = connection;
  return new Promise((resolve, fail) => {
    // What a cancelled opening ends in there is of no interest here.
    const reject = (error: Error): void => fail(signal?.aborted === true ? signal.reason : error);
    let finishClosing = (): void => {};
    const closed = new Promise<void>((done) => {
      finishClosing = done;
    });
    const endRun = (id: number, error?: Error): void => {
      const run = runs.get(id);
      if (run === undefined) return;
      run.ended = true;
      if (error !== undefined) run.error = error;
      run.wake?.();
    };
    port.onMessage((raw) => {
      const message = raw as FromEngine;
      switch (message.kind) {
        case "ready":
          port.keepAlive?.(false);
          return resolve(new RemoteTokenEngine(port, message.info, connection, closed));
        case "progress":
          return onProgress?.(message.loadedBytes, message.totalBytes);
        case "failed":
          return reject(fromErrorRecord(message.error));
        case "event": {
          const run = runs.get(message.id);
          run?.events.push(message.event);
          return run?.wake?.();
        }
        case "ended":
          return endRun(message.id, message.error === undefined ? undefined : fromErrorRecord(message.error));
        case "closed":
          connection.ended = new RequestError("engine_closed", "the engine is closed");
          reject(connection.ended);
          return finishClosing();
        default:
          message satisfies never;
      }
    });
    port.onClose((cause) => {
      const error = new DeviceLostError(
        "engine_ended",
        `the engine's worker ended${cause ? `: ${cause.message}` : ""}`,
        {
          hint: "start again; if it happens again, report it with the command line",
        },
      );
      reject(error);
      connection.ended ??= error;
      for (const id of [...runs.keys()]) endRun(id, error);
      finishClosing();
    });
  });
}
