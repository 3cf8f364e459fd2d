/**
 * The model as a list of op calls over named values. A graph knows logical types only: no storage type, no buffer, no
 * device. State is explicit: an op that changes pages or slots names the state it changes. Passes build new graphs;
 * nothing is edited in place.
 */

import type { WeightFormat } from "../base/formats/registry.ts";
import type { Attributes, ConstantRef, Extent, LogicalType, StateRef } from "../base/operands.ts";

export type { Attributes, ConstantRef, Extent, LogicalType, StateRef } from "../base/operands.ts";

export type ValueId = number & { readonly __brand: "ValueId" };

/** Shape and logical type of a matrix [extent, width], row-major. */
export interface OperandType {
  readonly type: LogicalType;
  readonly extent: Extent;
  readonly width: number;
}

export interface Value extends OperandType {
  readonly id: ValueId;
  readonly name: string;
}

/** A weight matrix [rows, columns] of the artifact; vectors have one row. `tensor` is the artifact's canonical name. */
export interface WeightRef {
  readonly kind: "tensor";
  readonly tensor: string;
  readonly rows: number;
  readonly columns: number;
  readonly format: WeightFormat;
  /**
   * Set where the rows are stored in more than one format, `format` being f32 then: the runs of rows, in order, each of a
   * tensor of the artifact.
   */
  readonly parts?: readonly WeightPart[];
}

/** Rows `[row, row + rows)` of a tensor. */
export interface WeightPart {
  readonly tensor: string;
  readonly row: number;
  readonly rows: number;
  readonly format: WeightFormat;
}

/** One op call. Operands are named by role; the op's contract says which roles exist. */
export interface Node {
  readonly op: string;
  /** Where it stands in the model, for people: `layers.3.mlp.down`. */
  readonly label: string;
  readonly attributes: Attributes;
  readonly inputs: Readonly<Record<string, ValueId>>;
  readonly outputs: Readonly<Record<string, ValueId>>;
  readonly weights: Readonly<Record<string, WeightRef | ConstantRef>>;
  readonly states: Readonly<Record<string, StateRef>>;
}

export interface Graph {
  readonly values: readonly Value[];
  readonly nodes: readonly Node[];
  /** Values kept after the step, by public name (`logits`, `hidden.3`). */
  readonly results: Readonly<Record<string, ValueId>>;
}
