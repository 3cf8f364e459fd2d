/**
 * Engines for Node programs, from a place and a backend by name. The step loop runs in a worker thread, or in the thread
 * that calls. Separate from `src/engine.ts` because only the host knows files, threads and adapters. Invariant: whoever
 * closes the engine has closed all that was opened for it: artifact, device, worker.
 */
import { Worker } from "node:worker_threads";
import { type Engine, openEngine } from "../src/engine.ts";
import { openTokenEngine, type TokenEngineOptions } from "../src/open-token-engine.ts";
import { connectTokenEngine } from "../src/runtime/port.ts";
import type { TokenEngine } from "../src/runtime/request.ts";
import { workerPort } from "./engine-port.ts";
import { type BackendChoice, type BackendReason, chooseBackend } from "./open-backend.ts";
import { openModel } from "./open-model.ts";
import { nodeTextWorkers } from "./text-worker.ts";
import { OWN_FLAGS, workerFile } from "./worker-file.ts";

export interface NodeEngineOptions extends TokenEngineOptions {
  /** Safetensors directory, `.ninfer` file, or the URL of one. */
  readonly model: string;
  /** Default: `{ name: "auto" }`. */
  readonly backend?: BackendChoice;
  /** Template text to use instead of the model's. */
  readonly chatTemplate?: string;
}

export interface OpenedEngine {
  readonly engine: Engine;
  /** Why this backend. */
  readonly choice: BackendReason;
}

/** What the engine's worker is started with; survives structured cloning. */
export interface EngineWorkerData {
  readonly model: string;
  readonly backend: BackendChoice;
  readonly options: Omit<TokenEngineOptions, "onProgress">;
}

/** What the engine's worker says beside the engine's own messages: which backend it chose, before it is ready. */
export interface BackendChosenMessage extends BackendReason {
  readonly kind: "backend_chosen";
}

const AUTOMATIC: BackendChoice = { name: "auto" };

function isBackendChosen(message: unknown): message is BackendChosenMessage {
  return (message as { readonly kind?: unknown }).kind === "backend_chosen";
}

/** The engine, and behind its end the end of what runs it. */
function endingWith(tokens: TokenEngine, end: () => Promise<unknown>): TokenEngine {
  return {
    info: tokens.info,
    run: (request, signal) => tokens.run(request, signal),
    async close() {
      await tokens.close();
      await end();
    },
  };
}

/**
 * An engine whose step loop and templates run in worker threads, so that this thread never waits for them.
 * @throws what opening the model, the backend or the engine throws, on either side
 */
export async function openWorkerEngine(options: NodeEngineOptions): Promise<OpenedEngine> {
  const { model, backend = AUTOMATIC, chatTemplate, onProgress, ...tokenOptions } = options;
  const data: EngineWorkerData = { model, backend, options: tokenOptions };
  const worker = new Worker(workerFile("engine-worker"), { workerData: data, ...OWN_FLAGS });
  let choice: BackendReason = { automatic: false, reason: "" };
  worker.on("message", (message: unknown) => {
    if (!isBackendChosen(message)) return;
    const { kind: _, ...reason } = message;
    choice = reason;
  });
  const connecting = connectTokenEngine(workerPort(worker), onProgress);
  const opening = openModel(model);
  try {
    const [artifact, tokens] = await Promise.all([opening, connecting]);
    const engine = await openEngine({
      artifact,
      tokens: endingWith(tokens, () => worker.terminate()),
      spawnTextWorker: nodeTextWorkers(workerFile("text-worker")),
      ...(chatTemplate === undefined ? {} : { chatTemplate }),
    });
    return { engine, choice };
  } catch (error) {
    await Promise.allSettled([worker.terminate(), opening.then((artifact) => artifact.close())]);
    throw error;
  }
}

/**
 * An engine in this thread, for scripts that have nothing else to do and for places that can start no worker. A step, or
 * a template without end, holds up everything else here.
 * @throws what opening the model, the backend or the engine throws
 */
export async function openInlineEngine(options: NodeEngineOptions): Promise<OpenedEngine> {
  const { model, backend: wanted = AUTOMATIC, chatTemplate, ...tokenOptions } = options;
  const artifact = await openModel(model);
  try {
    const { backend, automatic, reason } = await chooseBackend(wanted);
    try {
      const tokens = await openTokenEngine(artifact, backend, tokenOptions);
      const engine = await openEngine({
        artifact,
        tokens: endingWith(tokens, () => backend.dispose()),
        ...(chatTemplate === undefined ? {} : { chatTemplate }),
      });
      return { engine, choice: { automatic, reason } };
    } catch (error) {
      await backend.dispose();
      throw error;
    }
  } catch (error) {
    await artifact.close();
    throw error;
  }
}
