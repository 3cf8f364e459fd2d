/**
 * Which storage a value, a weight and a state get: the one home of these rules, for selection and for the conformance
 * suite, so that the suite runs what selection chooses.
 */
import type { Caps } from "../base/caps.ts";
import type { DType } from "../base/dtype.ts";
import type { LogicalType, StateRef } from "../base/operands.ts";
import type { WeightFormat } from "../base/weight-format.ts";
import type { StateStorage } from "./candidate.ts";

/** `exact`: f32 activations, KV and state. `fast`: narrow where the backend likes it. */
export type Profile = "exact" | "fast";

/**
 * Storage of a value: an index is i32, and only activations of the fast profile may be narrow.
 * @param fitsNarrow whether its producer may store it in types of fewer than 32 bits
 */
export function valueStorage(type: LogicalType, fitsNarrow: boolean, profile: Profile, caps: Caps): DType {
  if (type === "index") return "i32";
  return type === "activation" && profile === "fast" && fitsNarrow ? caps.fastActivations : "f32";
}

export function stateStorage(ref: StateRef, profile: Profile, caps: Caps): StateStorage {
  if (ref.kind === "token-counts") return "u32";
  if (ref.kind !== "kv" || profile === "exact" || ref.headWidth % 2 !== 0) return "f32";
  return caps.fastKeyValues;
}

/** The format a weight has in memory: as stored where the backend's routes read it, else decoded to f32 at upload. */
export function residentFormat(stored: WeightFormat, caps: Caps): WeightFormat {
  return caps.weightFormats.includes(stored) ? stored : "f32";
}
