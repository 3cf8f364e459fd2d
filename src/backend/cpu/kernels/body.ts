/**
 * What every kernel of the CPU is, emitted or made by hand: a WebAssembly module over the memory its bindings lie in,
 * with one function. Apart from the kernels because the backend, its workers and the emitter agree on nothing else.
 * Invariant: any partition of a launch's items over calls and threads gives the same bits.
 */
import { type Local, WasmFunction, type WasmModule } from "../../../../codegen/wasm/ir.ts";
import { invariant } from "../../../base/invariant.ts";
import type { HostKernel } from "../../../program/candidate.ts";

/**
 * Its module exports `run(addresses..., scratch, a, b, c, from, to)`, all i32, without a result. `addresses` are the
 * byte addresses of the kernel's bindings in their order, at least 4-byte aligned; items `from` up to `to` are computed,
 * and items run at the same time on different threads. `a, b, c` are the rows of the step (tokens, sequences, outputs)
 * for a body by hand, whose items are `grid[0]`; for an emitted kernel they are its workgroups in x, y and z, and its
 * items are workgroups, x fastest.
 */
export interface WasmBody {
  readonly module: WasmModule;
  /** Bytes of private memory a thread needs while it runs; handed in aligned to 64 bytes, contents undefined. */
  readonly scratchBytes: number;
}

/** What this engine and its owner allow beyond SIMD128, decided once when the backend is opened. */
export interface CpuFeatures {
  /** Products of bytes by the relaxed instruction, which was measured to be faster here. */
  readonly relaxedDots: boolean;
  /** Fused multiply-add where the engine has it: other bits than on another machine. */
  readonly fma: boolean;
}

export type BodyParameters = HostKernel["parameters"];
/** Makes the code of a launch's body; parameters are constants of the code. */
export type BodyFactory = (parameters: BodyParameters, features: CpuFeatures) => WasmBody;

/** A numeric parameter; a missing one is a bug of the candidate. */
export function numberParameter(parameters: BodyParameters, name: string): number {
  const value = parameters[name];
  invariant(typeof value === "number", `a body needs the number ${name}`);
  return value;
}

/** The function of a body with its parameters by name. */
export interface BodySignature {
  readonly run: WasmFunction;
  /** Address of a binding. */
  address(operand: string): Local;
  readonly scratch: Local;
  readonly tokens: Local;
  readonly sequences: Local;
  readonly outputs: Local;
  readonly from: Local;
  readonly to: Local;
}

/** @param bindings operands of the kernel's bindings, in their order */
export function bodySignature(bindings: readonly string[]): BodySignature {
  const run = new WasmFunction("run");
  const addresses = new Map(bindings.map((operand) => [operand, run.param(operand, "i32")]));
  const [scratch, tokens, sequences, outputs, from, to] = (
    ["scratch", "tokens", "sequences", "outputs", "from", "to"] as const
  ).map((name) => run.param(name, "i32")) as [Local, Local, Local, Local, Local, Local];
  const address = (operand: string): Local => {
    const local = addresses.get(operand);
    invariant(local !== undefined, `a body has no binding ${operand}`);
    return local;
  };
  return { run, address, scratch, tokens, sequences, outputs, from, to };
}
