/**
 * Remembers the ids of pieces already merged, keyed by their UTF-16 units. Separate because it is a bounded hash table
 * on typed arrays: a hit makes no string and no array. Invariant: memory is fixed at construction; when any of its
 * arrays is full the whole cache starts again empty.
 */

/** Longer pieces are rare and not worth remembering. */
export const LONGEST_CACHED_PIECE = 40;

const UNITS_PER_ENTRY = 10;
const IDS_PER_ENTRY = 5;

export class PieceCache {
  readonly #slotMask: number;
  /** Entry number + 1 by hash slot; 0 is empty. */
  readonly #slots: Int32Array;
  readonly #hashes: Int32Array;
  readonly #unitStart: Int32Array;
  readonly #units: Uint16Array;
  readonly #capacity: number;
  #entries = 0;
  /** Ids of entry e are `ids[idStart[e], idStart[e + 1])`. */
  readonly idStart: Int32Array;
  readonly ids: Int32Array;

  constructor(entries: number) {
    this.#capacity = entries;
    let slots = 16;
    while (slots < 2 * entries) slots *= 2;
    this.#slotMask = slots - 1;
    this.#slots = new Int32Array(slots);
    this.#hashes = new Int32Array(entries);
    this.#unitStart = new Int32Array(entries + 1);
    // Even the smallest cache holds its largest possible entry: three bytes, hence at most three ids, a unit.
    this.#units = new Uint16Array(Math.max(entries * UNITS_PER_ENTRY, LONGEST_CACHED_PIECE));
    this.idStart = new Int32Array(entries + 1);
    this.ids = new Int32Array(Math.max(entries * IDS_PER_ENTRY, 3 * LONGEST_CACHED_PIECE));
  }

  /** Entry of the piece `units[from, to)`, or -1. */
  find(units: Uint16Array, from: number, to: number, hash: number): number {
    const slots = this.#slots;
    const unitStart = this.#unitStart;
    const keys = this.#units;
    const length = to - from;
    for (let slot = hash & this.#slotMask; ; slot = (slot + 1) & this.#slotMask) {
      const entry = slots[slot]! - 1;
      if (entry < 0) return -1;
      if (this.#hashes[entry] !== hash) continue;
      const start = unitStart[entry]!;
      if (unitStart[entry + 1]! - start !== length) continue;
      let i = 0;
      while (i < length && keys[start + i] === units[from + i]) i++;
      if (i === length) return entry;
    }
  }

  add(units: Uint16Array, from: number, to: number, hash: number, symbols: Int32Array, count: number): void {
    const full =
      this.#entries === this.#capacity ||
      this.#unitStart[this.#entries]! + (to - from) > this.#units.length ||
      this.idStart[this.#entries]! + count > this.ids.length;
    if (full) {
      this.#slots.fill(0);
      this.#entries = 0;
    }
    const entry = this.#entries++;
    let slot = hash & this.#slotMask;
    while (this.#slots[slot] !== 0) slot = (slot + 1) & this.#slotMask;
    this.#slots[slot] = entry + 1;
    this.#hashes[entry] = hash;
    const unitStart = this.#unitStart[entry]!;
    // Loops instead of set(subarray()): pieces are a few units long.
    for (let i = 0; i < to - from; i++) this.#units[unitStart + i] = units[from + i]!;
    this.#unitStart[entry + 1] = unitStart + (to - from);
    const idStart = this.idStart[entry]!;
    for (let i = 0; i < count; i++) this.ids[idStart + i] = symbols[i]!;
    this.idStart[entry + 1] = idStart + count;
  }
}
