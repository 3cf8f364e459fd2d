/**
 * Device memory: small buffers share slabs, because the driver rounds every allocation up to its page of 2 MiB; large
 * ones stand alone. Addresses never move. Invariant: what is held is always known to the byte, so that a failure can
 * say where the memory went.
 */
import { alignUp, withSeparators } from "../src/base/bytes.ts";
import { CapacityError } from "../src/base/errors.ts";
import type { Driver } from "./driver.ts";
import { CUDA } from "./results.ts";

const ALIGNMENT = 256;

interface Slab {
  readonly address: bigint;
  readonly bytes: number;
  /** Free ranges in order of offset, never touching each other. */
  readonly free: { offset: number; bytes: number }[];
}

export interface DeviceRange {
  readonly address: bigint;
  readonly bytes: number;
  readonly slab: Slab | undefined;
}

export interface MemoryAccount {
  /** Bytes of buffers in use, of allocations made for them, and of the device. */
  readonly usedBytes: number;
  readonly heldBytes: number;
  readonly freeBytes: number;
  readonly totalBytes: number;
}

export class DeviceMemory {
  readonly #driver: Driver;
  readonly #slabBytes: number;
  readonly #pagedToHost: boolean;
  readonly #slabs: Slab[] = [];
  readonly #single = new Map<bigint, number>();
  #usedBytes = 0;

  /**
   * Buffers of up to a quarter of `slabBytes` share slabs; 0 gives every buffer an allocation of its own. Where memory is
   * `pagedToHost`, what is more than is free is refused here, because the driver would not.
   */
  constructor(driver: Driver, slabBytes: number, pagedToHost: boolean) {
    this.#driver = driver;
    this.#slabBytes = slabBytes;
    this.#pagedToHost = pagedToHost;
  }

  /** @throws CapacityError `out_of_memory` with the byte account. */
  allocate(name: string, bytes: number): DeviceRange {
    const size = Math.max(ALIGNMENT, alignUp(bytes, ALIGNMENT));
    const range = size <= this.#slabBytes / 4 ? this.#fromSlab(name, size) : this.#alone(name, size);
    this.#usedBytes += size;
    return range;
  }

  free(range: DeviceRange): void {
    this.#usedBytes -= range.bytes;
    if (range.slab !== undefined) return this.#giveBack(range.slab, range);
    this.#single.delete(range.address);
    this.#driver.release("cuMemFree_v2", range.address);
  }

  account(): MemoryAccount {
    const info = new BigUint64Array(2);
    this.#driver.call("cuMemGetInfo_v2", info.subarray(0, 1), info.subarray(1, 2));
    const slabs = this.#slabs.reduce((sum, s) => sum + s.bytes, 0);
    const single = [...this.#single.values()].reduce((sum, bytes) => sum + bytes, 0);
    return {
      usedBytes: this.#usedBytes,
      heldBytes: slabs + single,
      freeBytes: Number(info[0]),
      totalBytes: Number(info[1]),
    };
  }

  dispose(): void {
    for (const address of this.#single.keys()) this.#driver.release("cuMemFree_v2", address);
    for (const slab of this.#slabs) this.#driver.release("cuMemFree_v2", slab.address);
    this.#single.clear();
    this.#slabs.length = 0;
    this.#usedBytes = 0;
  }

  #take(name: string, bytes: number): bigint {
    const out = new BigUint64Array(1);
    const fits = !this.#pagedToHost || bytes <= this.account().freeBytes;
    if (fits && this.#driver.query("cuMemAlloc_v2", [CUDA.outOfMemory], out, bytes) === 0) return out[0]!;
    const account = this.account();
    const n = withSeparators;
    throw new CapacityError(
      "out_of_memory",
      `buffer ${name}: needs ${n(bytes)} B, ${n(account.freeBytes)} B of ${n(account.totalBytes)} B are free; ` +
        `this engine holds ${n(account.heldBytes)} B${fits ? "" : "; Windows would page it to the host's memory"}`,
      {
        hint: "use a smaller `maxContext` or a smaller weight format, or free the device's memory",
        data: { buffer: name, neededBytes: bytes, ...account },
      },
    );
  }

  #alone(name: string, bytes: number): DeviceRange {
    const address = this.#take(name, bytes);
    this.#single.set(address, bytes);
    return { address, bytes, slab: undefined };
  }

  #fromSlab(name: string, bytes: number): DeviceRange {
    for (const slab of this.#slabs) {
      const index = slab.free.findIndex((range) => range.bytes >= bytes);
      if (index < 0) continue;
      const range = slab.free[index]!;
      const address = slab.address + BigInt(range.offset);
      range.offset += bytes;
      range.bytes -= bytes;
      if (range.bytes === 0) slab.free.splice(index, 1);
      return { address, bytes, slab };
    }
    const address = this.#take(name, this.#slabBytes);
    this.#slabs.push({ address, bytes: this.#slabBytes, free: [{ offset: 0, bytes: this.#slabBytes }] });
    return this.#fromSlab(name, bytes);
  }

  #giveBack(slab: Slab, range: DeviceRange): void {
    const offset = Number(range.address - slab.address);
    const after = slab.free.findIndex((r) => r.offset > offset);
    const at = after < 0 ? slab.free.length : after;
    slab.free.splice(at, 0, { offset, bytes: range.bytes });
    for (const index of [at, at - 1]) {
      const left = slab.free[index];
      const right = slab.free[index + 1];
      if (left === undefined || right === undefined || left.offset + left.bytes !== right.offset) continue;
      left.bytes += right.bytes;
      slab.free.splice(index + 1, 1);
    }
    if (slab.free[0]?.bytes !== slab.bytes) return;
    this.#slabs.splice(this.#slabs.indexOf(slab), 1);
    this.#driver.release("cuMemFree_v2", slab.address);
  }
}
