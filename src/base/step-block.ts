/**
 * The step block: the small self-describing array that tells every kernel which rows and lanes one step serves. It is
 * the only place that knows its word offsets. The header holds the offset of each array, so no kernel and no pipeline
 * depends on a capacity; arrays are updated by difference and never uploaded whole. Padding rows and lanes point at
 * page 0 and slot 0, which belong to nobody.
 */
import { invariant } from "./invariant.ts";

/** Words of the header. Counts first, then the word offset of each array. All words are i32. */
export const STEP = {
  rows: 0,
  lanes: 1,
  outputs: 2,
  /** Word offset of lastToken[slot] in the device-written block. */
  lastToken: 3,
  /** token[row]: id, or -1 for "the last token sampled for this row's slot". */
  token: 4,
  /** rowLane[row] */
  rowLane: 5,
  /** position[axis * maxRows + row], axes T, H, W */
  position: 6,
  maxRows: 7,
  /** laneStart[lane], laneStart[lanes] = rows */
  laneStart: 8,
  /** length[lane]: tokens of the lane that are in the KV pages before this step */
  length: 9,
  /** slot[lane] */
  slot: 10,
  /** pendingFold[lane]: records of the slot that were accepted and are folded by this step */
  pendingFold: 11,
  /** outputRow[output]: row whose logits are wanted */
  outputRow: 12,
  /** pageTable[lane * maxPages + page] */
  pageTable: 13,
  maxPages: 14,
  /** sampling[lane * SAMPLING.words + field] */
  sampling: 15,
  headerWords: 16,
} as const;

/** Words of one lane's sampling settings; floats are stored by their f32 bits. */
export const SAMPLING = {
  temperature: 0,
  topK: 1,
  topP: 2,
  minP: 3,
  presence: 4,
  frequency: 5,
  repetition: 6,
  seedLow: 7,
  seedHigh: 8,
  words: 9,
} as const;

/** Tokens a slot can hold as records; a lane with more rows in one step commits directly. */
export const RECORD_TOKENS = 16;
/** Tokens of one KV page. */
export const PAGE_TOKENS = 64;

export interface StepCapacity {
  readonly maxRows: number;
  readonly maxLanes: number;
  readonly maxPagesPerLane: number;
  readonly maxOutputs: number;
  /** Slots of the pool, null slot included: the device-written block holds one last token for each. */
  readonly slots: number;
}

export interface SamplingSettings {
  readonly temperature: number;
  readonly topK: number;
  readonly topP: number;
  readonly minP: number;
  readonly presencePenalty: number;
  readonly frequencyPenalty: number;
  readonly repetitionPenalty: number;
  readonly seed: bigint;
}

export const GREEDY: SamplingSettings = {
  temperature: 0,
  topK: 0,
  topP: 1,
  minP: 0,
  presencePenalty: 0,
  frequencyPenalty: 0,
  repetitionPenalty: 1,
  seed: 0n,
};

/** One lane's share of a step. */
export interface StepLane {
  readonly slot: number;
  /** Tokens already in the lane's KV pages. */
  readonly length: number;
  readonly pendingFold: number;
  readonly pages: readonly number[];
  /** Ids of this step's rows; -1 takes the slot's last sampled token. */
  readonly tokens: readonly number[];
  /** Rotary positions [axis][row]; absent: `length + row` on all axes. */
  readonly positions?: readonly [readonly number[], readonly number[], readonly number[]];
  /** Rows (indices into `tokens`) whose logits are wanted. The token of the last one becomes the slot's last token. */
  readonly outputs: readonly number[];
  readonly sampling: SamplingSettings;
}

/**
 * Words of one output in the device-written block: the token that was chosen, and beside it whether a logit of its row is
 * no finite number, which makes any choice meaningless.
 */
export const CHOICE = { token: 0, notFinite: 1, words: 2 } as const;

/** Word offsets in the device-written block: a choice for each output, then lastToken[slot]. */
export function sampledLayout(capacity: StepCapacity): { readonly lastToken: number; readonly words: number } {
  const lastToken = CHOICE.words * capacity.maxOutputs;
  return { lastToken, words: lastToken + capacity.slots };
}

/**
 * Behind a lane's pages a kernel would find what an earlier step left there, the next lane's pages, or settings: it would
 * write into another sequence or outside the pool.
 */
function checkPages(index: number, { length, tokens, pages }: StepLane): void {
  const needed = Math.ceil((length + tokens.length) / PAGE_TOKENS);
  invariant(
    needed <= pages.length,
    `lane ${index}: ${tokens.length} rows behind ${length} tokens need ${needed} pages, ${pages.length} are there`,
  );
}

export class StepBlock {
  readonly words: Int32Array;
  readonly capacity: StepCapacity;
  readonly #floats: Float32Array;
  readonly #dirty: { start: number; end: number }[] = [];

  constructor(capacity: StepCapacity) {
    this.capacity = capacity;
    const { maxRows, maxLanes, maxPagesPerLane, maxOutputs } = capacity;
    const sizes: readonly (readonly [number, number])[] = [
      [STEP.token, maxRows],
      [STEP.rowLane, maxRows],
      [STEP.position, 3 * maxRows],
      [STEP.laneStart, maxLanes + 1],
      [STEP.length, maxLanes],
      [STEP.slot, maxLanes],
      [STEP.pendingFold, maxLanes],
      [STEP.outputRow, maxOutputs],
      [STEP.pageTable, maxLanes * maxPagesPerLane],
      [STEP.sampling, maxLanes * SAMPLING.words],
    ];
    let total: number = STEP.headerWords;
    for (const [, size] of sizes) total += size;
    this.words = new Int32Array(total);
    this.#floats = new Float32Array(this.words.buffer);
    let offset: number = STEP.headerWords;
    for (const [field, size] of sizes) {
      this.words[field] = offset;
      offset += size;
    }
    this.words[STEP.maxRows] = maxRows;
    this.words[STEP.maxPages] = maxPagesPerLane;
    this.words[STEP.lastToken] = sampledLayout(capacity).lastToken;
    this.#dirty.push({ start: 0, end: total });
  }

  /** Fills the block for one step. Lanes are in order; rows are numbered through all lanes; every row has its page. */
  write(lanes: readonly StepLane[]): { readonly rows: number; readonly lanes: number; readonly outputs: number } {
    const { capacity } = this;
    invariant(lanes.length <= capacity.maxLanes, `${lanes.length} lanes in a block of ${capacity.maxLanes}`);
    let row = 0;
    let output = 0;
    for (const [index, lane] of lanes.entries()) {
      invariant(row + lane.tokens.length <= capacity.maxRows, `more rows than ${capacity.maxRows}`);
      invariant(output + lane.outputs.length <= capacity.maxOutputs, `more outputs than ${capacity.maxOutputs}`);
      invariant(lane.pages.length <= capacity.maxPagesPerLane, `more pages than ${capacity.maxPagesPerLane}`);
      checkPages(index, lane);
      this.#put(STEP.laneStart, index, row);
      this.#put(STEP.length, index, lane.length);
      this.#put(STEP.slot, index, lane.slot);
      this.#put(STEP.pendingFold, index, lane.pendingFold);
      for (const [p, page] of lane.pages.entries())
        this.#put(STEP.pageTable, index * capacity.maxPagesPerLane + p, page);
      this.#putSampling(index, lane.sampling);
      for (const wanted of lane.outputs) this.#put(STEP.outputRow, output++, row + wanted);
      for (const [i, token] of lane.tokens.entries()) {
        this.#put(STEP.token, row, token);
        this.#put(STEP.rowLane, row, index);
        for (let axis = 0; axis < 3; axis++) {
          this.#put(STEP.position, axis * capacity.maxRows + row, lane.positions?.[axis]?.[i] ?? lane.length + i);
        }
        row++;
      }
    }
    this.#put(STEP.laneStart, lanes.length, row);
    this.#set(STEP.rows, row);
    this.#set(STEP.lanes, lanes.length);
    this.#set(STEP.outputs, output);
    return { rows: row, lanes: lanes.length, outputs: output };
  }

  /** Word ranges that changed since the last call, merged where they lie close together. */
  takeChanges(): readonly { readonly start: number; readonly end: number }[] {
    const ranges = this.#dirty.sort((a, b) => a.start - b.start);
    const merged: { start: number; end: number }[] = [];
    for (const range of ranges) {
      const last = merged.at(-1);
      if (last !== undefined && range.start <= last.end + 64) last.end = Math.max(last.end, range.end);
      else merged.push({ ...range });
    }
    this.#dirty.length = 0;
    return merged;
  }

  #putSampling(lane: number, settings: SamplingSettings): void {
    const base = lane * SAMPLING.words;
    this.#putFloat(base + SAMPLING.temperature, settings.temperature);
    this.#put(STEP.sampling, base + SAMPLING.topK, settings.topK);
    this.#putFloat(base + SAMPLING.topP, settings.topP);
    this.#putFloat(base + SAMPLING.minP, settings.minP);
    this.#putFloat(base + SAMPLING.presence, settings.presencePenalty);
    this.#putFloat(base + SAMPLING.frequency, settings.frequencyPenalty);
    this.#putFloat(base + SAMPLING.repetition, settings.repetitionPenalty);
    this.#put(STEP.sampling, base + SAMPLING.seedLow, Number(BigInt.asIntN(32, settings.seed)));
    this.#put(STEP.sampling, base + SAMPLING.seedHigh, Number(BigInt.asIntN(32, settings.seed >> 32n)));
  }

  #putFloat(index: number, value: number): void {
    const at = this.words[STEP.sampling]! + index;
    const before = this.words[at];
    this.#floats[at] = value;
    if (this.words[at] !== before) this.#dirty.push({ start: at, end: at + 1 });
  }

  #put(field: number, index: number, value: number): void {
    this.#set(this.words[field]! + index, value);
  }

  #set(at: number, value: number): void {
    if (this.words[at] === value) return;
    this.words[at] = value;
    const last = this.#dirty.at(-1);
    if (last !== undefined && last.end === at) last.end = at + 1;
    else this.#dirty.push({ start: at, end: at + 1 });
  }
}
