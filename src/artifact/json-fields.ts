/**
 * Reads typed members out of parsed JSON of unknown shape. Separate from the config readers so that every message has
 * the same form: where, what was found, what was needed. A member that is absent or null takes the default given; a
 * member of the wrong type is never coerced.
 */
import { withSeparators } from "../base/bytes.ts";
import { ArtifactError } from "../base/errors.ts";
import { parsePythonJson } from "../base/python-json.ts";

export type JsonObject = Readonly<Record<string, unknown>>;

/** A JSON object and its path in the document, for messages. */
export interface Section {
  /** e.g. `config.json: text_config`. */
  readonly where: string;
  readonly values: JsonObject;
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** How a JSON value is shown in a message: short, one line. */
export function shown(value: unknown): string {
  if (value === undefined) return "nothing";
  // What JSON cannot write, Python's JSON can.
  if (typeof value === "number" && !Number.isFinite(value)) return String(value);
  const text = JSON.stringify(value) ?? String(value);
  return text.length <= 60 ? text : `${text.slice(0, 57)}...`;
}

export function configError(section: Section, key: string, found: string, needed: string): ArtifactError {
  const at = `${section.where}.${key}`;
  return new ArtifactError("bad_config", `${at}: found ${found}, needed ${needed}`, { data: { at } });
}

function memberOf(section: Section, key: string): unknown {
  const value = Object.hasOwn(section.values, key) ? section.values[key] : undefined;
  return value === null ? undefined : value;
}

export function has(section: Section, key: string): boolean {
  return memberOf(section, key) !== undefined;
}

/** Largest count or width accepted: everything indexes with 32-bit integers. */
const LARGEST = 2 ** 31 - 1;

/** An integer in `[least, most]`. */
export function integer(section: Section, key: string, fallback?: number, least = 1, most = LARGEST): number {
  const value = memberOf(section, key) ?? fallback;
  if (typeof value === "number" && Number.isInteger(value) && value >= least && value <= most) return value;
  const needed = least === 1 && most === LARGEST ? "a positive integer" : `an integer from ${least} to ${most}`;
  throw configError(section, key, shown(value), needed);
}

export function optionalInteger(section: Section, key: string, least = 0): number | undefined {
  return has(section, key) ? integer(section, key, undefined, least) : undefined;
}

/** A finite number in `(least, most]`, or `[least, most]` when `closed`. */
export function finite(
  section: Section,
  key: string,
  fallback: number | undefined,
  range: { readonly least: number; readonly most?: number; readonly closed?: boolean },
): number {
  const value = memberOf(section, key) ?? fallback;
  const most = range.most ?? Number.MAX_VALUE;
  if (typeof value === "number" && value <= most && (range.closed ? value >= range.least : value > range.least)) {
    return value;
  }
  const low = range.closed ? `at least ${range.least}` : `above ${range.least}`;
  const high = range.most === undefined ? "" : ` and at most ${range.most}`;
  throw configError(section, key, shown(value), `a number ${low}${high}`);
}

export function optionalFinite(
  section: Section,
  key: string,
  range: { readonly least: number; readonly most?: number; readonly closed?: boolean },
): number | undefined {
  return has(section, key) ? finite(section, key, undefined, range) : undefined;
}

export function flag(section: Section, key: string, fallback: boolean): boolean {
  const value = memberOf(section, key) ?? fallback;
  if (typeof value === "boolean") return value;
  throw configError(section, key, shown(value), "true or false");
}

export function text(section: Section, key: string, fallback?: string): string {
  const value = memberOf(section, key) ?? fallback;
  if (typeof value === "string") return value;
  throw configError(section, key, shown(value), "a string");
}

export function list(section: Section, key: string): readonly unknown[] | undefined {
  const value = memberOf(section, key);
  if (value === undefined || Array.isArray(value)) return value;
  throw configError(section, key, shown(value), "an array");
}

/** A nested object, or undefined when absent. */
export function child(section: Section, key: string): Section | undefined {
  const value = memberOf(section, key);
  if (value === undefined) return undefined;
  if (isJsonObject(value)) return { where: `${section.where}.${key}`, values: value };
  throw configError(section, key, shown(value), "an object");
}

/** One id or a list of ids, as `eos_token_id` comes in both forms. */
export function idList(section: Section, key: string): readonly number[] | undefined {
  const value = memberOf(section, key);
  if (value === undefined) return undefined;
  const ids: unknown[] = Array.isArray(value) ? value : [value];
  const good = ids.every((id) => typeof id === "number" && Number.isInteger(id) && id >= 0 && id <= LARGEST);
  if (good) return [...new Set(ids as number[])];
  throw configError(section, key, shown(value), "a token id or a list of token ids");
}

/**
 * Parses a JSON document that must be an object, as Python would.
 * @throws ArtifactError `bad_json`
 */
export function parseObject(where: string, source: string): Section {
  let value: unknown;
  try {
    value = parsePythonJson(source);
  } catch (cause) {
    const length = `${withSeparators(source.length)} characters`;
    throw new ArtifactError("bad_json", `${where}: ${length} that are not valid JSON: ${(cause as Error).message}`, {
      hint: "where the text ends too early the download did not finish; fetch the file again",
      cause,
    });
  }
  if (isJsonObject(value)) return { where, values: value };
  throw new ArtifactError("bad_json", `${where}: found ${shown(value)}, needed a JSON object`);
}
