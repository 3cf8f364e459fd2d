/**
 * The starting symbols of a piece and the merge ranks between them: in principle one for each UTF-8 byte, in practice
 * whole characters merged ahead where that provably changes nothing. Separate because of the proof. A character merged
 * by itself needs merges of rank up to m. As long as it is unfinished one of them is available, so a merge that would
 * tear it apart across its left or right border is never taken first if all such merges rank above m. Those are known
 * for each pair of bytes that can meet at a border (`tearRank`). Invariant: a character that fails this test is given
 * as plain bytes.
 */
import { type Merger, type MergeTable, NO_RANK } from "./bpe.ts";
import type { MergeBorders } from "./merge-borders.ts";
import { isSurrogate, leadByte, pairAt } from "./utf16.ts";

/**
 * Words of one character's entry, all of characters of two or three bytes: highest rank that merging it uses, -1 if
 * none; number of symbols it merges to; those symbols; its bytes as symbols; the ranks between these,
 * `NO_RANK` after the last.
 */
const ENTRY_WORDS = 11;
const MERGED = 2;
const BYTES = 5;
const BYTE_RANKS = 8;

export class PieceSymbols {
  readonly #byteIds: Int32Array;
  readonly #merger: Merger;
  readonly #table: MergeTable;
  readonly #tearRank: Int32Array;
  readonly #seams: Uint8Array;
  /** Entry number + 1 of each character of two or three bytes; 0 is not known yet. */
  readonly #entryOf = new Uint16Array(65536);
  #entries = new Int32Array(256 * ENTRY_WORDS);
  #entryCount = 0;
  readonly #entrySymbols = new Int32Array(3);
  readonly #entryRanks = new Int32Array(3);

  constructor(table: MergeTable, merger: Merger, byteIds: Int32Array, borders: MergeBorders) {
    this.#table = table;
    this.#merger = merger;
    this.#byteIds = byteIds;
    this.#tearRank = borders.tearRank;
    this.#seams = borders.seams;
  }

  /**
   * Writes the symbols of well-formed units to `symbols` (three a unit fit), and to `ranks[i]` the rank of merging
   * symbols i and i + 1. Returns how many symbols there are.
   */
  write(units: Uint16Array, from: number, to: number, symbols: Int32Array, ranks: Int32Array): number {
    const seams = this.#seams;
    const tears = this.#tearRank;
    let count = 0;
    let before = 0;
    let first = leadByte(units[from]!);
    /** Lowest rank that can tear at the left border; no text before the piece can. */
    let leftTear = NO_RANK;
    for (let i = from; i < to; i++) {
      const unit = units[i]!;
      const start = count;
      let last = unit;
      let following = 0;
      let rightTear = NO_RANK;
      const long = isSurrogate(unit);
      if (long) last = units[++i]!;
      if (last >= 0x80) last = 0x80 | (last & 0x3f);
      if (i + 1 < to) {
        following = leadByte(units[i + 1]!);
        rightTear = tears[(last << 8) | following]!;
      }
      if (unit < 0x80) symbols[count++] = this.#byteIds[unit]!;
      else if (long) count = this.#writeLong(pairAt(units, i - 1), symbols, ranks, start);
      else count = this.#writeCharacter(unit, Math.min(leftTear, rightTear), symbols, ranks, start);
      if (start > 0) {
        const rank =
          seams[(before << 8) | first] === 0 ? NO_RANK : this.#table.rank(symbols[start - 1]!, symbols[start]!);
        ranks[start - 1] = rank;
      }
      before = last;
      first = following;
      leftTear = rightTear;
    }
    return count;
  }

  /** A character of two or three bytes, merged where nothing of rank `tear` or above can come first. */
  #writeCharacter(unit: number, tear: number, symbols: Int32Array, ranks: Int32Array, at: number): number {
    const known = this.#entryOf[unit]!;
    const entry = known > 0 ? (known - 1) * ENTRY_WORDS : this.#addEntry(unit);
    const entries = this.#entries;
    if (entries[entry]! < tear) {
      const count = entries[entry + 1]!;
      for (let i = 0; i < count; i++) {
        symbols[at + i] = entries[entry + MERGED + i]!;
        ranks[at + i] = NO_RANK;
      }
      return at + count;
    }
    const count = unit < 0x800 ? 2 : 3;
    for (let i = 0; i < count; i++) {
      symbols[at + i] = entries[entry + BYTES + i]!;
      ranks[at + i] = entries[entry + BYTE_RANKS + i]!;
    }
    return at + count;
  }

  /** Merges a character on first sight. Returns the word offset of its entry. */
  #addEntry(unit: number): number {
    if ((this.#entryCount + 1) * ENTRY_WORDS > this.#entries.length) {
      const grown = new Int32Array(2 * this.#entries.length);
      grown.set(this.#entries);
      this.#entries = grown;
    }
    const entry = this.#entryCount++ * ENTRY_WORDS;
    this.#entryOf[unit] = this.#entryCount;
    const symbols = this.#entrySymbols;
    const ranks = this.#entryRanks;
    const bytes = this.#writeBytes(unit, symbols, ranks);
    const entries = this.#entries;
    for (let i = 0; i < bytes; i++) entries[entry + BYTES + i] = symbols[i]!;
    for (let i = 0; i < bytes - 1; i++) entries[entry + BYTE_RANKS + i] = ranks[i]!;
    entries[entry + BYTE_RANKS + bytes - 1] = NO_RANK;
    entries[entry] = this.#highestRank(symbols, bytes);
    const count = this.#merger.merge(symbols, ranks, bytes);
    entries[entry + 1] = count;
    for (let i = 0; i < count; i++) entries[entry + MERGED + i] = symbols[i]!;
    return entry;
  }

  /** The two or three bytes of a character, with the ranks between them. */
  #writeBytes(unit: number, symbols: Int32Array, ranks: Int32Array): number {
    const ids = this.#byteIds;
    let count = 0;
    if (unit < 0x800) {
      symbols[count++] = ids[0xc0 | (unit >> 6)]!;
    } else {
      symbols[count++] = ids[0xe0 | (unit >> 12)]!;
      symbols[count++] = ids[0x80 | ((unit >> 6) & 0x3f)]!;
    }
    symbols[count++] = ids[0x80 | (unit & 0x3f)]!;
    for (let i = 0; i + 1 < count; i++) ranks[i] = this.#table.rank(symbols[i]!, symbols[i + 1]!);
    return count;
  }

  /** Highest rank that merging two or three symbols uses, -1 if none. */
  #highestRank(symbols: Int32Array, count: number): number {
    const table = this.#table;
    const [a, b, c] = [symbols[0]!, symbols[1]!, symbols[2]!];
    const first = table.rank(a, b);
    if (count === 2) return first === NO_RANK ? -1 : first;
    const second = table.rank(b, c);
    const used = Math.min(first, second);
    if (used === NO_RANK) return -1;
    const merged = table.merged(used);
    const then = first <= second ? table.rank(merged, c) : table.rank(a, merged);
    return then === NO_RANK ? used : Math.max(used, then);
  }

  /** The four bytes of a code point above U+FFFF, with the ranks between them. */
  #writeLong(point: number, symbols: Int32Array, ranks: Int32Array, at: number): number {
    const ids = this.#byteIds;
    symbols[at] = ids[0xf0 | (point >> 18)]!;
    symbols[at + 1] = ids[0x80 | ((point >> 12) & 0x3f)]!;
    symbols[at + 2] = ids[0x80 | ((point >> 6) & 0x3f)]!;
    symbols[at + 3] = ids[0x80 | (point & 0x3f)]!;
    for (let i = at; i < at + 3; i++) ranks[i] = this.#table.rank(symbols[i]!, symbols[i + 1]!);
    return at + 4;
  }
}
