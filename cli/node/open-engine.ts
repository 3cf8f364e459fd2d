/** An engine whose step loop runs in a worker thread of this process, with text work on this side. */
import { Worker } from "node:worker_threads";
import { type Engine, openEngine, type TokenEngineOptions } from "../../src/engine.ts";
import { connectTokenEngine, type ProgressListener } from "../../src/runtime/port.ts";
import { workerPort } from "./engine-port.ts";
import type { BackendChoice } from "./open-backend.ts";
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

/** @throws what opening the model, the backend or the engine throws, on either side */
export async function openWorkerEngine(choice: OpenEngineChoice): Promise<Engine> {
  const data: EngineWorkerData = { model: choice.model, backend: choice.backend, options: choice.options };
  const worker = new Worker(workerFile("engine-worker"), { workerData: data });
  try {
    const [artifact, tokens] = await Promise.all([
      openModel(choice.model),
      connectTokenEngine(workerPort(worker), choice.onProgress),
    ]);
    return await openEngine({
      artifact,
      tokens,
      spawnTextWorker: nodeTextWorkers(workerFile("text-worker")),
      ...(choice.chatTemplate === undefined ? {} : { chatTemplate: choice.chatTemplate }),
    });
  } catch (error) {
    void worker.terminate();
    throw error;
  }
}
