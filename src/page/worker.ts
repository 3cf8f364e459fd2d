/**
 * Entry of a page's engine worker, exported as `qwerk/worker`: takes a model and a backend's name and serves the token
 * engine to its owner. The step loop runs here, so that neither the page nor its text work ever waits for a kernel.
 */
import type { TokenEngineOptions } from "../engine-options.ts";
import { openTokenEngine } from "../open-token-engine.ts";
import { serveTokenEngine } from "../runtime/port.ts";
import { openPageBackend, type PageBackendName } from "./open-backend.ts";
import { openPageModel, type PageModel } from "./open-model.ts";
import { ownerPort, type WorkerScope } from "./worker-port.ts";

/** The first message to this worker. */
export interface WorkerStart {
  readonly model: PageModel;
  readonly backend: PageBackendName;
  readonly options: Omit<TokenEngineOptions, "onProgress">;
}

/** What this worker says beside the engine's own messages: which backend it chose, before it is ready. */
export interface BackendChosen {
  readonly kind: "backend_chosen";
  readonly automatic: boolean;
  readonly reason: string;
}

const scope = self as unknown as WorkerScope;

async function start({ model, backend: name, options }: WorkerStart): Promise<void> {
  await serveTokenEngine(ownerPort(scope), async (onProgress) => {
    const artifact = await openPageModel(model);
    try {
      const { backend, automatic, reason } = await openPageBackend(name);
      scope.postMessage({ kind: "backend_chosen", automatic, reason } satisfies BackendChosen);
      return await openTokenEngine(artifact, backend, { ...options, onProgress });
    } finally {
      // The weights are on the device now; the owner has the artifact open for its texts.
      await artifact.close();
    }
  });
}

let started = false;
scope.addEventListener("message", ({ data }) => {
  if (started) return;
  started = true;
  void start(data as WorkerStart);
});
