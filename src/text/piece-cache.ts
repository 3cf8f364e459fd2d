/**
 * Remembers the ids of pieces already merged, keyed by their UTF-16 units. Separate because it is a bounded hash table
 * on typed arrays: a hit makes no string and no array, and reads two places of memory. Invariant: memory is fixed at
 * construction, and no text makes a look-up long: when the table is full it starts again empty, and a piece whose
 * places are all taken displaces another.
 */

/** Longer pieces are rare and not worth remembering. */
export const LONGEST_CACHED_PIECE = 40;

/** Words of a usual record: ten units, five ids, and both counts. */
const WORDS_PER_ENTRY = 12;
/** Slots looked at for a piece: texts can be made whose pieces all have one hash. */
const MOST_PROBES = 8;

export class PieceCache {
  /** Two words a slot: the hash, and where the record begins, which is 0 in an empty slot. */
  readonly #slots: Int32Array;
  readonly #slotMask: number;
  readonly #capacity: number;
  #entries = 0;
  /** Records: number of units, units (two a word), number of ids, ids. */
  readonly words: Int32Array;
  /** The same memory by units. */
  readonly #units: Uint16Array;
  #end = 1;

  constructor(entries: number) {
    this.#capacity = entries;
    let slots = 16;
    while (2 * slots < 3 * entries) slots *= 2;
    this.#slotMask = slots - 1;
    this.#slots = new Int32Array(2 * slots);
    // Even the smallest cache holds its largest possible record: three bytes, hence at most three ids, a unit.
    this.words = new Int32Array(1 + Math.max(entries * WORDS_PER_ENTRY, 2 + 4 * LONGEST_CACHED_PIECE));
    this.#units = new Uint16Array(this.words.buffer);
  }

  /** Where in `words` the number of ids of the piece `units[from, to)` stands, before the ids; -1 if it is unknown. */
  find(units: Uint16Array, from: number, to: number, hash: number): number {
    const slots = this.#slots;
    const { words } = this;
    const keys = this.#units;
    const length = to - from;
    for (let probe = 0; probe < MOST_PROBES; probe++) {
      const slot = 2 * ((hash + probe) & this.#slotMask);
      const record = slots[slot + 1]!;
      if (record === 0) return -1;
      if (slots[slot] !== hash || words[record] !== length) continue;
      const key = 2 * record + 2;
      let i = 0;
      while (i < length && keys[key + i] === units[from + i]) i++;
      if (i === length) return record + 1 + ((length + 1) >> 1);
    }
    return -1;
  }

  add(units: Uint16Array, from: number, to: number, hash: number, symbols: Int32Array, count: number): void {
    const length = to - from;
    const { words } = this;
    if (this.#entries >= this.#capacity || this.#end + 2 + ((length + 1) >> 1) + count > words.length) {
      this.#slots.fill(0);
      this.#entries = 0;
      this.#end = 1;
    }
    this.#entries++;
    let at = this.#end;
    const slot = this.#freeSlot(hash);
    this.#slots[slot] = hash;
    this.#slots[slot + 1] = at;
    words[at++] = length;
    // Loops instead of set(subarray()): pieces are a few units long.
    for (let i = 0; i < length; i++) this.#units[2 * at + i] = units[from + i]!;
    at += (length + 1) >> 1;
    words[at++] = count;
    for (let i = 0; i < count; i++) words[at++] = symbols[i]!;
    this.#end = at;
  }

  #freeSlot(hash: number): number {
    for (let probe = 0; probe < MOST_PROBES; probe++) {
      const slot = 2 * ((hash + probe) & this.#slotMask);
      if (this.#slots[slot + 1] === 0) return slot;
    }
    return 2 * (hash & this.#slotMask);
  }
}
