/**
 * How the launches of a step are cut and where its threads must meet, for one number of rows. Apart from the walk because
 * one thread plans for all. What a launch costs is learned from steps that ran; it decides who computes an item and when,
 * and no bit depends on that. Invariant: no two launches between two barriers touch the same bytes, one of them writing,
 * unless one thread runs both.
 */
import type { Extents } from "../../program/program.ts";
import { MODE, MOST_PIECES, STEP_WORD, stepWords } from "./walk.ts";

/** Bytes a launch touches, by one number line over all memories. */
export interface TouchedBytes {
  readonly start: number;
  readonly end: number;
  readonly written: boolean;
}

/** What the plan must know of a launch. */
export interface PlannedLaunch {
  readonly touches: readonly TouchedBytes[];
  /** Whether workers have it too. */
  readonly divisible: boolean;
  /** Its three counts and its items for the rows of a step. */
  readonly size: (extents: Extents) => readonly [a: number, b: number, c: number, items: number];
}

/** Below this a launch is done before another thread has looked up. */
const LEAST_SHARED_MS = 0.01;
/** From here on a launch is cut into more pieces than threads, each of about that time. */
const LEAST_CHUNKED_MS = 0.2;
const CHUNK_MS = 0.05;
/** Code that an engine has optimised is entered by the next call only, so what may be long is several calls. */
const CALLS_OF_UNKNOWN = 8;
/** Steps whose launches are timed: the first of a size, and now and then one, because contexts grow. */
const FIRST_TIMED = 3;
const TIMED_EVERY = 64;
const MOST_PLANS = 64;

export interface StepPlan {
  readonly words: Int32Array;
  readonly costs: LaunchCosts;
  readonly version: number;
}

/** Milliseconds an item of each launch takes, in steps of about the same rows. */
export class LaunchCosts {
  readonly msPerItem: Float64Array;
  #steps = 0;
  /** Changes when plans may have become others. */
  version = 0;

  constructor(launches: number) {
    this.msPerItem = new Float64Array(launches).fill(Number.NaN);
  }

  /** Whether this step's launches shall be timed. */
  due(): boolean {
    const step = this.#steps++;
    const due = step < FIRST_TIMED || step % TIMED_EVERY === 0;
    if (due) this.version++;
    return due;
  }

  learn(launch: number, items: number, ms: number): void {
    if (items === 0) return;
    const known = this.msPerItem[launch]!;
    // An interruption makes a launch look slow once; a longer context makes it slow from then on.
    const measured = ms / items;
    this.msPerItem[launch] = Number.isNaN(known) ? measured : Math.min(measured, 1.5 * known);
  }
}

export class StepPlanner {
  readonly #launches: readonly PlannedLaunch[];
  readonly #plans = new Map<string, StepPlan>();
  readonly #costs = new Map<string, LaunchCosts>();

  constructor(launches: readonly PlannedLaunch[]) {
    this.#launches = launches;
  }

  plan(extents: Extents, threads: number): StepPlan {
    const { tokens, sequences, outputs } = extents;
    const key = `${threads} ${tokens} ${sequences} ${outputs}`;
    const known = this.#plans.get(key);
    if (known !== undefined && known.version === known.costs.version) return known;
    if (this.#plans.size >= MOST_PLANS) this.#plans.clear();
    const costs = this.#costsOf(tokens, threads);
    const plan = { words: planWords(this.#launches, extents, threads, costs), costs, version: costs.version };
    this.#plans.set(key, plan);
    return plan;
  }

  /** Steps of up to twice as many rows cost about the same an item. */
  #costsOf(tokens: number, threads: number): LaunchCosts {
    const key = `${threads} ${Math.ceil(Math.log2(Math.max(1, tokens)))}`;
    let costs = this.#costs.get(key);
    if (costs === undefined) {
      costs = new LaunchCosts(this.#launches.length);
      this.#costs.set(key, costs);
    }
    return costs;
  }
}

function planWords(
  launches: readonly PlannedLaunch[],
  extents: Extents,
  threads: number,
  { msPerItem }: LaunchCosts,
): Int32Array {
  const words = new Int32Array(stepWords(launches.length));
  const since: { readonly touches: readonly TouchedBytes[]; readonly alone: boolean }[] = [];
  for (const [i, launch] of launches.entries()) {
    const [a, b, c, items] = launch.size(extents);
    const { alone, pieces, call } = cut(items, items * msPerItem[i]!, launch.divisible ? threads : 1);
    const meets = threads > 1 && since.some((other) => !(alone && other.alone) && clash(other.touches, launch.touches));
    if (meets) since.length = 0;
    since.push({ touches: launch.touches, alone });
    const mode = (meets ? MODE.barrier : 0) | (alone ? MODE.alone : 0);
    words.set([mode, a, b, c, items, pieces, call], i * STEP_WORD.count);
  }
  return words;
}

interface Cut {
  readonly alone: boolean;
  readonly pieces: number;
  /** Items of a call. */
  readonly call: number;
}

/** @param ms what the launch takes on one thread; NaN where that is unknown */
function cut(items: number, ms: number, threads: number): Cut {
  const calls = (count: number): number => Math.max(1, Math.ceil(items / count));
  const call = ms < LEAST_CHUNKED_MS ? Math.max(1, items) : calls(CALLS_OF_UNKNOWN * threads);
  if (threads === 1 || items < 2 || ms < LEAST_SHARED_MS) return { alone: true, pieces: items === 0 ? 0 : 1, call };
  const chunks = ms < LEAST_CHUNKED_MS || Number.isNaN(ms) ? threads : Math.ceil(ms / CHUNK_MS);
  const most = Math.min(items, MOST_PIECES, 16 * threads);
  return { alone: false, pieces: Math.min(most, Math.max(threads, chunks)), call };
}

function clash(a: readonly TouchedBytes[], b: readonly TouchedBytes[]): boolean {
  return a.some((x) => b.some((y) => (x.written || y.written) && x.start < y.end && y.start < x.end));
}
