/**
 * SIGINT and SIGTERM. While something runs that can be stopped, the first signal stops it and a later one ends the
 * program; otherwise a signal ends it at once. A second signal that follows at once is not a second key press: npx
 * passes on to its child what the terminal has already sent to both.
 */
import { EXIT } from "./exit.ts";

const SAME_PRESS_MS = 300;

export class Interrupts {
  #controller: AbortController | undefined;
  #stoppedAtMs = 0;
  #exitCode: number | undefined;
  #reason: unknown;

  constructor() {
    process.on("SIGINT", () => this.#signal(EXIT.interrupted));
    process.on("SIGTERM", () => this.#signal(EXIT.terminated));
  }

  /** Exit code of the signal that stopped something, or undefined. */
  get exitCode(): number | undefined {
    return this.#exitCode;
  }

  /** Exit code where an error is nothing but the stop itself, as what was stopped throws it; else undefined. */
  stopCode(error: unknown): number | undefined {
    return this.#reason !== undefined && error === this.#reason ? this.#exitCode : undefined;
  }

  /** Runs `body` with a signal that the next interrupt aborts. */
  async stoppable<T>(body: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const controller = new AbortController();
    this.#controller = controller;
    try {
      return await body(controller.signal);
    } finally {
      this.#controller = undefined;
    }
  }

  /** Stops what runs, as a key does; false when nothing runs. */
  stop(): boolean {
    if (this.#controller === undefined) return false;
    this.#stoppedAtMs = performance.now();
    this.#controller.abort();
    this.#reason = this.#controller.signal.reason;
    return true;
  }

  #signal(code: number): void {
    const running = this.#controller !== undefined && !this.#controller.signal.aborted;
    if (running) {
      this.#exitCode = code;
      this.stop();
    } else if (performance.now() - this.#stoppedAtMs > SAME_PRESS_MS) {
      process.exit(code);
    }
  }
}
