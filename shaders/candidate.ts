/**
 * A candidate is one implementation of an op: whether it applies to a problem, and the launches it lowers to. The
 * types here are what passes, backends and the conformance suite share; kernels themselves live beside this file.
 */
import type { Kernel } from "../codegen/ir.ts";
import type { Caps } from "../src/base/caps.ts";
import type { DType } from "../src/base/dtype.ts";
import type { Attributes, ConstantRef, Extent, GridDimension, StateRef } from "../src/base/operands.ts";
import type { WeightFormat } from "../src/base/weight-format.ts";

/** A value operand with its storage type. */
export interface TensorType {
  readonly extent: Extent;
  readonly width: number;
  readonly storage: DType;
}

export type WeightType =
  | { readonly kind: "tensor"; readonly rows: number; readonly columns: number; readonly format: WeightFormat }
  | ConstantRef;

/** How a state pool stores its numbers. KV codecs beyond plain floats join this union. */
export type StateStorage = "f32" | "bf16" | "u32";

export interface StateType {
  readonly ref: StateRef;
  readonly storage: StateStorage;
}

/** One op call with every storage type decided. */
export interface Problem {
  readonly op: string;
  /** Most rows of each extent that the problem is ever run with: what a route for few rows needs. Absent: any. */
  readonly most?: Readonly<Record<Extent, number>>;
  readonly attributes: Attributes;
  readonly inputs: Readonly<Record<string, TensorType>>;
  readonly outputs: Readonly<Record<string, TensorType>>;
  readonly weights: Readonly<Record<string, WeightType>>;
  readonly states: Readonly<Record<string, StateType>>;
}

/** A body written by hand for one backend, found by name in that backend. Parameters are compile-time constants. */
export interface NativeKernel {
  readonly kind: "native";
  readonly name: string;
  readonly access: readonly ("read" | "read_write")[];
  readonly parameters: Readonly<Record<string, number | string | boolean>>;
}

export type KernelSource = { readonly kind: "portable"; readonly kernel: Kernel } | NativeKernel;

/**
 * One launch. `operands` names, in binding order, what is bound: an input, output, weight or state role, `step` (the
 * step block), `sampled` (the device-written block) or `scratch:<name>`.
 */
export interface Launch {
  readonly source: KernelSource;
  readonly operands: readonly string[];
  readonly grid: readonly [GridDimension, GridDimension, GridDimension];
}

export interface Lowering {
  readonly launches: readonly Launch[];
  readonly scratch: Readonly<Record<string, TensorType>>;
}

export interface Candidate {
  readonly op: string;
  /** `portable`, or the route's name by facts (`tile_mma`, `split_keys`). */
  readonly name: string;
  /** True when `match` looks at `problem.most`: programs are then selected for buckets of rows. */
  readonly fewRows?: boolean;
  match(problem: Problem, caps: Caps): boolean;
  lower(problem: Problem, caps: Caps): Lowering;
}

export const ONE: GridDimension = { extent: "one", multiply: 1, divide: 1 };
export const groupsOf = (count: number, perGroup: number): GridDimension => ({
  extent: "one",
  multiply: count,
  divide: perGroup,
});
export const perExtent = (extent: Extent, divide = 1): GridDimension => ({ extent, multiply: 1, divide });

/** A launch of a kernel written in the kernel language. */
export function portableLaunch(
  kernel: Kernel,
  operands: readonly string[],
  grid: readonly [GridDimension, GridDimension?, GridDimension?],
): Launch {
  return { source: { kind: "portable", kernel }, operands, grid: [grid[0], grid[1] ?? ONE, grid[2] ?? ONE] };
}

/** The portable candidate of an op: it applies to the whole domain. */
export function portable(op: string, lower: (problem: Problem) => Lowering): Candidate {
  return { op, name: "portable", match: () => true, lower };
}

/** Operand of a role, with the op's name in the error when a caller forgot it. */
export function operand<T>(record: Readonly<Record<string, T>>, role: string, op: string): T {
  const found = record[role];
  if (found === undefined) throw new Error(`internal error: ${op} needs operand ${role}`);
  return found;
}

export function numberAttribute(problem: Problem, name: string): number {
  const value = problem.attributes[name];
  if (typeof value !== "number") throw new Error(`internal error: ${problem.op} needs attribute ${name}`);
  return value;
}
