/**
 * Python's two ways of formatting: `%`, and `str.format` with its specifications. Separate because both are small
 * languages of their own. Invariant: what a format string holds between its fields, and texts put into fields, keep
 * their provenance; digits, signs and padding are data.
 */
import { spendBits, typeError, valueError } from "./limits.ts";
import { layOut, printFloat, printInt, scaledInt, toFloat, truncate } from "./numbers.ts";
import { ascii, print, repr } from "./print.ts";
import { Builder, concat, countPoints, isStr, repeat, type Str, slice, slicePoints, textOf } from "./text.ts";
import * as py from "./values.ts";

type Value = py.Value;

const BASES: Readonly<Record<string, number>> = { b: 2, o: 8, x: 16, X: 16 };
const SPEC = /^(?:(.)?([<>=^]))?([-+ ])?(#)?(0)?(\d+)?([,_])?(?:\.(\d+))?([a-zA-Z%])?$/su;

/** Python's `format(value, spec)`. */
function formatValue(value: Value, spec: string): Str {
  if (spec === "") return print(value);
  if (!isStr(value) && !py.isNumber(value))
    throw typeError(`unsupported format string passed to ${py.typeName(value)}`);
  const match = SPEC.exec(spec);
  if (match === null) throw valueError(`Invalid format specifier '${spec}'`);
  const [
    ,
    fillGiven,
    alignGiven,
    signGiven = "",
    alternate,
    zero,
    width = "0",
    separator = "",
    precision,
    letter = "",
  ] = match;
  const align = alignGiven ?? (isStr(value) ? "<" : zero === undefined ? ">" : "=");
  const fill = fillGiven ?? (zero !== undefined && alignGiven === undefined ? "0" : " ");
  const refuse = (): never => {
    throw valueError(`Unknown format code '${letter}' for object of type '${py.typeName(value)}'`);
  };
  const put = (sign: string, body: Str): Str => {
    const missing = Math.max(0, Number(width) - sign.length - countPoints(textOf(body)));
    const before = align === "^" ? missing >> 1 : align === "<" ? 0 : missing;
    const [first, second] = align === "=" ? [sign, repeat(fill, before)] : [repeat(fill, before), sign];
    return concat(first, second, body, repeat(fill, missing - before));
  };
  if (isStr(value)) {
    if (!"s".includes(letter) || align === "=" || signGiven + separator !== "") refuse();
    return put("", precision === undefined ? value : slicePoints(value, 0, Number(precision)));
  }
  spendBits(4 * Number(precision ?? 0));
  const number = py.numeric(value);
  const whole = typeof number === "bigint" && "bdoxX".includes(letter);
  if (!whole && !"eEfFgG%".includes(letter)) refuse();
  if (whole && precision !== undefined) throw valueError("Precision not allowed in integer format specifier");
  const minus = number < 0 || Object.is(number, -0);
  const base = whole && alternate !== undefined && BASES[letter] !== undefined ? `0${letter}` : "";
  const sign = (minus ? "-" : signGiven.replace("-", "")) + base;
  let digits = whole
    ? wholeDigits(number, letter)
    : floatDigits(toFloat(number), letter, precision, alternate !== undefined) + (letter === "%" ? "%" : "");
  if (/[EFGX]/.test(letter)) digits = digits.toUpperCase();
  const groups = new RegExp(`(?<!\\..*)\\B(?=(?:\\w{${BASES[letter] === undefined ? 3 : 4}})+(?:$|[.e%]))`, "g");
  const grouped = (): string => (separator === "" ? digits : digits.replace(groups, separator));
  // Zeros that fill the width are grouped too.
  while (separator !== "" && fill + align === "0=" && sign.length + grouped().length < Number(width))
    digits = `0${digits}`;
  return put(sign, grouped());
}

function wholeDigits(value: bigint, letter: string): string {
  const magnitude = value < 0n ? -value : value;
  return BASES[letter] === undefined ? printInt(magnitude) : magnitude.toString(BASES[letter]);
}

/** Digits by `e`, `f` or `g`; without a letter by `g`, always with a point. */
function floatDigits(value: number, letter: string, precision: string | undefined, alternate: boolean): string {
  const magnitude = Math.abs(letter === "%" ? value * 100 : value);
  if (!Number.isFinite(magnitude) || (letter === "" && precision === undefined)) return printFloat(magnitude);
  const places = Number(precision ?? 6);
  let text: string;
  if ("fF%".includes(letter) && letter !== "") {
    const digits = String(scaledInt(magnitude, places)).padStart(places + 1, "0");
    text = layOut(digits, digits.length - places - 1, Number.POSITIVE_INFINITY);
  } else {
    const scientific = letter.toLowerCase() === "e";
    const count = scientific ? places + 1 : Math.max(1, places);
    let exponent = magnitude === 0 ? 0 : Number(magnitude.toExponential().split("e")[1]);
    let digits = String(scaledInt(magnitude, count - 1 - exponent)).padEnd(count, "0");
    if (digits.length > count) exponent++;
    digits = digits.slice(0, count);
    if (!scientific && !alternate) digits = digits[0] + digits.slice(1).replace(/0+$/, "");
    text = layOut(digits, exponent, scientific ? Number.NEGATIVE_INFINITY : letter === "" ? count - 1 : count);
  }
  if (letter === "" && !/[.e]/.test(text)) return `${text}.0`;
  return alternate && !text.includes(".") ? text.replace(/(?=e|$)/, ".") : text;
}

const CONVERSION = /%(?:\(([^()]*)\))?([-+ #0]*)(\*|\d+)?(?:\.(\*|\d*))?[hlL]?(.)?/gsu;

/** Python's `template % values`. @param show puts a value into the text; Markup escapes it */
export function printf(template: Str, values: Value, show: (value: Value) => Str = print): Str {
  const args = py.isA(values, "tuple") ? values.items : [values];
  let used = 0;
  const next = (): Value => {
    if (used >= args.length) throw typeError("not enough arguments for format string");
    return args[used++]!;
  };
  const convert = ([whole, key, flags = "", width = "", precision, letter = ""]: RegExpExecArray): Str => {
    if (!/[diouxXeEfFgGrsa]/.test(letter)) throw valueError(`unsupported format '${whole}'`);
    if (key !== undefined && !py.isA(values, "dict")) throw typeError("format requires a mapping");
    const room = width === "*" ? print(next()) : width;
    const digits = precision === undefined ? "" : `.${precision === "*" ? print(next()) : precision || 0}`;
    const value = key === undefined ? next() : py.getItem(values as py.Dict, key);
    if (value === undefined) throw valueError(`no value for the key '${key}'`);
    const align = flags.includes("-") ? "<" : flags.includes("0") && !/[rsa]/.test(letter) ? "0=" : ">";
    if (/[rsa]/.test(letter)) {
      const shown = show(letter === "s" ? value : letter === "r" ? repr(value) : ascii(value));
      return formatValue(shown, `${align}${room}${digits}`);
    }
    if (!py.isNumber(value) || (/[oxX]/.test(letter) && typeof value === "number")) {
      throw typeError(`%${letter} format: a number is required, not ${py.typeName(value)}`);
    }
    const isWhole = /[diuoxX]/.test(letter);
    const number = isWhole && typeof value === "number" ? truncate(value) : value;
    const style = (/[+ ]/.exec(flags)?.[0] ?? "") + (flags.includes("#") ? "#" : "");
    return formatValue(number, `${align}${style}${room}${isWhole ? "" : digits}${letter.replace(/[iu]/, "d")}`);
  };
  const built = new Builder();
  let end = 0;
  for (const match of textOf(template).matchAll(CONVERSION)) {
    built.add(slice(template, end, match.index));
    end = match.index + match[0].length;
    built.add(match[5] === "%" ? slice(template, end - 1, end) : convert(match));
  }
  const mapping = py.isA(values, "dict") || py.isA(values, "Undefined") || py.isA(values, "range") || py.isList(values);
  if (!mapping && used < args.length) throw typeError("not all arguments converted during string formatting");
  return built.add(slice(template, end)).result();
}

/** What the fields of `str.format` name, and how their attributes and items are read. */
interface Fields {
  readonly args: py.List;
  readonly kwargs: py.Kwargs;
  attribute(value: Value, name: string): Value;
  item(value: Value, key: Value): Value;
}

const FIELD = /^([^.[!:]*)((?:\.[^.[!:]+|\[[^\]]+\])*)(?:!(.?))?(?::(.*))?$/s;

/** Python's `template.format(*args, **kwargs)`. @param show escapes what goes into Markup */
export function formatFields(template: Str, fields: Fields, show: (s: Str) => Str): Str {
  let automatic = 0;
  let manual = false;
  const argument = (name: string): Value => {
    const position = /^\d*$/.test(name);
    if (position && (name === "" ? manual : automatic > 0)) throw valueError("automatic and manual field numbers");
    manual ||= position && name !== "";
    const value = position ? fields.args[name === "" ? automatic++ : Number(name)] : fields.kwargs.get(name);
    if (value === undefined) throw valueError(`no argument for the field '${name}'`);
    return value;
  };
  const field = (body: string, depth: number): Str => {
    const [, name, path, conversion, spec = ""] = FIELD.exec(body) ?? [];
    if (name === undefined) throw valueError(`bad field in format string: '${body}'`);
    let value = argument(name);
    for (const [, attribute, key] of path!.matchAll(/\.([^.[]+)|\[([^\]]+)\]/g)) {
      if (attribute !== undefined) value = fields.attribute(value, attribute);
      else value = fields.item(value, /^\d+$/.test(key!) ? BigInt(key!) : key!);
    }
    const convert = { s: print, r: repr, a: ascii }[conversion ?? "s"];
    if (convert === undefined) throw valueError(`Unknown conversion specifier '${conversion}'`);
    return show(formatValue(conversion === undefined ? value : convert(value), textOf(expand(spec, depth + 1))));
  };
  const expand = (format: Str, depth: number): Str => {
    if (depth > 2) throw valueError("Max string recursion exceeded");
    const text = textOf(format);
    const built = new Builder();
    let end = 0;
    for (const { 0: brace, index } of text.matchAll(/\{\{|\}\}|[{}]/g)) {
      if (index < end) continue;
      built.add(slice(format, end, index));
      end = index + brace.length;
      let open = brace === "{" ? 1 : 0;
      for (; open > 0 && end < text.length; end++) open += text[end] === "{" ? 1 : text[end] === "}" ? -1 : 0;
      if (brace === "}" || open > 0) throw valueError(`Single '${brace}' encountered in format string`);
      built.add(brace.length === 2 ? slice(format, index, index + 1) : field(text.slice(index + 1, end - 1), depth));
    }
    return built.add(slice(format, end)).result();
  };
  return expand(template, 0);
}
