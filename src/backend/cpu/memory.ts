/**
 * The host memory buffers lie in: ranges of WebAssembly memories of up to 4 GiB, as many as a model needs, or an array of
 * their own where the engine has no such memory to give. Invariant: a view that was lent never dies. Memories that
 * threads share keep their bytes in place when they grow; one that is not shared grows only while no view of it is out.
 */
import { MOST_PAGES } from "../../../codegen/wasm/encode.ts";
import { alignUp, withSeparators } from "../../base/bytes.ts";
import { CapacityError } from "../../base/errors.ts";
import { invariant } from "../../base/invariant.ts";
import type { BufferRef } from "../../program/program.ts";
import type { DeviceBuffer } from "../backend.ts";
import { RANGE_ALIGNMENT, RangeAllocator } from "./range-allocator.ts";

const PAGE_BYTES = 65536;
/** Memories of these sizes are asked for in turn: some engines refuse to reserve 4 GiB of addresses. */
const PAGES_ASKED_FOR = [MOST_PAGES, MOST_PAGES / 2, MOST_PAGES / 4];
/** Of a memory, what buffers leave to the copies of launches whose bindings lie in several memories, and to scratch. */
const SPARE_SHARE = 8;
/** An empty memory that has had this many bytes in use is given up, so that the system gets them back. */
const KEPT_BYTES = 64 * 1024 * 1024;

/** What a range of bytes lies in. `buffer` is another object after an unshared memory has grown. */
export interface Room {
  readonly buffer: ArrayBufferLike;
}

/** One binding: the same words as floats, signed and unsigned integers. */
export interface Words {
  readonly f32: Float32Array;
  readonly i32: Int32Array;
  readonly u32: Uint32Array;
  /** 1 where a word was written, kept in checked mode only. */
  readonly written?: Uint8Array;
}

export class CpuBuffer implements DeviceBuffer {
  readonly name: string;
  readonly bytes: number;
  readonly room: Room;
  /** Of its first byte in the room. */
  readonly address: number;
  readonly written: Uint8Array | undefined;

  constructor(name: string, bytes: number, room: Room, address: number, checked = false) {
    this.name = name;
    this.bytes = bytes;
    this.room = room;
    this.address = address;
    this.written = checked ? new Uint8Array(Math.ceil(bytes / 4)) : undefined;
  }

  /** Its bytes, in whole words. To be asked for again after anything was allocated, unless it is lent. */
  get data(): Uint8Array {
    return new Uint8Array(this.room.buffer, this.address, alignUp(this.bytes, 4));
  }

  /** Address of a binding. */
  addressOf(ref: BufferRef): number {
    invariant(ref.offsetBytes % 4 === 0 && ref.sizeBytes % 4 === 0, `${this.name}: binding is not of whole words`);
    invariant(ref.offsetBytes + ref.sizeBytes <= alignUp(this.bytes, 4), `${this.name}: binding passes the end`);
    return this.address + ref.offsetBytes;
  }

  words(ref: BufferRef): Words {
    const at = this.addressOf(ref);
    const count = ref.sizeBytes / 4;
    const { buffer } = this.room;
    return {
      f32: new Float32Array(buffer, at, count),
      i32: new Int32Array(buffer, at, count),
      u32: new Uint32Array(buffer, at, count),
      ...(this.written === undefined
        ? {}
        : { written: this.written.subarray(ref.offsetBytes / 4, ref.offsetBytes / 4 + count) }),
    };
  }

  /** Marks words as holding a value, for checked mode. */
  markWritten(offset: number, bytes: number): void {
    this.written?.fill(1, Math.floor(offset / 4), Math.ceil((offset + bytes) / 4));
  }
}

/** A buffer in an array of its own, which starts as zero. @throws CapacityError `out_of_memory` */
export function standaloneBuffer(name: string, bytes: number, checked = false): CpuBuffer {
  try {
    return new CpuBuffer(name, bytes, { buffer: new ArrayBuffer(alignUp(bytes, 4)) }, 0, checked);
  } catch (cause) {
    throw outOfMemory(name, bytes, cause);
  }
}

function outOfMemory(name: string, bytes: number, cause?: unknown): CapacityError {
  return new CapacityError("out_of_memory", `buffer ${name}: ${withSeparators(bytes)} B could not be allocated`, {
    hint: "use a smaller model or context",
    data: { buffer: name, bytes },
    ...(cause === undefined ? {} : { cause }),
  });
}

/** One WebAssembly memory and what lies in it. */
export class WasmRoom implements Room {
  readonly memory: WebAssembly.Memory;
  readonly shared: boolean;
  readonly #limit: number;
  #ranges: RangeAllocator;
  /** Blocks of the backend's own, by what they are for. They go with the last buffer, as what was loaded over them does. */
  readonly #own = new Map<string, { readonly address: number; readonly bytes: number }>();
  #buffers = 0;
  #lent = 0;
  /** Above it no byte was ever in use: those are zero. */
  #used = 0;

  /** @throws RangeError where the engine refuses so many addresses */
  constructor(shared: boolean, pages: number) {
    this.shared = shared;
    this.memory = new WebAssembly.Memory({ initial: 1, maximum: pages, shared });
    // Of all that can be addressed, the end itself has no address: nothing reaches it.
    this.#limit = Math.min(pages, MOST_PAGES - 1) * PAGE_BYTES;
    this.#ranges = this.#allFree();
  }

  get buffer(): ArrayBufferLike {
    return this.memory.buffer;
  }

  /** Most bytes of one buffer. */
  get most(): number {
    return mostBytes(this.#limit);
  }

  get empty(): boolean {
    return this.#buffers === 0;
  }

  get usedBytes(): number {
    return this.#used;
  }

  /** A zeroed buffer; undefined where it does not fit. */
  allocate(name: string, bytes: number, checked: boolean): CpuBuffer | undefined {
    const address = this.#take(bytes, RANGE_ALIGNMENT + this.most);
    if (address === undefined) return undefined;
    this.#buffers++;
    return new CpuBuffer(name, bytes, this, address, checked);
  }

  free(buffer: CpuBuffer): void {
    this.#ranges.free(buffer.address, buffer.bytes);
    this.#buffers--;
    if (!this.empty) return;
    this.#own.clear();
    this.#ranges = this.#allFree();
  }

  /**
   * A block of at least so many bytes beside the buffers, one for each name; a larger one is another, because what was
   * loaded knows the old one's address. Contents undefined. @throws CapacityError `out_of_memory`
   */
  own(name: string, bytes: number): number {
    const known = this.#own.get(name);
    if (known !== undefined && known.bytes >= bytes) return known.address;
    const address = this.#take(bytes);
    if (address === undefined) throw outOfMemory(name, bytes);
    this.#own.set(name, { address, bytes });
    return address;
  }

  /** Views that `work` gets live until it ends. */
  async lend(work: () => Promise<void>): Promise<void> {
    this.#lent++;
    try {
      await work();
    } finally {
      this.#lent--;
    }
  }

  #allFree(): RangeAllocator {
    return new RangeAllocator(RANGE_ALIGNMENT, this.#limit);
  }

  #take(bytes: number, below?: number): number | undefined {
    const address = this.#ranges.allocate(bytes, below);
    if (address === undefined) return undefined;
    const end = address + bytes;
    if (!this.#grow(end)) {
      this.#ranges.free(address, bytes);
      return undefined;
    }
    const stale = Math.min(end, this.#used);
    if (address < stale) new Uint8Array(this.buffer, address, stale - address).fill(0);
    this.#used = Math.max(this.#used, end);
    return address;
  }

  #grow(end: number): boolean {
    const missing = end - this.buffer.byteLength;
    if (missing <= 0) return true;
    if (!this.shared && this.#lent > 0) return false;
    try {
      this.memory.grow(Math.ceil(missing / PAGE_BYTES));
      return true;
    } catch (error) {
      if (error instanceof RangeError) return false;
      throw error;
    }
  }
}

function mostBytes(limit: number): number {
  return alignUp(limit - limit / SPARE_SHARE, RANGE_ALIGNMENT) - 2 * RANGE_ALIGNMENT;
}

export interface MemoryOptions {
  readonly shared: boolean;
  /** Maximum of a memory in pages of 64 KiB. Default: all that the engine gives. */
  readonly mostPages?: number;
  /** For tests: buffers lie in so many memories in turn. Default: in the first that has room. */
  readonly spread?: number;
}

/** All WebAssembly memories of a backend. */
export class WasmMemories {
  readonly #options: MemoryOptions;
  readonly #pages: number;
  readonly #rooms: WasmRoom[] = [];
  #turn = 0;
  readonly mostBufferBytes: number;

  private constructor(options: MemoryOptions, pages: number, first: WasmRoom) {
    this.#options = options;
    this.#pages = pages;
    this.#rooms.push(first);
    this.mostBufferBytes = first.most;
  }

  /** Undefined where the engine refuses every size, as it does when a process may have few addresses. */
  static open(options: MemoryOptions): WasmMemories | undefined {
    for (const pages of options.mostPages === undefined ? PAGES_ASKED_FOR : [options.mostPages]) {
      try {
        return new WasmMemories(options, pages, new WasmRoom(options.shared, pages));
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
      }
    }
    return undefined;
  }

  /** In the first memory with room for it. @throws CapacityError `out_of_memory` */
  allocate(name: string, bytes: number, checked = false): CpuBuffer {
    for (const room of this.#order()) {
      const buffer = room.allocate(name, bytes, checked);
      if (buffer !== undefined) return buffer;
    }
    const buffer = bytes > this.mostBufferBytes ? undefined : this.#open(name, bytes).allocate(name, bytes, checked);
    if (buffer === undefined) throw outOfMemory(name, bytes);
    return buffer;
  }

  free(buffer: CpuBuffer): void {
    const { room } = buffer;
    invariant(room instanceof WasmRoom && this.#rooms.includes(room), `${buffer.name} is of another backend`);
    room.free(buffer);
    if (room.empty && (room.usedBytes > KEPT_BYTES || this.#rooms.length > 1)) {
      this.#rooms.splice(this.#rooms.indexOf(room), 1);
    }
  }

  /** Memories in the order they are tried. */
  #order(): readonly WasmRoom[] {
    const { spread } = this.#options;
    if (spread === undefined) return this.#rooms;
    const next = this.#turn++ % spread;
    return this.#rooms.slice(next, next + 1);
  }

  get count(): number {
    return this.#rooms.length;
  }

  #open(name: string, bytes: number): WasmRoom {
    try {
      const room = new WasmRoom(this.#options.shared, this.#pages);
      this.#rooms.push(room);
      return room;
    } catch (cause) {
      throw outOfMemory(name, bytes, cause);
    }
  }
}
