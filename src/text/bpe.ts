/**
 * Byte-pair merging on ids. Separate because it is the hot loop: merges live in one hash table of integers, and no
 * string is made. Invariant: always the best-ranked merge, the leftmost of equals; short pieces by scanning, long
 * ones with a heap, so that no piece costs more than n log n.
 */

/** Above every rank. */
export const NO_RANK = 0x7fffffff;

/** Merges of a vocabulary, by pair of ids. */
export class MergeTable {
  /** Four words a slot: left id, right id, rank, unused. All are -1 in an empty slot. */
  readonly slots: Int32Array;
  readonly mask: number;
  /** Id made by the merge of each rank. */
  readonly mergedIds: Int32Array;

  /** @param merges `[left, right, merged]` ids, best first; of two equal pairs the later one counts */
  constructor(merges: Int32Array) {
    const count = merges.length / 3;
    let capacity = 16;
    while (capacity * 3 < count * 5) capacity *= 2;
    this.mask = capacity - 1;
    this.slots = new Int32Array(4 * capacity).fill(-1);
    this.mergedIds = new Int32Array(count);
    for (let rank = 0; rank < count; rank++) {
      const left = merges[3 * rank]!;
      const right = merges[3 * rank + 1]!;
      let at = pairHash(left, right) & this.mask;
      while (this.slots[4 * at + 2]! >= 0 && (this.slots[4 * at] !== left || this.slots[4 * at + 1] !== right)) {
        at = (at + 1) & this.mask;
      }
      this.slots[4 * at] = left;
      this.slots[4 * at + 1] = right;
      this.slots[4 * at + 2] = rank;
      this.mergedIds[rank] = merges[3 * rank + 2]!;
    }
  }

  /** Rank of merging a pair, lower is better; `NO_RANK` when it never merges. */
  rank(left: number, right: number): number {
    const { slots, mask } = this;
    let at = pairHash(left, right) & mask;
    for (;;) {
      const base = 4 * at;
      const found = slots[base]!;
      if (found === left && slots[base + 1] === right) return slots[base + 2]!;
      if (found < 0) return NO_RANK;
      at = (at + 1) & mask;
    }
  }
}

function pairHash(left: number, right: number): number {
  const h = Math.imul(left, 0x9e3779b1) ^ Math.imul(right, 0x85ebca6b);
  return h ^ (h >>> 15);
}

/** Above this many symbols the heap is faster than scanning for the minimum. */
const SCAN_LIMIT = 96;

/** Merges symbols in place. */
export class Merger {
  readonly #table: MergeTable;

  constructor(table: MergeTable) {
    this.#table = table;
  }

  /**
   * Merges `symbols[0, count)` and returns how many symbols are left at the front of the array.
   * @param ranks `ranks[i]` is the rank of symbols i and i + 1; overwritten
   */
  merge(symbols: Int32Array, ranks: Int32Array, count: number): number {
    if (count < 2) return count;
    return count <= SCAN_LIMIT ? this.#scan(symbols, ranks, count) : mergeWithHeap(this.#table, symbols, ranks, count);
  }

  #scan(symbols: Int32Array, ranks: Int32Array, initial: number): number {
    const table = this.#table;
    const { mergedIds } = table;
    let count = initial;
    for (;;) {
      let best = NO_RANK;
      let at = -1;
      for (let i = 0; i + 1 < count; i++) {
        const rank = ranks[i]!;
        if (rank < best) {
          best = rank;
          at = i;
        }
      }
      if (at < 0) return count;
      symbols[at] = mergedIds[best]!;
      count--;
      for (let i = at + 1; i < count; i++) {
        symbols[i] = symbols[i + 1]!;
        ranks[i] = ranks[i + 1]!;
      }
      if (at > 0) ranks[at - 1] = table.rank(symbols[at - 1]!, symbols[at]!);
      if (at + 1 < count) ranks[at] = table.rank(symbols[at]!, symbols[at + 1]!);
    }
  }
}

/** Rank and position as one exact number: rank in the high part, so equal ranks come leftmost first. */
const POSITIONS = 2 ** 31;

function mergeWithHeap(table: MergeTable, symbols: Int32Array, ranks: Int32Array, count: number): number {
  const next = new Int32Array(count);
  const previous = new Int32Array(count);
  const heap = new MinHeap(count);
  ranks[count - 1] = NO_RANK;
  for (let i = 0; i < count; i++) {
    next[i] = i + 1 < count ? i + 1 : -1;
    previous[i] = i - 1;
    if (ranks[i] !== NO_RANK) heap.append(ranks[i]! * POSITIONS + i);
  }
  heap.heapify();
  const look = (at: number): void => {
    ranks[at] = next[at]! < 0 ? NO_RANK : table.rank(symbols[at]!, symbols[next[at]!]!);
    if (ranks[at] !== NO_RANK) heap.push(ranks[at]! * POSITIONS + at);
  };
  while (heap.size > 0) {
    const key = heap.pop();
    const at = key % POSITIONS;
    const rank = (key - at) / POSITIONS;
    // The pair that starts here has changed since this entry was made.
    if (ranks[at] !== rank) continue;
    symbols[at] = table.mergedIds[rank]!;
    const gone = next[at]!;
    ranks[gone] = NO_RANK;
    next[at] = next[gone]!;
    if (next[gone]! >= 0) previous[next[gone]!] = at;
    look(at);
    if (previous[at]! >= 0) look(previous[at]!);
  }
  let out = 0;
  for (let i = 0; i >= 0; i = next[i]!) symbols[out++] = symbols[i]!;
  return out;
}

class MinHeap {
  size = 0;
  #keys: Float64Array;

  constructor(capacity: number) {
    this.#keys = new Float64Array(capacity + 16);
  }

  /** Adds without ordering; `heapify` must follow. */
  append(key: number): void {
    this.#keys[this.size++] = key;
  }

  heapify(): void {
    for (let i = (this.size >> 1) - 1; i >= 0; i--) this.#sink(i, this.#keys[i]!);
  }

  push(key: number): void {
    if (this.size === this.#keys.length) {
      const grown = new Float64Array(2 * this.size);
      grown.set(this.#keys);
      this.#keys = grown;
    }
    const keys = this.#keys;
    let at = this.size++;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (keys[parent]! <= key) break;
      keys[at] = keys[parent]!;
      at = parent;
    }
    keys[at] = key;
  }

  pop(): number {
    const top = this.#keys[0]!;
    const last = this.#keys[--this.size]!;
    if (this.size > 0) this.#sink(0, last);
    return top;
  }

  #sink(from: number, key: number): void {
    const keys = this.#keys;
    const { size } = this;
    let at = from;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= size) break;
      if (child + 1 < size && keys[child + 1]! < keys[child]!) child++;
      if (keys[child]! >= key) break;
      keys[at] = keys[child]!;
      at = child;
    }
    keys[at] = key;
  }
}
