/**
 * Entry of a page's engine worker, exported as `qwerk/worker`: takes a model and a backend's name and serves the token
 * engine to its owner. The step loop runs here, so that neither the page nor its text work ever waits for a kernel.
 */
import type { TokenEngineOptions } from "../engine-options.ts";
import { serveTokensOn } from "../host-tokens.ts";
import { openPageBackend, type PageBackendName } from "./open-backend.ts";
import { openPageModel, type PageModel } from "./open-model.ts";
import { ownerPort, type WorkerScope } from "./worker-port.ts";

/** The first message to this worker. */
export interface WorkerStart {
  readonly model: PageModel;
  readonly backend: PageBackendName;
  readonly options: Omit<TokenEngineOptions, "onProgress" | "signal">;
}

/** What this worker says beside the engine's own messages: which backend it chose, before it is ready. */
export interface BackendChosen {
  readonly kind: "backend_chosen";
  readonly automatic: boolean;
  readonly reason: string;
}

const scope = self as unknown as WorkerScope;

function start({ model, backend, options }: WorkerStart): Promise<void> {
  return serveTokensOn(
    ownerPort(scope),
    (signal) => openPageModel(model, signal),
    () => openPageBackend(backend),
    options,
    (reason) => scope.postMessage({ kind: "backend_chosen", ...reason } satisfies BackendChosen),
  );
}

let started = false;
scope.addEventListener("message", ({ data }) => {
  if (started) return;
  started = true;
  void start(data as WorkerStart);
});
