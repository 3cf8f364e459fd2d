/**
 * What a slot holds beside its pages: delta-rule states, convolution tails, the records of both, token counts and the
 * last sampled token, one entry of every per-slot pool. Apart from the runner, which only runs steps. A slot must be
 * cleared before its first step: what its last owner left would be read as state.
 */
import type { Backend, DeviceBuffer } from "../backend/backend.ts";
import { invariant, present } from "../base/invariant.ts";
import { COUNT_WORD } from "../base/operands.ts";
import { type StepCapacity, sampledLayout } from "../base/step-block.ts";
import type { ProgramBuffer } from "../program/program.ts";

/** One entry per slot, the null slot's first. */
interface SlotPool {
  readonly buffer: DeviceBuffer;
  readonly offsetBytes: number;
  readonly entryBytes: number;
  readonly holds: "state" | "token-counts";
}

/** The per-slot pools among a runner's buffers. */
function slotPools(
  capacity: StepCapacity,
  specs: Iterable<ProgramBuffer>,
  buffers: ReadonlyMap<string, DeviceBuffer>,
): SlotPool[] {
  const { slots } = capacity;
  return [...specs].flatMap(({ name, bytes, role }): SlotPool[] => {
    const buffer = present(buffers.get(name), name);
    if (role.kind === "sampled") {
      return [{ buffer, offsetBytes: 4 * sampledLayout(capacity).lastToken, entryBytes: 4, holds: "state" }];
    }
    if (role.kind !== "state" || role.ref.kind === "kv") return [];
    invariant(bytes % (4 * slots) === 0, `${name}: ${bytes} B are not ${slots} entries of whole words`);
    const holds = role.ref.kind === "token-counts" ? "token-counts" : "state";
    return [{ buffer, offsetBytes: 0, entryBytes: bytes / slots, holds }];
  });
}

/** Words between two ids up to which one write is cheaper than two: a kilobyte of zeros against a call of the driver. */
const GAP_WORDS = 256;

/** Ranges of ids that cover all of `ids`, rising, with more than `GAP_WORDS` between one and the next. */
function runsOf(ids: readonly number[]): readonly { readonly start: number; readonly end: number }[] {
  const runs: { start: number; end: number }[] = [];
  for (const id of [...new Set(ids)].sort((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last !== undefined && id - last.end <= GAP_WORDS) last.end = id + 1;
    else runs.push({ start: id, end: id + 1 });
  }
  return runs;
}

/** What a slot counts for the penalties. */
export interface CountedTokens {
  /** Ids to mark as those of the prompt. */
  readonly prompt: readonly number[];
  /** Ids of the answer, each as often as it stands there. */
  readonly generated: readonly number[];
}

export class SlotStates {
  readonly #backend: Backend;
  readonly #slots: number;
  readonly #pools: readonly SlotPool[];

  constructor(
    backend: Backend,
    capacity: StepCapacity,
    specs: Iterable<ProgramBuffer>,
    buffers: ReadonlyMap<string, DeviceBuffer>,
  ) {
    this.#backend = backend;
    this.#slots = capacity.slots;
    this.#pools = slotPools(capacity, specs, buffers);
  }

  /** Sets everything a slot holds to zero, on the device and behind all steps submitted so far. */
  clear(slot: number): void {
    for (const pool of this.#pools) this.#backend.clear(pool.buffer, this.#at(pool, slot), pool.entryBytes);
  }

  /**
   * Brings the counts of these ids up to date with all that the slot counts, which holds what steps chose too. Ids that
   * lie close together go in one write, so the counts between them are written again.
   */
  writeCounts(slot: number, ids: readonly number[], { prompt, generated }: CountedTokens): void {
    for (const pool of this.#pools) {
      if (pool.holds !== "token-counts") continue;
      const words = new Uint32Array(pool.entryBytes / 4);
      for (const id of prompt) words[id] = COUNT_WORD.inPrompt;
      for (const id of generated) words[id]!++;
      const bytes = new Uint8Array(words.buffer);
      for (const { start, end } of runsOf(ids)) {
        this.#backend.write(pool.buffer, this.#at(pool, slot) + 4 * start, bytes.subarray(4 * start, 4 * end));
      }
    }
  }

  /** Makes one slot hold what another holds, behind all steps submitted so far. */
  copy(from: number, to: number): void {
    if (from === to) return;
    for (const pool of this.#pools) {
      const { buffer, entryBytes } = pool;
      this.#backend.copy(buffer, this.#at(pool, from), buffer, this.#at(pool, to), entryBytes);
    }
  }

  #at({ offsetBytes, entryBytes }: SlotPool, slot: number): number {
    invariant(slot > 0 && slot < this.#slots, `slot ${slot} of ${this.#slots}; slot 0 belongs to nobody`);
    return offsetBytes + slot * entryBytes;
  }
}
