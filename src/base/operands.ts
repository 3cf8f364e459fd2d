/**
 * What ops, kernels and programs say about operands: row extents, attributes, tables and state. Pure names and sizes,
 * shared by layers that may not import each other.
 */
import type { KvCodec } from "./kv/registry.ts";

/** What the number of rows of a value counts: tokens of the step (T), sequences (B), or wanted logits. */
export type Extent = "tokens" | "sequences" | "outputs";

/** Rows of each kind in a step. */
export type Extents = Readonly<Record<Extent, number>>;

/**
 * Logical type of a value. `activation` may be stored narrow by a profile; `exact` is always f32 (gates, logits, residual
 * sums a narrow type would harm); `index` is i32; `codes` are i8 in groups whose scales are another value.
 */
export type LogicalType = "activation" | "exact" | "index" | "codes";

/** What a kernel does with a binding. */
export type Access = "read" | "write" | "read_write";

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

/** Keys and values in pages, stored by a codec. */
export interface PagesType {
  readonly ref: Extract<StateRef, { kind: "kv" }>;
  readonly storage: KvCodec;
  /** Set where one binding cannot hold all pages: they lie in `count` bindings, `pages` in each but the last. */
  readonly segments?: { readonly count: number; readonly pages: number };
}

/** A pool of slots, stored by elements. */
export interface SlotsType {
  readonly ref: Exclude<StateRef, { kind: "kv" }>;
  readonly storage: "f32" | "u32";
}

/** A state with its storage decided. */
export type StateType = PagesType | SlotsType;

export function isPages(state: StateType): state is PagesType {
  return state.ref.kind === "kv";
}

/** Bits of a word of `token-counts`: whether the id is in the prompt, and how often it was generated. */
export const COUNT_WORD = { inPrompt: 0x80000000, generated: 0x7fffffff } as const;

export type AttributeValue = number | string | boolean | readonly number[];
export type Attributes = Readonly<Record<string, AttributeValue>>;

/** Number of workgroups in one dimension: ceil(count(extent) * multiply / divide). */
export interface GridDimension {
  readonly extent: Extent | "one";
  readonly multiply: number;
  readonly divide: number;
}
