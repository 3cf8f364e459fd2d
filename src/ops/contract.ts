/**
 * What an op contract is. An op is a closed formula: its inputs, weights, states and attributes define every output
 * and every state change. A contract says which operands exist and checks a call; it knows no model, phase or device.
 */
import type { Attributes, Extent, LogicalType, StateRef } from "../graph/graph.ts";

export interface OperandType {
  readonly extent: Extent;
  readonly width: number;
  readonly type: LogicalType;
}

export interface WeightShape {
  readonly rows: number;
  readonly columns: number;
}

/** One call as its contract sees it: types only. */
export interface OpCall {
  readonly attributes: Attributes;
  readonly inputs: Readonly<Record<string, OperandType>>;
  readonly weights: Readonly<Record<string, WeightShape>>;
  readonly states: Readonly<Record<string, StateRef>>;
}

/** Row counts of one step, for cost formulas and launch grids. */
export interface StepExtents {
  readonly tokens: number;
  readonly sequences: number;
  readonly outputs: number;
}

export interface Cost {
  /** Multiply-adds counted as two. */
  readonly flops: number;
  /** Elements of weights, activations and state read and written once. */
  readonly weightElements: number;
  readonly activationElements: number;
  readonly stateElements: number;
}

export interface OpContract {
  readonly name: string;
  /** The formula in one line, for listings. */
  readonly formula: string;
  /** Types of the outputs by role. Throws through `invariant` when the call breaks the contract. */
  infer(call: OpCall): Readonly<Record<string, OperandType>>;
  /** States this op writes, by role. */
  readonly writes: readonly string[];
  cost(call: OpCall, extents: StepExtents): Cost;
}
