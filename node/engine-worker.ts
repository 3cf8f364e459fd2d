/**
 * Entry of the engine's worker thread: opens the artifact and the backend it was told, and serves the token engine to
 * its owner. The step loop runs here, so that its owner never waits for a kernel.
 */
import { workerData } from "node:worker_threads";
import { serveTokensOn } from "../src/host-tokens.ts";
import { ownerPort } from "./engine-port.ts";
import { chooseBackend } from "./open-backend.ts";
import type { BackendChosenMessage, EngineWorkerData } from "./open-engine.ts";
import { openModel } from "./open-model.ts";

const { model, backend, options } = workerData as EngineWorkerData;
const port = ownerPort();

await serveTokensOn(
  port,
  (signal) => openModel(model, signal),
  () => chooseBackend(backend),
  options,
  (reason) => port.postMessage({ kind: "backend_chosen", ...reason } satisfies BackendChosenMessage),
);
