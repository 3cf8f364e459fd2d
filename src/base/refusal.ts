/**
 * What a value that somebody gave is refused with: its JSON path, what was found, what was needed, and the way out.
 * Separate because readers of requests and of engine options share one form, and a worker that owns a device reads
 * options and no request. Invariant: `data.param` is the path, and the message begins with it.
 */
import { RequestError } from "./errors.ts";
import { nearestName } from "./nearest-name.ts";

const MOST_SHOWN = 60;

/** Cut for a message; control characters and halves of surrogate pairs are escaped. */
function quoted(text: string): string {
  const whole = JSON.stringify(text.slice(0, MOST_SHOWN));
  return text.length <= MOST_SHOWN ? whole : `${whole}...`;
}

/** How a value is named in a message: scalars as they are, in one line; what has parts by its kind. */
export function shownValue(value: unknown): string {
  switch (typeof value) {
    case "undefined":
      return "missing";
    case "string":
      return quoted(value);
    case "bigint": {
      const digits = String(value);
      return digits.length <= MOST_SHOWN ? digits : `a number of ${digits.length} digits`;
    }
    case "number":
    case "boolean":
      return String(value);
    case "object":
      if (value === null) return "null";
      return Array.isArray(value) ? (value.length === 0 ? "an empty list" : "a list") : "an object";
    default:
      return `a ${typeof value}`;
  }
}

/** The path of a member. Without a parent it is the name alone. */
export function memberPath(parent: string, name: string | number): string {
  if (typeof name === "number") return `${parent}[${name}]`;
  if (!/^[A-Za-z_$][\w$]{0,63}$/.test(name)) return `${parent}[${quoted(name)}]`;
  return parent === "" ? name : `${parent}.${name}`;
}

export function refusal(code: string, path: string, found: string, needed: string, hint?: string): RequestError {
  return new RequestError(code, `${path} is ${found}; needed ${needed}`, {
    ...(hint === undefined ? {} : { hint }),
    data: { param: path },
  });
}

/**
 * The names of a type's fields, all of them and no other: a field that is added to the type does not compile until it is
 * named here.
 */
export function fieldNames<T>(fields: Readonly<Record<keyof T, true>>): readonly string[] {
  return Object.keys(fields);
}

/** Names that mean something, and where what they mean is set: the names' own spelling, or what others call it. */
export type RightNames = Readonly<Record<string, string>>;

/**
 * A name that nobody reads. Ignoring it would answer another question than the one that was asked.
 * @param rightNames suggestions by name; the nearest name counts
 */
export function unknownName(
  path: string,
  name: string,
  known: readonly string[],
  rightNames: RightNames,
): RequestError {
  const near = nearestName(name, Object.keys(rightNames));
  const suggestion = near === undefined ? undefined : rightNames[near];
  return new RequestError("unknown_field", `${path} is no known field; needed one of ${known.join(", ")}`, {
    hint: suggestion === undefined ? "leave it out" : `did you mean \`${suggestion}\`?`,
    data: { param: path, ...(suggestion === undefined ? {} : { suggestion }) },
  });
}
