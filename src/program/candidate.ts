/**
 * One op call on its way to launches: the problem with every storage type decided, and the candidates that can solve
 * it. Passes, backends, kernels and the conformance suite share these types; they are plain data, so that a problem or a
 * launch prints, compares and crosses threads.
 */
import type { Kernel } from "../../codegen/ir.ts";
import type { Caps } from "../base/caps.ts";
import type { DType } from "../base/dtype.ts";
import type { WeightFormat, WeightOrder } from "../base/formats/registry.ts";
import {
  type Access,
  type Attributes,
  type ConstantRef,
  type Extent,
  type Extents,
  type GridDimension,
  isPages,
  type StateType,
} from "../base/operands.ts";

/** A value operand with its storage type. */
export interface TensorType {
  readonly extent: Extent;
  readonly width: number;
  readonly storage: DType;
}

export type WeightType =
  | {
      readonly kind: "tensor";
      readonly rows: number;
      readonly columns: number;
      readonly format: WeightFormat;
      /** How it lies in memory. Absent: as it is stored. */
      readonly order?: WeightOrder;
    }
  | ConstantRef;

/** One op call with every storage type decided. */
export interface Problem {
  readonly op: string;
  /** Most rows of each extent that the problem is ever run with: what a route for few rows needs. Absent: any. */
  readonly most?: Extents;
  /**
   * Set where the matrices are a run of rows of larger ones, `of` rows in all: outputs keep their whole width and are
   * bound from the column of row `first` on.
   */
  readonly slice?: { readonly first: number; readonly of: number };
  /** Set where products of matrices may read their rows as 16-bit codes in groups (`codesRows`). */
  readonly codedRows?: true;
  readonly attributes: Attributes;
  readonly inputs: Readonly<Record<string, TensorType>>;
  readonly outputs: Readonly<Record<string, TensorType>>;
  readonly weights: Readonly<Record<string, WeightType>>;
  readonly states: Readonly<Record<string, StateType>>;
}

/**
 * What a binding of a kernel is bound to: an input, output, weight or state role, `step` (the step block), `sampled` (the
 * device-written block) or `scratch:<name>`; of an operand in several parts, one of them.
 */
export interface KernelBinding {
  readonly operand: string;
  readonly part?: number;
  readonly access: Access;
}

/** What a kernel may take; the compile gate holds it. */
export interface KernelLimits {
  /** Registers per thread. */
  readonly registers: number;
  readonly spillsAllowed: boolean;
}

/** A kernel in a backend's own language, complete: equal texts are one kernel. */
export interface TextKernel {
  readonly kind: "text";
  /** Kernel id for errors and reports. */
  readonly name: string;
  readonly entry: string;
  readonly text: string;
  /** Threads of a workgroup. */
  readonly threads: number;
  readonly dynamicSharedBytes: number;
  readonly limits: KernelLimits;
  readonly bindings: readonly KernelBinding[];
}

/** A body that a backend which runs in this process has by name. Parameters are compile-time constants. */
export interface HostKernel {
  readonly kind: "host";
  readonly name: string;
  readonly parameters: Readonly<Record<string, number | string | boolean>>;
  readonly bindings: readonly KernelBinding[];
}

export type KernelSource = { readonly kind: "portable"; readonly kernel: Kernel } | TextKernel | HostKernel;

/** What a kernel binds, in binding order. */
export function bindingsOf(source: KernelSource): readonly KernelBinding[] {
  return source.kind === "portable" ? source.kernel.bindings : source.bindings;
}

export function nameOf(source: KernelSource): string {
  return source.kind === "portable" ? source.kernel.name : source.name;
}

/** One launch. What it binds is what its kernel names. */
export interface Launch {
  readonly source: KernelSource;
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
  /** Rows of the call up to which the route is meant; programs are selected for such buckets of rows. Absent: any. */
  readonly mostRows?: number;
  /** Takes problems with a `slice` too. */
  readonly slices?: boolean;
  /** Takes pages in segments too. */
  readonly segments?: boolean;
  match(problem: Problem, caps: Caps): boolean;
  lower(problem: Problem, caps: Caps): Lowering;
}

/** Most rows a call is run with: of whichever of its values has most. */
export function rowsOf({ most, inputs, outputs }: Problem): number {
  if (most === undefined) return Number.POSITIVE_INFINITY;
  return Math.max(0, ...[...Object.values(inputs), ...Object.values(outputs)].map(({ extent }) => most[extent]));
}

const inSegments = (state: StateType): boolean => isPages(state) && state.segments !== undefined;

/** Whether a candidate is one to take for a problem on a device. */
export function applies(candidate: Candidate, problem: Problem, caps: Caps): boolean {
  return (
    candidate.op === problem.op &&
    (problem.slice === undefined || candidate.slices === true) &&
    (candidate.segments === true || !Object.values(problem.states).some(inSegments)) &&
    rowsOf(problem) <= (candidate.mostRows ?? Number.POSITIVE_INFINITY) &&
    candidate.match(problem, caps)
  );
}
