/**
 * One model on one device: its buffers, its programs and the step block. It turns lanes into a step, and nothing else;
 * who gets a lane is decided above. Programs share weights, pools and arenas by buffer name.
 */
import type { Backend, DeviceBuffer, Executable } from "../backend/backend.ts";
import { byteSize, type DType, toFloat32 } from "../base/dtype.ts";
import { invariant, present } from "../base/invariant.ts";
import { KV_LAYOUTS } from "../base/kv/registry.ts";
import { isPages, type StateType } from "../base/operands.ts";
import { CHOICE, StepBlock, type StepCapacity, type StepLane } from "../base/step-block.ts";
import { type Extents, type Program, type ProgramBuffer, sharedBuffers } from "../program/program.ts";
import { SlotStates } from "./slot-states.ts";

/** Programs by what chooses the token, each list by rising bucket of rows; the last one takes any step. */
export interface RunnerPrograms {
  /** Takes the largest logit. */
  readonly argmax: readonly Program[];
  /** Applies each lane's sampling settings. */
  readonly sample: readonly Program[];
}

export type ProgramName = keyof RunnerPrograms;

/** A chosen token, and whether all logits of its row were finite numbers: where not, it means nothing. */
export interface Choice {
  readonly token: number;
  readonly finite: boolean;
}

/** A buffer and what belongs in it. */
export interface FillTarget {
  readonly spec: ProgramBuffer;
  readonly buffer: DeviceBuffer;
}

/**
 * What every launch reaches first, then weights by size: where memory is in several parts, as the CPU's is, what is made
 * first lies together, and the largest matrices lie apart.
 */
function byUse(specs: readonly ProgramBuffer[]): readonly ProgramBuffer[] {
  const late = ({ role }: ProgramBuffer): number => Number(role.kind === "weight");
  return specs.toSorted((a, b) => late(a) - late(b) || a.bytes - b.bytes);
}

export class ModelRunner {
  readonly capacity: StepCapacity;
  /** What the slots hold beside their pages. */
  readonly slots: SlotStates;
  readonly #backend: Backend;
  readonly #buffers: ReadonlyMap<string, DeviceBuffer>;
  readonly #specs: ReadonlyMap<string, ProgramBuffer>;
  readonly #executables: Readonly<Record<ProgramName, readonly Executable[]>>;
  readonly #block: StepBlock;
  #last: { readonly extents: Extents; readonly program: Program } | undefined;

  private constructor(
    backend: Backend,
    capacity: StepCapacity,
    buffers: ReadonlyMap<string, DeviceBuffer>,
    specs: ReadonlyMap<string, ProgramBuffer>,
    executables: Readonly<Record<ProgramName, readonly Executable[]>>,
  ) {
    this.#backend = backend;
    this.capacity = capacity;
    this.#buffers = buffers;
    this.#specs = specs;
    this.#executables = executables;
    this.#block = new StepBlock(capacity);
    this.slots = new SlotStates(backend, capacity, specs.values(), buffers);
  }

  /**
   * Creates every buffer, lets `fill` put weights and constants in place, and compiles the programs. When any of it
   * fails, no buffer is left.
   * @throws CapacityError when a buffer does not fit, CompileError when a kernel is refused, and what `fill` throws
   */
  static async create(
    backend: Backend,
    programs: RunnerPrograms,
    capacity: StepCapacity,
    fill: (targets: readonly FillTarget[]) => Promise<void>,
  ): Promise<ModelRunner> {
    const shared = sharedBuffers([...programs.argmax, ...programs.sample]);
    const specs = new Map(shared.map((spec) => [spec.name, spec]));
    const buffers = new Map<string, DeviceBuffer>();
    try {
      for (const { name, bytes } of byUse(shared)) buffers.set(name, backend.createBuffer(name, bytes));
      await fill([...specs.values()].map((spec) => ({ spec, buffer: present(buffers.get(spec.name), spec.name) })));
      const loadAll = (list: readonly Program[]): Promise<Executable[]> =>
        Promise.all(list.map((program) => backend.load(program, buffers)));
      const argmax = await loadAll(programs.argmax);
      const sample = await loadAll(programs.sample);
      return new ModelRunner(backend, capacity, buffers, specs, { argmax, sample });
    } catch (error) {
      for (const buffer of buffers.values()) backend.destroyBuffer(buffer);
      throw error;
    }
  }

  /** Submits one step. Its tokens may be read afterwards in the order of the lanes' outputs. */
  submit(program: ProgramName, lanes: readonly StepLane[]): void {
    const counts = this.#block.write(lanes);
    const step = present(this.#buffers.get("step"), "step buffer");
    const bytes = new Uint8Array(this.#block.words.buffer);
    for (const { start, end } of this.#block.takeChanges()) {
      this.#backend.write(step, 4 * start, bytes.subarray(4 * start, 4 * end));
    }
    const extents = { tokens: counts.rows, sequences: counts.lanes, outputs: counts.outputs };
    const bucket = this.#executables[program].find((e) => counts.rows <= (e.program.most?.tokens ?? Infinity));
    const executable = present(bucket, `bucket of ${counts.rows} rows`);
    this.#backend.submit(executable, extents);
    this.#last = { extents, program: executable.program };
  }

  /** What the last step chose, one per output. */
  async readChoices(): Promise<readonly Choice[]> {
    const count = present(this.#last, "step").extents.outputs;
    if (count === 0) return [];
    const buffer = present(this.#buffers.get("sampled"), "sampled buffer");
    const words = new Int32Array((await this.#backend.read(buffer, 0, 4 * CHOICE.words * count)).slice().buffer);
    return Array.from({ length: count }, (_, output) => {
      const at = CHOICE.words * output;
      return { token: words[at + CHOICE.token]!, finite: words[at + CHOICE.notFinite] === 0 };
    });
  }

  /** Tokens the last step chose, one per output, whatever their logits were. */
  async readTokens(): Promise<Int32Array> {
    return Int32Array.from(await this.readChoices(), ({ token }) => token);
  }

  /** A kept value of the last step, as f32 rows [rows, width]. */
  async readResult(
    name: string,
  ): Promise<{ readonly rows: number; readonly width: number; readonly data: Float32Array }> {
    const { extents, program } = present(this.#last, "step");
    const result = present(program.results[name], `result ${name}`);
    const rows = extents[result.extent];
    const data = await this.#readFloats(result.ref.buffer, result.ref.offsetBytes, rows * result.width, result.storage);
    return { rows, width: result.width, data };
  }

  /** One page or slot of a state pool, as it is stored, for checks and checkpoints. */
  async readState(name: string, entry: number): Promise<{ readonly state: StateType; readonly bytes: Uint8Array }> {
    const first = `${name} segment 0`;
    const { role: state, bytes } = present(this.#specs.get(name) ?? this.#specs.get(first), `state ${name}`);
    invariant(state.kind === "state", `${name} is no state`);
    const size = isPages(state) ? KV_LAYOUTS[state.storage].pageBytes(state.ref) : bytes / this.capacity.slots;
    const perSegment = isPages(state) ? state.segments?.pages : undefined;
    const buffer = perSegment === undefined ? name : `${name} segment ${Math.floor(entry / perSegment)}`;
    const at = perSegment === undefined ? entry : entry % perSegment;
    return { state, bytes: await this.#backend.read(present(this.#buffers.get(buffer), buffer), at * size, size) };
  }

  dispose(): void {
    for (const buffer of this.#buffers.values()) this.#backend.destroyBuffer(buffer);
  }

  async #readFloats(buffer: string, offsetBytes: number, count: number, storage: DType): Promise<Float32Array> {
    if (count === 0) return new Float32Array(0);
    const bytes = count * byteSize(storage);
    const padded = Math.ceil(bytes / 4) * 4;
    const raw = await this.#backend.read(present(this.#buffers.get(buffer), buffer), offsetBytes, padded);
    return toFloat32(raw.slice(0, bytes), storage);
  }
}
