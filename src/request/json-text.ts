/**
 * Free JSON of a request (schemas of tools, arguments of calls, fields nobody here knows) as JSON text. Separate because
 * text is the one form that keeps the spelling of numbers and the order of keys through threads, clones and templates.
 * Numbers of exact JSON are written as they were read, so 1.0 stays 1.0 and 9007199254740993 stays whole. Of a key that
 * stands twice the first place and the last value count, as in Python. Invariant: what comes out is JSON, nested no deeper
 * than anything that reads it can go.
 */
import { memberPath } from "../base/refusal.ts";
import { type ExactJson, parseExactJson } from "../text/exact-json.ts";
import { exactText, membersOf, type Place, refused } from "./fields.ts";

/** Levels of lists and objects: above any real schema, below what template engines and clones bear. */
const MOST_DEPTH = 128;
/** Python refuses to read longer integers. */
const MOST_DIGITS = 4300;

/** @throws RequestError `code` at the member that is no JSON */
export function jsonText(place: Place, code: string): string {
  return written(place, code, 0);
}

function written(place: Place, code: string, depth: number): string {
  const { path, value } = place;
  if (depth > MOST_DEPTH) throw refused(code, place, `at most ${MOST_DEPTH} levels of lists and objects`);
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "string") return JSON.stringify(value);
  const spelled = exactText(value);
  if (spelled !== undefined) return digits(place, spelled, code);
  if (typeof value === "bigint") return digits(place, String(value), code);
  if (typeof value === "number") {
    if (!Number.isFinite(value)) throw refused(code, place, "a finite number, as JSON has no others");
    return JSON.stringify(value);
  }
  const inner = (name: string | number, member: unknown): string =>
    written({ path: memberPath(path, name), value: member }, code, depth + 1);
  if (Array.isArray(value)) return `[${Array.from(value, (item: unknown, index) => inner(index, item)).join(",")}]`;
  const own = ownJson(value);
  if (own !== undefined) return written({ path, value: own.json }, code, depth + 1);
  const members = membersOf(value);
  if (members === undefined) throw refused(code, place, "JSON: texts, numbers, true, false, null, lists, objects");
  return `{${Array.from(members, ([key, member]) => `${JSON.stringify(key)}:${inner(key, member)}`).join(",")}}`;
}

function digits(place: Place, spelled: string, code: string): string {
  if (spelled.length > MOST_DIGITS) throw refused(code, place, `a number of at most ${MOST_DIGITS} characters`);
  return spelled;
}

/** What an object says it is in JSON, as `JSON.stringify` asks: dates do. */
function ownJson(value: unknown): { readonly json: unknown } | undefined {
  const { toJSON } = Object(value) as { readonly toJSON?: unknown };
  return typeof value === "object" && typeof toJSON === "function" ? { json: toJSON.call(value) } : undefined;
}

/**
 * An object that came as itself or as JSON text, at the same path as itself.
 * @throws RequestError `code`
 */
export function parsedObject(place: Place, code: string, needed: string, hint: string): Place {
  const { path, value } = place;
  const parsed = typeof value === "string" ? parsedText(place, value, code, needed, hint) : value;
  if (membersOf(parsed) === undefined) throw refused(code, place, needed, hint);
  return { path, value: parsed };
}

function parsedText(place: Place, source: string, code: string, needed: string, hint: string): ExactJson {
  try {
    return parseExactJson(source);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw refused(code, place, needed, `${error.message}; ${hint}`);
  }
}
