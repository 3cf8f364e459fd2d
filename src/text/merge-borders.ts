/**
 * What the merges of a vocabulary do where two characters meet: whether any of them joins the two, and from which rank
 * on one of them takes a character apart. Separate because two parts rest on these facts: characters are merged ahead
 * (`piece-symbols.ts`), and pieces are cut where nothing joins (`tokenizer.ts`). Invariant: a join is never denied that
 * some merge makes; the converse may be wrong, which costs time and no id.
 */
import { NO_RANK } from "./bpe.ts";
import type { TokenizerParts } from "./tokenizer-json.ts";
import { isSurrogate, leadByte } from "./utf16.ts";

/** First code unit of characters of three bytes, and with surrogates those of four. */
export const FIRST_WIDE = 0x800;

const PAIR_BITS = 19;

export class MergeBorders {
  /**
   * Lowest rank of a merge across a character border that takes only a part of a character, by the bytes at the border:
   * last byte of the left side in the high part.
   */
  readonly tearRank = new Int32Array(65536).fill(NO_RANK);
  /** 1 where some merge has these bytes at its seam. */
  readonly seams = new Uint8Array(65536);
  /** A bit for each pair of characters of three bytes that merges join, by hash: about 20,000 in half a million. */
  readonly #pairs = new Int32Array(1 << (PAIR_BITS - 5));

  constructor({ merges, vocab }: TokenizerParts) {
    for (let rank = 0; 3 * rank < merges.length; rank++) {
      const left = merges[3 * rank]!;
      const right = merges[3 * rank + 1]!;
      const before = vocab.lastByte(left);
      const after = vocab.firstByte(right);
      const seam = (before << 8) | after;
      this.seams[seam] = 1;
      if (before < 0x80 && after < 0x80) continue;
      const leftEnd = lastCharacter(vocab.bytesOf(left));
      const rightStart = firstCharacter(vocab.bytesOf(right));
      if (leftEnd < 0 || rightStart < 0) {
        if (rank < this.tearRank[seam]!) this.tearRank[seam] = rank;
      } else if (leftEnd >= FIRST_WIDE && rightStart >= FIRST_WIDE) {
        const bit = pairHash(leftEnd, rightStart);
        this.#pairs[bit >>> 5]! |= 1 << (bit & 31);
      }
    }
  }

  /**
   * Whether a merge may join two characters, or parts of them, that stand side by side. Both are given by their UTF-16
   * units at the border, at least `FIRST_WIDE`; for characters of two units the answer is always true.
   */
  mayJoin(left: number, right: number): boolean {
    const bit = pairHash(left, right);
    if ((this.#pairs[bit >>> 5]! & (1 << (bit & 31))) !== 0) return true;
    if (isSurrogate(left) || isSurrogate(right)) return true;
    return this.tearRank[((0x80 | (left & 0x3f)) << 8) | leadByte(right)] !== NO_RANK;
  }
}

function pairHash(left: number, right: number): number {
  const h = Math.imul(left, 0x9e3779b1) + Math.imul(right, 0x85ebca6b);
  return h >>> (32 - PAIR_BITS);
}

/** Code point of the first character, -1 when only a part of it is there. */
function firstCharacter(bytes: Uint8Array): number {
  return codePoint(bytes, 0, bytes.length);
}

/** Code point of the last character, -1 when only a part of it is there. */
function lastCharacter(bytes: Uint8Array): number {
  let at = bytes.length - 1;
  while (at > 0 && (bytes[at]! & 0xc0) === 0x80) at--;
  const point = codePoint(bytes, at, bytes.length);
  return at + lengthOf(bytes[at]!) === bytes.length ? point : -1;
}

function codePoint(bytes: Uint8Array, at: number, end: number): number {
  const lead = bytes[at]!;
  const length = lengthOf(lead);
  if (length === 0 || at + length > end) return -1;
  let point = length === 1 ? lead : lead & (0x7f >> length);
  for (let i = 1; i < length; i++) {
    if ((bytes[at + i]! & 0xc0) !== 0x80) return -1;
    point = (point << 6) | (bytes[at + i]! & 0x3f);
  }
  return point;
}

/** Bytes of the character that begins with this one, 0 when none does. */
function lengthOf(lead: number): number {
  if (lead < 0x80) return 1;
  if (lead < 0xc0) return 0;
  return lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
}
