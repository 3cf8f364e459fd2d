/**
 * What a conformance case is and what an oracle answers. A case is plain data: lanes of a step, operands by role and
 * the states before it, so that any backend, a browser page or a report can run it. The oracle names every state
 * element the formula touches; whatever it does not name must keep its bits.
 */

import type { WeightFormat } from "../../src/base/formats/registry.ts";
import type { Attributes, ConstantRef, Extent, PagesType, SlotsType } from "../../src/base/operands.ts";
import type { StepCapacity, StepLane } from "../../src/base/step-block.ts";
import type { OperandType } from "../../src/ops/contract.ts";
import type { Criterion } from "./criteria.ts";

/** A value [rows of extent, width], row-major. */
export interface InputData {
  readonly width: number;
  readonly extent: Extent;
  readonly type: OperandType["type"];
  readonly data: Float32Array;
}

/** A weight matrix: the stored object, and the values it means. */
export interface WeightData {
  readonly rows: number;
  readonly columns: number;
  readonly format: WeightFormat;
  readonly values: Float32Array;
  readonly bytes: Uint8Array;
}

/** A pool of pages, entry 0 belonging to nobody: the stored bytes, and the numbers they mean. */
export interface PagesData extends PagesType {
  readonly entries: number;
  readonly data: Float32Array;
  readonly bytes: Uint8Array;
}

/** A pool of slots of equal size, entry 0 belonging to nobody. */
export interface SlotsData extends SlotsType {
  readonly entries: number;
  readonly data: Float32Array | Uint32Array;
}

export type StateData = PagesData | SlotsData;

export interface OracleCall {
  readonly op: string;
  readonly attributes: Attributes;
  readonly lanes: readonly StepLane[];
  readonly capacity: StepCapacity;
  readonly inputs: Readonly<Record<string, InputData>>;
  readonly weights: Readonly<Record<string, WeightData>>;
  readonly constants: Readonly<Record<string, ConstantRef>>;
  readonly states: Readonly<Record<string, StateData>>;
  /** The device-written block before the op: token and flag of each of maxOutputs, then lastToken[slots]. */
  readonly sampledWords: Int32Array;
}

export interface OpCase extends OracleCall {
  /** A query: `linear:T=17;N=96;K=64;epilogue=residual`. Unique within a suite. */
  readonly id: string;
}

/** What an op does to one element of a state or of the device-written block. */
export const EFFECT = {
  /** Not named by the formula: the bits must stay. */
  unchanged: 0,
  /** Computed: judged by the suite's criterion. */
  written: 1,
  /** Copied: equal to the expected value rounded to the storage type. */
  copied: 2,
  /** Left open by the formula, or part of the null page or slot. */
  undefined: 3,
} as const;

/** Elements of a state that a criterion judges (`written`) or that must be equal (`copied`, `unchanged`). */
export function withEffect(effect: Uint8Array, kind: keyof typeof EFFECT): (index: number) => boolean {
  return (index) => effect[index] === EFFECT[kind];
}

export interface StateAfter {
  /** Values after the op for all elements; where unchanged, those from before. */
  readonly values: Float64Array;
  /** One of EFFECT per element. */
  readonly effect: Uint8Array;
}

export interface OracleResult {
  readonly outputs: Readonly<Record<string, Float64Array>>;
  readonly states: Readonly<Record<string, StateAfter>>;
  /** The device-written block after the op; every effect is unchanged, copied or undefined. */
  readonly sampled: StateAfter;
  /** Token rows of padding lanes whose outputs are nobody's and may hold anything. */
  readonly ignoredRows: ReadonlySet<number>;
}

export interface CaseOptions {
  /** Same seed, same cases. */
  readonly seed: number;
  /** Adds more and larger cases. */
  readonly nightly: boolean;
}

export interface OpSuite {
  readonly op: string;
  /** By role, for outputs and states stored as f32; `criterionFor` adapts them to narrow storage. */
  readonly criteria: Readonly<Record<string, Criterion>>;
  oracle(call: OracleCall): OracleResult;
  cases(options: CaseOptions): Iterable<OpCase>;
}
