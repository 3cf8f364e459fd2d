/**
 * What an op contract is. An op is a closed formula: its inputs, weights, states and attributes define every output
 * and every state change. A contract says which operands exist and checks a call; it knows no model, phase or device.
 */
import type { Extents } from "../base/operands.ts";
import type { Attributes, ConstantRef, OperandType, StateRef } from "../graph/graph.ts";

export type { OperandType } from "../graph/graph.ts";

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

/**
 * A step as cost formulas see it: at least one row a lane, equally many in each, at consecutive positions; token ids all
 * different, outputs in different lanes. Of another step the formulas give what its mean lane would cost.
 */
export interface StepShape extends Extents {
  /** Keys a lane holds after the step, its new rows included. */
  readonly contextTokens: number;
  /** Records of the step before that a lane folds. */
  readonly foldTokens: number;
}

/** Elements of an operand that an op must read from memory and must write to it, each counted once. */
export interface Traffic {
  readonly read: number;
  readonly written: number;
}

/** What no implementation can do without. Step block, device-written block and scratch are not counted. */
export interface Cost {
  /** Of sums of products, a multiply-add counted as two; elementwise work is not counted. */
  readonly flops: number;
  /** By role of the operand. */
  readonly traffic: Readonly<Record<string, Traffic>>;
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
  /**
   * Matrices that may be read in runs of rows, a launch each, and the operands whose columns follow their rows. Without
   * such operands a launch makes what its rows alone decide.
   */
  readonly slices?: { readonly weights: readonly string[]; readonly columns: readonly string[] };
  /** States this op writes, by role. */
  readonly writes: readonly string[];
  /** What the op does to the device-written block (token and flag of each output, lastToken[slot]). */
  readonly sampled: "none" | "reads" | "writes";
  cost(call: OpCall, step: StepShape): Cost;
}

/**
 * Whether an output of this width may be stored in a type narrower than a word: rows, and the groups the op writes
 * inside a row, must hold whole words.
 */
export function fitsNarrow(contract: OpContract, attributes: Attributes, width: number): boolean {
  const group = contract.groupWidth?.(attributes, width) ?? width;
  return width % 2 === 0 && group % 2 === 0;
}
