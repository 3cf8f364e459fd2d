/**
 * The words that the threads of a team share beside those of a list: which step runs, who left it, and whether one
 * failed. Apart from the walk over launches because it is all the waiting there is between threads. Invariant: what a
 * thread wrote before it finished a piece is seen by whoever waited for that piece; and a thread waits for work that
 * another has taken, never for a thread: one that another program holds up delays nobody with what it has not begun.
 */
const LINE_WORDS = 16;
const EPOCH = 0;
const COMMAND = LINE_WORDS;
const LIST = COMMAND + 1;
const FAILED = 2 * LINE_WORDS;
/** Threads asleep until a piece is finished, and until the next epoch. */
const WAITING = 3 * LINE_WORDS;
const IDLE = WAITING + 1;
/** The newest epoch each worker has left or never joined. */
const LEFT = 4 * LINE_WORDS;

/** Loads before a thread sleeps: long enough for a launch's end, short enough to leave the core to other programs. */
const MOST_SPINS = 50_000;
/** Loads between two looks at whether the step is over. */
const SPINS_BETWEEN = 16;
const SLICE_MS = 1000;
/** Epochs a worker may be late: pieces are told apart by the lower bits of the epoch (`walk.ts`). */
const MOST_LATE = 2 ** 17;

/** What an epoch asks of the workers: to run a list, or to take their messages. */
export type Command = "run" | "listen";
const COMMANDS: readonly Command[] = ["run", "listen"];

export function controlMemory(threads: number): SharedArrayBuffer {
  return new SharedArrayBuffer(4 * (LEFT + threads * LINE_WORDS));
}

export class TeamControl {
  readonly memory: SharedArrayBuffer;
  readonly #words: Int32Array;
  readonly #patienceMs: number;

  /** @param patienceMs how long the submitting thread waits for a piece; slices count only while the process runs */
  constructor(memory: SharedArrayBuffer, patienceMs = Number.POSITIVE_INFINITY) {
    this.memory = memory;
    this.#words = new Int32Array(memory);
    this.#patienceMs = patienceMs;
  }

  get epoch(): number {
    return Atomics.load(this.#words, EPOCH);
  }

  get command(): Command {
    return COMMANDS[this.#words[COMMAND]!]!;
  }

  get list(): number {
    return this.#words[LIST]!;
  }

  get failed(): boolean {
    return Atomics.load(this.#words, FAILED) !== 0;
  }

  /** The epoch that `raise` will start. */
  get nextEpoch(): number {
    return (this.epoch + 1) | 0;
  }

  /** Starts the next epoch: everything of the one before is done. */
  raise(command: Command, list = 0): void {
    this.#words[COMMAND] = COMMANDS.indexOf(command);
    this.#words[LIST] = list;
    Atomics.add(this.#words, EPOCH, 1);
    if (Atomics.load(this.#words, IDLE) > 0) Atomics.notify(this.#words, EPOCH);
  }

  /** Waits for an epoch after `seen`. */
  next(seen: number): number {
    for (let i = 0; i < MOST_SPINS; i++) {
      const epoch = Atomics.load(this.#words, EPOCH);
      if (epoch !== seen) return epoch;
    }
    Atomics.add(this.#words, IDLE, 1);
    while (Atomics.load(this.#words, EPOCH) === seen) Atomics.wait(this.#words, EPOCH, seen);
    Atomics.sub(this.#words, IDLE, 1);
    return Atomics.load(this.#words, EPOCH);
  }

  /** Says that a worker touches nothing of an epoch any more. */
  leave(thread: number, epoch: number): void {
    Atomics.store(this.#words, LEFT + thread * LINE_WORDS, epoch);
  }

  /** Waits for workers that are so late that an epoch's pieces could be taken for another's; false when one stays so. */
  awaitLate(threads: number): boolean {
    for (let thread = 1; thread < threads; thread++) {
      const at = LEFT + thread * LINE_WORDS;
      for (let slices = 0; (this.epoch - Atomics.load(this.#words, at)) >>> 0 > MOST_LATE; slices++) {
        if (this.failed || slices * SLICE_MS > this.#patienceMs) return false;
        Atomics.wait(this.#words, at, Atomics.load(this.#words, at), SLICE_MS);
      }
    }
    return true;
  }

  /** Counts a finished piece. */
  finish(counters: Int32Array, at: number): void {
    Atomics.add(counters, at, 1);
    if (Atomics.load(this.#words, WAITING) > 0) Atomics.notify(counters, at);
  }

  /** Waits until so many pieces are finished; false when the epoch is over or the step failed. */
  wait(counters: Int32Array, at: number, pieces: number, epoch: number): boolean {
    for (let i = 0; i < MOST_SPINS; i++) {
      if (Atomics.load(counters, at) >= pieces) return true;
      if (i % SPINS_BETWEEN === 0 && this.#over(epoch)) return false;
    }
    return this.#sleep(counters, at, pieces, epoch);
  }

  /** Lets every thread out of the step. */
  fail(): void {
    Atomics.store(this.#words, FAILED, 1);
  }

  #over(epoch: number): boolean {
    return Atomics.load(this.#words, EPOCH) !== epoch || this.failed;
  }

  #sleep(counters: Int32Array, at: number, pieces: number, epoch: number): boolean {
    const slice = Math.min(SLICE_MS, this.#patienceMs);
    Atomics.add(this.#words, WAITING, 1);
    try {
      for (let waited = 0; ; ) {
        const finished = Atomics.load(counters, at);
        if (finished >= pieces) return true;
        if (this.#over(epoch) || waited > this.#patienceMs) return false;
        if (Atomics.wait(counters, at, finished, slice) === "timed-out") waited += slice;
      }
    } finally {
      Atomics.sub(this.#words, WAITING, 1);
    }
  }
}
