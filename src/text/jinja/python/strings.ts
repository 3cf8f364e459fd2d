/**
 * Methods of Python's str. Separate because they are many and each has its own rules. Invariant: offsets are found on
 * the plain characters and results are cut from the text that knows its provenance; positions that a template sees
 * count code points.
 */
import { spend, typeError, valueError } from "./limits.ts";
import { HIDDEN, print } from "./print.ts";
import { type Bound, bindAll } from "./signatures.ts";
import {
  Builder,
  concat,
  countPoints,
  derive,
  isMarkup,
  isStr,
  repeat,
  SPACE,
  type Str,
  slice,
  strip,
  textOf,
  unitOfPoint,
  withMarkup,
} from "./text.ts";
import { indexOf, isA, iterate, truth, tuple, typeName, type Value } from "./values.ts";

function asText(value: Value): Str {
  if (!isStr(value)) throw typeError(`expected str, got ${typeName(value)}`);
  return value;
}

const HTML: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", "'": "&#39;", '"': "&#34;" };

/** Markup of a text; Markup stays as it is. */
export const escapeHtml = (s: Str): Str =>
  isMarkup(s)
    ? s
    : withMarkup(
        derive(s, (text) => text.replace(/[&<>'"]/g, (c) => HTML[c]!)),
        true,
      );
/** What Markup takes in: other texts are escaped. */
const taken = (self: Str, other: Str): Str => (isMarkup(self) ? withMarkup(escapeHtml(other), false) : other);
const like = (self: Str, s: Str): Str => withMarkup(s, isMarkup(self));

/** Offsets where a text stands in another, not overlapping, from the left or from the right. */
function* found(text: string, sought: string, fromRight = false): Generator<number> {
  if (sought === "") throw valueError("empty separator");
  spend(text.length / 64);
  for (let at = fromRight ? text.lastIndexOf(sought) : text.indexOf(sought); at >= 0; ) {
    yield at;
    spend(1);
    if (fromRight) at = at < sought.length ? -1 : text.lastIndexOf(sought, at - sought.length);
    else at = text.indexOf(sought, at + sought.length);
  }
}

/** Cuts out spans of a text. */
function cutOut(self: Str, spans: readonly (readonly [number, number])[]): Str[] {
  const ends = [...spans.map(([from]) => from), textOf(self).length];
  return ends.map((end, i) => slice(self, i === 0 ? 0 : spans[i - 1]![1], end));
}

const SPACES = new RegExp(`[${SPACE}]+`, "g");

function split([value, separator, maxSplit]: Bound, fromRight: boolean): Value {
  const self = value as Str;
  const limit = indexOf(maxSplit) < 0 ? Number.POSITIVE_INFINITY : indexOf(maxSplit);
  const side = fromRight ? "right" : "left";
  if (separator !== null) {
    const width = textOf(asText(separator)).length;
    const spans: [number, number][] = [];
    for (const at of limit === 0 ? [] : found(textOf(self), textOf(separator as Str), fromRight)) {
      spans.push([at, at + width]);
      if (spans.length >= limit) break;
    }
    return cutOut(self, fromRight ? spans.reverse() : spans);
  }
  const outer = strip(self, undefined, side);
  const inner = strip(outer);
  if (textOf(inner) === "") return [];
  spend(textOf(inner).length / 4);
  const shift = fromRight ? textOf(outer).length - textOf(inner).length : 0;
  const spans = Array.from(textOf(inner).matchAll(SPACES), ({ 0: gap, index }): [number, number] => [
    index + shift,
    index + shift + gap.length,
  ]);
  // The side where the limit ended the work keeps its white space.
  if (spans.length < limit || limit === Number.POSITIVE_INFINITY)
    return cutOut(
      inner,
      spans.map(([from, to]) => [from - shift, to - shift]),
    );
  return cutOut(outer, fromRight ? spans.slice(spans.length - limit) : spans.slice(0, limit));
}

export function replace(self: Str, old: Str, by: Str, count: number): Str {
  const text = textOf(self);
  const limit = count < 0 ? Number.POSITIVE_INFINITY : count;
  if (textOf(old) === "") spend(text.length);
  const width = textOf(old).length;
  const places =
    width > 0 ? found(text, textOf(old)) : [...Array.from(text.matchAll(/./gsu), ({ index }) => index), text.length];
  const built = new Builder();
  let from = 0;
  let done = 0;
  for (const at of limit === 0 ? [] : places) {
    built.add(slice(self, from, at)).add(by);
    from = at + width;
    if (++done >= limit) break;
  }
  return built.add(slice(self, from)).result(isMarkup(self));
}

const LINE = /[^\n\v\f\r\x1c-\x1e\x85\u2028\u2029]*(?:(\r\n|[\n\v\f\r\x1c-\x1e\x85\u2028\u2029])|$)/g;

export function splitLines(self: Str, keepEnds: boolean): Str[] {
  spend(textOf(self).length / 4);
  const lines = Array.from(textOf(self).matchAll(LINE), ({ 0: line, 1: end = "", index }) =>
    line === "" ? undefined : slice(self, index, index + line.length - (keepEnds ? 0 : end.length)),
  );
  return lines.filter((line) => line !== undefined);
}

function partition([value, separator]: Bound, fromRight: boolean): Value {
  const self = value as Str;
  const [at] = found(textOf(self), textOf(asText(separator)), fromRight);
  const end = (at ?? 0) + textOf(separator as Str).length;
  const parts =
    at === undefined
      ? fromRight
        ? ["", "", self]
        : [self, "", ""]
      : [slice(self, 0, at), separator as Str, slice(self, end)];
  return tuple(parts.map((part) => like(self, part)));
}

/** The part that `start` and `end` of a search name, and where it begins; undefined where nothing can be found. */
function part([self, , start, end]: Bound): readonly [string, number] | undefined {
  const text = textOf(self as Str);
  if (start === null && end === null) return [text, 0];
  const size = countPoints(text);
  const clamp = (bound: Value, otherwise: number): number => {
    const at = bound === null ? otherwise : indexOf(bound, true);
    return at < 0 ? Math.max(0, at + size) : at;
  };
  const [from, to] = [clamp(start, 0), Math.min(size, clamp(end, size))];
  return from > to ? undefined : [text.slice(unitOfPoint(text, from), unitOfPoint(text, to)), from];
}

/** @returns a position in code points; none is -1, or an error for the methods that want one */
function find(bound: Bound, fromRight: boolean, wanted = false): Value {
  const sought = textOf(asText(bound[1]));
  const [text, from] = part(bound) ?? [undefined, 0];
  spend((text?.length ?? 0) / 64);
  const at = text === undefined ? -1 : fromRight ? text.lastIndexOf(sought) : text.indexOf(sought);
  if (at < 0 && wanted) throw valueError("substring not found");
  return at < 0 ? -1n : BigInt(from + countPoints(text!, at));
}

function touches(bound: Bound, side: "startsWith" | "endsWith"): boolean {
  const [, affix] = bound;
  if (!isStr(affix) && !isA(affix, "tuple")) throw typeError(`expected str or a tuple of str, got ${typeName(affix)}`);
  const text = part(bound)?.[0];
  return (isStr(affix) ? [affix] : affix.items).some((one) => text?.[side](textOf(asText(one))) === true);
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

const DIGRAPHS = /[ǄǅǆǇǈǉǊǋǌǱǲǳ]/;
function titleCase(character: string): string {
  const [first = "", ...rest] = DIGRAPHS.test(character)
    ? character.normalize("NFKC").toUpperCase()
    : character.toUpperCase();
  const title = first + rest.join("").toLowerCase();
  return DIGRAPHS.test(character)
    ? "ǅǈǋǲ".split("").find((one) => one.toLowerCase() === character.toLowerCase())!
    : title;
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
    Object.entries(table).map(([name, entry]) => [`${name}(self, /)`, ([self]: Bound) => run(self as Str, entry)]),
  );

function stripped([self, characters]: Bound, sides: "both" | "left" | "right"): Value {
  if (characters !== null && !isStr(characters)) throw typeError("strip arg must be None or str");
  return strip(self as Str, characters === null ? undefined : textOf(characters), sides);
}

function join([value, items]: Bound): Value {
  const self = value as Str;
  const built = new Builder();
  let first = true;
  for (const given of iterate(items)) {
    const item = taken(self, asText(isMarkup(self) ? print(given) : given));
    (first ? built : built.add(self)).add(item);
    first = false;
  }
  return built.result(isMarkup(self));
}

function count(bound: Bound): Value {
  const sought = textOf(asText(bound[1]));
  const text = part(bound)?.[0];
  if (text === undefined) return 0n;
  return BigInt(sought === "" ? countPoints(text) + 1 : [...found(text, sought)].length);
}

export const STRING_METHODS = bindAll({
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
  "splitlines(self, keepends=False)": ([self, keepEnds]) => splitLines(self as Str, truth(keepEnds)),
  "partition(self, sep, /)": (bound) => partition(bound, false),
  "rpartition(self, sep, /)": (bound) => partition(bound, true),
  "startswith(self, prefix, start=None, end=None, /)": (bound) => touches(bound, "startsWith"),
  "endswith(self, suffix, start=None, end=None, /)": (bound) => touches(bound, "endsWith"),
  "find(self, sub, start=None, end=None, /)": (bound) => find(bound, false),
  "rfind(self, sub, start=None, end=None, /)": (bound) => find(bound, true),
  "index(self, sub, start=None, end=None, /)": (bound) => find(bound, false, true),
  "rindex(self, sub, start=None, end=None, /)": (bound) => find(bound, true, true),
  "count(self, sub, start=None, end=None, /)": count,
  "replace(self, old, new, count=-1, /)": ([self, old, by, most]) =>
    replace(self as Str, asText(old), taken(self as Str, asText(by)), indexOf(most)),
  "removeprefix(self, prefix, /)": ([self, affix]) =>
    touches([self, asText(affix), null, null, null, null], "startsWith")
      ? slice(self as Str, textOf(affix as Str).length)
      : self,
  "removesuffix(self, suffix, /)": ([self, affix]) =>
    touches([self, asText(affix), null, null, null, null], "endsWith")
      ? slice(self as Str, 0, textOf(self as Str).length - textOf(affix as Str).length)
      : self,
  "join(self, iterable, /)": join,
  "ljust(self, width, fillchar=' ', /)": ([self, width, fill]) => pad(self as Str, width, fill, () => 0),
  "rjust(self, width, fillchar=' ', /)": ([self, width, fill]) => pad(self as Str, width, fill, (missing) => missing),
  "center(self, width, fillchar=' ', /)": ([self, width, fill]) => center(self as Str, width, fill),
  "zfill(self, width, /)": ([self, width]) => {
    const sign = /^[+-]/.test(textOf(self as Str)) ? 1 : 0;
    const zeros = repeat("0", indexOf(width) - countPoints(textOf(self as Str)));
    return like(self as Str, concat(slice(self as Str, 0, sign), zeros, slice(self as Str, sign)));
  },
  "expandtabs(self, tabsize=8)": ([self, size]) => derive(self as Str, (text) => expandTabs(text, indexOf(size))),
});
