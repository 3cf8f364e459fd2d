/**
 * The CPU backend: WebAssembly bodies by hand for the hot ops, and emitted ones. It runs every launch at submit, so all
 * order is program order. Checked mode runs the portable kernels with every access verified; it is how kernels
 * are debugged, not how models are served. Where the engine has no SIMD or no memory to give, all of it is JavaScript.
 */

import { portableCandidates } from "../../../shaders/index.ts";
import { READABLE_FORMATS } from "../../../shaders/weights/registry.ts";
import { type Caps, FUSED_FEATURE } from "../../base/caps.ts";
import { type DeviceLostError, UnsupportedError } from "../../base/errors.ts";
import { ordersOf, PANEL_FORMATS } from "../../base/formats/registry.ts";
import { invariant, present } from "../../base/invariant.ts";
import { checkOptions, FLAG, FUNCTION, type OptionRules, wholeNumber } from "../../base/options.ts";
import { refusal } from "../../base/refusal.ts";
import type { Candidate } from "../../program/candidate.ts";
import type { Extents, Program } from "../../program/program.ts";
import type { Backend, DeviceBuffer, Executable, OrderedRows, UploadFill } from "../backend.ts";
import { UPLOAD_BYTES, UploadMemory } from "../uploads.ts";
import { bodyCandidates, bodyFactories } from "./candidates.ts";
import { hasRelaxedSimd, hasSharedMemory, hasSimd, relaxedDotsPay } from "./features.ts";
import type { BodyFactory } from "./kernels/body.ts";
import { type LoadedProgram, ProgramLoader } from "./loader.ts";
import { type CpuBuffer, type MemoryOptions, standaloneBuffer, WasmMemories, WasmRoom } from "./memory.ts";
import { repackPanels, storedBytes } from "./repack.ts";
import { Team, type TeamOptions } from "./team.ts";
import { MOST_THREADS, type SpawnThread } from "./team-messages.ts";
import { walkAlone } from "./walk.ts";

export interface CpuOptions {
  /** Round every operation to f32 and verify every access. */
  readonly checked?: boolean;
  /** Lanes of a subgroup in collectives. Default 4: no kernel may depend on it. */
  readonly subgroupSize?: number;
  /** Leave the hand-written bodies out. */
  readonly portableOnly?: boolean;
  /** Threads that share every step, the calling one included. Default 1; more need `spawn`. Results do not depend on it. */
  readonly threads?: number;
  /** Starts a thread that serves a team, as the host does it. */
  readonly spawn?: SpawnThread;
  /**
   * Fuse multiplication and addition where the engine has an instruction for it: faster, and other bits on machines
   * whose processor rounds twice. Refused in the exact profile.
   */
  readonly fma?: boolean;
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
  threads: wholeNumber(1, MOST_THREADS),
  spawn: FUNCTION,
  fma: FLAG,
};

/** What typed arrays of all the engines hold. */
const MOST_ARRAY_BYTES = 2 ** 33;

const CAPS: Omit<Caps, "device" | "features" | "maxBindingBytes" | "maxBufferBytes"> = {
  backend: "cpu",
  maxWorkgroupSize: 256,
  maxSharedBytes: 16384,
  maxGroupsPerDimension: 65535,
  maxStorageBuffers: 8,
  offsetAlignment: 256,
  fastActivations: "f32",
  fastKeyValues: "bf16",
  weightFormats: READABLE_FORMATS,
  orders: ordersOf(PANEL_FORMATS, "panels"),
};

/** What a backend is made of, for tests: kind and size of its memories, and the bodies it has by name. */
export interface CpuParts {
  readonly memory?: MemoryOptions;
  readonly factories?: Readonly<Record<string, BodyFactory>>;
  readonly team?: { readonly patienceMs: number };
}

export class CpuBackend implements Backend {
  readonly name = "cpu";
  readonly caps: Caps;
  readonly candidates: readonly Candidate[];
  readonly lost: Promise<DeviceLostError>;
  readonly #checked: boolean;
  readonly #staging = new UploadMemory(
    () => new Uint8Array(UPLOAD_BYTES),
    () => {},
  );
  /** Undefined where everything is JavaScript over arrays. */
  readonly #memories: WasmMemories | undefined;
  readonly #loader: ProgramLoader;
  /** Undefined where there is one thread. */
  readonly #threads: TeamOptions | undefined;
  #team: Team | undefined;
  readonly #lists = new WeakMap<DeviceBuffer, number[]>();
  /** Lists that the team may drop. */
  readonly #forgotten = new Set<number>();
  #resolveLost: (error: DeviceLostError) => void = () => {};

  constructor(options: CpuOptions = {}, parts: CpuParts = {}) {
    const { checked = false, subgroupSize = 4, portableOnly = checked, threads = 1, spawn, fma = false } = options;
    this.#checked = checked;
    const several = threads > 1 && hasSimd() && hasSharedMemory();
    const memory = parts.memory ?? { shared: several };
    this.#memories = hasSimd() ? WasmMemories.open(memory) : undefined;
    this.#threads =
      several && this.#memories !== undefined ? { threads, spawn: present(spawn, "spawn"), ...parts.team } : undefined;
    this.#loader = new ProgramLoader({
      checked,
      subgroupSize,
      threads: this.#threads?.threads ?? 1,
      shared: memory.shared,
      emits: this.#memories !== undefined,
      factories: parts.factories ?? bodyFactories,
      features: { relaxedDots: this.#memories !== undefined && relaxedDotsPay(), fma },
    });
    this.lost = new Promise((resolve) => {
      this.#resolveLost = resolve;
    });
    const most = this.#memories?.mostBufferBytes ?? MOST_ARRAY_BYTES;
    const features = new Set(fma ? [FUSED_FEATURE] : []);
    const caps = {
      ...CAPS,
      device: this.#deviceName(threads, fma),
      maxBindingBytes: most,
      maxBufferBytes: most,
      features,
    };
    const codedRows = this.#memories !== undefined;
    this.caps = portableOnly ? caps : { ...caps, codedRows };
    const bodies = this.#memories === undefined ? [] : bodyCandidates;
    this.candidates = portableOnly ? portableCandidates : [...bodies, ...portableCandidates];
  }

  createBuffer(name: string, bytes: number): CpuBuffer {
    this.#startTeam();
    return this.#memories?.allocate(name, bytes, this.#checked) ?? standaloneBuffer(name, bytes, this.#checked);
  }

  destroyBuffer(buffer: DeviceBuffer): void {
    this.#memories?.free(buffer as CpuBuffer);
    for (const list of this.#listsOf(buffer)) this.#forgotten.add(list);
    this.#lists.delete(buffer);
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

  async load(program: Program, buffers: ReadonlyMap<string, DeviceBuffer>): Promise<LoadedProgram> {
    const loaded = await this.#loader.load(program, buffers);
    const team = this.#startTeam();
    if (team !== undefined) {
      const forget = [...this.#forgotten];
      this.#forgotten.clear();
      await team.load(loaded.list, forget);
      for (const buffer of buffers.values()) this.#listsOf(buffer).push(loaded.list.id);
    }
    return loaded;
  }

  /** Runs the whole step. @throws DeviceLostError when a thread failed */
  submit(executable: Executable, extents: Extents): void {
    const { runs, planner, list } = executable as LoadedProgram;
    this.#team?.check();
    const team = this.#team?.ready === true ? this.#team : undefined;
    const { words, costs } = planner.plan(extents, team?.threads ?? 1);
    const observe = costs.due() ? costs.learn.bind(costs) : undefined;
    if (team === undefined) walkAlone(runs, words, observe);
    else team.step(list, runs, words, observe);
  }

  async dispose(): Promise<void> {
    this.#loader.clear();
    await this.#team?.dispose();
  }

  /** The team, from the first buffer on: threads start while weights are read, and none for whoever only asks for facts. */
  #startTeam(): Team | undefined {
    if (this.#threads === undefined || this.#team !== undefined) return this.#team;
    this.#team = new Team(this.#threads);
    void this.#team.lost.then(this.#resolveLost);
    return this.#team;
  }

  #deviceName(asked: number, fma: boolean): string {
    if (this.#checked) return "JavaScript, every access checked";
    if (this.#memories === undefined)
      return hasSimd() ? "JavaScript (no memory for WebAssembly)" : "JavaScript (no WebAssembly SIMD)";
    const threads = this.#threads?.threads ?? 1;
    const alone = asked > threads ? ": no memory to share, the page is not isolated" : "";
    const more = [...(relaxedDotsPay() ? [", relaxed dots"] : []), ...(fma ? [", fused multiply-add"] : [])];
    return `WebAssembly SIMD${more.join("")}, ${threads} ${threads === 1 ? "thread" : "threads"}${alone}`;
  }

  /** Lists of launches that bind a buffer: without it they are of no use. */
  #listsOf(buffer: DeviceBuffer): number[] {
    const lists = this.#lists.get(buffer) ?? [];
    this.#lists.set(buffer, lists);
    return lists;
  }
}

/** @throws RequestError `bad_options`, `unknown_field`; UnsupportedError `no_relaxed_simd` */
export function createCpuBackend(options: CpuOptions = {}): Backend {
  checkOptions(options, CPU_OPTIONS);
  const { threads = 1, checked = false, spawn, fma = false } = options;
  if (threads > 1 && checked) {
    throw refusal(
      "bad_options",
      "threads",
      String(threads),
      "1 beside `checked`, which one thread runs",
      "leave it out",
    );
  }
  if (threads > 1 && spawn === undefined) {
    const hint = "engines opened by name start their threads by themselves";
    throw refusal("bad_options", "threads", String(threads), "1, or `spawn`, which starts a thread", hint);
  }
  if (fma && !hasRelaxedSimd()) {
    throw new UnsupportedError("no_relaxed_simd", "fused multiply-add: this engine's WebAssembly has no relaxed SIMD", {
      hint: "Node has it from version 22 on; leave `fma` out",
    });
  }
  return new CpuBackend(options);
}
