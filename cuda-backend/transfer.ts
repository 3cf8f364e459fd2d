/**
 * Moving bytes between JavaScript and the device through pinned memory. Uploads go through a ring of segments, so the
 * host fills one while the device still reads another; a caller may reuse its bytes at once. All copies are on the
 * engine's stream, hence ordered with launches.
 */
import type { Driver } from "./driver.ts";
import { CUDA } from "./results.ts";

const SEGMENT_BYTES = 4 << 20;
const SEGMENTS = 4;
const READ_BYTES = 64 << 10;
/** CU_EVENT_BLOCKING_SYNC | CU_EVENT_DISABLE_TIMING: whoever waits sleeps. */
const EVENT_FLAGS = 1 | 2;
/** Threads of Node's pool, unless UV_THREADPOOL_SIZE says otherwise. */
const POOL_THREADS = 4;
/** Results of a thread whose current context is none, or one that is gone. */
const CONTEXTLESS: readonly number[] = [CUDA.invalidContext, CUDA.contextIsDestroyed];
/** How long a read spins before it waits on another thread, whose round trip costs tens of microseconds. */
const SPIN_MS = 0.2;

interface Pinned {
  readonly pointer: bigint;
  readonly bytes: Uint8Array;
}

interface Segment extends Pinned {
  readonly event: bigint;
  used: number;
  recorded: boolean;
}

export class Transfers {
  readonly #driver: Driver;
  readonly #context: bigint;
  readonly #stream: bigint;
  readonly #segments: Segment[] = [];
  #current = 0;
  readonly #readers: { readonly pinned: Pinned; readonly event: bigint }[] = [];
  readonly #pinned = new Set<bigint>();
  readonly #events = new Set<bigint>();
  readonly #waits = new Set<Promise<void>>();

  constructor(driver: Driver, context: bigint, stream: bigint) {
    this.#driver = driver;
    this.#context = context;
    this.#stream = stream;
  }

  upload(address: bigint, data: Uint8Array): void {
    for (let at = 0; at < data.byteLength; ) {
      const segment = this.#segment();
      const part = data.subarray(at, at + Math.min(data.byteLength - at, SEGMENT_BYTES - segment.used));
      segment.bytes.set(part, segment.used);
      const source = segment.pointer + BigInt(segment.used);
      this.#driver.call("cuMemcpyHtoDAsync_v2", address + BigInt(at), source, part.byteLength, this.#stream);
      // Keeps the next copy's source on a cache line of its own.
      segment.used = Math.min(SEGMENT_BYTES, segment.used + Math.ceil(part.byteLength / 64) * 64);
      at += part.byteLength;
    }
  }

  /** Bytes of the device after everything submitted so far. */
  async download(address: bigint, bytes: number): Promise<Uint8Array> {
    const reader = this.#readers.pop() ?? { pinned: this.#pin(READ_BYTES), event: this.#event() };
    const large = bytes > READ_BYTES ? this.#pin(bytes) : undefined;
    const target = large ?? reader.pinned;
    try {
      if (bytes > 0) this.#driver.call("cuMemcpyDtoHAsync_v2", target.pointer, address, bytes, this.#stream);
      this.#driver.call("cuEventRecord", reader.event, this.#stream);
      await this.#tracked(this.#reached(reader.event));
      return target.bytes.slice(0, bytes);
    } finally {
      this.#readers.push(reader);
      if (large !== undefined) this.#unpin(large.pointer);
    }
  }

  dispose(): void {
    for (const event of this.#events) this.#driver.release("cuEventDestroy_v2", event);
    for (const pointer of [...this.#pinned]) this.#unpin(pointer);
    this.#events.clear();
    this.#segments.length = 0;
    this.#readers.length = 0;
  }

  /** A segment with room, waiting for the device when all are on their way. */
  #segment(): Segment {
    const now = this.#segments[this.#current];
    if (now !== undefined && now.used < SEGMENT_BYTES) return now;
    if (now !== undefined) {
      this.#driver.call("cuEventRecord", now.event, this.#stream);
      now.recorded = true;
      this.#current = (this.#current + 1) % SEGMENTS;
    }
    let next = this.#segments[this.#current];
    if (next === undefined) {
      next = { ...this.#pin(SEGMENT_BYTES), event: this.#event(), used: 0, recorded: false };
      this.#segments.push(next);
    }
    if (next.recorded) this.#driver.call("cuEventSynchronize", next.event);
    next.used = 0;
    next.recorded = false;
    return next;
  }

  /**
   * Waits for an event: a short spin, because steps of small models end at once, then on another thread, so that this one
   * serves its event loop and no timer rounds the step up. The last word is always this thread's query, which has the
   * context and makes errors typed.
   */
  async #reached(event: bigint): Promise<void> {
    const start = performance.now();
    while (this.#driver.query("cuEventQuery", [CUDA.notReady], event) === CUDA.notReady) {
      if (performance.now() - start < SPIN_MS) await new Promise<void>((resolve) => setImmediate(resolve));
      else await this.#waitElsewhere(event);
    }
  }

  /**
   * Waits on a thread of Node's pool. The driver keeps the current context per thread, and which thread gets a call is
   * not ours to say: one that lacks the context refuses at once, and then as many calls as there are threads hand it
   * out. A thread keeps it, so a few rounds reach all; meanwhile the caller's query ends the wait in any case.
   */
  async #waitElsewhere(event: bigint): Promise<void> {
    const result = await this.#driver.elsewhere("cuEventSynchronize", event);
    if (!CONTEXTLESS.includes(result)) return;
    const handOut = (): Promise<number> => this.#driver.elsewhere("cuCtxSetCurrent", this.#context);
    await Promise.all(Array.from({ length: POOL_THREADS }, handOut));
  }

  async #tracked(wait: Promise<void>): Promise<void> {
    this.#waits.add(wait);
    try {
      await wait;
    } finally {
      this.#waits.delete(wait);
    }
  }

  /** Resolves when nobody waits for an event any more; the stream must have come to its end. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#waits);
  }

  #event(): bigint {
    const event = this.#driver.make("cuEventCreate", EVENT_FLAGS);
    this.#events.add(event);
    return event;
  }

  #pin(bytes: number): Pinned {
    const pointer = this.#driver.make("cuMemHostAlloc", bytes, 0);
    this.#pinned.add(pointer);
    return { pointer, bytes: new Uint8Array(this.#driver.library.koffi.view(pointer, bytes)) };
  }

  #unpin(pointer: bigint): void {
    this.#pinned.delete(pointer);
    this.#driver.release("cuMemFreeHost", pointer);
  }
}
