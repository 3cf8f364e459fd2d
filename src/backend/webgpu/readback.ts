/**
 * Copies from the device to the host. Mapping needs buffers that kernels cannot use, so results pass through staging
 * buffers, pooled by size because a step reads a few bytes every time. A staging buffer is in the pool or mapped, never
 * both; one whose read failed is dropped.
 */
import { alignUp } from "../../base/bytes.ts";
import { invariant } from "../../base/invariant.ts";
import type { DeviceFaults } from "./faults.ts";
import type { GpuBuffer } from "./memory.ts";

const SMALLEST_BYTES = 256;
/** Larger staging buffers are for single transfers and not kept. */
const LARGEST_KEPT_BYTES = 1 << 22;
const KEPT_PER_SIZE = 4;

export class Readback {
  readonly #device: GPUDevice;
  readonly #faults: DeviceFaults;
  readonly #free = new Map<number, GPUBuffer[]>();

  constructor(device: GPUDevice, faults: DeviceFaults) {
    this.#device = device;
    this.#faults = faults;
  }

  /** Bytes [offset, offset + bytes) as they are after everything submitted so far. */
  async read(source: GPUBuffer, offset: number, bytes: number): Promise<Uint8Array> {
    if (bytes === 0) return new Uint8Array(0);
    const size = alignUp(bytes, 4);
    const staging = this.#take(size);
    const encoder = this.#device.createCommandEncoder();
    encoder.copyBufferToBuffer(source, offset, staging, 0, size);
    this.#device.queue.submit([encoder.finish()]);
    try {
      await this.#faults.guard(staging.mapAsync(GPUMapMode.READ, 0, size));
      this.#faults.check();
      const copy = new Uint8Array(staging.getMappedRange(0, size)).slice(0, bytes);
      staging.unmap();
      this.#keep(staging);
      return copy;
    } catch (error) {
      staging.destroy();
      throw error;
    }
  }

  destroy(): void {
    for (const buffers of this.#free.values()) for (const buffer of buffers) buffer.destroy();
    this.#free.clear();
  }

  #take(bytes: number): GPUBuffer {
    const size = bytes > LARGEST_KEPT_BYTES ? bytes : Math.max(SMALLEST_BYTES, 2 ** Math.ceil(Math.log2(bytes)));
    const free = this.#free.get(size)?.pop();
    if (free !== undefined) return free;
    return this.#device.createBuffer({
      label: "staging",
      size,
      usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST,
    });
  }

  #keep(staging: GPUBuffer): void {
    const free = this.#free.get(staging.size) ?? [];
    if (staging.size > LARGEST_KEPT_BYTES || free.length >= KEPT_PER_SIZE) staging.destroy();
    else this.#free.set(staging.size, [...free, staging]);
  }
}

/** Refuses ranges outside a buffer or not of whole words: WebGPU would drop the command with an error nobody awaits. */
export function checkRange(buffer: GpuBuffer, offset: number, bytes: number): void {
  const inside = offset >= 0 && offset % 4 === 0 && offset + bytes <= alignUp(buffer.bytes, 4);
  invariant(inside, `${buffer.name}: [${offset}, +${bytes}) of ${buffer.bytes} B`);
}
