/**
 * Which storage a value, a weight and a state get: the one home of these rules, for selection and for the conformance
 * suite, so that the suite runs what selection chooses.
 */
import type { Caps } from "../base/caps.ts";
import type { DType } from "../base/dtype.ts";
import { layoutOf, type WeightFormat } from "../base/formats/registry.ts";
import { KV_LAYOUTS } from "../base/kv/registry.ts";
import { isPages, type LogicalType, type StateRef, type StateType } from "../base/operands.ts";
import type { WeightType } from "./candidate.ts";

/** `exact`: f32 activations, KV and state. `fast`: narrow where the backend likes it. */
export type Profile = "exact" | "fast";

/**
 * What products of matrices read: `float`, as the profile stores it, or `int8` codes in groups, in steps of more rows
 * than verification has, with matrices that are stored as integers.
 */
export type Activations = "float" | "int8";

/**
 * Storage of a value: an index is i32, codes are i8, and only activations of the fast profile may be narrow.
 * @param fitsNarrow whether its producer may store it in types of fewer than 32 bits
 */
export function valueStorage(type: LogicalType, fitsNarrow: boolean, profile: Profile, caps: Caps): DType {
  if (type === "index") return "i32";
  if (type === "codes") return "i8";
  return type === "activation" && profile === "fast" && fitsNarrow ? caps.fastActivations : "f32";
}

/** Keys and values by the backend's codec in the fast profile, where it takes heads of their width. */
export function stateType(ref: StateRef, profile: Profile, caps: Caps): StateType {
  switch (ref.kind) {
    case "kv": {
      const coded = profile === "fast" && KV_LAYOUTS[caps.fastKeyValues].fits(ref);
      return { ref, storage: coded ? caps.fastKeyValues : "f32" };
    }
    case "token-counts":
      return { ref, storage: "u32" };
    case "convolution":
    case "delta":
      return { ref, storage: "f32" };
    default:
      return ref satisfies never;
  }
}

/** Bindings of a call on pages beside its pages: step block, queries, gates and output of attention, the op with most. */
const BINDINGS_BESIDE_PAGES = 4;

/** Segments that the pages of a layer may lie in. */
export function mostSegments({ maxStorageBuffers }: Caps): number {
  return maxStorageBuffers - BINDINGS_BESIDE_PAGES;
}

/** A state whose pool has `pages` pages: in segments where one binding cannot hold them and several can. */
export function segmented(state: StateType, pages: number, caps: Caps): StateType {
  if (!isPages(state)) return state;
  const limit = Math.min(caps.maxBindingBytes, caps.maxBufferBytes);
  const perSegment = Math.floor(limit / KV_LAYOUTS[state.storage].pageBytes(state.ref));
  const count = Math.ceil(pages / perSegment);
  return count > 1 && count <= mostSegments(caps) ? { ...state, segments: { count, pages: perSegment } } : state;
}

/** Whether an op may read its rows as 16-bit codes in groups, at an error of some 2e-5 of its sums. */
export function codesRows(op: string, profile: Profile, { codedRows = false }: Caps): boolean {
  return op === "linear" && profile === "fast" && codedRows;
}

/** The format a weight has in memory: as stored where the backend's routes read it, else decoded to f32 at upload. */
export function residentFormat(stored: WeightFormat, caps: Caps): WeightFormat {
  return caps.weightFormats.includes(stored) ? stored : "f32";
}

/**
 * A matrix as it lies in memory, the one way for all its calls: its format, and its order where that is not the stored
 * one.
 */
export function residentType(
  { rows, columns, format: stored }: { readonly rows: number; readonly columns: number; readonly format: WeightFormat },
  caps: Caps,
): Extract<WeightType, { kind: "tensor" }> {
  const format = residentFormat(stored, caps);
  const order = caps.orders?.[format];
  const takes = order !== undefined && typeof layoutOf(format, order).storage([rows, columns]) !== "string";
  return { kind: "tensor", rows, columns, format, ...(takes && { order }) };
}
