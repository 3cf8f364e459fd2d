/**
 * Threads for the CPU backend: how many a machine is worth, and how Node starts one. Separate from the backend, which is
 * web-standard and knows neither.
 */
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { SpawnThread } from "../src/backend/cpu/team-messages.ts";
import { workerPort } from "./engine-port.ts";
import { OWN_FLAGS, workerFile } from "./worker-file.ts";

/** Beyond it memory is the limit, not cores. */
const MOST_DEFAULT_THREADS = 8;

/** Cores of their own, as Linux tells them; undefined elsewhere. */
function coresOfLinux(): number | undefined {
  let siblings: Set<string>;
  try {
    const online = readFileSync("/sys/devices/system/cpu/online", "utf8").trim();
    const ids = online.split(",").flatMap((range) => {
      const [first = 0, last = first] = range.split("-").map(Number);
      return Array.from({ length: last - first + 1 }, (_, i) => first + i);
    });
    const topology = (id: number): string => `/sys/devices/system/cpu/cpu${id}/topology/thread_siblings_list`;
    siblings = new Set(ids.map((id) => readFileSync(topology(id), "utf8").trim()));
  } catch {
    return undefined;
  }
  return siblings.size;
}

/** Threads that a step is worth by default: one a physical core that this process may use, at most 8. */
export function defaultThreads(): number {
  const logical = availableParallelism();
  // Two threads of one core share what kernels are limited by. ARM processors have one a core; of others it is assumed.
  const cores = coresOfLinux() ?? (process.arch === "arm64" ? logical : Math.ceil(logical / 2));
  return Math.max(1, Math.min(cores, logical, MOST_DEFAULT_THREADS));
}

/** Starts threads of one file. */
export function spawnFrom(start: () => Worker): SpawnThread {
  return () => {
    const worker = start();
    // Whoever waits for it says so; a thread between steps keeps no process alive.
    worker.unref();
    return { ...workerPort(worker), close: async () => void (await worker.terminate()) };
  };
}

export const spawnCpuThread: SpawnThread = spawnFrom(() => new Worker(workerFile("cpu-thread"), OWN_FLAGS));
