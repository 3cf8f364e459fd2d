/**
 * Host memory that uploads pass through, shared by the backends: a few pieces of one size, made when they are needed,
 * used again, and dropped when no upload is under way. Invariant: no more than `UPLOADS_AT_ONCE` exist, whatever the
 * size of a model, so what a load holds beside the device's copy is known before it begins.
 */

/**
 * Most bytes of one upload: long enough that a call costs nothing beside its bytes, short enough that what was read is
 * still in a processor's cache when it is copied.
 */
export const UPLOAD_BYTES = 4 * 1024 * 1024;
/** Uploads that get memory at once: Node reads with four threads, and as many are on their way to the device. */
export const UPLOADS_AT_ONCE = 8;

export class UploadMemory<Memory> {
  readonly #make: () => Memory;
  readonly #drop: (memory: Memory) => void;
  readonly #free: Memory[] = [];
  readonly #waiting: (() => void)[] = [];
  #active = 0;

  /** @param drop gives back what `make` made; it must not throw */
  constructor(make: () => Memory, drop: (memory: Memory) => void) {
    this.#make = make;
    this.#drop = drop;
  }

  /** Lends one piece to `work` until it ends. @throws what `make` and `work` throw */
  async lend(work: (memory: Memory) => Promise<void>): Promise<void> {
    while (this.#active === UPLOADS_AT_ONCE) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#active++;
    try {
      const memory = this.#free.pop() ?? this.#make();
      try {
        await work(memory);
      } finally {
        this.#free.push(memory);
      }
    } finally {
      this.#active--;
      this.#waiting.shift()?.();
      if (this.#active === 0 && this.#waiting.length === 0) this.#dropAll();
    }
  }

  #dropAll(): void {
    for (const memory of this.#free.splice(0)) this.#drop(memory);
  }
}
