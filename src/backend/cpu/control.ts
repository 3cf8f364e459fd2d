/**
 * The words that the threads of a team share: which step runs, who has arrived where, and whether one failed. Apart from
 * the walk over launches because it is all the order there is between threads. Invariant: whatever a thread wrote before
 * it arrived is seen by all that the barrier lets go; nobody waits longer than a failure takes to be noticed.
 */
const LINE_WORDS = 16;
const EPOCH = 0;
const COMMAND = LINE_WORDS;
const LIST = COMMAND + 1;
const ARRIVED = 2 * LINE_WORDS;
/** Threads asleep at a barrier, and at the next epoch. */
const WAITING = 3 * LINE_WORDS;
const IDLE = WAITING + 1;
const CONTROL_BYTES = 4 * 4 * LINE_WORDS;

/** Loads before a thread sleeps: long enough for a launch's end, short enough to leave the core to other programs. */
const MOST_SPINS = 50_000;
/** More arrivals than a step has: a failure lets everybody go. */
const RELEASED = 2 ** 30;
const SLICE_MS = 1000;

/** What an epoch asks of the workers: to run a list, or to take their messages. */
export type Command = "run" | "listen";
const COMMANDS: readonly Command[] = ["run", "listen"];

export class TeamControl {
  readonly memory: SharedArrayBuffer;
  readonly #words: Int32Array;
  /** The thread that submits waits this long for the others; its slices count only while the process runs. */
  readonly #patienceMs: number;

  constructor(memory = new SharedArrayBuffer(CONTROL_BYTES), patienceMs = Number.POSITIVE_INFINITY) {
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
    return Atomics.load(this.#words, ARRIVED) >= RELEASED;
  }

  /** Starts the next epoch. All workers are idle. */
  raise(command: Command, list = 0): void {
    this.#words[COMMAND] = COMMANDS.indexOf(command);
    this.#words[LIST] = list;
    Atomics.store(this.#words, ARRIVED, 0);
    Atomics.add(this.#words, EPOCH, 1);
    if (Atomics.load(this.#words, IDLE) > 0) Atomics.notify(this.#words, EPOCH);
  }

  /** Waits for the epoch after `seen`. */
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

  /** @param complete arrivals with which the barrier is */
  arrive(complete: number): void {
    const arrived = Atomics.add(this.#words, ARRIVED, 1) + 1;
    if (arrived === complete && Atomics.load(this.#words, WAITING) > 0) Atomics.notify(this.#words, ARRIVED);
  }

  /** Waits until so many have arrived; false when the step has failed. */
  wait(complete: number): boolean {
    for (let i = 0; i < MOST_SPINS; i++) {
      const arrived = Atomics.load(this.#words, ARRIVED);
      if (arrived >= complete) return arrived < RELEASED;
    }
    this.#sleep(complete);
    return !this.failed;
  }

  /** Lets every thread out of the step. */
  fail(): void {
    Atomics.store(this.#words, ARRIVED, RELEASED);
    Atomics.notify(this.#words, ARRIVED);
  }

  #sleep(complete: number): void {
    let slices = 0;
    Atomics.add(this.#words, WAITING, 1);
    for (;;) {
      const arrived = Atomics.load(this.#words, ARRIVED);
      if (arrived >= complete) break;
      const woken = Atomics.wait(this.#words, ARRIVED, arrived, Math.min(SLICE_MS, this.#patienceMs));
      if (woken === "timed-out" && ++slices * SLICE_MS > this.#patienceMs) this.fail();
    }
    Atomics.sub(this.#words, WAITING, 1);
  }
}
