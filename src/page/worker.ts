/**
 * Entry of a page's engine worker, exported as `qwerk/worker`: takes a model and a backend's name and serves the token
 * engine to its owner. The step loop runs here, so that neither the page nor its text work ever waits for a kernel.
 * Threads of the CPU backend are workers of this same script, wherever a bundler put it, told apart by their name.
 */
import { serveTeam } from "../backend/cpu/team-worker.ts";
import type { TokenEngineOptions } from "../engine-options.ts";
import { serveTokensOn } from "../host-tokens.ts";
import { openPageBackend, type PageBackendName } from "./open-backend.ts";
import { openPageModel, type PageModel } from "./open-model.ts";
import { ownerPort, type WorkerScope, workerPort } from "./worker-port.ts";

/** The first message to this worker. */
export interface WorkerStart {
  readonly model: PageModel;
  readonly backend: PageBackendName;
  readonly threads?: number;
  readonly options: Omit<TokenEngineOptions, "onProgress" | "signal">;
}

/** What this worker says beside the engine's own messages: which backend it chose, before it is ready. */
export interface BackendChosen {
  readonly kind: "backend_chosen";
  readonly automatic: boolean;
  readonly reason: string;
}

const CPU_THREAD = "qwerk cpu thread";

const scope = self as unknown as WorkerScope;

const spawn = () => workerPort(new Worker(self.location.href, { type: "module", name: CPU_THREAD }));

function start({ model, backend, threads, options }: WorkerStart): Promise<void> {
  return serveTokensOn(
    ownerPort(scope),
    (signal) => openPageModel(model, signal),
    () => openPageBackend(backend, { spawn, ...(threads === undefined ? {} : { threads }) }),
    options,
    (reason) => scope.postMessage({ kind: "backend_chosen", ...reason } satisfies BackendChosen),
  );
}

/** The first message starts the engine; those behind it are the engine's own. */
function serveEngine(): void {
  let started = false;
  scope.addEventListener("message", ({ data }) => {
    if (started) return;
    started = true;
    void start(data as WorkerStart);
  });
}

if (self.name === CPU_THREAD) serveTeam(ownerPort(scope));
else serveEngine();
