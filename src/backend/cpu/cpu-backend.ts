/**
 * The CPU backend: kernels emitted as JavaScript, with native bodies for the hot ops. It runs every launch at submit,
 * so all order is program order. Checked mode runs the portable kernels with every access verified; it is how kernels
 * are debugged, not how models are served.
 */

import { compileJs, LaunchChecker } from "../../../codegen/compile-js.ts";
import type { CompiledKernel, WordArray } from "../../../codegen/emit-js.ts";
import type { Kernel } from "../../../codegen/ir.ts";
import { portableCandidates } from "../../../shaders/index.ts";
import { READABLE_FORMATS } from "../../../shaders/weights/registry.ts";
import type { Caps } from "../../base/caps.ts";
import { byteSize } from "../../base/dtype.ts";
import type { DeviceLostError } from "../../base/errors.ts";
import { invariant, present } from "../../base/invariant.ts";
import { checkOptions, FLAG, type OptionRules } from "../../base/options.ts";
import type { Candidate, HostKernel } from "../../program/candidate.ts";
import { type Extents, gridSizer, type Program, type ProgramLaunch } from "../../program/program.ts";
import type { Backend, DeviceBuffer, Executable, UploadFill } from "../backend.ts";
import { nativeCandidates, nativeFactories } from "./candidates.ts";
import { CpuBuffer, type Words } from "./memory.ts";

export interface CpuOptions {
  /** Round every operation to f32 and verify every access. */
  readonly checked?: boolean;
  /** Lanes of a subgroup in collectives. Default 4: no kernel may depend on it. */
  readonly subgroupSize?: number;
  /** Leave the hand-written bodies out. */
  readonly portableOnly?: boolean;
}

/** What subgroups of any device have. */
const SUBGROUP_SIZES = [1, 2, 4, 8, 16, 32, 64, 128];

const CPU_OPTIONS: OptionRules<CpuOptions> = {
  checked: FLAG,
  subgroupSize: {
    right: (value) => SUBGROUP_SIZES.some((size) => size === value),
    needed: "a power of two from 1 to 128",
    hint: "left out, a subgroup has 4 lanes",
  },
  portableOnly: FLAG,
};

type Run = (extents: Extents) => void;

interface CpuExecutable extends Executable {
  readonly runs: readonly Run[];
}

const CAPS: Caps = {
  backend: "cpu",
  device: "JavaScript",
  maxBindingBytes: 2 ** 33,
  maxBufferBytes: 2 ** 33,
  maxWorkgroupSize: 256,
  maxSharedBytes: 16384,
  maxGroupsPerDimension: 65535,
  maxStorageBuffers: 8,
  offsetAlignment: 256,
  features: new Set(),
  fastActivations: "f32",
  fastKeyValues: "bf16",
  weightFormats: READABLE_FORMATS,
};

/** Bytes of f32 weights up to which a model gets the bodies written for f32; larger ones are read as they are stored. */
const EXPANDED_BYTES = 512 * 1024 * 1024;

/** The view a binding of a storage type is read through; narrow types are read as words. */
function viewOf(words: Words, storage: Kernel["bindings"][number]["storage"]): WordArray {
  if (byteSize(storage) < 4) return words.u32;
  return storage === "f32" ? words.f32 : storage === "i32" ? words.i32 : words.u32;
}

export class CpuBackend implements Backend {
  readonly name = "cpu";
  readonly caps: Caps;
  readonly candidates: readonly Candidate[];
  readonly lost: Promise<DeviceLostError> = new Promise(() => {});
  readonly #options: Required<CpuOptions>;
  readonly #compiled = new Map<string, CompiledKernel>();

  constructor(options: CpuOptions = {}) {
    const checked = options.checked ?? false;
    this.#options = { checked, subgroupSize: options.subgroupSize ?? 4, portableOnly: options.portableOnly ?? checked };
    this.caps = this.#options.portableOnly ? CAPS : { ...CAPS, expandsWeightsUpTo: EXPANDED_BYTES };
    this.candidates = this.#options.portableOnly ? portableCandidates : [...nativeCandidates, ...portableCandidates];
  }

  createBuffer(name: string, bytes: number): CpuBuffer {
    return new CpuBuffer(name, bytes, this.#options.checked);
  }

  destroyBuffer(_buffer: DeviceBuffer): void {}

  write(buffer: DeviceBuffer, offset: number, data: Uint8Array): void {
    const target = buffer as CpuBuffer;
    target.data.set(data, offset);
    target.markWritten(offset, data.byteLength);
  }

  /** In place: nothing is copied. */
  async upload(buffer: DeviceBuffer, offset: number, bytes: number, fill: UploadFill): Promise<void> {
    const target = buffer as CpuBuffer;
    invariant(offset + bytes <= target.data.byteLength, `${buffer.name}: [${offset}, +${bytes}) passes the end`);
    await fill(target.data.subarray(offset, offset + bytes));
    target.markWritten(offset, bytes);
  }

  clear(buffer: DeviceBuffer, offset: number, bytes: number): void {
    const target = buffer as CpuBuffer;
    target.data.fill(0, offset, offset + bytes);
    target.markWritten(offset, bytes);
  }

  async read(buffer: DeviceBuffer, offset: number, bytes: number): Promise<Uint8Array> {
    return (buffer as CpuBuffer).data.slice(offset, offset + bytes);
  }

  copy(source: DeviceBuffer, sourceOffset: number, target: DeviceBuffer, targetOffset: number, bytes: number): void {
    const part = (source as CpuBuffer).data.slice(sourceOffset, sourceOffset + bytes);
    this.write(target, targetOffset, part);
  }

  async load(program: Program, buffers: ReadonlyMap<string, DeviceBuffer>): Promise<CpuExecutable> {
    const runs = program.launches.map((launch) => this.#prepare(program, launch, buffers));
    return { program, runs };
  }

  submit(executable: Executable, extents: Extents): void {
    for (const run of (executable as CpuExecutable).runs) run(extents);
  }

  async dispose(): Promise<void> {
    this.#compiled.clear();
  }

  #prepare(program: Program, launch: ProgramLaunch, buffers: ReadonlyMap<string, DeviceBuffer>): Run {
    const kernel = present(program.kernels[launch.kernel], `kernel ${launch.kernel}`);
    const operands = launch.bindings.map((ref) =>
      (present(buffers.get(ref.buffer), `buffer ${ref.buffer}`) as CpuBuffer).words(ref),
    );
    const { source } = kernel;
    switch (source.kind) {
      case "portable":
        return this.#portable(source.kernel, kernel.id, launch, operands);
      case "host":
        return this.#native(source, operands);
      case "text":
        throw new Error(`internal error: ${source.name} is a text, and the CPU compiles none`);
      default:
        return source satisfies never;
    }
  }

  #native(source: HostKernel, words: readonly Words[]): Run {
    const factory = nativeFactories[source.name];
    invariant(factory !== undefined, `no native kernel ${source.name} on the CPU`);
    const body = factory(source.parameters);
    const operands = Object.fromEntries(source.bindings.map(({ operand }, i) => [operand, words[i]!]));
    return (extents) => body(operands, extents);
  }

  #portable(kernel: Kernel, id: string, launch: ProgramLaunch, operands: readonly Words[]): Run {
    const { checked, subgroupSize } = this.#options;
    let run = this.#compiled.get(id);
    if (run === undefined) {
      run = compileJs(kernel, { checked, subgroupSize });
      this.#compiled.set(id, run);
    }
    const compiled = run;
    const views = kernel.bindings.map((b, i) => viewOf(operands[i]!, b.storage));
    const size = gridSizer(launch.grid);
    if (!checked) return (extents) => compiled(views, size(extents));
    const written = new Map<string, Uint8Array>();
    for (const [i, b] of kernel.bindings.entries()) {
      const map = operands[i]!.written;
      if (map !== undefined) written.set(b.name, map);
    }
    return (extents) => compiled(views, size(extents), new LaunchChecker(kernel, written));
  }
}

/** @throws RequestError `bad_options`, `unknown_field` */
export function createCpuBackend(options: CpuOptions = {}): Backend {
  checkOptions(options, CPU_OPTIONS);
  return new CpuBackend(options);
}
