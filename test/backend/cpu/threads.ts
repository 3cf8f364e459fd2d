/**
 * Threads of the CPU backend as tests start them: bundled from these sources once a process, so that no build is needed
 * and none that is old is used.
 */
import { Worker } from "node:worker_threads";
import { buildSync } from "esbuild";
import { spawnFrom } from "../../../node/cpu-threads.ts";
import { packageRoot } from "../../../node/package-root.ts";
import type { SpawnThread } from "../../../src/backend/cpu/team-messages.ts";

let bundled: string | undefined;

function source(): string {
  bundled ??= buildSync({
    absWorkingDir: packageRoot(),
    entryPoints: ["node/cpu-thread.ts"],
    bundle: true,
    write: false,
    format: "cjs",
    platform: "node",
    target: "node20",
  }).outputFiles[0]!.text;
  return bundled;
}

/** Every worker that was started and has not ended. */
export const running = new Set<Worker>();

export const spawnThread: SpawnThread = spawnFrom(() => {
  const worker = new Worker(source(), { eval: true, execArgv: [] });
  running.add(worker);
  worker.on("exit", () => running.delete(worker));
  return worker;
});
