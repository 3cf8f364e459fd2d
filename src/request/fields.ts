/**
 * Reads values of unknown shape: what a client, a script or a file gave. Separate from the readers of requests, which say
 * what is needed where. An object may be plain, or a map where JSON was read exactly; both are read alike, and a member
 * that is undefined is absent. Invariants: nothing is coerced; what is refused is refused as RequestError with its path.
 */
import type { RequestError } from "../base/errors.ts";
import { memberPath, type RightNames, refusal, shownValue, unknownName } from "../base/refusal.ts";
import { ExactNumber } from "../text/exact-json.ts";

/** A value and its JSON path. The path of a whole request is empty. */
export interface Place {
  readonly path: string;
  readonly value: unknown;
}

/** An object and its JSON path. */
export interface Fields {
  readonly path: string;
  readonly members: ReadonlyMap<string, unknown>;
}

export function refused(code: string, { path, value }: Place, needed: string, hint?: string): RequestError {
  const spelled = exactText(value);
  const found = spelled === undefined ? shownValue(value) : spelled.slice(0, 60);
  return refusal(code, path === "" ? "request" : path, found, needed, hint);
}

/** Members by name, in order; undefined for what is no object. */
export function membersOf(value: unknown): ReadonlyMap<string, unknown> | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value) || value instanceof ExactNumber)
    return undefined;
  const entries: readonly (readonly [unknown, unknown])[] = value instanceof Map ? [...value] : Object.entries(value);
  const given = entries.filter(([, member]) => member !== undefined);
  return given.every(isNamed) ? new Map(given) : undefined;
}

function isNamed(entry: readonly [unknown, unknown]): entry is readonly [string, unknown] {
  return typeof entry[0] === "string";
}

export function fieldsOf(place: Place, code: string, needed: string, hint?: string): Fields {
  const members = membersOf(place.value);
  if (members === undefined) throw refused(code, place, needed, hint);
  return { path: place.path, members };
}

export function at({ path, members }: Fields, name: string): Place {
  return { path: memberPath(path, name), value: members.get(name) };
}

export function itemsOf(place: Place, code: string, needed: string, hint?: string): Place[] {
  if (!Array.isArray(place.value)) throw refused(code, place, needed, hint);
  // Array.from visits holes too, which `map` would leave as they are.
  return Array.from(place.value, (value: unknown, index) => ({ path: memberPath(place.path, index), value }));
}

/** @throws RequestError `unknown_field` with the nearest right name */
export function refuseUnknown({ path, members }: Fields, known: readonly string[], rightNames: RightNames): void {
  for (const name of members.keys()) {
    if (!known.includes(name)) throw unknownName(memberPath(path, name), name, known, rightNames);
  }
}

/** Reads what is given; what is absent stays absent. Null is a value here: who means "not given" leaves it out. */
export function optional<T>(place: Place, read: (place: Place) => T): T | undefined {
  return place.value === undefined ? undefined : read(place);
}

export function flag(code: string): (place: Place) => boolean {
  return (place) => {
    if (typeof place.value === "boolean") return place.value;
    throw refused(code, place, "true or false");
  };
}

export function text(code: string, needed = "a text"): (place: Place) => string {
  return (place) => {
    if (typeof place.value === "string") return place.value;
    throw refused(code, place, needed);
  };
}

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** How exact JSON spells a number; undefined for everything else, a wrong spelling among it: anybody can make one. */
export function exactText(value: unknown): string | undefined {
  if (!(value instanceof ExactNumber)) return undefined;
  const text: unknown = value.text;
  return typeof text === "string" && JSON_NUMBER.test(text) ? text : undefined;
}

/** A number however JSON was read; undefined for everything else. */
export function numberIn(value: unknown): number | undefined {
  const spelled = exactText(value);
  if (spelled !== undefined) return Number(spelled);
  return typeof value === "number" ? value : undefined;
}

export function wholeNumber(code: string, least: number, hint: string): (place: Place) => number {
  return (place) => {
    const value = numberIn(place.value);
    if (value !== undefined && Number.isSafeInteger(value) && value >= least) return value;
    throw refused(code, place, `a whole number of at least ${least}`, hint);
  };
}

/** The members that are there: what `exactOptionalPropertyTypes` asks of an object with optional ones. */
export function defined<T extends object>(members: { readonly [K in keyof T]: T[K] | undefined }): T {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as T;
}
