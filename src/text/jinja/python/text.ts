/**
 * Text that knows which of its characters the template itself wrote. A plain string was written by data (users, tools,
 * numbers); a `Text` holds, beside its characters, the spans that come from the template's own text and literals, and
 * whether Python would call it Markup. Separate because every operation on strings must pass through here.
 *
 * How provenance flows. Characters that are copied (joined, sliced, split, stripped, replaced around, repeated,
 * printed, quoted) keep theirs. Characters computed from others (case, escapes) take it from the run they stand in,
 * where mapping run by run gives the same text as mapping the whole; else the whole result counts as data. Characters
 * that the interpreter adds (digits, padding, quotes, brackets) count as data. Data never becomes the template's.
 */
import { spend, spendText } from "./limits.ts";

/** Offsets in UTF-16 units: from, to, from, to, …; ascending, not empty, not touching. */
export type Spans = readonly number[];

export class Text {
  readonly text: string;
  readonly written: Spans;
  readonly markup: boolean;
  constructor(text: string, written: Spans, markup: boolean) {
    this.text = text;
    this.written = written;
    this.markup = markup;
  }
}

export type Str = string | Text;

const NONE: Spans = [];
export const isStr = (value: unknown): value is Str => typeof value === "string" || value instanceof Text;
export const textOf = (s: Str): string => (typeof s === "string" ? s : s.text);
export const spansOf = (s: Str): Spans => (typeof s === "string" ? NONE : s.written);
export const isMarkup = (value: unknown): boolean => value instanceof Text && value.markup;
const makeText = (text: string, written: Spans, markup: boolean): Str =>
  written.length === 0 && !markup ? text : new Text(text, written, markup);
/** Text of the template. */
export const writtenText = (text: string): Str => makeText(text, text === "" ? NONE : [0, text.length], false);
export const withMarkup = (s: Str, markup: boolean): Str =>
  isMarkup(s) === markup ? s : makeText(textOf(s), spansOf(s), markup);

/** Joins pieces. What a template writes goes into one of these. */
export class Builder {
  text = "";
  readonly #written: number[] = [];

  add(s: Str): this {
    const at = this.text.length;
    const spans = spansOf(s);
    spendText(textOf(s).length + 16 * spans.length, at + textOf(s).length);
    this.text += textOf(s);
    for (let i = 0; i < spans.length; i += 2) {
      if (this.#written.at(-1) === at + spans[i]!) this.#written.pop();
      else this.#written.push(at + spans[i]!);
      this.#written.push(at + spans[i + 1]!);
    }
    return this;
  }

  result(): Str {
    return makeText(this.text, this.#written, false);
  }
}

export const concat = (...parts: readonly Str[]): Str => join(parts);

export function join(parts: readonly Str[], separator: Str = ""): Str {
  const [a, b] = parts;
  if (parts.length === 2 && separator === "" && typeof a === "string" && typeof b === "string") {
    spendText(b.length, a.length + b.length);
    return a + b;
  }
  const built = new Builder();
  for (let i = 0; i < parts.length; i++) {
    if (i > 0 && separator !== "") built.add(separator);
    built.add(parts[i]!);
  }
  return built.result();
}

export function repeat(s: Str, times: number): Str {
  const count = Math.max(0, times);
  spendText(textOf(s).length * count);
  if (typeof s === "string") return s.repeat(count);
  const built = new Builder();
  for (let i = 0; i < count; i++) built.add(s);
  return withMarkup(built.result(), s.markup);
}

/** Characters from one offset up to another, in UTF-16 units. */
export function slice(s: Str, from: number, to = textOf(s).length): Str {
  if (typeof s === "string") return s.slice(from, to);
  const clipped: number[] = [];
  let low = 0;
  for (let high = s.written.length / 2; low < high; ) {
    const middle = (low + high) >> 1;
    if (s.written[2 * middle + 1]! <= from) low = middle + 1;
    else high = middle;
  }
  for (let i = 2 * low; from < to && i < s.written.length && s.written[i]! < to; i += 2) {
    clipped.push(Math.max(s.written[i]!, from) - from, Math.min(s.written[i + 1]!, to) - from);
  }
  return makeText(s.text.slice(from, to), clipped, s.markup);
}

/** A text computed from another, by the rule of the file's header. */
export function derive(s: Str, map: (text: string) => string): Str {
  const text = map(textOf(s));
  spendText(text.length + textOf(s).length / 4, text.length);
  if (typeof s === "string") return text;
  const cuts = [0, ...s.written, s.text.length];
  const runs = cuts.slice(1).map((to, i) => ({ text: map(s.text.slice(cuts[i]!, to)), ours: i % 2 === 1 }));
  if (runs.map((run) => run.text).join("") !== text) return makeText(text, NONE, s.markup);
  return withMarkup(join(runs.map((run) => (run.ours ? writtenText(run.text) : run.text))), s.markup);
}

/** What Python holds for white space, as the inside of a character class. */
export const SPACE = "\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";
const IS_SPACE = new RegExp(`[${SPACE}]`);
const isPair = (text: string, unit: number): boolean => text.codePointAt(unit)! > 0xffff;
/** Offset behind the character at an offset. */
export const nextPoint = (text: string, unit: number): number => unit + (isPair(text, unit) ? 2 : 1);

/** Without white space, or without given characters, at its ends. Loops, because patterns would backtrack. */
export function strip(s: Str, characters?: string, sides: "both" | "left" | "right" = "both"): Str {
  const text = textOf(s);
  const set = characters === undefined ? undefined : new Set(characters);
  const strips = (point: string): boolean => (set === undefined ? IS_SPACE.test(point) : set.has(point));
  let [from, to] = [0, text.length];
  for (let next = from; sides !== "right" && from < to; from = next) {
    next = nextPoint(text, from);
    if (!strips(text.slice(from, next))) break;
  }
  for (let next = to; sides !== "left" && from < to; to = next) {
    next -= to - from > 1 && isPair(text, to - 2) ? 2 : 1;
    if (!strips(text.slice(next, to))) break;
  }
  spend((from + text.length - to) / 16);
  return slice(s, from, to);
}

/** The last long text that was searched for surrogates: templates index one text many times. */
let searched = { text: "", found: false };

function hasPairs(text: string): boolean {
  if (text.length < 256) return /[\ud800-\udfff]/.test(text);
  if (text !== searched.text) {
    spend(text.length / 64);
    searched = { text, found: /[\ud800-\udfff]/.test(text) };
  }
  return searched.found;
}

/** Code points before an offset, as Python counts. */
export function countPoints(text: string, end = text.length): number {
  if (!hasPairs(text)) return end;
  spend(end / 16);
  let points = 0;
  for (let unit = 0; unit < end; unit = nextPoint(text, unit)) points++;
  return points;
}

/** Offset in UTF-16 units of a code point; the text's length where it has fewer. */
export function unitOfPoint(text: string, point: number): number {
  if (!hasPairs(text)) return Math.min(point, text.length);
  spend(point / 16);
  let unit = 0;
  for (let i = 0; i < point && unit < text.length; i++) unit = nextPoint(text, unit);
  return unit;
}

/** The single characters, as Python's iteration gives them. */
export function* points(s: Str): Generator<Str> {
  const text = textOf(s);
  for (let unit = 0, next = 0; unit < text.length; unit = next) {
    next = nextPoint(text, unit);
    yield withMarkup(slice(s, unit, next), false);
  }
}

/** Order of code points, which differs from that of UTF-16 units above U+D7FF. */
export function compareText(a: string, b: string): number {
  spend(Math.min(a.length, b.length) / 64);
  if (a === b) return 0;
  if (!hasPairs(a) && !hasPairs(b)) return a < b ? -1 : 1;
  let at = 0;
  while (at < a.length && at < b.length && a[at] === b[at]) at++;
  const rank = (unit: number): number =>
    Number.isNaN(unit) ? -1 : unit >= 0xd800 && unit < 0xe000 ? unit + 65536 : unit;
  return rank(a.charCodeAt(at)) - rank(b.charCodeAt(at));
}

/** A code point as Python escapes it. */
export function escapePoint(character: string): string {
  const code = character.codePointAt(0)!;
  const [letter, width] = code < 0x100 ? ["x", 2] : code < 0x10000 ? ["u", 4] : ["U", 8];
  return `\\${letter}${code.toString(16).padStart(width as number, "0")}`;
}

/** Characters from one code point up to another. */
export const slicePoints = (s: Str, from: number, to: number): Str =>
  slice(s, unitOfPoint(textOf(s), from), unitOfPoint(textOf(s), to));
