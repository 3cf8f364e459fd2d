/** An engine whose step loop runs in a worker thread of this process, with text work on this side. */
import { Worker } from "node:worker_threads";
import { type Engine, openEngine } from "../src/engine.ts";
import type { TokenEngineOptions } from "../src/open-token-engine.ts";
import { connectTokenEngine, type ProgressListener } from "../src/runtime/port.ts";
import type { TokenEngine } from "../src/runtime/request.ts";
import { workerPort } from "./engine-port.ts";
import type { BackendChoice, BackendReason } from "./open-backend.ts";
import { type EngineWorkerData, openModel } from "./open-model.ts";
import { nodeTextWorkers } from "./text-worker.ts";
import { workerFile } from "./worker-file.ts";

export interface OpenEngineChoice {
  readonly model: string;
  readonly backend: BackendChoice;
  readonly options: Omit<TokenEngineOptions, "onProgress">;
  readonly chatTemplate?: string;
  readonly onProgress?: ProgressListener;
}

export interface OpenedEngine {
  readonly engine: Engine;
  /** Why this backend. */
  readonly choice: BackendReason;
}

/** What the engine's worker says beside the engine's own messages: which backend it chose, before it is ready. */
export interface BackendChosenMessage extends BackendReason {
  readonly kind: "backend_chosen";
}

function isBackendChosen(message: unknown): message is BackendChosenMessage {
  return (message as { readonly kind?: unknown }).kind === "backend_chosen";
}

/** The engine in the worker; closing it ends the worker, whatever its device still holds. */
function endingWith(worker: Worker, tokens: TokenEngine): TokenEngine {
  return {
    info: tokens.info,
    run: (request, signal) => tokens.run(request, signal),
    async close() {
      await tokens.close();
      await worker.terminate();
    },
  };
}

/** @throws what opening the model, the backend or the engine throws, on either side */
export async function openWorkerEngine(wanted: OpenEngineChoice): Promise<OpenedEngine> {
  const data: EngineWorkerData = { model: wanted.model, backend: wanted.backend, options: wanted.options };
  const worker = new Worker(workerFile("engine-worker"), { workerData: data });
  let choice: BackendReason = { automatic: false, reason: "" };
  worker.on("message", (message: unknown) => {
    if (isBackendChosen(message)) choice = { automatic: message.automatic, reason: message.reason };
  });
  const connecting = connectTokenEngine(workerPort(worker), wanted.onProgress);
  const opening = openModel(wanted.model);
  try {
    const [artifact, tokens] = await Promise.all([opening, connecting]);
    const engine = await openEngine({
      artifact,
      tokens: endingWith(worker, tokens),
      spawnTextWorker: nodeTextWorkers(workerFile("text-worker")),
      ...(wanted.chatTemplate === undefined ? {} : { chatTemplate: wanted.chatTemplate }),
    });
    return { engine, choice };
  } catch (error) {
    await Promise.allSettled([worker.terminate(), opening.then((artifact) => artifact.close())]);
    throw error;
  }
}
