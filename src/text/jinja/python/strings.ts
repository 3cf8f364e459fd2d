/**
 * Methods of Python's str. Separate because they are many and each has its own rules. Invariant: offsets are found on
 * the plain characters and results are cut from the text that knows its provenance; positions that a template sees
 * count code points.
 */
import { spend, typeError, valueError } from "./limits.ts";
import { HIDDEN, print } from "./print.ts";
import { type Bound, bindAll } from "./signatures.ts";
import {
  concat,
  countPoints,
  derive,
  isMarkup,
  isStr,
  join,
  nextPoint,
  repeat,
  SPACE,
  type Str,
  slice,
  strip,
  textOf,
  unitOfPoint,
  withMarkup,
} from "./text.ts";
import { indexOf, isA, iterate, sliceBounds, truth, tuple, typeName, type Value } from "./values.ts";

type Side = "both" | "left" | "right";

function asText(value: Value): Str {
  if (!isStr(value)) throw typeError(`expected str, got ${typeName(value)}`);
  return value;
}
const plain = (value: Value): string => textOf(asText(value));

const HTML: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", "'": "&#39;", '"': "&#34;" };

/** Markup of a text; Markup stays as it is. */
export function escapeHtml(s: Str): Str {
  if (isMarkup(s)) return s;
  const escaped = derive(s, (text) => text.replace(/[&<>'"]/g, (c) => HTML[c]!));
  return withMarkup(escaped, true);
}
/** What Markup takes in: other texts are escaped. */
export const taken = (self: Str, other: Str): Str => (isMarkup(self) ? withMarkup(escapeHtml(other), false) : other);
export const like = (self: Str, s: Str): Str => withMarkup(s, isMarkup(self));

/** Offsets where a text stands in another, not overlapping; an empty one between all characters. */
function* found(text: string, sought: string, fromRight: boolean): Generator<number> {
  const width = sought.length;
  spend(width === 0 ? text.length : text.length / 64);
  for (let at = fromRight ? text.lastIndexOf(sought) : text.indexOf(sought); at >= 0; ) {
    yield at;
    spend(1);
    if (fromRight) at = at < width ? -1 : text.lastIndexOf(sought, at - width);
    else if (width > 0) at = text.indexOf(sought, at + width);
    else at = at < text.length ? nextPoint(text, at) : -1;
  }
}

/** What lies between the places where a text stands, at most `limit` of them. */
function pieces(self: Str, separator: string, limit = Number.POSITIVE_INFINITY, fromRight = false): Str[] {
  const ends: number[] = [];
  for (const at of limit > 0 ? found(textOf(self), separator, fromRight) : []) if (ends.push(at) >= limit) break;
  if (fromRight) ends.reverse();
  ends.push(textOf(self).length);
  return ends.map((end, i) => slice(self, i === 0 ? 0 : ends[i - 1]! + separator.length, end));
}

export const limitOf = (count: Value): number => (indexOf(count) < 0 ? Number.POSITIVE_INFINITY : indexOf(count));

function separatorOf(value: Value): string {
  if (plain(value) === "") throw valueError("empty separator");
  return plain(value);
}

const WORD = new RegExp(`[^${SPACE}]+`, "g");

function split([self, separator, most]: Bound<Str>, fromRight: boolean): Value {
  const limit = limitOf(most);
  if (separator !== null) return pieces(self, separatorOf(separator), limit, fromRight);
  const text = textOf(self);
  spend(text.length / 4);
  const words = Array.from(text.matchAll(WORD), ({ 0: word, index }) => [index, index + word.length] as const);
  // The side where the limit ended the work keeps its white space.
  const rest = words.length - limit;
  if (rest > 0 && fromRight) words.splice(0, rest, [0, words[rest - 1]![1]]);
  else if (rest > 0) words.splice(limit, rest, [words[limit]![0], text.length]);
  return words.map(([from, to]) => slice(self, from, to));
}

export const replace = (self: Str, old: Str, by: Str, limit: number): Str =>
  like(self, join(pieces(self, textOf(old), limit), by));

const LINE = /[^\n\v\f\r\x1c-\x1e\x85\u2028\u2029]*(?:(\r\n|[\n\v\f\r\x1c-\x1e\x85\u2028\u2029])|$)/g;

export function splitLines(self: Str, keepEnds: boolean): Str[] {
  spend(textOf(self).length / 4);
  const lines = Array.from(textOf(self).matchAll(LINE), ({ 0: line, 1: end = "", index }) =>
    line === "" ? undefined : slice(self, index, index + line.length - (keepEnds ? 0 : end.length)),
  );
  return lines.filter((line) => line !== undefined);
}

function partition([self, separator]: Bound<Str>, fromRight: boolean): Value {
  const [before, after] = pieces(self, separatorOf(separator), 1, fromRight) as [Str, Str?];
  const none = fromRight ? ["", "", self] : [self, "", ""];
  const parts = after === undefined ? none : [before, asText(separator), after];
  return tuple(parts.map((part) => like(self, part)));
}

/** The part that `start` and `end` of a search name, and where it begins; undefined where nothing can be found. */
function part([self, , start, end]: Bound<Str>): readonly [string, number] | undefined {
  const text = textOf(self);
  if (start === null && end === null) return [text, 0];
  const size = countPoints(text);
  const [from, to] = sliceBounds(size, start, end);
  if (from > to || (start !== null && indexOf(start, true) > size)) return undefined;
  return [text.slice(unitOfPoint(text, from), unitOfPoint(text, to)), from];
}

/** @returns a position in code points; none is -1, or an error for the methods that want one */
function find(bound: Bound<Str>, fromRight: boolean, wanted = false): Value {
  const sought = plain(bound[1]);
  const [text, from] = part(bound) ?? [undefined, 0];
  spend((text?.length ?? 0) / 64);
  const at = text === undefined ? -1 : fromRight ? text.lastIndexOf(sought) : text.indexOf(sought);
  if (at < 0 && wanted) throw valueError("substring not found");
  return at < 0 ? -1n : BigInt(from + countPoints(text!, at));
}

function touches(bound: Bound<Str>, side: "startsWith" | "endsWith"): boolean {
  const [, affix] = bound;
  if (!isStr(affix) && !isA(affix, "tuple")) throw typeError(`expected str or a tuple of str, got ${typeName(affix)}`);
  const text = part(bound)?.[0];
  return (isStr(affix) ? [affix] : affix.items).some((one) => text?.[side](plain(one)) === true);
}

function pad(self: Str, width: Value, fill: Value, before: (missing: number, width: number) => number): Str {
  const filler = taken(self, asText(fill));
  if (countPoints(textOf(filler)) !== 1) throw typeError("The fill character must be exactly one character long");
  const missing = Math.max(0, indexOf(width) - countPoints(textOf(self)));
  const lead = before(missing, indexOf(width));
  return like(self, concat(repeat(filler, lead), self, repeat(filler, missing - lead)));
}

/** An odd space goes to the left where the width is odd. */
export const center = (self: Str, width: Value, fill: Value = " "): Str =>
  pad(self, width, fill, (missing, total) => (missing >> 1) + (missing & total & 1));

/** A character in title case, which only digraphs tell from upper case. */
function titleCase(character: string): string {
  const [first = "", ...rest] = character.toUpperCase();
  const digraph = [..."ǅǈǋǲ"].find((one) => one.toLowerCase() === character.toLowerCase());
  return digraph ?? first + rest.join("").toLowerCase();
}

/** All but the first letter in lower case; a final sigma needs the letters before it. */
function capitalize(text: string): string {
  const [first = ""] = text;
  return titleCase(first) + text.toLowerCase().slice(first.toLowerCase().length);
}

function isTitled(text: string): boolean {
  const words = text.match(/[\p{Lowercase}\p{Uppercase}\p{Lt}]+/gu);
  return words?.every((word) => /^[\p{Uppercase}\p{Lt}]\p{Lowercase}*$/u.test(word)) ?? false;
}

function expandTabs(text: string, size: number): string {
  let column = 0;
  return text.replace(/[^\t\n\r]+|[\t\n\r]/g, (piece) => {
    const shown = piece !== "\t" ? piece : textOf(repeat(" ", size > 0 ? size - (column % size) : 0));
    column = /[\n\r]/.test(piece) ? 0 : column + countPoints(shown);
    return shown;
  });
}

/** Digits that are no decimals, and ideographs that are numbers. */
const DIGITS =
  "\\p{Nd}²³¹\\u1369-\\u1371\\u19da⁰⁴-⁹₀-₉①-⑨⑴-⑼⒈-⒐⓪⓵-⓽⓿❶-❾➀-➈➊-➒\\u{10a40}-\\u{10a43}\\u{10e60}-\\u{10e68}\\u{11052}-\\u{1105a}\\u{1f100}-\\u{1f10a}";
const NUMBERS = `${DIGITS}\\p{N}㐅㒃㠪㭍一七万三九二五亖亿什仟仨伍佰億兆兩八六十千卄卅卌叁参參叄四壱壹壬廿弌弍弎弐拾捌柒漆玖百肆萬貮貳贰阡陆陌陸零`;
const all = (set: string) => (text: string) => new RegExp(`^[${set}]+$`, "u").test(text);
const CLASSES: Readonly<Record<string, (text: string) => boolean>> = {
  isalpha: all("\\p{L}"),
  isdecimal: all("\\p{Nd}"),
  isdigit: all(DIGITS),
  isnumeric: all(NUMBERS),
  isalnum: all(`\\p{L}${NUMBERS}`),
  isspace: all(SPACE),
  isascii: (text) => /^[\0-\x7f]*$/.test(text),
  isprintable: (text) => !new RegExp(`(?! )[${HIDDEN}]`, "u").test(text),
  isidentifier: (text) => /^[\p{XIDS}_]\p{XIDC}*$/u.test(text),
  islower: (text) => /\p{Lowercase}/u.test(text) && !/[\p{Uppercase}\p{Lt}]/u.test(text),
  isupper: (text) => /\p{Uppercase}/u.test(text) && !/[\p{Lowercase}\p{Lt}]/u.test(text),
  istitle: isTitled,
};
const MAPS: Readonly<Record<string, (text: string) => string>> = {
  upper: (text) => text.toUpperCase(),
  lower: (text) => text.toLowerCase(),
  capitalize,
  title: (text) => text.replace(/[\p{Lowercase}\p{Uppercase}\p{Lt}]+/gu, capitalize),
  swapcase: (text) => text.replace(/./gsu, (c) => (/\p{Uppercase}/u.test(c) ? c.toLowerCase() : c.toUpperCase())),
  casefold: (text) =>
    text
      .replace(/[^ıİ]/gu, (c) => c.toUpperCase().toLowerCase())
      .toLowerCase()
      .replaceAll("ς", "σ"),
};
/** Methods without arguments for every entry of a table. */
const each = <F>(table: Readonly<Record<string, F>>, run: (self: Str, entry: F) => Value) =>
  Object.fromEntries(
    Object.entries(table).map(([name, entry]) => [`${name}(self, /)`, ([self]: Bound<Str>) => run(self, entry)]),
  );

function stripped([self, characters]: Bound<Str>, side: Side): Value {
  if (characters !== null && !isStr(characters)) throw typeError("strip arg must be None or str");
  return strip(self, characters === null ? undefined : textOf(characters), side);
}

function joined([self, items]: Bound<Str>): Value {
  const taking = (item: Value): Str => taken(self, asText(isMarkup(self) ? print(item) : item));
  return like(self, join(Array.from(iterate(items), taking), self));
}

export const STRING_METHODS = bindAll<Str>({
  ...each(CLASSES, (self, test) => {
    spend(textOf(self).length / 16);
    return test(textOf(self));
  }),
  ...each(MAPS, derive),
  "strip(self, chars=None, /)": (bound) => stripped(bound, "both"),
  "lstrip(self, chars=None, /)": (bound) => stripped(bound, "left"),
  "rstrip(self, chars=None, /)": (bound) => stripped(bound, "right"),
  "split(self, sep=None, maxsplit=-1)": (bound) => split(bound, false),
  "rsplit(self, sep=None, maxsplit=-1)": (bound) => split(bound, true),
  "splitlines(self, keepends=False)": ([self, keepEnds]) => splitLines(self, truth(keepEnds)),
  "partition(self, sep, /)": (bound) => partition(bound, false),
  "rpartition(self, sep, /)": (bound) => partition(bound, true),
  "startswith(self, prefix, start=None, end=None, /)": (bound) => touches(bound, "startsWith"),
  "endswith(self, suffix, start=None, end=None, /)": (bound) => touches(bound, "endsWith"),
  "find(self, sub, start=None, end=None, /)": (bound) => find(bound, false),
  "rfind(self, sub, start=None, end=None, /)": (bound) => find(bound, true),
  "index(self, sub, start=None, end=None, /)": (bound) => find(bound, false, true),
  "rindex(self, sub, start=None, end=None, /)": (bound) => find(bound, true, true),
  "count(self, sub, start=None, end=None, /)": (bound) => {
    const [text] = part(bound) ?? [];
    const sought = plain(bound[1]);
    return BigInt(text === undefined ? 0 : pieces(text, sought).length - 1);
  },
  "replace(self, old, new, count=-1, /)": ([self, old, by, most]) =>
    replace(self, asText(old), taken(self, asText(by)), limitOf(most)),
  "removeprefix(self, prefix, /)": ([self, affix]) =>
    textOf(self).startsWith(plain(affix)) ? slice(self, plain(affix).length) : self,
  "removesuffix(self, suffix, /)": ([self, affix]) =>
    textOf(self).endsWith(plain(affix)) ? slice(self, 0, textOf(self).length - plain(affix).length) : self,
  "join(self, iterable, /)": joined,
  "ljust(self, width, fillchar=' ', /)": ([self, width, fill]) => pad(self, width, fill, () => 0),
  "rjust(self, width, fillchar=' ', /)": ([self, width, fill]) => pad(self, width, fill, (missing) => missing),
  "center(self, width, fillchar=' ', /)": ([self, width, fill]) => center(self, width, fill),
  "zfill(self, width, /)": ([self, width]) => {
    const sign = /^[+-]/.test(textOf(self)) ? 1 : 0;
    const zeros = repeat("0", indexOf(width) - countPoints(textOf(self)));
    return like(self, concat(slice(self, 0, sign), zeros, slice(self, sign)));
  },
  "expandtabs(self, tabsize=8)": ([self, size]) => derive(self, (text) => expandTabs(text, indexOf(size))),
});
