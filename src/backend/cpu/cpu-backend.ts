/**
 * The CPU backend: WebAssembly bodies for the hot ops, and kernels emitted as JavaScript. It runs every launch at submit,
 * so all order is program order. Checked mode runs the portable kernels with every access verified; it is how kernels
 * are debugged, not how models are served. Where the engine has no SIMD or no memory to give, all of it is JavaScript.
 */

import { compileJs, LaunchChecker } from "../../../codegen/compile-js.ts";
import type { CompiledKernel, WordArray } from "../../../codegen/emit-js.ts";
import type { Kernel } from "../../../codegen/ir.ts";
import { portableCandidates } from "../../../shaders/index.ts";
import { READABLE_FORMATS } from "../../../shaders/weights/registry.ts";
import type { Caps } from "../../base/caps.ts";
import { byteSize } from "../../base/dtype.ts";
import type { DeviceLostError } from "../../base/errors.ts";
import { ordersOf, PANEL_FORMATS } from "../../base/formats/registry.ts";
import { invariant, present } from "../../base/invariant.ts";
import { checkOptions, FLAG, type OptionRules } from "../../base/options.ts";
import { bindingsOf, type Candidate, type HostKernel } from "../../program/candidate.ts";
import { type Extents, gridSizer, type Program, type ProgramLaunch } from "../../program/program.ts";
import type { Backend, DeviceBuffer, Executable, OrderedRows, UploadFill } from "../backend.ts";
import { UPLOAD_BYTES, UploadMemory } from "../uploads.ts";
import { bodyCandidates, bodyFactories, nativeCandidates, nativeFactories } from "./candidates.ts";
import { hasSimd } from "./features.ts";
import type { BodyFactory, CpuFeatures, WasmBody } from "./kernels/body.ts";
import { type Binding, copyIn, copyOut, placeLaunch } from "./launch.ts";
import { type CpuBuffer, type MemoryOptions, standaloneBuffer, WasmMemories, WasmRoom, type Words } from "./memory.ts";
import { BodyModules, instantiate } from "./module.ts";
import { repackPanels, storedBytes } from "./repack.ts";

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

/** What typed arrays of all the engines hold. */
const MOST_ARRAY_BYTES = 2 ** 33;

const CAPS: Omit<Caps, "device" | "maxBindingBytes" | "maxBufferBytes"> = {
  backend: "cpu",
  maxWorkgroupSize: 256,
  maxSharedBytes: 16384,
  maxGroupsPerDimension: 65535,
  maxStorageBuffers: 8,
  offsetAlignment: 256,
  features: new Set(),
  fastActivations: "f32",
  fastKeyValues: "bf16",
  weightFormats: READABLE_FORMATS,
  orders: ordersOf(PANEL_FORMATS, "panels"),
};

/** Bytes of f32 weights up to which a model gets the bodies written for f32; larger ones are read as they are stored. */
const EXPANDED_BYTES = 512 * 1024 * 1024;

/** The view a binding of a storage type is read through; narrow types are read as words. */
function viewOf(words: Words, storage: Kernel["bindings"][number]["storage"]): WordArray {
  if (byteSize(storage) < 4) return words.u32;
  return storage === "f32" ? words.f32 : storage === "i32" ? words.i32 : words.u32;
}

/** What a backend is made of, for tests: kind and size of its memories, and the bodies it has by name. */
export interface CpuParts {
  readonly memory?: MemoryOptions;
  readonly factories?: Readonly<Record<string, BodyFactory>>;
}

/** Calls that a launch is cut into at most: code that an engine has optimised is entered by the next call only. */
const MOST_CALLS = 8;

export class CpuBackend implements Backend {
  readonly name = "cpu";
  readonly caps: Caps;
  readonly candidates: readonly Candidate[];
  readonly lost: Promise<DeviceLostError> = new Promise(() => {});
  readonly #options: Required<CpuOptions>;
  readonly #staging = new UploadMemory(
    () => new Uint8Array(UPLOAD_BYTES),
    () => {},
  );
  readonly #compiled = new Map<string, CompiledKernel>();
  /** Undefined where everything is JavaScript over arrays. */
  readonly #memories: WasmMemories | undefined;
  readonly #features: CpuFeatures = { relaxedDots: false, fma: false };
  readonly #factories: Readonly<Record<string, BodyFactory>>;
  readonly #modules: BodyModules;

  constructor(options: CpuOptions = {}, { memory = { shared: false }, factories = bodyFactories }: CpuParts = {}) {
    const checked = options.checked ?? false;
    this.#options = { checked, subgroupSize: options.subgroupSize ?? 4, portableOnly: options.portableOnly ?? checked };
    this.#memories = hasSimd() ? WasmMemories.open(memory) : undefined;
    this.#modules = new BodyModules(memory.shared);
    this.#factories = factories;
    const most = this.#memories?.mostBufferBytes ?? MOST_ARRAY_BYTES;
    const device = this.#memories === undefined ? "JavaScript (no WebAssembly SIMD)" : "WebAssembly SIMD";
    const caps = { ...CAPS, device, maxBindingBytes: most, maxBufferBytes: most };
    const { portableOnly } = this.#options;
    this.caps = portableOnly ? caps : { ...caps, expandsWeightsUpTo: EXPANDED_BYTES };
    const bodies = this.#memories === undefined ? [] : bodyCandidates;
    this.candidates = portableOnly ? portableCandidates : [...bodies, ...nativeCandidates, ...portableCandidates];
  }

  createBuffer(name: string, bytes: number): CpuBuffer {
    const { checked } = this.#options;
    return this.#memories?.allocate(name, bytes, checked) ?? standaloneBuffer(name, bytes, checked);
  }

  destroyBuffer(buffer: DeviceBuffer): void {
    this.#memories?.free(buffer as CpuBuffer);
  }

  write(buffer: DeviceBuffer, offset: number, data: Uint8Array): void {
    const target = buffer as CpuBuffer;
    target.data.set(data, offset);
    target.markWritten(offset, data.byteLength);
  }

  /** In place: nothing is copied. */
  async upload(buffer: DeviceBuffer, offset: number, bytes: number, fill: UploadFill): Promise<void> {
    const target = buffer as CpuBuffer;
    invariant(offset + bytes <= target.data.byteLength, `${buffer.name}: [${offset}, +${bytes}) passes the end`);
    const place = (): Promise<void> => fill(target.data.subarray(offset, offset + bytes));
    await (target.room instanceof WasmRoom ? target.room.lend(place) : place());
    target.markWritten(offset, bytes);
  }

  async uploadRows(buffer: DeviceBuffer, rows: OrderedRows, fill: UploadFill): Promise<void> {
    const target = buffer as CpuBuffer;
    await this.#staging.lend(async (memory) => {
      const stored = memory.subarray(0, storedBytes(rows));
      await fill(stored);
      const { offset, length } = repackPanels(rows, stored, target.data);
      target.markWritten(offset, length);
    });
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
    const runs = await Promise.all(program.launches.map((launch) => this.#prepare(program, launch, buffers)));
    return { program, runs };
  }

  submit(executable: Executable, extents: Extents): void {
    for (const run of (executable as CpuExecutable).runs) run(extents);
  }

  async dispose(): Promise<void> {
    this.#compiled.clear();
    this.#modules.clear();
  }

  async #prepare(program: Program, launch: ProgramLaunch, buffers: ReadonlyMap<string, DeviceBuffer>): Promise<Run> {
    const kernel = present(program.kernels[launch.kernel], `kernel ${launch.kernel}`);
    const { source } = kernel;
    const access = bindingsOf(source);
    const bindings = launch.bindings.map((ref, i): Binding => {
      const buffer = present(buffers.get(ref.buffer), `buffer ${ref.buffer}`) as CpuBuffer;
      return { buffer, ref, access: access[i]!.access };
    });
    switch (source.kind) {
      case "portable":
        return this.#portable(source.kernel, kernel.id, launch, bindings);
      case "host": {
        const factory = this.#factories[source.name];
        if (factory === undefined) return this.#native(source, bindings);
        return this.#body(kernel.id, launch, bindings, () => factory(source.parameters, this.#features));
      }
      case "text":
        throw new Error(`internal error: ${source.name} is a text, and the CPU compiles none`);
      default:
        return source satisfies never;
    }
  }

  async #body(id: string, launch: ProgramLaunch, bindings: readonly Binding[], make: () => WasmBody): Promise<Run> {
    const { module, scratchBytes } = await this.#modules.compile(id, make);
    const { room, addresses, copies } = placeLaunch(bindings);
    const scratch = scratchBytes === 0 ? 0 : room.own("scratch", scratchBytes);
    const run = await instantiate(module, room.memory);
    const size = gridSizer(launch.grid);
    return (extents) => {
      const { tokens, sequences, outputs } = extents;
      const items = size(extents)[0];
      copyIn(room, copies);
      const calls = Math.min(items, MOST_CALLS);
      for (let call = 0; call < calls; call++) {
        const from = Math.floor((items * call) / calls);
        const to = Math.floor((items * (call + 1)) / calls);
        run(...addresses, scratch, tokens, sequences, outputs, from, to);
      }
      copyOut(room, copies);
    };
  }

  #native(source: HostKernel, bindings: readonly Binding[]): Run {
    const factory = nativeFactories[source.name];
    invariant(factory !== undefined, `no native kernel ${source.name} on the CPU`);
    const body = factory(source.parameters);
    const words = wordsOf(bindings);
    const named = (): Record<string, Words> =>
      Object.fromEntries(source.bindings.map(({ operand }, i) => [operand, words()[i]!]));
    return (extents) => body(named(), extents);
  }

  #portable(kernel: Kernel, id: string, launch: ProgramLaunch, bindings: readonly Binding[]): Run {
    const { checked, subgroupSize } = this.#options;
    let run = this.#compiled.get(id);
    if (run === undefined) {
      run = compileJs(kernel, { checked, subgroupSize });
      this.#compiled.set(id, run);
    }
    const compiled = run;
    const words = wordsOf(bindings);
    const views = (): WordArray[] => kernel.bindings.map(({ storage }, i) => viewOf(words()[i]!, storage));
    const size = gridSizer(launch.grid);
    if (!checked) return (extents) => compiled(views(), size(extents));
    const written = new Map<string, Uint8Array>();
    for (const [i, b] of kernel.bindings.entries()) {
      const map = words()[i]!.written;
      if (map !== undefined) written.set(b.name, map);
    }
    return (extents) => compiled(views(), size(extents), new LaunchChecker(kernel, written));
  }
}

/** Views of bindings, made again when a memory has grown. */
function wordsOf(bindings: readonly Binding[]): () => readonly Words[] {
  let rooms: readonly ArrayBufferLike[] = [];
  let words: readonly Words[] = [];
  return () => {
    if (bindings.some(({ buffer }, i) => buffer.room.buffer !== rooms[i])) {
      rooms = bindings.map(({ buffer }) => buffer.room.buffer);
      words = bindings.map(({ buffer, ref }) => buffer.words(ref));
    }
    return words;
  };
}

/** @throws RequestError `bad_options`, `unknown_field` */
export function createCpuBackend(options: CpuOptions = {}): Backend {
  checkOptions(options, CPU_OPTIONS);
  return new CpuBackend(options);
}
