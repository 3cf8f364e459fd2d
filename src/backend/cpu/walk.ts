/**
 * One thread's way through the launches of a step. The thread that submits and every worker run this same code over the
 * same words, which say into how many pieces each launch is cut and before which all earlier pieces must be finished.
 * Apart from the plan, which only the submitting thread makes. Invariant: a piece is taken once, by a thread that is in
 * its epoch; so a worker that comes late, or does not come, costs no more than its share.
 */
import type { TeamControl } from "./control.ts";

/** Words of a launch: how it runs, its three counts, its items, into how many pieces they are cut, and items of a call. */
export const STEP_WORD = { mode: 0, a: 1, b: 2, c: 3, items: 4, pieces: 5, call: 6, count: 7 } as const;
/** Bits of `mode`. */
export const MODE = {
  /** All pieces of the launches before it are finished before it begins. */
  barrier: 1,
  /** The submitting thread runs it by itself, as one piece. */
  alone: 2,
} as const;

/** Which pieces of a launch are taken is one word: the epoch's lower bits above, a set of few pieces or their count below. */
const TAKEN_BITS = 12;
export const MOST_PIECES = 2 ** TAKEN_BITS - 1;

/** A launch over its operands: three counts, and the items `from` up to `to`. */
export type BoundRun = (a: number, b: number, c: number, from: number, to: number) => void;

/** Runs of launches; absent where another thread runs it alone. */
export type Runs = readonly (BoundRun | undefined)[];

/** Told how many items of a launch this thread computed, and how long that took. */
export type Observer = (launch: number, items: number, ms: number) => void;

export interface Walker {
  readonly thread: number;
  readonly control: TeamControl;
  readonly epoch: number;
  readonly observe?: Observer | undefined;
}

/** Words of a list: those of every launch, then which pieces are taken, then pieces finished between two barriers. */
export function stepWords(launches: number): number {
  return launches * (STEP_WORD.count + 2);
}

/** Puts a plan in place for an epoch. Nobody walks the list. */
export function beginStep(words: Int32Array, plan: Int32Array, launches: number, epoch: number): void {
  words.set(plan);
  const taken = launches * STEP_WORD.count;
  words.fill(epoch << TAKEN_BITS, taken, taken + launches);
}

/** Runs all launches in this thread. */
export function walkAlone(runs: Runs, words: Int32Array, observe: Observer | undefined): void {
  for (let launch = 0; launch < runs.length; launch++) {
    const began = observe === undefined ? 0 : performance.now();
    const items = words[launch * STEP_WORD.count + STEP_WORD.items]!;
    runItems(runs[launch]!, words, launch * STEP_WORD.count, 0, items);
    observe?.(launch, items, performance.now() - began);
  }
}

/** Walks the list with the other threads. False when the epoch is over without it, or the step failed. */
export function walk(runs: Runs, words: Int32Array, walker: Walker): boolean {
  const { thread, control, epoch, observe } = walker;
  let counter = runs.length * (STEP_WORD.count + 1);
  let pieces = 0;
  for (let launch = 0; launch < runs.length; launch++) {
    const at = launch * STEP_WORD.count;
    const mode = words[at + STEP_WORD.mode]!;
    if ((mode & MODE.barrier) !== 0) {
      if (!control.wait(words, counter, pieces, epoch)) return false;
      counter++;
      pieces = 0;
    }
    const run = runs[launch];
    pieces += words[at + STEP_WORD.pieces]!;
    if (run === undefined || (thread > 0 && (mode & MODE.alone) !== 0)) continue;
    const began = observe === undefined ? 0 : performance.now();
    const items = runPieces(run, words, launch, runs.length, counter, walker);
    observe?.(launch, items, performance.now() - began);
  }
  return thread > 0 || control.wait(words, counter, pieces, epoch);
}

/** Takes and runs pieces of one launch until none is left; returns the items. */
function runPieces(
  run: BoundRun,
  words: Int32Array,
  launch: number,
  launches: number,
  counter: number,
  { thread, control, epoch }: Walker,
): number {
  const at = launch * STEP_WORD.count;
  const items = words[at + STEP_WORD.items]!;
  const pieces = words[at + STEP_WORD.pieces]!;
  // A late worker may read the words of a newer epoch: it must not run anything that it has not taken.
  const alone = thread === 0 && (words[at + STEP_WORD.mode]! & MODE.alone) !== 0;
  let done = 0;
  for (let turn = 0; turn < pieces; turn++) {
    const piece = alone ? turn : take(words, launches * STEP_WORD.count + launch, pieces, thread, epoch);
    if (piece < 0) break;
    const from = Math.floor((items * piece) / pieces);
    const to = Math.floor((items * (piece + 1)) / pieces);
    runItems(run, words, at, from, to);
    control.finish(words, counter);
    done += to - from;
  }
  return done;
}

/**
 * A piece that is this thread's from now on; -1 where none is left or the epoch is over. Of few pieces each thread takes
 * its own first, so that its core's cache holds the same weights in every step; of many, the next.
 */
function take(words: Int32Array, at: number, pieces: number, thread: number, epoch: number): number {
  const tag = (epoch << TAKEN_BITS) >>> TAKEN_BITS;
  for (;;) {
    const word = Atomics.load(words, at);
    if (word >>> TAKEN_BITS !== tag) return -1;
    const taken = word & MOST_PIECES;
    const piece = pieces > TAKEN_BITS ? (taken < pieces ? taken : -1) : freePiece(taken, pieces, thread);
    if (piece < 0) return -1;
    const next = pieces > TAKEN_BITS ? word + 1 : word | (1 << piece);
    if (Atomics.compareExchange(words, at, word, next) === word) return piece;
  }
}

function freePiece(taken: number, pieces: number, thread: number): number {
  for (let i = 0; i < pieces; i++) {
    const piece = (thread + i) % pieces;
    if ((taken & (1 << piece)) === 0) return piece;
  }
  return -1;
}

function runItems(run: BoundRun, words: Int32Array, at: number, from: number, to: number): void {
  const call = words[at + STEP_WORD.call]!;
  const [a, b, c] = [words[at + STEP_WORD.a]!, words[at + STEP_WORD.b]!, words[at + STEP_WORD.c]!];
  for (let first = from; first < to; first += call) run(a, b, c, first, Math.min(first + call, to));
}
