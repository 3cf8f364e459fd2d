/**
 * Bodies written by hand for the CPU, by name. Each is a plain function over the bound words and the step's row counts;
 * candidates in `candidates.ts` say when one applies.
 */
import type { Extents } from "../../program/program.ts";
import type { Words } from "./memory.ts";

export type NativeParameters = Readonly<Record<string, number | string | boolean>>;
export type NativeBody = (operands: readonly Words[], extents: Extents) => void;
export type NativeFactory = (parameters: NativeParameters) => NativeBody;

/** A numeric parameter of a native kernel; a missing one is a bug of its candidate. */
export function numberParameter(parameters: NativeParameters, name: string): number {
  const value = parameters[name];
  if (typeof value !== "number") throw new Error(`internal error: native kernel needs ${name}`);
  return value;
}
