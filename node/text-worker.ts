/**
 * Text workers on `node:worker_threads`. One file is both sides: imported, it gives the factory that `TextService`
 * takes; loaded as a worker's entry, it answers jobs. Separate from `src/text` because only the host may touch
 * `node:`. Invariant: the worker side starts only in a thread that was made for it, never where this is bundled.
 */
import { parentPort, Worker, workerData } from "node:worker_threads";
import { createTextWorkerHandler, type TextWorkerReply, type TextWorkerRequest } from "../src/text/template-worker.ts";
import type { TextWorkerPort } from "../src/text/text-service.ts";
import { OWN_FLAGS } from "./worker-file.ts";

const ROLE = "qwerk-text-worker";

export interface NodeTextWorkerOptions {
  /** Default 1024. A template that builds endless text ends its worker, not the process. */
  readonly mostHeapMiB?: number;
}

/** @param entry this file, or the file it was bundled into */
export function nodeTextWorkers(entry: URL, options: NodeTextWorkerOptions = {}): () => TextWorkerPort {
  return () => {
    const worker = new Worker(entry, {
      workerData: ROLE,
      ...OWN_FLAGS,
      resourceLimits: { maxOldGenerationSizeMb: options.mostHeapMiB ?? 1024 },
    });
    // Every message has one reply; a worker that owes none keeps no process from ending.
    let owed = 0;
    worker.unref();
    return {
      post(message) {
        worker.postMessage(message);
        if (owed++ === 0) worker.ref();
      },
      onMessage(listener) {
        worker.on("message", (reply: TextWorkerReply) => {
          if (--owed === 0) worker.unref();
          listener(reply);
        });
      },
      onFailure: (listener) => worker.once("error", listener),
      terminate: () => void worker.terminate(),
    };
  };
}

if (parentPort !== null && workerData === ROLE) {
  const port = parentPort;
  const handle = createTextWorkerHandler();
  port.on("message", (request: TextWorkerRequest) => port.postMessage(handle(request)));
}
