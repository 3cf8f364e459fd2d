/**
 * Who owns which page and slot. A lease holds one slot and the pages of one sequence; ids of a released lease may be
 * handed out again at once, so a lease must not be used after its release. Page 0 and slot 0 belong to nobody.
 */
import { CapacityError } from "../base/errors.ts";
import { invariant } from "../base/invariant.ts";
import { PAGE_TOKENS } from "../base/step-block.ts";

/** Ids 1 … count - 1, lowest first. */
class IdPool {
  readonly #free: number[];
  readonly #taken = new Set<number>();

  constructor(count: number) {
    this.#free = Array.from({ length: Math.max(0, count - 1) }, (_, i) => count - 1 - i);
  }

  get available(): number {
    return this.#free.length;
  }

  take(): number | undefined {
    const id = this.#free.pop();
    if (id !== undefined) this.#taken.add(id);
    return id;
  }

  give(id: number): void {
    invariant(this.#taken.delete(id), `id ${id} was not taken`);
    this.#free.push(id);
  }
}

export interface Lease {
  readonly slot: number;
  readonly pages: readonly number[];
}

export class SequencePools {
  readonly #pages: IdPool;
  readonly #slots: IdPool;
  readonly #leases = new Map<Lease, number[]>();

  constructor(capacity: { readonly pages: number; readonly slots: number }) {
    this.#pages = new IdPool(capacity.pages);
    this.#slots = new IdPool(capacity.slots);
  }

  get freePages(): number {
    return this.#pages.available;
  }

  get freeSlots(): number {
    return this.#slots.available;
  }

  /** A slot without pages, or undefined when all are taken. */
  open(): Lease | undefined {
    const slot = this.#slots.take();
    if (slot === undefined) return undefined;
    const pages: number[] = [];
    const lease: Lease = { slot, pages };
    this.#leases.set(lease, pages);
    return lease;
  }

  /**
   * Pages for `tokens` tokens in all. Nothing changes when they are not there.
   * @throws CapacityError `kv_pages_exhausted`
   */
  grow(lease: Lease, tokens: number): void {
    const pages = this.#leases.get(lease);
    invariant(pages !== undefined, "lease was released");
    const wanted = Math.ceil(tokens / PAGE_TOKENS) - pages.length;
    if (wanted > this.#pages.available) {
      throw new CapacityError(
        "kv_pages_exhausted",
        `kv pool: needs ${wanted} more pages of ${PAGE_TOKENS} tokens, ${this.#pages.available} free`,
        {
          hint: "wait for other requests, or start with a larger `maxContext`",
          data: { wanted, free: this.#pages.available },
        },
      );
    }
    for (let i = 0; i < wanted; i++) pages.push(this.#pages.take()!);
  }

  release(lease: Lease): void {
    const pages = this.#leases.get(lease);
    invariant(pages !== undefined, "lease was released before");
    this.#leases.delete(lease);
    for (const page of pages) this.#pages.give(page);
    this.#slots.give(lease.slot);
  }
}
