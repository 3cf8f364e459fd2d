/**
 * Device buffers. WebGPU answers an allocation at once and tells later whether it succeeded, so a buffer carries that
 * answer: whoever builds on it (loading a program, reading back) waits for `allocated` first.
 */
import { alignUp, withSeparators } from "../../base/bytes.ts";
import { CapacityError } from "../../base/errors.ts";
import { invariant } from "../../base/invariant.ts";
import type { DeviceBuffer } from "../backend.ts";

const MEMORY_HINT = "use a smaller context, a smaller model or a narrower weight format";

export class GpuBuffer implements DeviceBuffer {
  readonly name: string;
  readonly bytes: number;
  readonly gpu: GPUBuffer;
  /** Resolves when memory was granted. @throws CapacityError `out_of_memory`. */
  readonly allocated: Promise<void>;
  #settled = false;

  /** @throws CapacityError `out_of_memory` when the device's limit forbids the size. */
  constructor(device: GPUDevice, name: string, bytes: number) {
    invariant(Number.isSafeInteger(bytes) && bytes > 0, `buffer ${name}: ${bytes} bytes`);
    const limit = device.limits.maxBufferSize;
    const size = alignUp(bytes, 4);
    if (size > limit) {
      throw new CapacityError(
        "out_of_memory",
        `buffer ${name}: needs ${withSeparators(bytes)} B, the device allows ${withSeparators(limit)} B per buffer`,
        { hint: MEMORY_HINT, data: { buffer: name, bytes, limit } },
      );
    }
    this.name = name;
    this.bytes = bytes;
    device.pushErrorScope("out-of-memory");
    this.gpu = device.createBuffer({
      label: name,
      size,
      usage: GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST,
    });
    this.allocated = device.popErrorScope().then((error) => this.#settle(error));
    // Nobody needs to wait for a buffer that is dropped again.
    this.allocated.catch(() => {});
  }

  /** False until the device has answered and for good where it refused: then commands on the buffer are invalid. */
  get granted(): boolean {
    return this.#settled;
  }

  #settle(error: GPUError | null): void {
    if (error !== null) {
      throw new CapacityError(
        "out_of_memory",
        `buffer ${this.name}: the device has no ${withSeparators(this.bytes)} B left (${error.message.split("\n")[0]})`,
        { hint: MEMORY_HINT, data: { buffer: this.name, bytes: this.bytes } },
      );
    }
    this.#settled = true;
  }
}

/** The backend's own buffer behind a handle. */
export function gpuBuffer(buffer: DeviceBuffer): GpuBuffer {
  invariant(buffer instanceof GpuBuffer, `buffer ${buffer.name} belongs to another backend`);
  return buffer;
}
