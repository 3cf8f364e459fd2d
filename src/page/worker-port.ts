/**
 * Browser workers behind the engine's port interface: one adapter for each side. A browser does not tell when a worker
 * ends; only an uncaught error is seen, so whoever terminates a worker must not wait for it.
 */
import type { EnginePort } from "../runtime/port.ts";

/** The part of a worker's global scope that is used here; the compiler's DOM types describe pages. */
export interface WorkerScope {
  postMessage(message: unknown): void;
  addEventListener(type: "message", listener: (event: MessageEvent) => void): void;
  close(): void;
}

/** The port of a worker, seen from its owner. Closing it ends the worker. */
export function workerPort(worker: Worker): EnginePort {
  return {
    postMessage: (message) => worker.postMessage(message),
    onMessage: (listener) => worker.addEventListener("message", (event) => listener(event.data)),
    onClose: (listener) => {
      worker.addEventListener("error", (event) => listener(new Error(event.message || "its script did not load")));
      worker.addEventListener("messageerror", () => listener(new Error("a message could not be read")));
    },
    close: () => worker.terminate(),
  };
}

/** The port of this worker's owner. Closing it ends this worker; the owner going away does so without a word. */
export function ownerPort(scope: WorkerScope): EnginePort {
  return {
    postMessage: (message) => scope.postMessage(message),
    onMessage: (listener) => scope.addEventListener("message", (event) => listener(event.data)),
    onClose: () => {},
    close: () => scope.close(),
  };
}
