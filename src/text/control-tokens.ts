/**
 * Finds the text of control tokens (added tokens such as `<|im_end|>`) in prompts. Separate because it is the security
 * border of the tokenizer: text becomes a control id here and nowhere else. Invariant: a match lies wholly inside text
 * whose segment allows it, never across two segments of which one does not. Added tokens that are plain words control
 * nothing: every text may hold them, as in the texts that a model with such words was trained on.
 */
import { type Allows, anyOf, FlaggedTokens, type Run } from "./flagged-tokens.ts";
import type { AddedToken } from "./tokenizer-json.ts";

/** Which control tokens a text may contain: none, all, or those of a set of their texts. */
export type AllowControl = boolean | ReadonlySet<string>;

export interface TextSegment {
  readonly text: string;
  /** Default: false. */
  readonly allowControl?: AllowControl;
}

/** A prompt as alternating plain chunks and control ids; chunks are never empty. */
export type PromptPart = string | number;

/** Letters, digits and white space: nothing that a template could mean as a mark. */
const WORD = /^[\p{L}\p{M}\p{N}\p{White_Space}]+$/u;

function isWord({ special, content }: AddedToken): boolean {
  return !special && WORD.test(content);
}

export class ControlTokens {
  readonly #ids: ReadonlyMap<string, number>;
  readonly #all: RegExp | undefined;
  /** Cuts instead, where flags or words make it more than a search for texts. */
  readonly #flagged: FlaggedTokens | undefined;
  #lastSet: ReadonlySet<string> | undefined;
  #lastSetKey = "";
  #lastPattern: RegExp | undefined;

  /** @param normalise of the tokenizer's file */
  constructor(tokens: readonly AddedToken[], normalise: (text: string) => string) {
    this.#ids = new Map(tokens.map((token) => [token.content, token.id]));
    this.#all = alternatives([...this.#ids.keys()]);
    const plain = tokens.every(
      (token) => !(token.singleWord || token.lstrip || token.rstrip || token.normalized || isWord(token)),
    );
    this.#flagged = plain ? undefined : new FlaggedTokens(tokens, normalise);
  }

  /** Joins the segments and cuts them at allowed control tokens: leftmost first, longest of several at one place. */
  cut(segments: readonly TextSegment[]): PromptPart[] {
    if (this.#flagged !== undefined) return this.#flagged.cut([...joinEqual(segments)].map(runOf));
    const parts: PromptPart[] = [];
    let plain = "";
    for (const { text, allowControl } of joinEqual(segments)) {
      const pattern = this.#pattern(allowControl ?? false);
      if (pattern === undefined) {
        plain += text;
        continue;
      }
      let from = 0;
      for (const match of text.matchAll(pattern)) {
        plain += text.slice(from, match.index);
        if (plain !== "") parts.push(plain);
        plain = "";
        parts.push(this.#ids.get(match[0])!);
        from = match.index + match[0].length;
      }
      plain += text.slice(from);
    }
    if (plain !== "") parts.push(plain);
    return parts;
  }

  #pattern(allow: AllowControl): RegExp | undefined {
    if (typeof allow === "boolean") return allow ? this.#all : undefined;
    const key = [...allow].join("\0");
    if (allow !== this.#lastSet || key !== this.#lastSetKey) {
      this.#lastSet = allow;
      this.#lastSetKey = key;
      this.#lastPattern = alternatives([...allow].filter((content) => this.#ids.has(content)));
    }
    return this.#lastPattern;
  }
}

/** Neighbours with the same permission become one segment, so a token may straddle them. */
function* joinEqual(segments: readonly TextSegment[]): Generator<TextSegment> {
  let text = "";
  let allowControl: AllowControl = false;
  for (const segment of segments) {
    const allow = segment.allowControl ?? false;
    if (allow !== allowControl && text !== "") {
      yield { text, allowControl };
      text = "";
    }
    allowControl = allow;
    text += segment.text;
  }
  if (text !== "") yield { text, allowControl };
}

function alternatives(contents: readonly string[]): RegExp | undefined {
  return contents.length === 0 ? undefined : anyOf(contents);
}

const every: Allows = () => true;

function runOf({ text, allowControl = false }: TextSegment): Run {
  if (typeof allowControl === "boolean") return { text, allows: allowControl ? every : isWord };
  return { text, allows: (token) => allowControl.has(token.content) || isWord(token) };
}
