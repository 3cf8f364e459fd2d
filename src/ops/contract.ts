/**
 * What an op contract is. An op is a closed formula: its inputs, weights, states and attributes define every output
 * and every state change. A contract says which operands exist and checks a call; it knows no model, phase or device.
 */
import type { Attributes, ConstantRef, Extent, LogicalType, StateRef } from "../graph/graph.ts";

export interface OperandType {
  readonly extent: Extent;
  readonly width: number;
  readonly type: LogicalType;
}

export interface WeightShape {
  readonly rows: number;
  readonly columns: number;
}

/** One call as its contract sees it: types only. A node's weights and states fit as they are. */
export interface OpCall {
  readonly attributes: Attributes;
  readonly inputs: Readonly<Record<string, OperandType>>;
  readonly weights: Readonly<Record<string, WeightShape | ConstantRef>>;
  readonly states: Readonly<Record<string, StateRef>>;
}

/** Row counts of one step, for cost formulas and launch grids. */
export interface StepExtents {
  readonly tokens: number;
  readonly sequences: number;
  readonly outputs: number;
}

/** Row counts for cost formulas; `contextTokens` is the mean number of keys a lane holds after the step (default 0). */
export interface CostExtents extends StepExtents {
  readonly contextTokens?: number;
}

export interface Cost {
  /** Multiply-adds counted as two. */
  readonly flops: number;
  /** Elements of weights, activations and state read and written once. */
  readonly weightElements: number;
  readonly activationElements: number;
  readonly stateElements: number;
}

/** Operand names by kind, in the order of the formula. A trailing `?` marks one that may be absent. */
interface OpRoles {
  readonly inputs: readonly string[];
  readonly weights: readonly string[];
  readonly states: readonly string[];
  readonly outputs: readonly string[];
}

export interface OpContract {
  readonly name: string;
  /** The formula in one line, for listings. */
  readonly formula: string;
  readonly roles: OpRoles;
  /**
   * Width of the groups in which outputs are written (a head), where it is not the whole row. Narrow storage needs
   * whole words in every group.
   */
  groupWidth?(attributes: Attributes, width: number): number;
  /** Types of the outputs by role. Throws through `invariant` when the call breaks the contract. */
  infer(call: OpCall): Readonly<Record<string, OperandType>>;
  /** States this op writes, by role. */
  readonly writes: readonly string[];
  /** What the op does to the device-written block (sampled[output], lastToken[slot]). */
  readonly sampled: "none" | "reads" | "writes";
  cost(call: OpCall, extents: CostExtents): Cost;
}

/**
 * Whether an output of this width may be stored in a type narrower than a word: rows, and the groups the op writes
 * inside a row, must hold whole words.
 */
export function fitsNarrow(contract: OpContract, attributes: Attributes, width: number): boolean {
  const group = contract.groupWidth?.(attributes, width) ?? width;
  return width % 2 === 0 && group % 2 === 0;
}
