/**
 * Bodies as the engine runs them: a module is encoded and compiled once however many launches name it, and has one
 * instance for each memory. Apart from the backend because its workers make instances of the same modules.
 */
import { encodeWasm } from "../../../codegen/wasm/encode.ts";
import { printWasm } from "../../../codegen/wasm/print.ts";
import { CompileError, numberLines } from "../../base/errors.ts";
import type { WasmBody } from "./kernels/body.ts";
import type { ListedBody } from "./team-messages.ts";
import type { BoundRun } from "./walk.ts";

export interface CompiledBody {
  readonly module: WebAssembly.Module;
  readonly scratchBytes: number;
}

/** `run` of an instance: addresses, scratch, three counts, and the items to compute. */
type BodyRun = (...args: number[]) => void;

export class BodyModules {
  readonly #shared: boolean;
  readonly #compiled = new Map<string, Promise<CompiledBody>>();

  /** @param shared whether the memories are ones that threads share */
  constructor(shared: boolean) {
    this.#shared = shared;
  }

  /** The body of a kernel by its id. @throws CompileError `kernel_compile` when the engine refuses the module */
  compile(id: string, make: () => WasmBody): Promise<CompiledBody> {
    const known = this.#compiled.get(id);
    if (known !== undefined) return known;
    const compiled = this.#compile(id, make());
    this.#compiled.set(id, compiled);
    return compiled;
  }

  clear(): void {
    this.#compiled.clear();
  }

  async #compile(id: string, { module, scratchBytes }: WasmBody): Promise<CompiledBody> {
    try {
      return { module: await WebAssembly.compile(encodeWasm(module, this.#shared)), scratchBytes };
    } catch (cause) {
      const source = numberLines(printWasm(module));
      throw new CompileError("kernel_compile", `kernel ${id}: ${String(cause)}`, {
        data: { kernel: id, source },
        cause,
      });
    }
  }
}

const instances = new WeakMap<WebAssembly.Memory, Map<WebAssembly.Module, Promise<BodyRun>>>();

/** A body over its operands, as one of several threads runs it. */
export async function bindBody(
  module: WebAssembly.Module,
  memory: WebAssembly.Memory,
  { addresses, scratch, scratchBytes }: Pick<ListedBody, "addresses" | "scratch" | "scratchBytes">,
  thread: number,
): Promise<BoundRun> {
  const run = await instantiate(module, memory);
  return run.bind(undefined, ...addresses, scratch + thread * scratchBytes);
}

/** The body over a memory; asked for again, the same instance. */
function instantiate(module: WebAssembly.Module, memory: WebAssembly.Memory): Promise<BodyRun> {
  let ofMemory = instances.get(memory);
  if (ofMemory === undefined) {
    ofMemory = new Map();
    instances.set(memory, ofMemory);
  }
  const known = ofMemory.get(module);
  if (known !== undefined) return known;
  const run = WebAssembly.instantiate(module, { env: { memory } }).then(({ exports }) => exports["run"] as BodyRun);
  ofMemory.set(module, run);
  return run;
}
