/**
 * Byte-pair merging on ids. Separate because it is the hot loop: merges live in one hash table of integers, and no
 * string is made. Invariant: always the best-ranked merge, the leftmost of equals; short pieces by scanning, long
 * ones with a heap, so that no piece costs more than n log n.
 */

/** Above every rank. */
export const NO_RANK = 0x7fffffff;

const FILTER_BITS = 20;

/** Merges of a vocabulary, by pair of ids. */
export class MergeTable {
  /** `[left, right, merged]` ids of each rank. */
  readonly merges: Int32Array;
  /**
   * A word a slot, 0 when empty: rank + 1 in the low bits, the pair's hash in the others. The hash tells nearly every
   * pair that never merges from the one in its slot, so only a merge that is found reads `merges`.
   */
  readonly #slots: Int32Array;
  /**
   * A bit for each pair's hash. Most pairs that are asked for never merge, and the bits of 150,000 merges stay in a
   * processor's cache where the slots do not.
   */
  readonly #filter = new Int32Array(1 << (FILTER_BITS - 5));
  /** Of slots, and of rank + 1 in a slot: there are fewer ranks than slots. */
  readonly #mask: number;

  /** @param merges `[left, right, merged]` ids, best first; of two equal pairs the later one counts */
  constructor(merges: Int32Array) {
    const count = merges.length / 3;
    let capacity = 16;
    while (capacity * 3 < count * 5) capacity *= 2;
    this.merges = merges;
    this.#slots = new Int32Array(capacity);
    this.#mask = capacity - 1;
    for (let rank = 0; rank < count; rank++) {
      const left = merges[3 * rank]!;
      const right = merges[3 * rank + 1]!;
      const hash = pairHash(left, right);
      let at = slotOf(hash) & this.#mask;
      for (let word = this.#slots[at]!; word !== 0; word = this.#slots[at]!) {
        const other = 3 * ((word & this.#mask) - 1);
        if (merges[other] === left && merges[other + 1] === right) break;
        at = (at + 1) & this.#mask;
      }
      const bit = hash >>> (32 - FILTER_BITS);
      this.#filter[bit >>> 5]! |= 1 << (bit & 31);
      this.#slots[at] = (hash & ~this.#mask) | (rank + 1);
    }
  }

  /** Rank of merging a pair, lower is better; `NO_RANK` when it never merges. */
  rank(left: number, right: number): number {
    const slots = this.#slots;
    const mask = this.#mask;
    const hash = pairHash(left, right);
    const bit = hash >>> (32 - FILTER_BITS);
    if ((this.#filter[bit >>> 5]! & (1 << (bit & 31))) === 0) return NO_RANK;
    for (let at = slotOf(hash) & mask; ; at = (at + 1) & mask) {
      const word = slots[at]!;
      if (word === 0) return NO_RANK;
      if (((word ^ hash) & ~mask) !== 0) continue;
      const rank = (word & mask) - 1;
      if (this.merges[3 * rank] === left && this.merges[3 * rank + 1] === right) return rank;
    }
  }

  /** Id made by the merge of a rank. */
  merged(rank: number): number {
    return this.merges[3 * rank + 2]!;
  }
}

function pairHash(left: number, right: number): number {
  const h = Math.imul(left, 0x9e3779b1) ^ Math.imul(right, 0x85ebca6b);
  return Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
}

/** The low bits of a product are its weak ones. */
function slotOf(hash: number): number {
  return hash ^ (hash >>> 16);
}

/** Above this many symbols the heap is faster than scanning for the minimum. */
const SCAN_LIMIT = 96;

/** Merges symbols in place. */
export class Merger {
  readonly #table: MergeTable;
  /** Place of the lowest of the ranks up to each one, the leftmost of equals; -1 when none merges. */
  readonly #minima = new Int32Array(SCAN_LIMIT);

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

  /**
   * Merges the pair of lowest rank until none is left. What lies left of a merge keeps its minima, so each pass begins
   * there and closes the gap on its way: half a piece on average, and no second pass.
   */
  #scan(symbols: Int32Array, ranks: Int32Array, count: number): number {
    const table = this.#table;
    const minima = this.#minima;
    let pairs = count - 1;
    let best = NO_RANK;
    let at = -1;
    for (let i = 0; i < pairs; i++) {
      const rank = ranks[i]!;
      if (rank < best) {
        best = rank;
        at = i;
      }
      minima[i] = at;
    }
    while (at >= 0) {
      const merged = table.merged(best);
      const place = at;
      symbols[place] = merged;
      pairs--;
      at = place > 1 ? minima[place - 2]! : -1;
      best = at < 0 ? NO_RANK : ranks[at]!;
      if (place > 0) {
        const rank = table.rank(symbols[place - 1]!, merged);
        ranks[place - 1] = rank;
        if (rank < best) {
          best = rank;
          at = place - 1;
        }
        minima[place - 1] = at;
      }
      if (place === pairs) continue;
      const rank = table.rank(merged, symbols[place + 2]!);
      ranks[place] = rank;
      if (rank < best) {
        best = rank;
        at = place;
      }
      minima[place] = at;
      for (let i = place + 1; i < pairs; i++) {
        symbols[i] = symbols[i + 1]!;
        const next = ranks[i + 1]!;
        ranks[i] = next;
        if (next < best) {
          best = next;
          at = i;
        }
        minima[i] = at;
      }
      symbols[pairs] = symbols[pairs + 1]!;
    }
    return pairs + 1;
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
    symbols[at] = table.merged(rank);
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
