/**
 * The model as a list of op calls over named values. A graph knows logical types only: no storage type, no buffer, no
 * device. State is explicit: an op that changes pages or slots names the state it changes. Passes build new graphs;
 * nothing is edited in place.
 */
import type { WeightFormat } from "../base/weight-format.ts";

/** What the number of rows of a value counts: tokens of the step (T), sequences (B), or wanted logits. */
export type Extent = "tokens" | "sequences" | "outputs";

/**
 * Logical type. `activation` may be stored narrow by a profile; `exact` is always f32 (gates, logits, residual sums a
 * narrow type would harm); `index` is i32.
 */
export type LogicalType = "activation" | "exact" | "index";

export type ValueId = number & { readonly __brand: "ValueId" };

/** A matrix [extent, width], row-major. */
export interface Value {
  readonly id: ValueId;
  readonly name: string;
  readonly type: LogicalType;
  readonly extent: Extent;
  readonly width: number;
}

/** A weight matrix [rows, columns] of the artifact; vectors have one row. `tensor` is the artifact's canonical name. */
export interface WeightRef {
  readonly kind: "tensor";
  readonly tensor: string;
  readonly rows: number;
  readonly columns: number;
  readonly format: WeightFormat;
}

/** A table the host computes once at load, in f64, stored as f32. */
export interface ConstantRef {
  readonly kind: "rotary-table";
  readonly theta: number;
  readonly rotaryWidth: number;
  readonly maxPositions: number;
}

/** State that lives across steps. One pool of the runtime per entry. */
export type StateRef =
  | { readonly kind: "kv"; readonly layer: number; readonly heads: number; readonly headWidth: number }
  | { readonly kind: "convolution"; readonly layer: number; readonly channels: number; readonly taps: number }
  | {
      readonly kind: "delta";
      readonly layer: number;
      readonly keyHeads: number;
      readonly valueHeads: number;
      readonly keyWidth: number;
      readonly valueWidth: number;
    }
  | { readonly kind: "token-counts"; readonly vocabulary: number };

export type AttributeValue = number | string | boolean | readonly number[];
export type Attributes = Readonly<Record<string, AttributeValue>>;

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
