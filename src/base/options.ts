/**
 * Options as somebody gave them, held to their names and kinds before anything is opened. Separate from the readers of
 * requests, because a worker that owns a device opens sources and backends and reads no request. A rule stands beside the
 * type that declares the option: a name that is added to the type does not compile until it has one. Invariant: an option
 * that nobody reads is refused with the nearest right name; one that is undefined is not given.
 */
import { nearestName } from "./nearest-name.ts";
import { memberPath, type RightNames, refusal, shownValue, unknownName } from "./refusal.ts";

export interface OptionRule {
  /** Whether a value is of the kind; asked of undefined only where the option is required. */
  readonly right: (value: unknown) => boolean;
  readonly needed: string;
  /** Default: the code of the options. */
  readonly code?: string;
  readonly hint?: string | ((value: unknown) => string);
  readonly required?: boolean;
}

/** A rule for each option of a type. */
export type OptionRules<T> = { readonly [K in keyof T]-?: OptionRule };

export interface OptionsPlace {
  /** Where they are members of others. */
  readonly path?: string;
  /** Default `bad_options`. */
  readonly code?: string;
  /** Said to whoever gave no object. */
  readonly needed?: string;
  readonly hint?: string;
  /** What others call an option. */
  readonly otherNames?: RightNames;
}

/** @throws RequestError `unknown_field`, and `bad_options` or the code of the place or the rule; `data.param` is the path */
export function checkOptions<T>(options: unknown, rules: OptionRules<T>, place: OptionsPlace = {}): void {
  const { path = "", code = "bad_options", needed = "an object", hint, otherNames = {} } = place;
  if (!isObject(options)) {
    throw refusal(code, path === "" ? "options" : path, shownValue(options), needed, hint);
  }
  const known = Object.keys(rules);
  const others = Object.entries(otherNames).filter(([, name]) => known.includes(name));
  const rightNames = Object.fromEntries([...others, ...known.map((name) => [name, name])]);
  for (const [name, value] of Object.entries(options)) {
    if (value !== undefined && !known.includes(name))
      throw unknownName(memberPath(path, name), name, known, rightNames);
  }
  for (const [name, rule] of Object.entries<OptionRule>(rules)) {
    checkValue(Reflect.get(options, name), memberPath(path, name), { code, ...rule });
  }
}

/** One value by its rule. @throws as `checkOptions` does */
export function checkValue(value: unknown, path: string, rule: OptionRule): void {
  if (value === undefined ? rule.required !== true : rule.right(value)) return;
  const hint = typeof rule.hint === "function" ? rule.hint(value) : rule.hint;
  throw refusal(rule.code ?? "bad_options", path, shownValue(value), rule.needed, hint);
}

export function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** Whether a value is an object with such a method. */
export function can(value: unknown, method: string): boolean {
  return isObject(value) && typeof Reflect.get(value, method) === "function";
}

export const FLAG: OptionRule = { right: (value) => typeof value === "boolean", needed: "true or false" };

export const ABORT_SIGNAL: OptionRule = {
  right: (value) => value instanceof AbortSignal,
  needed: "an AbortSignal",
};

export const FUNCTION: OptionRule = { right: (value) => typeof value === "function", needed: "a function" };

export function text(needed: string): OptionRule {
  return { right: (value) => typeof value === "string", needed };
}

export function wholeNumber(least: number, most: number): OptionRule {
  return {
    right: (value) => Number.isInteger(value) && (value as number) >= least && (value as number) <= most,
    needed: `a whole number from ${least} to ${most}`,
  };
}

/** @param hint where no name is near */
export function oneOf(names: readonly string[], hint: string): OptionRule {
  return {
    right: (value) => names.some((name) => name === value),
    needed: `one of ${names.join(", ")}`,
    hint: (value) => {
      const near = typeof value === "string" ? nearestName(value, names) : undefined;
      return near === undefined ? hint : `did you mean ${near}?`;
    },
  };
}

/** Something that was opened, known by a method. */
export function opened(method: string, needed: string): OptionRule {
  return { right: (value) => can(value, method), needed };
}
