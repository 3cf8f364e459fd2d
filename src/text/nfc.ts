/**
 * Unicode normalisation form C in linear time. Separate because the built-in `normalize` sorts long runs of combining
 * marks quadratically, so that one hostile megabyte would block for minutes. Invariant: the result equals
 * `text.normalize("NFC")`; only the order of work differs.
 */

/** Below this many marks in a row the built-in sort is fast enough. */
const LONG_RUN = 64;
const LONG_RUNS = new RegExp(`\\p{M}{${LONG_RUN},}`, "gu");

/** Marks of many combining classes, to find the class order of another mark by comparison. */
const OVERLAY = "\u0334";
const ABOVE = "\u0301";

export function normalizeNfc(text: string): string {
  return (mayHoldLongRun(text) ? text.replace(LONG_RUNS, sortMarks) : text).normalize("NFC");
}

/**
 * A cheap look for runs of units that are not surely something else: Latin, CJK and Hangul hold no marks. Every run of
 * that length holds a unit at one of the places looked at.
 */
function mayHoldLongRun(text: string): boolean {
  for (let at = LONG_RUN - 1; at < text.length; at += LONG_RUN) {
    if (isNoMark(text.charCodeAt(at))) continue;
    let from = at;
    while (from > 0 && !isNoMark(text.charCodeAt(from - 1))) from--;
    let to = at + 1;
    while (to < text.length && to - from < LONG_RUN && !isNoMark(text.charCodeAt(to))) to++;
    if (to - from >= LONG_RUN) return true;
  }
  return false;
}

function isNoMark(unit: number): boolean {
  return unit < 0x300 || (unit >= 0x3100 && unit < 0xa66f) || (unit >= 0xac00 && unit < 0xd800);
}

/** A canonically equivalent run whose marks are already in canonical order. */
function sortMarks(run: string): string {
  const out: string[] = [];
  const buckets: string[][] = [];
  const bucketOf = new Map<string, number>();
  const order = new MarkOrder();
  const flush = (): void => {
    // Classes are found in the order of first appearance, so buckets are sorted by comparing one mark of each.
    const filled = buckets.filter((bucket) => bucket.length > 0).sort((a, b) => order.compare(a[0]!, b[0]!));
    for (const bucket of filled) out.push(bucket.join(""));
    buckets.length = 0;
    bucketOf.clear();
  };
  for (const character of run) {
    for (const mark of character.normalize("NFD")) {
      if (order.isStarter(mark)) {
        flush();
        out.push(mark);
        continue;
      }
      let bucket = bucketOf.get(mark);
      if (bucket === undefined) {
        bucket = buckets.findIndex((other) => order.compare(other[0]!, mark) === 0);
        if (bucket < 0) bucket = buckets.push([]) - 1;
        bucketOf.set(mark, bucket);
      }
      buckets[bucket]!.push(mark);
    }
  }
  flush();
  return out.join("");
}

/** Order of canonical combining classes, read off from what the built-in normalisation does to pairs. */
class MarkOrder {
  readonly #starters = new Map<string, boolean>();

  /** Class zero: such a mark is never moved. */
  isStarter(mark: string): boolean {
    let starter = this.#starters.get(mark);
    if (starter === undefined) {
      // Overlays have the lowest class and U+0301 one of the highest: a mark that moves past neither has class zero.
      const later = mark !== OVERLAY && this.#swaps(mark, OVERLAY);
      const earlier = mark !== ABOVE && this.#swaps(ABOVE, mark);
      starter = !later && !earlier && mark !== OVERLAY && mark !== ABOVE;
      this.#starters.set(mark, starter);
    }
    return starter;
  }

  /** Negative when `a` belongs before `b`, zero when they keep their order. Both have a class. */
  compare(a: string, b: string): number {
    if (this.#swaps(a, b)) return 1;
    return this.#swaps(b, a) ? -1 : 0;
  }

  #swaps(first: string, second: string): boolean {
    return first !== second && (first + second).normalize("NFD") === second + first;
  }
}
