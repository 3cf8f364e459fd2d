/** Node's worker threads behind the engine's port interface: one adapter for each side. */
import { type MessagePort, parentPort, type Worker } from "node:worker_threads";
import { invariant } from "../src/base/invariant.ts";
import type { EnginePort } from "../src/runtime/port.ts";

/** The port of a worker, seen from its owner. Closing it ends the worker. */
export function workerPort(worker: Worker): EnginePort {
  return {
    postMessage: (message) => worker.postMessage(message),
    onMessage: (listener) => void worker.on("message", listener),
    onClose: (listener) => {
      let failure: Error | undefined;
      worker.on("error", (error) => {
        failure = error as Error;
      });
      worker.on("exit", () => listener(failure));
    },
    keepAlive: (alive) => (alive ? worker.ref() : worker.unref()),
    close: () => void worker.terminate(),
  };
}

/** The port of this worker's owner. Closing it lets the worker end. */
export function ownerPort(): EnginePort {
  const port: MessagePort | null = parentPort;
  invariant(port !== null, "not in a worker");
  return {
    postMessage: (message) => port.postMessage(message),
    onMessage: (listener) => void port.on("message", listener),
    onClose: (listener) => void port.on("close", () => listener()),
    close: () => port.close(),
  };
}
