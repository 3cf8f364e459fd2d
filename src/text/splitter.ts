/**
 * Cuts text into the pieces that byte-pair merging never crosses. The Qwen patterns have a hand-written scanner that
 * is linear in the text; any other pattern runs as a JavaScript regular expression. Separate because this is the one
 * place where the meaning of the file's pattern lives. Invariant: pieces are in order, not empty, and cover the text.
 */
import { ArtifactError } from "../base/errors.ts";
import { type CharacterClasses, CLASS, characterClasses } from "./character-classes.ts";
import { pairAt } from "./utf16.ts";

/** UTF-16 units of well-formed text; only the first `length` count. */
export interface UnitText {
  readonly units: Uint16Array;
  readonly length: number;
  /** The same text as a string; may hold lone surrogates where `units` holds U+FFFD. */
  readonly text: string;
}

/** Gives, for one text, the end of the piece that starts at `at`. Called with 0, then with each returned end. */
type PieceEnd = (at: number) => number;

export type Splitter = (source: UnitText) => PieceEnd;

const CONTRACTIONS = "(?i:'s|'t|'re|'ve|'m|'ll|'d)";
const SPACES = "\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+";
/** Qwen3.5 and later: marks belong to words. */
const MARKS_IN_WORDS = `${CONTRACTIONS}|[^\\r\\n\\p{L}\\p{N}]?[\\p{L}\\p{M}]+|\\p{N}| ?[^\\s\\p{L}\\p{M}\\p{N}]+[\\r\\n]*|${SPACES}`;
/** Qwen2 to Qwen3: marks are symbols. */
const MARKS_ARE_SYMBOLS = `${CONTRACTIONS}|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|${SPACES}`;

/** @throws ArtifactError `tokenizer_unsupported` for a pattern that JavaScript cannot express */
export function createSplitter(pattern: string): Splitter {
  if (pattern === MARKS_IN_WORDS) return lazyScanner(true);
  if (pattern === MARKS_ARE_SYMBOLS) return lazyScanner(false);
  return regexSplitter(compilePattern(pattern));
}

/** The classes of all characters are looked up at the first text: opening a model need not wait for them. */
function lazyScanner(marksAreLetters: boolean): Splitter {
  let split: Splitter | undefined;
  return (source) => {
    split ??= scanner(characterClasses(marksAreLetters));
    return split(source);
  };
}

function scanner(classes: CharacterClasses): Splitter {
  const { table } = classes;

  /** End of the run of one class (letters or other) from `at`. */
  function runEnd(units: Uint16Array, at: number, end: number, wanted: number): number {
    let i = at;
    while (i < end) {
      const found = table[units[i]!]!;
      if (found === wanted) i++;
      else if (found === CLASS.pair && classes.of(pairAt(units, i)) === wanted) i += 2;
      else break;
    }
    return i;
  }

  function classAt(units: Uint16Array, at: number, end: number): number {
    if (at >= end) return -1;
    const found = table[units[at]!]!;
    return found === CLASS.pair ? classes.of(pairAt(units, at)) : found;
  }

  /** A run of whitespace ends after its last newline; without one it leaves its last character to what follows. */
  function whitespaceEnd(units: Uint16Array, at: number, end: number): number {
    let lastNewline = -1;
    let i = at;
    for (; i < end; i++) {
      const found = table[units[i]!]!;
      if (found === CLASS.newline) lastNewline = i;
      else if (found !== CLASS.space) break;
    }
    if (lastNewline >= 0) return lastNewline + 1;
    return i === end || i - at === 1 ? i : i - 1;
  }

  function symbolsEnd(units: Uint16Array, at: number, end: number): number {
    let i = runEnd(units, at, end, CLASS.other);
    while (i < end && table[units[i]!] === CLASS.newline) i++;
    return i;
  }

  function pieceEnd(units: Uint16Array, at: number, end: number): number {
    const unit = units[at]!;
    const found = classAt(units, at, end);
    if (found === CLASS.letter) return runEnd(units, at, end, CLASS.letter);
    const next = at + (table[unit] === CLASS.pair ? 2 : 1);
    if (found === CLASS.number) return next;
    if (unit === 0x27) {
      const contraction = contractionLength(units, at, end);
      if (contraction > 0) return at + contraction;
    }
    if (found !== CLASS.newline) {
      const following = classAt(units, next, end);
      if (following === CLASS.letter) return runEnd(units, next, end, CLASS.letter);
      if (found === CLASS.other) return symbolsEnd(units, at, end);
      if (unit === 0x20 && following === CLASS.other) return symbolsEnd(units, next, end);
    }
    return whitespaceEnd(units, at, end);
  }

  return ({ units, length }) =>
    (at) =>
      pieceEnd(units, at, length);
}

/** Length of `'s 't 're 've 'm 'll 'd` in any case at an apostrophe, or 0. U+017F folds to s. */
function contractionLength(units: Uint16Array, at: number, end: number): number {
  if (at + 1 >= end) return 0;
  const first = units[at + 1]! | 0x20;
  if (units[at + 1] === 0x17f) return 2;
  if (units[at + 1]! > 0x7a) return 0;
  if (first === 0x73 || first === 0x74 || first === 0x6d || first === 0x64) return 2;
  if (at + 2 >= end || units[at + 2]! > 0x7a) return 0;
  const second = units[at + 2]! | 0x20;
  if (first === 0x72 || first === 0x76) return second === 0x65 ? 3 : 0;
  return first === 0x6c && second === 0x6c ? 3 : 0;
}

function regexSplitter(pattern: RegExp): Splitter {
  return ({ text, length }) => {
    let start = 0;
    let end = 0;
    return (at) => {
      if (end <= at) {
        [start, end] = nextMatch(pattern, text, at) ?? [length, length];
      }
      // Text between two matches is a piece of its own.
      return start > at ? start : end;
    };
  };
}

function nextMatch(pattern: RegExp, text: string, from: number): readonly [number, number] | undefined {
  pattern.lastIndex = from;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    if (match[0] !== "") return [match.index, pattern.lastIndex];
    pattern.lastIndex = nextPosition(text, match.index);
  }
  return undefined;
}

function nextPosition(text: string, at: number): number {
  return at + ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);
}

/** The pattern in JavaScript's dialect: case-insensitive groups of plain words spelled out, `\s` as White_Space. */
function compilePattern(pattern: string): RegExp {
  const spelled = pattern.replace(/\(\?i:([^()[\]\\]*)\)/gu, (_, words: string) => {
    return `(?:${words.replace(/\p{L}/gu, eitherCase)})`;
  });
  const source = spelled
    .replace(/\\s/gu, "\\p{White_Space}")
    .replace(/\\S/gu, "\\P{White_Space}")
    .replace(/\\h/gu, "[0-9A-Fa-f]");
  try {
    return new RegExp(source, "gu");
  } catch (cause) {
    throw new ArtifactError(
      "tokenizer_unsupported",
      `tokenizer.json: pre_tokenizer[0].pattern ${JSON.stringify(pattern)} is not a regular expression this version can run`,
      { data: { part: "pre_tokenizer[0].pattern", found: pattern }, cause },
    );
  }
}

/** U+017F is the one other letter that folds to a letter of these words. */
function eitherCase(letter: string): string {
  const lower = letter.toLowerCase();
  return `[${lower}${lower.toUpperCase()}${lower === "s" ? "\u017f" : ""}]`;
}
