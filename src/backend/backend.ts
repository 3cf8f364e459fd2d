/**
 * The seam between the engine and a device. A backend owns buffers, compiles a program's kernels once, and replays its
 * launch list. All that varies per step lies in the step block; a submit carries row counts and nothing else. Errors
 * reach the caller as typed errors: compile errors with the source, a lost device by rejecting whatever is pending.
 */
import type { Caps } from "../base/caps.ts";
import type { DeviceLostError } from "../base/errors.ts";
import type { WeightFormat, WeightOrder } from "../base/formats/registry.ts";
import type { Candidate } from "../program/candidate.ts";
import type { Extents, Program } from "../program/program.ts";

/** A device buffer. The contents start as zero. */
export interface DeviceBuffer {
  readonly name: string;
  readonly bytes: number;
}

/** A compiled program bound to its buffers. */
export interface Executable {
  readonly program: Program;
}

/** Fills the whole of `memory`, which must not be touched afterwards. */
export type UploadFill = (memory: Uint8Array) => Promise<void>;

/** Rows of a matrix that lies in an order of the backend's: whole units of it, but for the matrix' last rows. */
export interface OrderedRows {
  readonly format: WeightFormat;
  readonly order: WeightOrder;
  /** Of the whole matrix. */
  readonly rows: number;
  readonly columns: number;
  readonly firstRow: number;
  readonly count: number;
}

export interface Backend {
  readonly name: string;
  readonly caps: Caps;
  /** All implementations this backend can run: natives in its order of preference, then the portable kernels. */
  readonly candidates: readonly Candidate[];

  /** @throws CapacityError `out_of_memory` with the bytes asked for. */
  createBuffer(name: string, bytes: number): DeviceBuffer;
  destroyBuffer(buffer: DeviceBuffer): void;
  /** Offset and length in bytes, multiples of 4. Ordered before later submits. */
  write(buffer: DeviceBuffer, offset: number, data: Uint8Array): void;
  /**
   * Puts bytes in a buffer that `fill` writes to memory the backend has for them: pinned for a card, the buffer itself
   * where the host can reach it. Offset and length as for `write`, at most `UPLOAD_BYTES`. Calls may overlap; those that
   * get no memory wait. Resolves when the bytes are there for later submits and the memory is free again; rejects as
   * `fill` does, and what the range then holds means nothing. While it runs, neither buffer nor backend may be given up.
   */
  upload(buffer: DeviceBuffer, offset: number, bytes: number, fill: UploadFill): Promise<void>;
  /**
   * As `upload`, rows of a weight that lies in an order of the backend's: `fill` writes them as they are stored, as an
   * object of whole units of rows, and the backend moves them to their places. There where `caps.orders` names formats.
   */
  uploadRows?(buffer: DeviceBuffer, rows: OrderedRows, fill: UploadFill): Promise<void>;
  /** Sets bytes to zero on the device; no host byte moves. Offset and length as for `write`, ordered as it is. */
  clear(buffer: DeviceBuffer, offset: number, bytes: number): void;
  /** Bytes after all submits so far. */
  read(buffer: DeviceBuffer, offset: number, bytes: number): Promise<Uint8Array>;
  /** Device-side copy between buffers or disjoint ranges; ordered with submits. */
  copy(source: DeviceBuffer, sourceOffset: number, target: DeviceBuffer, targetOffset: number, bytes: number): void;

  /** @throws CompileError with kernel id, log and numbered source. */
  load(program: Program, buffers: ReadonlyMap<string, DeviceBuffer>): Promise<Executable>;
  submit(executable: Executable, extents: Extents): void;

  /** Resolves when the device is gone; never rejects. */
  readonly lost: Promise<DeviceLostError>;
  dispose(): Promise<void>;
}
