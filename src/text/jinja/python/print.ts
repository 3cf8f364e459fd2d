/**
 * Values as text: Python's `str`, `repr` and `json.dumps`. Separate because printing is where templates differ most
 * from what JavaScript would write. Invariant: strings inside containers keep what the template wrote of them.
 */
import { typeError, valueError } from "./limits.ts";
import { printFloat, printInt } from "./numbers.ts";
import type { Bound } from "./signatures.ts";
import { concat, derive, escapePoint, isMarkup, isStr, join, repeat, type Str, textOf, withMarkup } from "./text.ts";
import { isA, isInt, isList, itemsOf, iterate, order, truth, typeName, type Value } from "./values.ts";

export const print = (value: Value): Str => (isStr(value) ? value : isA(value, "Undefined") ? "" : repr(value));

export function repr(value: Value): Str {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "bigint") return printInt(value);
  if (typeof value === "number") return printFloat(value);
  if (isStr(value)) return isMarkup(value) ? concat("Markup(", quote(withMarkup(value, false)), ")") : quote(value);
  if (isList(value)) return listing("[", value.map(repr), "]");
  switch (value.is) {
    case "tuple":
      return listing("(", value.items.map(repr), value.items.length === 1 ? ",)" : ")");
    case "dict": {
      const pairs = Array.from(value.entries.values(), ([key, member]) => concat(repr(key), ": ", repr(member)));
      return listing("{", pairs, "}");
    }
    case "range":
      return `range(${value.start}, ${value.stop}${value.step === 1n ? "" : `, ${value.step}`})`;
    case "Namespace":
      return concat("<Namespace ", repr(value.attributes), ">");
    case "function":
      return value.type === "Macro" ? `<Macro '${value.name}'>` : `<${value.type} ${value.name}>`;
    case "Undefined":
    case "iterator":
      return value.is === "Undefined" ? value.is : `<${value.type} object>`;
    default:
      return listing(`${value.is}([`, Array.from(iterate(value), repr), "])");
  }
}

const listing = (open: string, items: readonly Str[], close: string): Str => concat(open, join(items, ", "), close);

/** What Python does not print as it is, the space excepted. */
export const HIDDEN = "\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Cn}\\p{Zl}\\p{Zp}\\p{Zs}";
const ESCAPED = new RegExp(`(?! )[\\\\${HIDDEN}]`, "gu");
const NAMED: Readonly<Record<string, string>> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" };

/** Single quotes, unless only they occur in the text. */
function quote(s: Str): Str {
  const sign = textOf(s).includes("'") && !textOf(s).includes('"') ? '"' : "'";
  const shown = (text: string): string =>
    text.replace(ESCAPED, (c) => NAMED[c] ?? escapePoint(c)).replaceAll(sign, `\\${sign}`);
  return concat(sign, derive(s, shown), sign);
}

/** `repr` with everything but ASCII escaped. */
export const ascii = (value: Value): Str => derive(repr(value), (text) => text.replace(/[^\0-\x7f]/gu, escapePoint));

/** `json.dumps` with the options of transformers' `tojson`. */
export function json([value, asciiOnly, indent, separators, sortKeys]: Bound): Str {
  if (indent !== null && !isStr(indent) && !isInt(indent)) {
    throw typeError(`can't multiply sequence by non-int of type '${typeName(indent)}'`);
  }
  const unit = indent === null || isStr(indent) ? indent : repeat(" ", Number(indent));
  const [comma, colon, more] = separators === null ? [unit === null ? ", " : ",", ": "] : iterate(separators);
  if (comma === undefined || colon === undefined || more !== undefined) throw valueError("expected two separators");
  if (!isStr(comma) || !isStr(colon)) throw typeError("separators must be strings");
  const escaped = truth(asciiOnly) ? /[^ !#-[\]-~]/g : /["\\\0-\x1f]/g;
  const quoted = (s: Str): Str => {
    const shown = derive(withMarkup(s, false), (text) => text.replace(escaped, jsonEscape));
    return concat('"', shown, '"');
  };
  const block = (open: string, items: readonly Str[], close: string, newline: Str): Str => {
    if (items.length === 0) return open + close;
    if (unit === null) return concat(open, join(items, comma), close);
    return concat(open, newline, unit, join(items, concat(comma, newline, unit)), newline, close);
  };
  const encode = (one: Value, newline: Str): Str => {
    if (isStr(one)) return quoted(one);
    const scalar = jsonScalar(one);
    if (scalar !== undefined) return scalar;
    const inner = unit === null ? newline : concat(newline, unit);
    const items = itemsOf(one)?.map((item) => encode(item, inner));
    if (items !== undefined) return block("[", items, "]", newline);
    if (!isA(one, "dict")) throw typeError(`Object of type ${typeName(one)} is not JSON serializable`);
    const entries = [...one.entries.values()];
    if (truth(sortKeys)) entries.sort(([a], [b]) => order(a, b));
    const members = entries.map(([key, member]) => {
      const name = isStr(key) ? key : jsonScalar(key);
      if (name === undefined) throw typeError(`keys must be str, int, float, bool or None, not ${typeName(key)}`);
      return concat(quoted(name), colon, encode(member, inner));
    });
    return block("{", members, "}", newline);
  };
  return encode(value, "\n");
}

function jsonScalar(value: Value): string | undefined {
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "bigint") return printInt(value);
  if (typeof value !== "number") return undefined;
  return Number.isFinite(value) ? printFloat(value) : String(value);
}

const jsonEscape = (unit: string): string =>
  unit > "~" ? `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}` : JSON.stringify(unit).slice(1, -1);
