/**
 * Entry of the engine's worker thread: opens the artifact and the backend it was told, and serves the token engine to
 * its owner. The step loop runs here, so that its owner never waits for a kernel.
 */
import { workerData } from "node:worker_threads";
import { openTokenEngine } from "../src/open-token-engine.ts";
import { serveTokenEngine } from "../src/runtime/port.ts";
import { ownerPort } from "./engine-port.ts";
import { chooseBackend } from "./open-backend.ts";
import type { BackendChosenMessage, EngineWorkerData } from "./open-engine.ts";
import { openModel } from "./open-model.ts";

const data = workerData as EngineWorkerData;
const port = ownerPort();

await serveTokenEngine(port, async (onProgress) => {
  const artifact = await openModel(data.model);
  try {
    const { backend, ...reason } = await chooseBackend(data.backend);
    port.postMessage({ kind: "backend_chosen", ...reason } satisfies BackendChosenMessage);
    return await openTokenEngine(artifact, backend, { ...data.options, onProgress });
  } finally {
    // The weights are on the device now; the owner has the artifact open for its texts.
    await artifact.close();
  }
});
