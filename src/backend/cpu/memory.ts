/** Host memory as kernels see it: one buffer of 32-bit words under three views. Offsets are whole words. */
import { CapacityError } from "../../base/errors.ts";
import { invariant } from "../../base/invariant.ts";
import type { BufferRef } from "../../program/program.ts";
import type { DeviceBuffer } from "../backend.ts";

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
  readonly data: Uint8Array;
  readonly written: Uint8Array | undefined;

  constructor(name: string, bytes: number, checked: boolean) {
    this.name = name;
    this.bytes = bytes;
    const words = Math.ceil(bytes / 4);
    try {
      this.data = new Uint8Array(4 * words);
      this.written = checked ? new Uint8Array(words) : undefined;
    } catch (cause) {
      throw new CapacityError("out_of_memory", `buffer ${name}: ${bytes} B could not be allocated`, {
        hint: "use a smaller model or context",
        data: { buffer: name, bytes },
        cause,
      });
    }
  }

  words(ref: BufferRef): Words {
    invariant(ref.offsetBytes % 4 === 0 && ref.sizeBytes % 4 === 0, `${this.name}: binding is not of whole words`);
    invariant(ref.offsetBytes + ref.sizeBytes <= this.data.byteLength, `${this.name}: binding passes the end`);
    const at = this.data.byteOffset + ref.offsetBytes;
    const count = ref.sizeBytes / 4;
    return {
      f32: new Float32Array(this.data.buffer, at, count),
      i32: new Int32Array(this.data.buffer, at, count),
      u32: new Uint32Array(this.data.buffer, at, count),
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
