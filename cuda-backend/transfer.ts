/**
 * Moving bytes between JavaScript and the device through pinned memory, or memory of our own where the system pins no
 * more. Writes go through a ring of segments, so the host fills one while the device still reads another and a caller may
 * reuse its bytes at once; a model's bytes are read straight into pieces that are lent. All copies are on the engine's
 * stream, hence ordered with launches.
 */
import type { UploadFill } from "../src/backend/backend.ts";
import { UPLOAD_BYTES, UploadMemory } from "../src/backend/uploads.ts";
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

/** Host memory for copies. Without a pointer it is not pinned: the driver then copies it before a call returns. */
interface HostMemory {
  readonly pointer: bigint | undefined;
  readonly bytes: Uint8Array;
}

/** Memory with the event that tells when the device is done with it. */
interface Piece extends HostMemory {
  readonly event: bigint;
}

interface Segment extends Piece {
  used: number;
  recorded: boolean;
}

export class Transfers {
  readonly #driver: Driver;
  readonly #context: bigint;
  readonly #stream: bigint;
  readonly #segments: Segment[] = [];
  #current = 0;
  readonly #readers: Piece[] = [];
  readonly #pieces = new UploadMemory<Piece>(
    () => this.#piece(UPLOAD_BYTES),
    (piece) => this.#dropPiece(piece),
  );
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
      const source = argumentOf(segment, segment.used, part.byteLength);
      this.#driver.call("cuMemcpyHtoDAsync_v2", address + BigInt(at), source, part.byteLength, this.#stream);
      // Keeps the next copy's source on a cache line of its own.
      segment.used = Math.min(SEGMENT_BYTES, segment.used + Math.ceil(part.byteLength / 64) * 64);
      at += part.byteLength;
    }
  }

  /**
   * Bytes that `fill` writes to memory the device copies from; resolves when it has. What `then` launches comes behind
   * the copy with nothing between.
   */
  uploadFilled(address: bigint, bytes: number, fill: UploadFill, then: () => void = () => {}): Promise<void> {
    return this.#pieces.lend(async (piece) => {
      await fill(piece.bytes.subarray(0, bytes));
      const source = argumentOf(piece, 0, bytes);
      this.#driver.call("cuMemcpyHtoDAsync_v2", address, source, bytes, this.#stream);
      then();
      this.#driver.call("cuEventRecord", piece.event, this.#stream);
      await this.#tracked(this.#reached(piece.event));
    });
  }

  /** Bytes of the device after everything submitted so far. */
  async download(address: bigint, bytes: number): Promise<Uint8Array> {
    const reader = this.#readers.pop() ?? this.#piece(READ_BYTES);
    const large = bytes > READ_BYTES ? this.#allocate(bytes) : undefined;
    const target = large ?? reader;
    try {
      const into = argumentOf(target, 0, bytes);
      if (bytes > 0) this.#driver.call("cuMemcpyDtoHAsync_v2", into, address, bytes, this.#stream);
      this.#driver.call("cuEventRecord", reader.event, this.#stream);
      await this.#tracked(this.#reached(reader.event));
      return target.bytes.slice(0, bytes);
    } finally {
      this.#readers.push(reader);
      if (large !== undefined) this.#unpin(large);
    }
  }

  dispose(): void {
    for (const event of this.#events) this.#driver.release("cuEventDestroy_v2", event);
    for (const pointer of this.#pinned) this.#driver.release("cuMemFreeHost", pointer);
    this.#pinned.clear();
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
      next = { ...this.#piece(SEGMENT_BYTES), used: 0, recorded: false };
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

  #piece(bytes: number): Piece {
    const memory = this.#allocate(bytes);
    try {
      return { ...memory, event: this.#event() };
    } catch (error) {
      this.#unpin(memory);
      throw error;
    }
  }

  #dropPiece(piece: Piece): void {
    // An upload that failed between its copy and its event has left the copy under way.
    this.#driver.release("cuStreamSynchronize", this.#stream);
    this.#driver.release("cuEventDestroy_v2", piece.event);
    this.#events.delete(piece.event);
    this.#unpin(piece);
  }

  /** Pinned, or not where the system refuses to pin more, as it does below WSL and under a limit on locked memory. */
  #allocate(bytes: number): HostMemory {
    const out = new BigUint64Array(1);
    if (this.#driver.query("cuMemHostAlloc", [CUDA.outOfMemory], out, bytes, 0) === CUDA.outOfMemory) {
      return { pointer: undefined, bytes: new Uint8Array(bytes) };
    }
    const pointer = out[0]!;
    this.#pinned.add(pointer);
    return { pointer, bytes: new Uint8Array(this.#driver.library.koffi.view(pointer, bytes)) };
  }

  #unpin({ pointer }: HostMemory): void {
    if (pointer === undefined) return;
    this.#pinned.delete(pointer);
    this.#driver.release("cuMemFreeHost", pointer);
  }
}

/** Part of host memory as an argument of a copy. */
function argumentOf({ pointer, bytes }: HostMemory, offset: number, length: number): bigint | Uint8Array {
  return pointer === undefined ? bytes.subarray(offset, offset + length) : pointer + BigInt(offset);
}
