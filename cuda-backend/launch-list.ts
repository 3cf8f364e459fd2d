/**
 * A program's launches as the driver wants them: parameter blocks written once in native memory, and a graph for every
 * set of row counts that repeats. Blocks and graphs hold addresses that live as long as the engine; all that varies per
 * step is data in the step block.
 */
import { invariant } from "../src/base/invariant.ts";
import { type Extents, gridSize, type ProgramLaunch } from "../src/program/program.ts";
import type { LoadedKernel } from "./compiler.ts";
import type { Driver } from "./driver.ts";

export interface PreparedLaunch {
  readonly label: string;
  readonly grid: ProgramLaunch["grid"];
  readonly kernel: LoadedKernel;
  readonly threads: number;
  /** Address of the array of pointers to parameters. */
  readonly parameters: bigint;
}

export interface LaunchInput {
  readonly launch: ProgramLaunch;
  readonly kernel: LoadedKernel;
  readonly threads: number;
  readonly addresses: readonly bigint[];
}

/** Graphs kept per program; the longest unused one is dropped. */
const MAX_GRAPHS = 64;
const CAPTURE_THREAD_LOCAL = 1;

export interface LaunchPolicy {
  readonly graphs: boolean;
  /** Submits of one set of row counts that run as single launches before a graph is made. */
  readonly captureAfter: number;
  /** Wait for every launch, so that an error is known to be its own; no graphs then. */
  readonly synchronous: boolean;
}

interface GraphEntry {
  uses: number;
  executable: bigint | undefined;
}

export class LaunchList {
  readonly launches: readonly PreparedLaunch[];
  readonly #driver: Driver;
  readonly #stream: bigint;
  readonly #policy: LaunchPolicy;
  readonly #program: string;
  readonly #memory: unknown;
  readonly #graphs = new Map<string, GraphEntry>();

  constructor(driver: Driver, stream: bigint, policy: LaunchPolicy, program: string, inputs: readonly LaunchInput[]) {
    this.#driver = driver;
    this.#stream = stream;
    this.#policy = policy;
    this.#program = program;
    const { koffi } = driver.library;
    const words = inputs.reduce((sum, input) => sum + 2 * input.addresses.length, 0);
    this.#memory = koffi.alloc("uint64_t", Math.max(1, words));
    const base = koffi.address(this.#memory);
    const view = new BigUint64Array(koffi.view(this.#memory, 8 * Math.max(1, words)));
    let at = 0;
    this.launches = inputs.map(({ launch, kernel, threads, addresses }) => {
      const values = at;
      const pointers = at + addresses.length;
      for (const [i, address] of addresses.entries()) {
        view[values + i] = address;
        view[pointers + i] = base + BigInt(8 * (values + i));
      }
      at = pointers + addresses.length;
      return { label: launch.label, grid: launch.grid, kernel, threads, parameters: base + BigInt(8 * pointers) };
    });
  }

  submit(extents: Extents): void {
    const { graphs, captureAfter, synchronous } = this.#policy;
    if (!graphs || synchronous) return this.#launchAll(extents);
    const key = `${extents.tokens},${extents.sequences},${extents.outputs}`;
    const entry = this.#graphs.get(key) ?? { uses: 0, executable: undefined };
    this.#graphs.delete(key);
    this.#graphs.set(key, entry);
    if (entry.executable === undefined) {
      if (entry.uses++ < captureAfter || !this.#allLoaded(extents)) return this.#launchAll(extents);
      entry.executable = this.#capture(extents);
    }
    this.#driver.lastWork = { kind: "graph", program: this.#program, launches: this.launches.length };
    this.#driver.call("cuGraphLaunch", entry.executable, this.#stream);
    this.#dropOldest();
  }

  /** Graphs made so far. */
  get graphCount(): number {
    return [...this.#graphs.values()].filter((entry) => entry.executable !== undefined).length;
  }

  dispose(): void {
    for (const entry of this.#graphs.values()) this.#dropGraph(entry);
    this.#graphs.clear();
    this.#driver.library.koffi.free(this.#memory);
  }

  /** Whether no launch of these extents would be its kernel's first. Empty grids are not launched at all. */
  #allLoaded(extents: Extents): boolean {
    return this.launches.every(({ kernel, grid }) => kernel.loaded || gridSize(grid, extents).includes(0));
  }

  #launchAll(extents: Extents): void {
    const driver = this.#driver;
    const { launch, lostError } = driver;
    const { synchronous } = this.#policy;
    if (lostError !== undefined) throw lostError;
    for (const { kernel, grid, label, threads, parameters } of this.launches) {
      const [x, y, z] = gridSize(grid, extents);
      if (x * y * z === 0) continue;
      driver.lastWork = { kind: synchronous ? "awaited" : "launch", label };
      const shared = kernel.text.dynamicSharedBytes;
      const result = launch(kernel.handle, x, y, z, threads, 1, 1, shared, this.#stream, parameters, null);
      if (result !== 0) throw driver.failure("cuLaunchKernel", result);
      kernel.loaded = true;
      if (!synchronous) continue;
      driver.call("cuStreamSynchronize", this.#stream);
      driver.lastWork = { kind: "ended", label };
    }
  }

  #capture(extents: Extents): bigint {
    const driver = this.#driver;
    driver.call("cuStreamBeginCapture_v2", this.#stream, CAPTURE_THREAD_LOCAL);
    let graph: bigint | undefined;
    try {
      this.#launchAll(extents);
    } catch (error) {
      // The stream must leave capture mode; the graph is of no use.
      const abandoned = new BigUint64Array(1);
      driver.release("cuStreamEndCapture", this.#stream, abandoned);
      if (abandoned[0] !== 0n) driver.release("cuGraphDestroy", abandoned[0]!);
      throw error;
    }
    const out = new BigUint64Array(1);
    driver.call("cuStreamEndCapture", this.#stream, out);
    graph = out[0]!;
    invariant(graph !== 0n, "a captured graph has a handle");
    try {
      return driver.make("cuGraphInstantiateWithFlags", graph, 0);
    } finally {
      driver.release("cuGraphDestroy", graph);
    }
  }

  #dropOldest(): void {
    if (this.#graphs.size <= MAX_GRAPHS) return;
    const [key, entry] = this.#graphs.entries().next().value!;
    this.#graphs.delete(key);
    this.#dropGraph(entry);
  }

  #dropGraph(entry: GraphEntry): void {
    if (entry.executable !== undefined) this.#driver.release("cuGraphExecDestroy", entry.executable);
    entry.executable = undefined;
  }
}
