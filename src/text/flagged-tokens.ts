/**
 * Cutting at added tokens that carry flags: a word of its own (`single_word`), white space swallowed before or behind
 * (`lstrip`, `rstrip`), looked for in normalised text (`normalized`). Separate because no vocabulary of the family needs
 * it; fine-tunes do. The order and the odd cases are those of Hugging Face tokenizers: tokens of raw text first, over all
 * of it, then the others in the normalised text between. Invariant: a match lies wholly inside text whose segment allows
 * it; the white space it swallows and the neighbours it is judged by may lie outside.
 */
import type { AddedToken } from "./tokenizer-json.ts";

/** Whether a token may be found in a text. */
export type Allows = (token: AddedToken) => boolean;

export interface Run {
  readonly text: string;
  readonly allows: Allows;
}

/** Runs between two ids. */
type Piece = readonly Run[];

const WORD_BEHIND = /^[\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\p{Join_Control}]/u;
const WORD_BEFORE = /[\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\p{Join_Control}]$/u;
const SPACE = /^\p{White_Space}$/u;

export class FlaggedTokens {
  readonly #raw: Finder;
  readonly #normalised: Finder;
  readonly #normalise: (text: string) => string;

  /** @param normalise of the tokenizer's file, applied to texts and to the tokens that are looked for in them */
  constructor(tokens: readonly AddedToken[], normalise: (text: string) => string) {
    const raw = tokens.filter(({ normalized }) => !normalized);
    const normalised = tokens.filter(({ normalized }) => normalized);
    this.#raw = new Finder(new Map(raw.map((token) => [token.content, token])));
    this.#normalised = new Finder(new Map(normalised.map((token) => [normalise(token.content), token])));
    this.#normalise = normalise;
  }

  /** Ids, and the texts between them. */
  cut(runs: Piece): (number | string)[] {
    return this.#raw.find(runs).flatMap((part) => {
      if (typeof part === "number") return [part];
      const normalised = part.map(({ text, allows }) => ({ text: this.#normalise(text), allows }));
      return this.#normalised.find(normalised).map((inner) => (typeof inner === "number" ? inner : joined(inner)));
    });
  }
}

class Finder {
  readonly #tokens: ReadonlyMap<string, AddedToken>;
  readonly #patterns = new WeakMap<Allows, RegExp>();

  constructor(tokens: ReadonlyMap<string, AddedToken>) {
    this.#tokens = tokens;
  }

  /** Leftmost first, the longest of several at one place, in every run; ids and the pieces between them. */
  find(piece: Piece): (number | Piece)[] {
    const whole = joined(piece);
    const parts: (number | Piece)[] = [];
    let done = 0;
    let runStart = 0;
    for (const { text, allows } of piece) {
      for (const match of text.matchAll(this.#pattern(allows))) {
        const token = this.#tokens.get(match[0])!;
        let from = runStart + match.index;
        let to = from + match[0].length;
        if (token.singleWord && (wordBefore(whole, from) || WORD_BEHIND.test(whole.slice(to, to + 2)))) continue;
        if (token.lstrip) while (from > done && SPACE.test(whole[from - 1]!)) from--;
        if (token.rstrip) while (to < whole.length && SPACE.test(whole[to]!)) to++;
        if (from > done) parts.push(slice(piece, done, from));
        parts.push(token.id);
        done = to;
      }
      runStart += text.length;
    }
    if (done < whole.length) parts.push(slice(piece, done, whole.length));
    return parts;
  }

  #pattern(allows: Allows): RegExp {
    let pattern = this.#patterns.get(allows);
    if (pattern === undefined) {
      pattern = anyOf([...this.#tokens].flatMap(([content, token]) => (allows(token) ? [content] : [])));
      this.#patterns.set(allows, pattern);
    }
    return pattern;
  }
}

/** A match inside a pair of units ends before its second half, so two units hold the character before. */
function wordBefore(text: string, at: number): boolean {
  return WORD_BEFORE.test(text.slice(Math.max(0, at - 2), at));
}

function joined(piece: Piece): string {
  return piece.map(({ text }) => text).join("");
}

function slice(piece: Piece, from: number, to: number): Piece {
  let start = 0;
  return piece.flatMap(({ text, allows }) => {
    const part = text.slice(Math.max(0, from - start), Math.max(0, to - start));
    start += text.length;
    return part === "" ? [] : [{ text: part, allows }];
  });
}

/** Matches any of the texts, the longest at a place; nothing where there are none. */
export function anyOf(contents: readonly string[]): RegExp {
  if (contents.length === 0) return /(?!)/gu;
  const longestFirst = [...contents].sort((a, b) => b.length - a.length);
  return new RegExp(longestFirst.map((content) => content.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")).join("|"), "gu");
}
