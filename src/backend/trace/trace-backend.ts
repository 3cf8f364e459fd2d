/**
 * A backend that runs nothing: it keeps the launches, the bytes that would move and the bytes that would be held. It is
 * apart from the real ones because plans, budgets and the host's own cost are wanted for models that fit nowhere near
 * the machine at hand. Contents are never stored, so reads give zeros.
 */
import { portableCandidates } from "../../../shaders/index.ts";
import { READABLE_FORMATS } from "../../../shaders/weights/registry.ts";
import type { Caps } from "../../base/caps.ts";
import type { DeviceLostError } from "../../base/errors.ts";
import { invariant, present } from "../../base/invariant.ts";
import type { Candidate } from "../../program/candidate.ts";
import { type Extents, gridSize, type Program, type ProgramLaunch } from "../../program/program.ts";
import type { Backend, DeviceBuffer, Executable, UploadFill } from "../backend.ts";
import { UPLOAD_BYTES, UploadMemory } from "../uploads.ts";

export interface TraceOptions {
  /** Facts to select by; default: no limits, dense weights as stored, bf16 where the `fast` profile may use it. */
  readonly caps?: Partial<Caps>;
  /** Default: the portable kernels. */
  readonly candidates?: readonly Candidate[];
}

/** One launch as it was submitted. */
export interface TracedLaunch {
  readonly launch: ProgramLaunch;
  readonly groups: readonly [number, number, number];
}

/** A launch list replayed for steps of the same row counts: workgroups of the launches that have work, in order. */
interface Replay {
  readonly tokens: number;
  readonly sequences: number;
  readonly outputs: number;
  readonly workgroups: Float64Array;
}

interface TraceExecutable extends Executable {
  /** The list of the last step; decode steps follow one another with equal counts. */
  replay: Replay | undefined;
}

/** Counts since the backend was made or `reset`. Written and read bytes are those that pass through the host. */
export interface TraceCounts {
  submits: number;
  /** Launches that had work. */
  launches: number;
  workgroups: number;
  writes: number;
  writtenBytes: number;
  clears: number;
  clearedBytes: number;
  reads: number;
  readBytes: number;
  copies: number;
  copiedBytes: number;
}

const CAPS: Caps = {
  backend: "trace",
  device: "nothing",
  maxBindingBytes: 2 ** 40,
  maxBufferBytes: 2 ** 40,
  maxWorkgroupSize: 256,
  maxSharedBytes: 16384,
  maxGroupsPerDimension: 65535,
  maxStorageBuffers: 8,
  offsetAlignment: 256,
  features: new Set(),
  fastActivations: "bf16",
  fastKeyValues: "bf16",
  weightFormats: READABLE_FORMATS,
};

function noCounts(): TraceCounts {
  return {
    submits: 0,
    launches: 0,
    workgroups: 0,
    writes: 0,
    writtenBytes: 0,
    clears: 0,
    clearedBytes: 0,
    reads: 0,
    readBytes: 0,
    copies: 0,
    copiedBytes: 0,
  };
}

export class TraceBackend implements Backend {
  readonly name = "trace";
  readonly caps: Caps;
  readonly candidates: readonly Candidate[];
  readonly lost: Promise<DeviceLostError> = new Promise(() => {});
  readonly #uploads = new UploadMemory(
    () => new Uint8Array(UPLOAD_BYTES),
    () => {},
  );
  readonly #held = new Set<DeviceBuffer>();
  #heldBytes = 0;
  #counts = noCounts();

  constructor(options: TraceOptions = {}) {
    this.caps = { ...CAPS, ...options.caps };
    this.candidates = options.candidates ?? portableCandidates;
  }

  get counts(): Readonly<TraceCounts> {
    return { ...this.#counts };
  }

  /** Bytes of all buffers that exist now. */
  get heldBytes(): number {
    return this.#heldBytes;
  }

  reset(): void {
    this.#counts = noCounts();
  }

  createBuffer(name: string, bytes: number): DeviceBuffer {
    invariant(bytes > 0, `buffer ${name}: ${bytes} B`);
    const buffer = { name, bytes };
    this.#held.add(buffer);
    this.#heldBytes += bytes;
    return buffer;
  }

  destroyBuffer(buffer: DeviceBuffer): void {
    if (this.#held.delete(buffer)) this.#heldBytes -= buffer.bytes;
  }

  write(buffer: DeviceBuffer, offset: number, data: Uint8Array): void {
    this.#checkRange(buffer, offset, data.byteLength);
    this.#counts.writes++;
    this.#counts.writtenBytes += data.byteLength;
  }

  /** Counted as a write. */
  async upload(buffer: DeviceBuffer, offset: number, bytes: number, fill: UploadFill): Promise<void> {
    this.#checkRange(buffer, offset, bytes);
    await this.#uploads.lend(async (memory) => {
      const part = memory.subarray(0, bytes);
      await fill(part);
      this.write(buffer, offset, part);
    });
  }

  clear(buffer: DeviceBuffer, offset: number, bytes: number): void {
    this.#checkRange(buffer, offset, bytes);
    this.#counts.clears++;
    this.#counts.clearedBytes += bytes;
  }

  async read(buffer: DeviceBuffer, offset: number, bytes: number): Promise<Uint8Array> {
    this.#checkRange(buffer, offset, bytes);
    this.#counts.reads++;
    this.#counts.readBytes += bytes;
    return new Uint8Array(bytes);
  }

  copy(source: DeviceBuffer, sourceOffset: number, target: DeviceBuffer, targetOffset: number, bytes: number): void {
    this.#checkRange(source, sourceOffset, bytes);
    this.#checkRange(target, targetOffset, bytes);
    this.#counts.copies++;
    this.#counts.copiedBytes += bytes;
  }

  async load(program: Program, buffers: ReadonlyMap<string, DeviceBuffer>): Promise<TraceExecutable> {
    for (const launch of program.launches) {
      present(program.kernels[launch.kernel], `kernel ${launch.kernel}`);
      for (const ref of launch.bindings) {
        const buffer = present(buffers.get(ref.buffer), `buffer ${ref.buffer}`);
        this.#checkRange(buffer, ref.offsetBytes, ref.sizeBytes);
      }
    }
    return { program, replay: undefined };
  }

  submit(executable: Executable, extents: Extents): void {
    const { workgroups } = this.#replay(executable as TraceExecutable, extents);
    this.#counts.submits++;
    for (let i = 0; i < workgroups.length; i++) {
      this.#counts.launches++;
      this.#counts.workgroups += workgroups[i]!;
    }
  }

  /** What a submit would launch, in order. */
  launches({ program }: Executable, extents: Extents): TracedLaunch[] {
    const all = program.launches.map((launch) => ({ launch, groups: gridSize(launch.grid, extents) }));
    return all.filter(({ groups }) => groups.every((count) => count > 0));
  }

  async dispose(): Promise<void> {
    this.#held.clear();
    this.#heldBytes = 0;
  }

  #replay(executable: TraceExecutable, extents: Extents): Replay {
    const { tokens, sequences, outputs } = extents;
    const last = executable.replay;
    if (last?.tokens === tokens && last.sequences === sequences && last.outputs === outputs) return last;
    const groups = this.launches(executable, extents).map(({ groups: [x, y, z] }) => x * y * z);
    executable.replay = { tokens, sequences, outputs, workgroups: Float64Array.from(groups) };
    return executable.replay;
  }

  #checkRange(buffer: DeviceBuffer, offset: number, bytes: number): void {
    const inside = offset >= 0 && bytes >= 0 && offset + bytes <= buffer.bytes;
    invariant(inside && offset % 4 === 0, `${buffer.name}: [${offset}, +${bytes}) in ${buffer.bytes} B`);
    invariant(this.#held.has(buffer), `${buffer.name} was destroyed, or is of another backend`);
  }
}

export function createTraceBackend(options: TraceOptions = {}): TraceBackend {
  return new TraceBackend(options);
}
