/**
 * Field readers for `.ninfer` directories: closed member sets and exact JSON types. Every refusal has one form: which
 * file, which place in the directory, the rule, what was found. Integers above 2^53 are legal in the format and no
 * file can have them; they are refused as such, never rounded.
 */
import { ArtifactError, UnsupportedError } from "../../base/errors.ts";
import type { JsonMap, JsonValue } from "../json.ts";
import { isJsonMap, JsonReal, toPlain } from "../json.ts";
import { shown } from "../json-fields.ts";

/** A place in a directory, for messages. */
export interface Place {
  readonly file: string;
  /** e.g. `objects[3] "text/final_norm"`. */
  readonly path: string;
}

export function at(place: Place, member: string): Place {
  return { file: place.file, path: place.path === "" ? member : `${place.path}.${member}` };
}

/** An error of rule `rule` at `place`. */
export function broken(place: Place, rule: string, found: string): ArtifactError {
  const where = place.path === "" ? "directory" : place.path;
  return new ArtifactError("ninfer_directory", `${place.file}: ${where}: needed ${rule}, found ${found}`, {
    data: { file: place.file, at: place.path, rule },
  });
}

export function show(value: JsonValue | undefined): string {
  if (value === undefined) return "nothing";
  if (typeof value === "bigint") return String(value);
  if (value instanceof JsonReal) return Number.isInteger(value.value) ? `${value.value}.0` : String(value.value);
  if (isJsonMap(value)) return `an object with ${value.size} members`;
  return Array.isArray(value) ? `an array of ${value.length}` : shown(toPlain(value));
}

/** An object with all of `required` and nothing beyond `optional`. */
export function members(
  place: Place,
  value: JsonValue | undefined,
  required: readonly string[],
  optional: readonly string[] = [],
): JsonMap {
  const object = map(place, value);
  const missing = required.filter((name) => !object.has(name));
  if (missing.length > 0) throw broken(place, `the members ${required.join(", ")}`, `none named ${missing.join(", ")}`);
  const extra = [...object.keys()].filter((name) => !required.includes(name) && !optional.includes(name));
  if (extra.length === 0) return object;
  const allowed = [...required, ...optional].join(", ");
  throw broken(place, `no members but ${allowed}`, extra.map((name) => JSON.stringify(name)).join(", "));
}

export function map(place: Place, value: JsonValue | undefined): JsonMap {
  if (isJsonMap(value)) return value;
  throw broken(place, "an object", show(value));
}

export function array(place: Place, value: JsonValue | undefined, nonempty: boolean): readonly JsonValue[] {
  if (Array.isArray(value) && (value.length > 0 || !nonempty)) return value;
  throw broken(place, nonempty ? "an array with entries" : "an array", show(value));
}

/** A nonempty string. */
export function name(place: Place, value: JsonValue | undefined): string {
  if (typeof value === "string" && value !== "") return value;
  throw broken(place, "a nonempty string", show(value));
}

/** A nonempty string without NUL: what version 3 calls an id. */
export function id(place: Place, value: JsonValue | undefined): string {
  if (typeof value === "string" && value !== "" && !value.includes("\u0000")) return value;
  throw broken(place, "a nonempty string without NUL", show(value));
}

const U64_END = 2n ** 64n;

/** An integer literal in `[least, 2^64)`. */
export function integer(place: Place, value: JsonValue | undefined, least: 0 | 1): number {
  if (typeof value === "number" && value >= least) return value;
  if (typeof value === "bigint" && value > 0n && value < U64_END) throw tooLarge(place, value);
  throw broken(place, `an integer of at least ${least} in 64 bits`, show(value));
}

/** `a + b` of a checked sum. */
export function sum(place: Place, a: number, b: number): number {
  const total = a + b;
  if (Number.isSafeInteger(total)) return total;
  throw tooLarge(place, BigInt(a) + BigInt(b));
}

/** Dimensions of at least 1 whose product is exact. */
export function shape(place: Place, value: JsonValue | undefined, mostRank: number): readonly number[] {
  const dimensions = array(place, value, false).map((n, i) => integer(at(place, `[${i}]`), n, 1));
  if (dimensions.length > mostRank) throw broken(place, `at most ${mostRank} dimensions`, `${dimensions.length}`);
  let elements = 1n;
  for (const n of dimensions) {
    elements *= BigInt(n);
    if (elements >= U64_END) throw broken(place, "an element count in 64 bits", show(value));
  }
  if (elements > BigInt(Number.MAX_SAFE_INTEGER)) throw tooLarge(place, elements);
  return dimensions;
}

function tooLarge(place: Place, value: bigint): UnsupportedError {
  return new UnsupportedError(
    "ninfer_too_large",
    `${place.file}: ${place.path}: ${value} is more than any file holds`,
    {
      data: { file: place.file, at: place.path },
    },
  );
}
