/**
 * Programs as the CPU runs them: every launch bound to memory, what runs it compiled, and all of it listed for the
 * threads. Apart from the backend, which owns buffers and steps. What a kernel becomes is decided here and nowhere else:
 * a WebAssembly body, or JavaScript where the engine has no SIMD or accesses are checked.
 */
import { compileJs } from "../../../codegen/compile-js.ts";
import type { CompiledKernel } from "../../../codegen/emit-js.ts";
import { emitWasm } from "../../../codegen/emit-wasm.ts";
import type { Kernel } from "../../../codegen/ir.ts";
import { alignUp } from "../../base/bytes.ts";
import { present } from "../../base/invariant.ts";
import { bindingsOf } from "../../program/candidate.ts";
import { gridSizer, type Program, type ProgramKernel, type ProgramLaunch } from "../../program/program.ts";
import type { DeviceBuffer, Executable } from "../backend.ts";
import { kernelEntry } from "./js-launch.ts";
import type { BodyFactory, CpuFeatures, WasmBody } from "./kernels/body.ts";
import { type Binding, copyBytes, type Entry, homeOf, placeLaunch } from "./launch.ts";
import type { CpuBuffer, WasmRoom } from "./memory.ts";
import { BodyModules, bindBody, type CompiledBody } from "./module.ts";
import { RANGE_ALIGNMENT } from "./range-allocator.ts";
import { StepPlanner } from "./step-plan.ts";
import type { LaunchList, ListedBody } from "./team-messages.ts";
import { type BoundRun, type Runs, stepWords } from "./walk.ts";

export interface LoadedProgram extends Executable {
  readonly runs: Runs;
  readonly planner: StepPlanner;
  readonly list: LaunchList;
}

export interface LoaderOptions {
  readonly checked: boolean;
  readonly subgroupSize: number;
  readonly threads: number;
  /** Whether memories are ones that threads share. */
  readonly shared: boolean;
  /** Whether kernels of the language become WebAssembly, where accesses are not checked. */
  readonly emits: boolean;
  readonly factories: Readonly<Record<string, BodyFactory>>;
  readonly features: CpuFeatures;
}

/** A launch whose body is compiled and whose memory is known. */
interface Prepared {
  readonly launch: ProgramLaunch;
  readonly kernel: ProgramKernel;
  readonly bindings: readonly Binding[];
  /** Absent where it runs in JavaScript. */
  readonly compiled?: { readonly body: CompiledBody; readonly home: WasmRoom };
}

export class ProgramLoader {
  readonly #options: LoaderOptions;
  readonly #modules: BodyModules;
  readonly #js = new Map<string, CompiledKernel>();
  /** Modules that ran long enough to be optimised. */
  readonly #warm = new WeakSet<WebAssembly.Module>();
  #lists = 0;

  constructor(options: LoaderOptions) {
    this.#options = options;
    this.#modules = new BodyModules(options.shared);
  }

  /** @throws CompileError with kernel id; CapacityError when there is no room for scratch or copies */
  async load(program: Program, buffers: ReadonlyMap<string, DeviceBuffer>): Promise<LoadedProgram> {
    const prepared = await Promise.all(program.launches.map((launch) => this.#prepare(program, launch, buffers)));
    const blocks = ownBlocks(prepared, this.#options.threads);
    const lists = new ListBuilder();
    for (const each of prepared) await this.#list(each, blocks, lists);
    const { entries, modules, memories, bodies } = lists;
    warmUp(lists);
    const words = new Int32Array(
      this.#options.shared
        ? new SharedArrayBuffer(4 * stepWords(entries.length))
        : new ArrayBuffer(4 * stepWords(entries.length)),
    );
    return {
      program,
      runs: entries.map(({ run }) => run),
      planner: new StepPlanner(entries.map(({ launch }) => launch)),
      list: { id: this.#lists++, modules: [...modules.keys()], memories: [...memories.keys()], bodies, words },
    };
  }

  clear(): void {
    this.#modules.clear();
    this.#js.clear();
  }

  async #prepare(
    program: Program,
    launch: ProgramLaunch,
    buffers: ReadonlyMap<string, DeviceBuffer>,
  ): Promise<Prepared> {
    const kernel = present(program.kernels[launch.kernel], `kernel ${launch.kernel}`);
    const named = bindingsOf(kernel.source);
    const bindings = launch.bindings.map((ref, i): Binding => {
      const buffer = present(buffers.get(ref.buffer), `buffer ${ref.buffer}`) as CpuBuffer;
      return { buffer, ref, access: named[i]!.access };
    });
    const make = this.#bodyOf(kernel);
    if (make === undefined) return { launch, kernel, bindings };
    const body = await this.#modules.compile(kernel.id, make);
    return { launch, kernel, bindings, compiled: { body, home: homeOf(bindings) } };
  }

  /** How the body of a kernel is made; undefined where it runs in JavaScript. */
  #bodyOf({ source }: ProgramKernel): (() => WasmBody) | undefined {
    const { checked, emits, subgroupSize } = this.#options;
    if (source.kind === "portable") {
      return checked || !emits ? undefined : () => emitWasm(source.kernel, { subgroupSize });
    }
    if (source.kind !== "host") return undefined;
    const factory = this.#options.factories[source.name];
    return factory === undefined ? undefined : () => factory(source.parameters, this.#options.features);
  }

  async #list({ launch, kernel, bindings, compiled }: Prepared, blocks: OwnBlocks, lists: ListBuilder): Promise<void> {
    if (compiled === undefined) {
      lists.put(this.#inJavaScript(kernel, launch, bindings), null);
      return;
    }
    const { body, home } = compiled;
    const { scratch, scratchBytes, copies } = present(blocks.get(home), "blocks of a memory");
    const { addresses, touches, before, after } = placeLaunch(home, bindings, copies);
    const listed: ListedBody = {
      module: lists.moduleOf(body.module),
      memory: lists.memoryOf(home.memory),
      addresses,
      scratch,
      scratchBytes,
    };
    const grid = gridSizer(launch.grid);
    const isPortable = kernel.source.kind === "portable";
    const size: Entry["launch"]["size"] = (extents) => {
      const { tokens, sequences, outputs } = extents;
      const [x, y, z] = grid(extents);
      return isPortable ? [x, y, z, x * y * z] : [tokens, sequences, outputs, x];
    };
    for (const copy of before) lists.put(copy, null);
    const run = await bindBody(body.module, home.memory, listed, 0);
    if (!this.#warm.has(body.module)) {
      this.#warm.add(body.module);
      lists.cold.push({ run, size });
    }
    lists.put({ run, launch: { touches, divisible: true, size } }, listed);
    for (const copy of after) lists.put(copy, null);
  }

  #inJavaScript({ id, source }: ProgramKernel, launch: ProgramLaunch, bindings: readonly Binding[]): Entry {
    switch (source.kind) {
      case "portable":
        return kernelEntry(
          this.#compileJs(id, source.kernel),
          source.kernel,
          launch.grid,
          bindings,
          this.#options.checked,
        );
      case "host":
        throw new Error(`internal error: the CPU has no body ${source.name}`);
      case "text":
        throw new Error(`internal error: ${source.name} is a text, and the CPU compiles none`);
      default:
        return source satisfies never;
    }
  }

  #compileJs(id: string, kernel: Kernel): CompiledKernel {
    const { checked, subgroupSize } = this.#options;
    const compiled = this.#js.get(id) ?? compileJs(kernel, { checked, subgroupSize });
    this.#js.set(id, compiled);
    return compiled;
  }
}

/** Blocks of the backend's own in each memory: scratch of all threads, and room for copies. */
type OwnBlocks = ReadonlyMap<
  WasmRoom,
  { readonly scratch: number; readonly scratchBytes: number; readonly copies: number }
>;

/** Launches follow each other, so each memory needs what its neediest launch does. */
function ownBlocks(prepared: readonly Prepared[], threads: number): OwnBlocks {
  const needs = new Map<WasmRoom, { scratchBytes: number; copyBytes: number }>();
  for (const { compiled, bindings } of prepared) {
    if (compiled === undefined) continue;
    const { home, body } = compiled;
    const need = needs.get(home) ?? { scratchBytes: 0, copyBytes: 0 };
    need.scratchBytes = Math.max(need.scratchBytes, alignUp(body.scratchBytes, RANGE_ALIGNMENT));
    need.copyBytes = Math.max(need.copyBytes, copyBytes(home, bindings));
    needs.set(home, need);
  }
  return new Map(
    [...needs].map(([home, { scratchBytes, copyBytes }]) => [
      home,
      { scratchBytes, scratch: home.own("scratch", threads * scratchBytes), copies: home.own("copies", copyBytes) },
    ]),
  );
}

/** How long a module runs on no rows, and all of a program together: engines optimise what was called for a while. */
const WARM_MS = 1;
const MOST_WARM_MS = 100;
const WARM_ITEMS = 64;
const NO_ROWS = { tokens: 0, sequences: 0, outputs: 0 };

/** Calls new bodies on steps without rows, so that the first real step finds them optimised. */
function warmUp({ cold }: ListBuilder): void {
  const end = performance.now() + MOST_WARM_MS;
  for (const { run, size } of cold) {
    const [a, b, c, items] = size(NO_ROWS);
    const until = Math.min(end, performance.now() + WARM_MS);
    while (performance.now() < until) {
      for (let call = 0; call < 100; call++) run(a, b, c, 0, 0);
      run(a, b, c, 0, Math.min(items, WARM_ITEMS));
    }
  }
}

/** Entries in the order they run, and what workers get of them. */
class ListBuilder {
  readonly entries: Entry[] = [];
  readonly bodies: (ListedBody | null)[] = [];
  /** Bodies that have not run yet. */
  readonly cold: { readonly run: BoundRun; readonly size: Entry["launch"]["size"] }[] = [];
  readonly modules = new Map<WebAssembly.Module, number>();
  readonly memories = new Map<WebAssembly.Memory, number>();

  put(entry: Entry, body: ListedBody | null): void {
    this.entries.push(entry);
    this.bodies.push(body);
  }

  moduleOf(module: WebAssembly.Module): number {
    return numberOf(this.modules, module);
  }

  memoryOf(memory: WebAssembly.Memory): number {
    return numberOf(this.memories, memory);
  }
}

function numberOf<T>(numbers: Map<T, number>, value: T): number {
  const number = numbers.get(value) ?? numbers.size;
  numbers.set(value, number);
  return number;
}
