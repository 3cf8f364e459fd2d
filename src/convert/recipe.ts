/**
 * What a converter stores each parameter as: rules of name patterns and formats, read from a recipe's file once it is
 * parsed. Separate from the plan, because a recipe knows no model and is written by people: a key nobody reads is refused
 * by name. Invariant: the first rule that matches a name decides, and a name that no rule matches is an error.
 */
import { isJsonObject, type JsonObject, shown } from "../artifact/json-fields.ts";
import { formatSpelled, SPELLED_FORMATS } from "../artifact/ninfer/formats.ts";
import { UsageError } from "../base/errors.ts";
import type { WeightFormat } from "../base/formats/registry.ts";
import { nearestName } from "../base/nearest-name.ts";

/** The format that a parameter is stored in already. */
export const KEEP = "keep";

interface Rule {
  readonly patterns: readonly string[];
  readonly format: WeightFormat | typeof KEEP;
}

export interface Recipe {
  readonly name: string;
  /** One line for people; empty where the recipe has none. */
  readonly description: string;
  readonly rules: readonly Rule[];
  /** Patterns of parameters that never share a matrix with others. */
  readonly separate: readonly string[];
  /** Rows of a draft head, where counts of tokens are given to choose them by. */
  readonly draftRows: number | undefined;
}

const ROOT_KEYS = ["name", "description", "draft_rows", "separate", "rule"];
const RULE_KEYS = ["parameters", "format"];
const FORMATS = [KEEP, ...SPELLED_FORMATS.filter((name) => name !== "int32")];

/**
 * @param where the recipe's name or file, for messages
 * @throws UsageError `bad_recipe`
 */
export function readRecipe(where: string, value: unknown): Recipe {
  const root = object(where, value, ROOT_KEYS);
  const rules = root["rule"];
  if (!Array.isArray(rules) || rules.length === 0) throw bad(`${where}: rule`, shown(rules), "at least one [[rule]]");
  const name = root["name"];
  if (typeof name !== "string" || name === "") throw bad(`${where}: name`, shown(name), "a name");
  const description = root["description"] ?? "";
  if (typeof description !== "string") throw bad(`${where}: description`, shown(description), "a text");
  return {
    ...{ name, description },
    rules: rules.map((rule, i) => readRule(`${where}: rule ${i + 1}`, rule)),
    separate: root["separate"] === undefined ? [] : texts(`${where}: separate`, root["separate"]),
    draftRows: root["draft_rows"] === undefined ? undefined : readRows(`${where}: draft_rows`, root["draft_rows"]),
  };
}

function readRule(where: string, value: unknown): Rule {
  const rule = object(where, value, RULE_KEYS);
  const format = rule["format"];
  const known = typeof format === "string" && FORMATS.includes(format) ? format : undefined;
  if (known === undefined) {
    const near = typeof format === "string" ? nearestName(format, FORMATS) : undefined;
    const meant = near === undefined ? undefined : `did you mean ${near}?`;
    throw bad(`${where}: format`, shown(format), `one of ${FORMATS.join(", ")}`, meant);
  }
  return {
    patterns: texts(`${where}: parameters`, rule["parameters"]),
    format: known === KEEP ? KEEP : formatSpelled(known)!,
  };
}

function readRows(where: string, value: unknown): number {
  if (typeof value === "number" && Number.isInteger(value) && value > 0) return value;
  throw bad(where, shown(value), "a positive whole number");
}

function texts(where: string, value: unknown): readonly string[] {
  const list = typeof value === "string" ? [value] : value;
  const good = Array.isArray(list) && list.length > 0 && list.every((item) => typeof item === "string" && item !== "");
  if (good) return list as string[];
  throw bad(where, shown(value), "a pattern or a list of patterns, such as text/layers/*/mlp/down");
}

function object(where: string, value: unknown, keys: readonly string[]): JsonObject {
  if (!isJsonObject(value)) throw bad(where, shown(value), `a table with ${keys.join(", ")}`);
  const unknown = Object.keys(value).find((key) => !keys.includes(key));
  if (unknown === undefined) return value;
  const near = nearestName(unknown, keys);
  const hint = near === undefined ? `there are ${keys.join(", ")}` : `did you mean ${near}?`;
  throw bad(where, `the key ${unknown}`, "no such key", hint);
}

function bad(where: string, found: string, needed: string, hint?: string): UsageError {
  return new UsageError("bad_recipe", `${where}: found ${found}, needed ${needed}`, hint === undefined ? {} : { hint });
}

/** Whether a name matches: `*` stands for part of one step of a path, `**` for anything. */
function matches(pattern: string, name: string): boolean {
  const source = pattern
    .split(/(\*\*|\*)/)
    .map((part) => (part === "**" ? ".*" : part === "*" ? "[^/]*" : part.replace(/[.+?^${}()|[\]\\]/g, "\\$&")))
    .join("");
  return new RegExp(`^${source}$`).test(name);
}

/** @throws UsageError `bad_recipe` for a parameter without a rule */
export function formatFor(recipe: Recipe, parameter: string): WeightFormat | typeof KEEP {
  const rule = recipe.rules.find(({ patterns }) => patterns.some((pattern) => matches(pattern, parameter)));
  if (rule !== undefined) return rule.format;
  throw new UsageError("bad_recipe", `recipe ${recipe.name}: found no rule for ${parameter}, needed one`, {
    hint: 'a last rule for parameters "**" takes the rest',
  });
}

export function isSeparate({ separate }: Recipe, parameter: string): boolean {
  return separate.some((pattern) => matches(pattern, parameter));
}
