/**
 * Values as text: Python's `str`, `repr` and `json.dumps`. Separate because printing is where templates differ most
 * from what JavaScript would write. Invariant: strings inside containers keep what the template wrote of them.
 */
import { typeError, valueError } from "./limits.ts";
import { printFloat, printInt } from "./numbers.ts";
import { Builder, concat, derive, escapePoint, isMarkup, isStr, repeat, type Str, textOf, withMarkup } from "./text.ts";
import { compare, isA, isInt, isList, itemsOf, iterate, typeName, type Value } from "./values.ts";

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

function listing(open: string, items: readonly Str[], close: string, separator: Str = ", "): Str {
  const built = new Builder().add(open);
  for (const [i, item] of items.entries()) (i > 0 ? built.add(separator) : built).add(item);
  return built.add(close).result();
}

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

interface JsonStyle {
  readonly ascii: boolean;
  /** Undefined for all on one line. */
  readonly indent: Str | undefined;
  readonly separators: readonly [Str, Str];
  readonly sorted: boolean;
}

/** `json.dumps` with the options of transformers' `tojson`. */
export function json(value: Value, asciiOnly: boolean, indent: Value, separators: Value, sorted: boolean): Str {
  if (indent !== null && !isStr(indent) && !isInt(indent)) {
    throw typeError(`can't multiply sequence by non-int of type '${typeName(indent)}'`);
  }
  const unit = indent === null || isStr(indent) ? (indent ?? undefined) : repeat(" ", Number(indent));
  const [item, key, more] = separators === null ? [unit === undefined ? ", " : ",", ": "] : iterate(separators);
  if (item === undefined || key === undefined || more !== undefined) throw valueError("expected two separators");
  if (!isStr(item) || !isStr(key)) throw typeError("separators must be strings");
  return encode(value, { ascii: asciiOnly, indent: unit, separators: [item, key], sorted }, "\n");
}

function encode(value: Value, style: JsonStyle, newline: Str): Str {
  const scalar = jsonScalar(value);
  if (isStr(value)) return jsonString(value, style);
  if (scalar !== undefined) return scalar;
  const inner = style.indent === undefined ? "" : concat(newline, style.indent);
  const block = (open: string, items: readonly Str[], close: string): Str => {
    if (items.length === 0) return open + close;
    const end = style.indent === undefined ? "" : newline;
    return concat(
      open,
      listing(
        "",
        items.map((item) => concat(inner, item)),
        "",
        style.separators[0],
      ),
      end,
      close,
    );
  };
  const items = itemsOf(value);
  if (items !== undefined)
    return block(
      "[",
      items.map((item) => encode(item, style, inner)),
      "]",
    );
  if (!isA(value, "dict")) throw typeError(`Object of type ${typeName(value)} is not JSON serializable`);
  const entries = [...value.entries.values()];
  if (style.sorted) entries.sort(([a], [b]) => (compare("<", a, b) ? -1 : compare("<", b, a) ? 1 : 0));
  const members = entries.map(([key, member]) => {
    const name = isStr(key) ? key : jsonScalar(key);
    if (name === undefined) throw typeError(`keys must be str, int, float, bool or None, not ${typeName(key)}`);
    return concat(jsonString(name, style), style.separators[1], encode(member, style, inner));
  });
  return block("{", members, "}");
}

function jsonScalar(value: Value): string | undefined {
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "bigint") return printInt(value);
  if (typeof value !== "number") return undefined;
  return Number.isFinite(value) ? printFloat(value) : String(value);
}

const jsonEscape = (unit: string): string =>
  unit > "~" ? `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}` : JSON.stringify(unit).slice(1, -1);

function jsonString(s: Str, style: JsonStyle): Str {
  const escaped = style.ascii ? /[^ !#-[\]-~]/g : /["\\\0-\x1f]/g;
  return concat(
    '"',
    derive(withMarkup(s, false), (text) => text.replace(escaped, jsonEscape)),
    '"',
  );
}
