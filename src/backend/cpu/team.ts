/**
 * The threads beside the one that submits. A team is started with the first program, learns every program's launches,
 * and then runs steps without a message: an epoch starts one, barriers order it. Invariant: after a failure nothing runs
 * any more, and after `dispose` no thread is left.
 */
import { DeviceLostError } from "../../base/errors.ts";
import { controlMemory, TeamControl } from "./control.ts";
import type { FromThread, LaunchList, SpawnThread, ThreadPort, ToThread } from "./team-messages.ts";
import { beginStep, type Observer, type Runs, walk } from "./walk.ts";

/** How long a step waits for a thread that gives no sign: a chunk takes a fraction of a second. */
const PATIENCE_MS = 30_000;

interface Member {
  readonly port: ThreadPort;
  /** Settled by its next answer. */
  waiting: { resolve(): void; reject(error: DeviceLostError): void } | undefined;
}

export interface TeamOptions {
  /** With the one that submits, at least two. */
  readonly threads: number;
  readonly spawn: SpawnThread;
  /** For tests. */
  readonly patienceMs?: number;
}

export class Team {
  readonly threads: number;
  readonly lost: Promise<DeviceLostError>;
  readonly #control: TeamControl;
  readonly #members: Member[] = [];
  #resolveLost: (error: DeviceLostError) => void = () => {};
  #failure: DeviceLostError | undefined;
  #disposed = false;
  /** Workers listen to messages until it is settled: steps run without them. */
  #listening = 0;
  #loads: Promise<void>;

  /** Starts the threads; `load` waits for them. */
  constructor({ threads, spawn, patienceMs = PATIENCE_MS }: TeamOptions) {
    this.threads = threads;
    this.#control = new TeamControl(controlMemory(threads), patienceMs);
    this.lost = new Promise((resolve) => {
      this.#resolveLost = resolve;
    });
    try {
      for (let thread = 1; thread < threads; thread++) this.#members.push(this.#start(spawn(), thread));
    } catch (error) {
      void this.dispose();
      throw error;
    }
    this.#loads = this.#answers();
    this.#loads.catch(() => {});
    for (const [i, { port }] of this.#members.entries()) {
      this.#send(port, { kind: "join", control: this.#control.memory, thread: i + 1 });
    }
  }

  /** Teaches the threads a list. @throws DeviceLostError when one failed */
  async load(list: LaunchList, forget: readonly number[]): Promise<void> {
    const before = this.#loads;
    const loaded = (async () => {
      await before.catch(() => {});
      this.check();
      this.#control.raise("listen");
      const answers = this.#answers();
      for (const { port } of this.#members) this.#send(port, { kind: "load", list, forget });
      await answers;
    })();
    this.#listening++;
    this.#loads = loaded;
    try {
      await loaded;
    } finally {
      this.#listening--;
    }
  }

  /** Whether the workers walk along now. */
  get ready(): boolean {
    return this.#listening === 0 && this.#failure === undefined;
  }

  /** Runs a step by its plan. @throws DeviceLostError when a thread failed, and what a launch throws */
  step({ id, words }: LaunchList, runs: Runs, plan: Int32Array, observe: Observer | undefined): void {
    this.check();
    const control = this.#control;
    let complete = false;
    try {
      if (control.awaitLate(this.threads)) {
        const epoch = control.nextEpoch;
        beginStep(words, plan, runs.length, epoch);
        control.raise("run", id);
        complete = walk(runs, words, { thread: 0, control, epoch, observe });
      }
    } finally {
      if (!complete) this.#fail("a thread of the CPU backend failed in a step, or gave no sign");
    }
    this.check();
  }

  /** @throws DeviceLostError after a failure */
  check(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** Ends the threads; a load that waits for them is refused. */
  async dispose(): Promise<void> {
    this.#disposed = true;
    this.#fail("the CPU backend was given up");
    await Promise.all(this.#members.map(({ port }) => port.close()));
  }

  #start(port: ThreadPort, thread: number): Member {
    const member: Member = { port, waiting: undefined };
    port.onMessage((message) => {
      const told = message as FromThread;
      if (told.kind === "ready") member.waiting?.resolve();
      else this.#fail(`thread ${thread} of the CPU backend: ${told.message}`);
    });
    port.onClose((error) => {
      if (!this.#disposed)
        this.#fail(`thread ${thread} of the CPU backend ended: ${error?.message ?? "no reason given"}`);
    });
    return member;
  }

  /** One answer of every member. The process lives until they have come. */
  async #answers(): Promise<void> {
    const answers = this.#members.map((member) => {
      member.port.keepAlive?.(true);
      return new Promise<void>((resolve, reject) => {
        member.waiting = { resolve, reject };
      });
    });
    await Promise.all(answers);
    for (const { port } of this.#members) port.keepAlive?.(false);
  }

  #send(port: ThreadPort, message: ToThread): void {
    port.postMessage(message);
  }

  #fail(message: string): void {
    if (this.#failure !== undefined) return;
    this.#failure = new DeviceLostError("thread_failed", message, {
      hint: "open the engine again; `threads` 1 runs without other threads",
    });
    // Whoever waits in a step goes on, and sees it.
    this.#control.fail();
    for (const { waiting } of this.#members) waiting?.reject(this.#failure);
    if (!this.#disposed) this.#resolveLost(this.#failure);
  }
}
