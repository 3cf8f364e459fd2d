/**
 * The starting symbols of a piece and the merge ranks between them: in principle one for each UTF-8 byte, in practice whole characters merged ahead
 * where that provably changes nothing. Separate because of the proof. A character merged by itself needs merges of
 * rank up to m. As long as it is unfinished one of them is available, so a merge that would tear it apart across its
 * left or right border is never taken first if all such merges rank above m. Those are known for each pair of bytes
 * that can meet at a border (`tearRank`). Invariant: a character that fails this test is given as plain bytes.
 */
import { type Merger, type MergeTable, NO_RANK } from "./bpe.ts";
import type { TokenizerParts } from "./tokenizer-json.ts";

/** Words of one character's entry: highest rank, number of symbols, up to three symbols. */
const ENTRY_WORDS = 5;

export class PieceSymbols {
  readonly #byteIds: Int32Array;
  readonly #merger: Merger;
  readonly #table: MergeTable;
  /** Lowest rank of a merge across a character border that takes only part of a character, by the bytes at the border. */
  readonly #tearRank: Int32Array;
  /** 1 where some merge has these bytes at its seam. */
  readonly #seams: Uint8Array;
  /** Entry number + 1 of each character of two or three bytes; 0 is not known yet. */
  readonly #entryOf = new Uint16Array(65536);
  #entries = new Int32Array(256 * ENTRY_WORDS);
  #entryCount = 0;

  constructor(table: MergeTable, merger: Merger, parts: TokenizerParts) {
    this.#table = table;
    this.#merger = merger;
    this.#byteIds = parts.byteIds;
    const { tearRank, seams } = readSeams(parts);
    this.#tearRank = tearRank;
    this.#seams = seams;
  }

  /**
   * Writes the symbols of well-formed units to `symbols` (three a unit fit), and to `ranks[i]` the rank of merging
   * symbols i and i + 1. Returns how many symbols there are.
   */
  write(units: Uint16Array, from: number, to: number, symbols: Int32Array, ranks: Int32Array): number {
    const tears = this.#tearRank;
    let count = 0;
    let before = 0;
    /** Lowest rank that can tear at the left border; no text before the piece can. */
    let leftTear = NO_RANK;
    for (let i = from; i < to; i++) {
      const unit = units[i]!;
      const start = count;
      const first = leadByte(unit);
      let last = unit;
      if (unit < 0x80) {
        symbols[count++] = this.#byteIds[unit]!;
      } else if ((unit & 0xf800) === 0xd800) {
        count = this.#writeBytes(unit, units[++i]!, symbols, ranks, start);
        last = 0x80 | (units[i]! & 0x3f);
      } else {
        last = 0x80 | (unit & 0x3f);
        const rightTear = i + 1 < to ? tears[(last << 8) | leadByte(units[i + 1]!)]! : NO_RANK;
        count = this.#writeCharacter(unit, Math.min(leftTear, rightTear), symbols, ranks, start);
      }
      if (start > 0) {
        const seam = (before << 8) | first;
        ranks[start - 1] = this.#seams[seam] === 0 ? NO_RANK : this.#table.rank(symbols[start - 1]!, symbols[start]!);
      }
      before = last;
      if (i + 1 < to) leftTear = tears[(before << 8) | leadByte(units[i + 1]!)]!;
    }
    return count;
  }

  /** A character of two or three bytes, merged where nothing of rank `tear` or above can come first. */
  #writeCharacter(unit: number, tear: number, symbols: Int32Array, ranks: Int32Array, at: number): number {
    const entry = this.#entry(unit);
    const entries = this.#entries;
    if (entries[entry]! >= tear) return this.#writeBytes(unit, 0, symbols, ranks, at);
    const count = entries[entry + 1]!;
    for (let i = 0; i < count; i++) {
      symbols[at + i] = entries[entry + 2 + i]!;
      ranks[at + i] = NO_RANK;
    }
    return at + count;
  }

  /** Word offset of the character's entry; merges it on first sight. */
  #entry(unit: number): number {
    const known = this.#entryOf[unit]!;
    if (known > 0) return (known - 1) * ENTRY_WORDS;
    if ((this.#entryCount + 1) * ENTRY_WORDS > this.#entries.length) {
      const grown = new Int32Array(2 * this.#entries.length);
      grown.set(this.#entries);
      this.#entries = grown;
    }
    const entry = this.#entryCount++ * ENTRY_WORDS;
    this.#entryOf[unit] = this.#entryCount;
    const symbols = new Int32Array(3);
    const ranks = new Int32Array(3);
    const bytes = this.#writeBytes(unit, 0, symbols, ranks, 0);
    const highest = this.#highestRank(symbols, bytes);
    const count = this.#merger.merge(symbols, ranks, bytes);
    this.#entries.set([highest, count, ...symbols], entry);
    return entry;
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
    const merged = table.mergedIds[used]!;
    const then = first <= second ? table.rank(merged, c) : table.rank(a, merged);
    return then === NO_RANK ? used : Math.max(used, then);
  }

  /** One symbol for each byte, with the ranks between them. `low` is the second half of a surrogate pair. */
  #writeBytes(unit: number, low: number, symbols: Int32Array, ranks: Int32Array, at: number): number {
    const ids = this.#byteIds;
    let count = at;
    if (unit < 0x800) {
      symbols[count++] = ids[0xc0 | (unit >> 6)]!;
      symbols[count++] = ids[0x80 | (unit & 0x3f)]!;
    } else if ((unit & 0xf800) !== 0xd800) {
      symbols[count++] = ids[0xe0 | (unit >> 12)]!;
      symbols[count++] = ids[0x80 | ((unit >> 6) & 0x3f)]!;
      symbols[count++] = ids[0x80 | (unit & 0x3f)]!;
    } else {
      const point = 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
      symbols[count++] = ids[0xf0 | (point >> 18)]!;
      symbols[count++] = ids[0x80 | ((point >> 12) & 0x3f)]!;
      symbols[count++] = ids[0x80 | ((point >> 6) & 0x3f)]!;
      symbols[count++] = ids[0x80 | (point & 0x3f)]!;
    }
    for (let i = at; i + 1 < count; i++) ranks[i] = this.#table.rank(symbols[i]!, symbols[i + 1]!);
    return count;
  }
}

/** First UTF-8 byte of the character that starts with this UTF-16 unit. */
function leadByte(unit: number): number {
  if (unit < 0x80) return unit;
  if (unit < 0x800) return 0xc0 | (unit >> 6);
  if ((unit & 0xf800) !== 0xd800) return 0xe0 | (unit >> 12);
  return 0xf0 | ((unit - 0xd800 + 0x40) >> 8);
}

function readSeams({ merges, vocab }: TokenizerParts) {
  const tearRank = new Int32Array(65536).fill(NO_RANK);
  const seams = new Uint8Array(65536);
  for (let rank = 0; 3 * rank < merges.length; rank++) {
    const left = vocab.bytesOf(merges[3 * rank]!);
    const right = vocab.bytesOf(merges[3 * rank + 1]!);
    const seam = (left[left.length - 1]! << 8) | right[0]!;
    seams[seam] = 1;
    const whole = endsWithWholeCharacter(left) && startsWithWholeCharacter(right);
    if (!whole && rank < tearRank[seam]!) tearRank[seam] = rank;
  }
  return { tearRank, seams };
}

function startsWithWholeCharacter(bytes: Uint8Array): boolean {
  const lead = bytes[0]!;
  const needed = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  return bytes.length >= needed && (lead < 0x80 || lead >= 0xc0);
}

function endsWithWholeCharacter(bytes: Uint8Array): boolean {
  for (let back = 1; back <= Math.min(4, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!;
    if (byte < 0x80) return back === 1;
    if (byte >= 0xc0) return back === (byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4);
  }
  return false;
}
