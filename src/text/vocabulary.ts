/**
 * The tokens of a vocabulary: their bytes in one array, found by id and by bytes. Separate because a vocabulary of
 * 150,000 tokens is read on every start: no string, no array and no map entry is made for a token. Invariant: every id
 * has one token and every token one id.
 */
import { byteOf } from "./byte-level.ts";

/** Why a token was not added. */
export type Refusal = "taken id" | "known token" | "foreign character";

const FREE = -1;

export class Vocabulary {
  /** One more than the highest id. */
  size = 0;
  /** Bytes of all tokens, and behind `#used` room for one that is looked for. */
  #bytes: Uint8Array;
  #used = 0;
  /** Bytes of id i are `#bytes[#starts[i], #ends[i])`; `#starts[i]` is `FREE` without a token. */
  #starts: Int32Array;
  #ends: Int32Array;
  /** Two words a slot: hash, and id + 1, which is 0 in an empty slot. At most two thirds are taken. */
  #slots = new Int32Array(0);
  #mask = 0;
  #count = 0;
  #hash = 0;

  /** @param expected number of tokens; more may come */
  constructor(expected: number) {
    this.#bytes = new Uint8Array(8 * expected + 1024);
    this.#starts = new Int32Array(expected).fill(FREE);
    this.#ends = new Int32Array(expected);
    this.#grow(expected);
  }

  /** Adds the token written in `text[from, to)` in the byte-level alphabet. */
  add(text: string, from: number, to: number, id: number): Refusal | undefined {
    if (id < this.size && this.#starts[id] !== FREE) return "taken id";
    const end = this.#stage(text, from, to);
    if (end < 0) return "foreign character";
    if (this.#find(this.#used, end) >= 0) return "known token";
    if (id >= this.#starts.length) {
      const length = Math.max(id + 1, 2 * this.#starts.length);
      this.#starts = enlarged(this.#starts, length);
      this.#starts.fill(FREE, this.size);
      this.#ends = enlarged(this.#ends, length);
    }
    if (++this.#count > this.#slots.length / 3) this.#grow(2 * this.#count);
    this.#starts[id] = this.#used;
    this.#ends[id] = end;
    this.#used = end;
    this.#insert(this.#hash, id);
    if (id >= this.size) this.size = id + 1;
    return undefined;
  }

  /** Id of the token written in `text[from, to)` in the byte-level alphabet, -1 if there is none. */
  idOf(text: string, from = 0, to = text.length): number {
    const end = this.#stage(text, from, to);
    return end < 0 ? -1 : this.#find(this.#used, end);
  }

  /** Id of the token of these bytes, -1 if there is none. */
  idOfBytes(bytes: Uint8Array): number {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#used);
    return this.#find(this.#used, this.#used + bytes.length);
  }

  /** Id of the token that two tokens make side by side, -1 if there is none. `guess` is tried first. */
  idOfPair(left: number, right: number, guess: number): number {
    const leftLength = this.#ends[left]! - this.#starts[left]!;
    const rightLength = this.#ends[right]! - this.#starts[right]!;
    this.#reserve(leftLength + rightLength);
    const from = this.#used;
    const middle = from + leftLength;
    const to = middle + rightLength;
    const bytes = this.#bytes;
    for (let i = 0; i < leftLength; i++) bytes[from + i] = bytes[this.#starts[left]! + i]!;
    for (let i = 0; i < rightLength; i++) bytes[middle + i] = bytes[this.#starts[right]! + i]!;
    return guess < this.size && this.#equals(guess, from, to) ? guess : this.#find(from, to);
  }

  /** Bytes of an id; empty for an id without a token. A view, not a copy. */
  bytesOf(id: number): Uint8Array {
    const start = this.#starts[id] ?? FREE;
    return start === FREE ? this.#bytes.subarray(0, 0) : this.#bytes.subarray(start, this.#ends[id]);
  }

  /** First byte of a token. */
  firstByte(id: number): number {
    return this.#bytes[this.#starts[id]!]!;
  }

  /** Last byte of a token. */
  lastByte(id: number): number {
    return this.#bytes[this.#ends[id]! - 1]!;
  }

  /** Writes a token's bytes behind the others. Returns where they end, -1 when a character stands for no byte. */
  #stage(text: string, from: number, to: number): number {
    this.#reserve(to - from);
    const bytes = this.#bytes;
    let end = this.#used;
    for (let i = from; i < to; i++) {
      const byte = byteOf(text.charCodeAt(i));
      if (byte < 0) return -1;
      bytes[end++] = byte;
    }
    return end;
  }

  /** Id of the bytes `[from, to)`, -1 if they are no token. Leaves their hash in `#hash`. */
  #find(from: number, to: number): number {
    const bytes = this.#bytes;
    let hash = 0x811c9dc5;
    for (let i = from; i < to; i++) hash = Math.imul(hash ^ bytes[i]!, 0x01000193);
    hash ^= hash >>> 15;
    this.#hash = hash;
    const slots = this.#slots;
    for (let slot = hash & this.#mask; ; slot = (slot + 1) & this.#mask) {
      const id = slots[2 * slot + 1]! - 1;
      if (id < 0) return -1;
      if (slots[2 * slot] === hash && this.#equals(id, from, to)) return id;
    }
  }

  #equals(id: number, from: number, to: number): boolean {
    const start = this.#starts[id]!;
    if (start < 0 || this.#ends[id]! - start !== to - from) return false;
    const bytes = this.#bytes;
    for (let i = from, j = start; i < to; i++, j++) if (bytes[i] !== bytes[j]) return false;
    return true;
  }

  #insert(hash: number, id: number): void {
    let slot = hash & this.#mask;
    while (this.#slots[2 * slot + 1] !== 0) slot = (slot + 1) & this.#mask;
    this.#slots[2 * slot] = hash;
    this.#slots[2 * slot + 1] = id + 1;
  }

  #grow(tokens: number): void {
    let capacity = 16;
    while (2 * capacity < 3 * tokens) capacity *= 2;
    const old = this.#slots;
    this.#slots = new Int32Array(2 * capacity);
    this.#mask = capacity - 1;
    for (let i = 0; i < old.length; i += 2) if (old[i + 1] !== 0) this.#insert(old[i]!, old[i + 1]! - 1);
  }

  #reserve(length: number): void {
    if (this.#used + length <= this.#bytes.length) return;
    const grown = new Uint8Array(2 * (this.#used + length));
    grown.set(this.#bytes.subarray(0, this.#used));
    this.#bytes = grown;
  }
}

function enlarged(array: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const grown = new Int32Array(length);
  grown.set(array);
  return grown;
}
