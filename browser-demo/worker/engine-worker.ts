/**
 * Entry of the engine's worker: takes the model's files and serves the token engine to its owner. The step loop runs
 * here, so that neither the page nor the text work ever waits for a kernel.
 */
import { openTokenEngine, serveTokenEngine, type TokenEngineOptions } from "../../src/device.ts";
import type { BackendName, ModelFiles, WorkerScope } from "../calls.ts";
import { ownerPort } from "./engine-port.ts";
import { openModel } from "./model-files.ts";
import { openBackend } from "./open-backend.ts";

/** The first message to this worker. */
export interface EngineStart {
  readonly model: ModelFiles;
  readonly backend: BackendName;
  readonly options: TokenEngineOptions;
}

const scope = self as unknown as WorkerScope;

async function start({ model, backend: name, options }: EngineStart): Promise<void> {
  await serveTokenEngine(ownerPort(scope), async (onProgress) => {
    const artifact = await openModel(model);
    try {
      return await openTokenEngine(artifact, await openBackend(name), { ...options, onProgress });
    } finally {
      await artifact.close();
    }
  });
}

let started = false;
scope.addEventListener("message", ({ data }) => {
  if (started) return;
  started = true;
  void start(data as EngineStart);
});
