/**
 * Who gets a lane, and how many rows each lane gets in a step: pure functions over plain numbers, apart from the loop so
 * that every rule of order can be tested without a device. Requests get lanes in order of arrival; decoding rows come
 * before prompt rows, so that no stream waits for another's prompt.
 */
import type { SamplingSettings } from "../base/step-block.ts";
import type { ProgramName } from "./model-runner.ts";

/** What nobody holds. */
export interface FreeRoom {
  readonly lanes: number;
  readonly pages: number;
}

/**
 * How many requests from the head of the queue get a lane now. Pages for a whole request are taken at once. A request
 * that does not fit though nothing runs is let through: waiting would not help it, and the pool refuses it by numbers.
 * @param wantedPages pages of each waiting request, in order of arrival
 * @param active sequences that have a lane
 */
export function admit(wantedPages: readonly number[], free: FreeRoom, active: number): number {
  let { pages } = free;
  let admitted = 0;
  for (const wanted of wantedPages.slice(0, free.lanes)) {
    if (wanted > pages && active + admitted > 0) break;
    pages -= wanted;
    admitted++;
  }
  return admitted;
}

/** What a sequence could run now. */
export interface LaneDemand {
  readonly rows: number;
  readonly prefilling: boolean;
}

export interface StepLimits {
  /** Most rows of a step. */
  readonly maxRows: number;
  /** Most rows of one lane. */
  readonly prefillChunk: number;
}

/** Rows of the demand at `index`. */
export interface LaneShare {
  readonly index: number;
  readonly rows: number;
}

/** Lanes of the next step, in the step's order. One chunk is shared; every demand may add one row to it. */
export function composeLanes(
  demands: readonly LaneDemand[],
  { maxRows, prefillChunk }: StepLimits,
): readonly LaneShare[] {
  let budget = Math.min(maxRows, prefillChunk + demands.length);
  const decodingFirst = [...demands.entries()].sort(([, a], [, b]) => Number(a.prefilling) - Number(b.prefilling));
  const shares: LaneShare[] = [];
  for (const [index, demand] of decodingFirst) {
    const rows = Math.min(demand.rows, prefillChunk, budget);
    if (rows === 0) continue;
    budget -= rows;
    shares.push({ index, rows });
  }
  return shares;
}

/** The cheapest program that gives every lane what its settings ask for. */
export function programFor(settings: readonly SamplingSettings[]): ProgramName {
  return settings.every(takesLargestLogit) ? "argmax" : "sample";
}

function takesLargestLogit(s: SamplingSettings): boolean {
  return s.temperature === 0 && !hasPenalty(s);
}

/** Whether a lane's tokens are counted. */
export function hasPenalty(s: SamplingSettings): boolean {
  return s.repetitionPenalty !== 1 || s.presencePenalty !== 0 || s.frequencyPenalty !== 0;
}
