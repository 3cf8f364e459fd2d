/**
 * Bodies written by hand for the CPU, by name. Each is a plain function over the bound words, by operand, and the step's
 * row counts; candidates beside them say when one applies.
 */
import { ONE } from "../../../shaders/lowering.ts";
import { present } from "../../base/invariant.ts";
import type { HostKernel, KernelBinding, Lowering, Problem } from "../../program/candidate.ts";
import type { Extents } from "../../program/program.ts";
import type { Words } from "./memory.ts";

export type NativeParameters = HostKernel["parameters"];
/** What a launch bound, by operand role. */
export type Operands = Readonly<Record<string, Words>>;
type NativeBody = (operands: Operands, extents: Extents) => void;
export type NativeFactory = (parameters: NativeParameters) => NativeBody;

/** A numeric parameter of a native kernel; a missing one is a bug of its candidate. */
export function numberParameter(parameters: NativeParameters, name: string): number {
  const value = parameters[name];
  if (typeof value !== "number") throw new Error(`internal error: native kernel needs ${name}`);
  return value;
}

/** Operands as floats, in the order asked for; a missing one is a bug of the body. */
export function floats<const R extends readonly string[]>(
  operands: Operands,
  ...roles: R
): { readonly [I in keyof R]: Float32Array } {
  return roles.map((role) => present(operands[role], `operand ${role}`).f32) as { [I in keyof R]: Float32Array };
}

/** The step block. */
export function stepWords(operands: Operands): Int32Array {
  return present(operands["step"], "step block").i32;
}

/** One launch of a body. It gets the step block and everything the call names; `writes` are the states it changes. */
export function hostLowering(
  name: string,
  parameters: NativeParameters,
  problem: Problem,
  writes: readonly string[] = [],
): Lowering {
  const reads = ["step", ...Object.keys(problem.inputs), ...Object.keys(problem.weights)];
  const bindings: KernelBinding[] = [
    ...reads.map((operand) => ({ operand, access: "read" }) as const),
    ...Object.keys(problem.states).map((operand) => {
      return { operand, access: writes.includes(operand) ? "read_write" : "read" } as const;
    }),
    ...Object.keys(problem.outputs).map((operand) => ({ operand, access: "read_write" }) as const),
  ];
  return { launches: [{ source: { kind: "host", name, parameters, bindings }, grid: [ONE, ONE, ONE] }], scratch: {} };
}
