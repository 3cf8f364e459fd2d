/**
 * One thread's way through the launches of a step. The thread that submits and every worker run this same code over the
 * same words, which say how each launch is cut and where all must have arrived before it. Apart from the plan, which only
 * the submitting thread makes.
 */
import type { TeamControl } from "./control.ts";

/** Words of a launch: how it runs, its three counts, its items, and how many of them one call computes. */
export const STEP_WORD = { mode: 0, a: 1, b: 2, c: 3, items: 4, chunk: 5, count: 6 } as const;
/** Bits of `mode`. A launch without `alone` or `chunks` is cut into one run of items a thread. */
export const MODE = {
  /** All threads meet before it. */
  barrier: 1,
  /** The submitting thread runs it by itself. */
  alone: 2,
  /** Threads take chunks by a counter: one that another program slows down takes fewer. */
  chunks: 4,
} as const;

/** A launch over its operands: three counts, and the items `from` up to `to`. */
export type BoundRun = (a: number, b: number, c: number, from: number, to: number) => void;

/** Runs of launches; absent where another thread runs it alone. */
export type Runs = readonly (BoundRun | undefined)[];

export interface Walker {
  readonly thread: number;
  readonly threads: number;
  /** Absent where there is one thread. */
  readonly control?: TeamControl;
  /** Told what this thread did of a launch, and when it began and ended. */
  readonly observe?: (launch: number, items: number, ms: number) => void;
}

/** Words of a list: those of every launch, then a counter for each. */
export function stepWords(launches: number): number {
  return launches * (STEP_WORD.count + 1);
}

/** Walks the list. False when another thread failed. */
export function walk(runs: Runs, words: Int32Array, walker: Walker): boolean {
  const { thread, threads, control, observe } = walker;
  let complete = 0;
  for (let launch = 0; launch < runs.length; launch++) {
    const run = runs[launch];
    const at = launch * STEP_WORD.count;
    const mode = words[at]!;
    if ((mode & MODE.barrier) !== 0 && control !== undefined) {
      complete += threads;
      control.arrive(complete);
      if (!control.wait(complete)) return false;
    }
    if (run === undefined || (thread > 0 && (mode & MODE.alone) !== 0)) continue;
    const began = observe === undefined ? 0 : performance.now();
    const items = runShare(run, words, at, runs.length * STEP_WORD.count + launch, walker);
    observe?.(launch, items, performance.now() - began);
  }
  if (control === undefined) return true;
  complete += threads;
  control.arrive(complete);
  return thread > 0 || control.wait(complete);
}

/** This thread's items of one launch; returns how many. */
function runShare(run: BoundRun, words: Int32Array, at: number, counter: number, walker: Walker): number {
  const mode = words[at + STEP_WORD.mode]!;
  const items = words[at + STEP_WORD.items]!;
  const chunk = words[at + STEP_WORD.chunk]!;
  const [a, b, c] = [words[at + STEP_WORD.a]!, words[at + STEP_WORD.b]!, words[at + STEP_WORD.c]!];
  if ((mode & MODE.chunks) !== 0) {
    let done = 0;
    for (;;) {
      const from = Atomics.add(words, counter, chunk);
      if (from >= items) return done;
      const to = Math.min(from + chunk, items);
      run(a, b, c, from, to);
      done += to - from;
    }
  }
  const { thread, threads } = (mode & MODE.alone) === 0 ? walker : ALONE;
  const first = Math.floor((items * thread) / threads);
  const end = Math.floor((items * (thread + 1)) / threads);
  for (let from = first; from < end; from += chunk) run(a, b, c, from, Math.min(from + chunk, end));
  return end - first;
}

const ALONE = { thread: 0, threads: 1 } as const;
