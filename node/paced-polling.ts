/**
 * Pacing of Dawn's polling on software adapters. The `webgpu` package has no thread that waits for a device: while a
 * promise of it is pending, it asks again in every turn of the event loop, which keeps a core busy. Where a CPU is the
 * device, that core is one of those that compute: compiling takes twice the processor time it needs. So while a call of
 * such a backend waits, a turn of the loop takes a moment. Apart from the backend, because pages wait without polling.
 * Invariant: results, errors and their order are those of the backend alone, and a pending call keeps no process alive.
 */
import type { Backend } from "../src/backend/backend.ts";

/** Calls that end within this time wait for no longer. */
const SPIN_MS = 0.2;
export const SLEEP_MS = 0.5;

const never = new Int32Array(new SharedArrayBuffer(4));

/** Of this thread, whose loop all its backends share. */
let pending = 0;
let turning = false;
let lastChange = 0;

function turn(): void {
  turning = pending > 0;
  if (!turning) return;
  if (performance.now() - lastChange > SPIN_MS) Atomics.wait(never, 0, 0, SLEEP_MS);
  setImmediate(turn).unref();
}

/** `call`, with the loop paced until it settles. */
async function paced<T>(call: Promise<T>): Promise<T> {
  pending++;
  lastChange = performance.now();
  if (!turning) {
    turning = true;
    setImmediate(turn).unref();
  }
  try {
    return await call;
  } finally {
    pending--;
    lastChange = performance.now();
  }
}

/** The same backend, whose waiting calls leave the processor to the device. */
export function pacePolling<B extends Backend>(backend: B): B {
  const { load, read, upload } = backend;
  const calls: Pick<Backend, "load" | "read" | "upload"> = {
    load: (...args) => paced(load.apply(backend, args)),
    read: (...args) => paced(read.apply(backend, args)),
    upload: (...args) => paced(upload.apply(backend, args)),
  };
  return Object.assign(backend, calls);
}
