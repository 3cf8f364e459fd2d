/**
 * Ranges of one address space, handed out and taken back. Apart from memories because it knows no byte of them. Free
 * ranges are kept by address and neighbours are one: when everything has come back, one range is left.
 */
import { alignUp } from "../../base/bytes.ts";
import { invariant } from "../../base/invariant.ts";

/** A cache line, and what vector loads and scratch of a body may rely on. */
export const RANGE_ALIGNMENT = 64;

interface Range {
  start: number;
  end: number;
}

export class RangeAllocator {
  readonly #free: Range[];

  /** Multiples of the alignment. */
  constructor(start: number, end: number) {
    invariant(start % RANGE_ALIGNMENT === 0 && end % RANGE_ALIGNMENT === 0, `ranges of ${start} to ${end}`);
    this.#free = [{ start, end }];
  }

  /** The lowest place of that many bytes, ending by `below`; undefined where there is none. */
  allocate(bytes: number, below = Number.POSITIVE_INFINITY): number | undefined {
    const size = alignUp(Math.max(bytes, 1), RANGE_ALIGNMENT);
    const at = this.#free.findIndex(({ start, end }) => start + size <= Math.min(end, below));
    const range = this.#free[at];
    if (range === undefined) return undefined;
    const { start } = range;
    range.start += size;
    if (range.start === range.end) this.#free.splice(at, 1);
    return start;
  }

  /** Gives back what `allocate` gave for as many bytes. */
  free(start: number, bytes: number): void {
    const end = start + alignUp(Math.max(bytes, 1), RANGE_ALIGNMENT);
    const next = this.#free.findIndex((range) => range.start >= start);
    const at = next === -1 ? this.#free.length : next;
    const [before, after] = [this.#free[at - 1], this.#free[at]];
    invariant((before?.end ?? 0) <= start && end <= (after?.start ?? end), `${start} to ${end} is free already`);
    if (before?.end === start) {
      before.end = end;
      if (after?.start !== end) return;
      before.end = after.end;
      this.#free.splice(at, 1);
    } else if (after?.start === end) after.start = start;
    else this.#free.splice(at, 0, { start, end });
  }

  get freeRanges(): readonly Readonly<Range>[] {
    return this.#free;
  }
}
