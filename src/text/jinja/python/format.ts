/**
 * Python's two ways of formatting: `%`, and `str.format` with its specifications. Separate because both are small
 * languages of their own. Invariant: what a format string holds between its fields, and texts put into fields, keep
 * their provenance; digits, signs and padding are data.
 */
import { spendBits, typeError, valueError } from "./limits.ts";
import { printFloat, printInt, scaledInt, toFloat, truncate } from "./numbers.ts";
import { ascii, print, repr } from "./print.ts";
import { Builder, concat, countPoints, isStr, repeat, type Str, slice, textOf, unitOfPoint } from "./text.ts";
import {
  type Dict,
  getItem,
  isA,
  isList,
  isNumber,
  type Kwargs,
  type List,
  numeric,
  typeName,
  type Value,
} from "./values.ts";

/** Digits of a finite number that is not negative, by `e`, `f` or `g`; `r` is `g` that always shows a point. */
function digitsOf(value: number, letter: string, precision: number, alternate: boolean): string {
  if (letter === "f") {
    const digits = String(scaledInt(value, precision)).padStart(precision + 1, "0");
    const point = digits.length - precision;
    return digits.slice(0, point) + (precision > 0 || alternate ? "." : "") + digits.slice(point);
  }
  const count = letter === "e" ? precision + 1 : Math.max(1, precision);
  let exponent = value === 0 ? 0 : Number(value.toExponential().split("e")[1]);
  let digits = String(scaledInt(value, count - 1 - exponent)).padEnd(count, "0");
  if (digits.length > count) exponent++;
  digits = digits.slice(0, count);
  if (letter !== "e" && exponent >= -4 && exponent < count - (letter === "r" ? 1 : 0)) {
    const fixed = digitsOf(value, "f", count - 1 - exponent, alternate);
    const short = alternate || !fixed.includes(".") ? fixed : fixed.replace(/\.?0+$/, "");
    return letter === "r" && !short.includes(".") ? `${short}.0` : short;
  }
  const shown = letter === "e" || alternate ? digits : digits[0] + digits.slice(1).replace(/0+$/, "");
  const point = shown.length > 1 || alternate ? "." : "";
  return `${shown[0]}${point}${shown.slice(1)}e${exponent < 0 ? "-" : "+"}${String(Math.abs(exponent)).padStart(2, "0")}`;
}

const BASES: Readonly<Record<string, number>> = { b: 2, o: 8, x: 16, X: 16 };
const SPEC = /^(?:(.)?([<>=^]))?([-+ ])?(#)?(0)?(\d+)?([,_])?(?:\.(\d+))?([a-zA-Z%])?$/su;

/** Python's `format(value, spec)`. */
function formatValue(value: Value, spec: string): Str {
  if (spec === "") return print(value);
  if (!isStr(value) && !isNumber(value)) throw typeError(`unsupported format string passed to ${typeName(value)}`);
  const match = SPEC.exec(spec);
  if (match === null) throw valueError(`Invalid format specifier '${spec}'`);
  if (!isStr(value)) spendBits(4 * Number(match[8] ?? 0));
  const [, fillGiven, alignGiven, signGiven = "", alternate, zero, width, separator, precision, letter = ""] = match;
  const align = alignGiven ?? (isStr(value) ? "<" : zero === undefined ? ">" : "=");
  const fill = fillGiven ?? (zero !== undefined && alignGiven === undefined ? "0" : " ");
  const number = isStr(value) ? undefined : numeric(value);
  const whole = typeof number === "bigint" && "bdoxX".includes(letter);
  if (
    number === undefined
      ? !"s".includes(letter) || align === "=" || signGiven + (separator ?? "") !== ""
      : !whole && !"eEfFgG%".includes(letter)
  ) {
    throw valueError(`Unknown format code '${letter}' for object of type '${typeName(value)}'`);
  }
  const put = (sign: string, body: Str): Str => {
    const missing = Math.max(0, Number(width ?? 0) - sign.length - countPoints(textOf(body)));
    const before = align === "^" ? missing >> 1 : align === "<" ? 0 : missing;
    const [first, second] = align === "=" ? [sign, repeat(fill, before)] : [repeat(fill, before), sign];
    return concat(first, second, body, repeat(fill, missing - before));
  };
  if (isStr(value))
    return put("", precision === undefined ? value : slice(value, 0, unitOfPoint(textOf(value), Number(precision))));
  if (whole && precision !== undefined) throw valueError("Precision not allowed in integer format specifier");
  const negative = number! < 0 || Object.is(number, -0);
  let sign = (negative ? "-" : signGiven.replace("-", "")) + (whole && alternate && BASES[letter] ? `0${letter}` : "");
  let digits = whole
    ? wholeDigits(number, letter)
    : floatDigits(toFloat(number!), letter, precision, alternate !== undefined);
  if (Number.isNaN(number)) sign = sign.replace("-", "");
  if (/[EFGX]/.test(letter)) digits = digits.toUpperCase();
  const groups = new RegExp(`(?<!\\..*)\\B(?=(?:\\w{${BASES[letter] === undefined ? 3 : 4}})+(?:$|[.e%]))`, "g");
  const grouped = (): string => (separator === undefined ? digits : digits.replace(groups, separator));
  // Zeros that fill the width are grouped too.
  while (separator !== undefined && fill + align === "0=" && sign.length + grouped().length < Number(width))
    digits = `0${digits}`;
  return put(sign, grouped());
}

function wholeDigits(value: bigint, letter: string): string {
  const magnitude = value < 0n ? -value : value;
  return BASES[letter] === undefined ? printInt(magnitude) : magnitude.toString(BASES[letter]);
}

function floatDigits(value: number, letter: string, precision: string | undefined, alternate: boolean): string {
  const magnitude = Math.abs(letter === "%" ? value * 100 : value);
  const tail = letter === "%" ? "%" : "";
  if (!Number.isFinite(magnitude) || (letter === "" && precision === undefined)) return printFloat(magnitude) + tail;
  const kind = letter === "" ? "r" : letter === "%" ? "f" : letter.toLowerCase();
  return digitsOf(magnitude, kind, Number(precision ?? 6), alternate) + tail;
}

const CONVERSION = /%(?:\(([^()]*)\))?([-+ #0]*)(\*|\d+)?(?:\.(\*|\d*))?[hlL]?(.)?/gsu;

/** Python's `template % values`. @param show puts a value into the text; Markup escapes it */
export function printf(template: Str, values: Value, show: (value: Value) => Str = print): Str {
  const args = isA(values, "tuple") ? values.items : [values];
  let used = 0;
  const next = (): Value => {
    if (used >= args.length) throw typeError("not enough arguments for format string");
    return args[used++]!;
  };
  const built = new Builder();
  let end = 0;
  for (const { 0: whole, 1: key, 2: flags = "", 3: width, 4: precision, 5: letter = "", index } of textOf(
    template,
  ).matchAll(CONVERSION)) {
    built.add(slice(template, end, index));
    end = index + whole.length;
    if (letter === "%") {
      built.add(slice(template, end - 1, end));
      continue;
    }
    if (!/[diouxXeEfFgGrsa]/.test(letter)) throw valueError(`unsupported format '${whole}'`);
    if (key !== undefined && !isA(values, "dict")) throw typeError("format requires a mapping");
    const room = width === "*" ? print(next()) : (width ?? "");
    const digits = precision === undefined ? "" : `.${precision === "*" ? print(next()) : precision || 0}`;
    const value = key === undefined ? next() : getItem(values as Dict, key);
    if (value === undefined) throw valueError(`no value for the key '${key}'`);
    const sign = /[+ ]/.exec(flags)?.[0] ?? "";
    if (/[rsa]/.test(letter)) {
      const shown = show(letter === "s" ? value : letter === "r" ? repr(value) : ascii(value));
      built.add(formatValue(shown, `${flags.includes("-") ? "<" : ">"}${room}${digits}`));
      continue;
    }
    if (!isNumber(value) || (/[oxX]/.test(letter) && typeof value === "number")) {
      throw typeError(`%${letter} format: a number is required, not ${typeName(value)}`);
    }
    const isWhole = /[diuoxX]/.test(letter);
    const number = isWhole && typeof value === "number" ? truncate(value) : value;
    const align = flags.includes("-") ? "<" : flags.includes("0") ? "0=" : ">";
    const spec = `${align}${sign}${flags.includes("#") ? "#" : ""}${room}${isWhole ? "" : digits}`;
    built.add(formatValue(number, spec + letter.replace(/[iu]/, "d")));
  }
  const mapping = isA(values, "dict") || isA(values, "Undefined") || isA(values, "range") || isList(values);
  if (!mapping && used < args.length) throw typeError("not all arguments converted during string formatting");
  return built.add(slice(template, end)).result();
}

/** What the fields of `str.format` name, and how their attributes and items are read. */
interface Fields {
  readonly args: List;
  readonly kwargs: Kwargs;
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
