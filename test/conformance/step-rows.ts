/**
 * The rows of a step as the oracles see them, and results that start as "nothing changed". Written again here from the
 * lanes alone, so that a fault in the step block cannot hide in both sides of a comparison.
 */
import type { StepCapacity, StepLane } from "../../src/base/step-block.ts";
import { EFFECT, type OracleCall, type OracleResult, type StateAfter } from "./types.ts";

/** Tokens of a KV page and records of a slot, as the layout of states defines them. */
export const PAGE = 64;
export const RECORDS = 16;

export interface StepRow {
  readonly row: number;
  readonly laneIndex: number;
  readonly lane: StepLane;
  /** Row number within the lane. */
  readonly offset: number;
  /** Index in the lane's sequence. */
  readonly index: number;
  readonly token: number;
  /** Rotary positions on axes T, H, W. */
  readonly positions: readonly [number, number, number];
}

export function stepRows(lanes: readonly StepLane[]): StepRow[] {
  const rows: StepRow[] = [];
  for (const [laneIndex, lane] of lanes.entries()) {
    for (const [offset, token] of lane.tokens.entries()) {
      const index = lane.length + offset;
      const at = (axis: 0 | 1 | 2): number => lane.positions?.[axis][offset] ?? index;
      rows.push({ row: rows.length, laneIndex, lane, offset, index, token, positions: [at(0), at(1), at(2)] });
    }
  }
  return rows;
}

export function outputRows(lanes: readonly StepLane[]): StepRow[] {
  const rows = stepRows(lanes);
  return lanes.flatMap((lane, laneIndex) =>
    lane.outputs.map((wanted) => rows.find((r) => r.laneIndex === laneIndex && r.offset === wanted)!),
  );
}

/** Lanes of the null slot are padding. */
export function paddingRows(lanes: readonly StepLane[]): Set<number> {
  return new Set(
    stepRows(lanes)
      .filter((r) => r.lane.slot === 0)
      .map((r) => r.row),
  );
}

export function unchanged(values: ArrayLike<number>): StateAfter {
  return { values: Float64Array.from(values), effect: new Uint8Array(values.length) };
}

/** As `unchanged`, with the null entry left open. `entries` equal parts, the first of which belongs to nobody. */
export function unchangedPool(values: ArrayLike<number>, entries: number): StateAfter {
  const after = unchanged(values);
  after.effect.fill(EFFECT.undefined, 0, values.length / entries);
  return after;
}

export function setElement(state: StateAfter, index: number, value: number, effect: number): void {
  if (state.effect[index] === EFFECT.undefined) return;
  state.values[index] = value;
  state.effect[index] = effect;
}

/** The result of an op that only computes outputs. */
export function outputsOnly(call: OracleCall, outputs: OracleResult["outputs"]): OracleResult {
  return { outputs, states: {}, sampled: unchanged(call.sampledWords), ignoredRows: new Set() };
}

/**
 * The device-written block after tokens were chosen, one per wanted row, each with 1 beside it where a logit of its row
 * is NaN or infinite. Of a lane's wanted rows the last one in the step's order gives its slot's last token.
 */
export function writtenTokens(call: OracleCall, tokens: readonly number[]): StateAfter {
  const after = unchanged(call.sampledWords);
  const { data, width } = call.inputs["logits"]!;
  for (const [output, row] of outputRows(call.lanes).entries()) {
    const finite = data.subarray(output * width, (output + 1) * width).every((logit) => Number.isFinite(logit));
    setElement(after, 2 * output, tokens[output]!, EFFECT.copied);
    setElement(after, 2 * output + 1, finite ? 0 : 1, EFFECT.copied);
    setElement(after, lastTokenAt(call.capacity, row.lane.slot), tokens[output]!, EFFECT.copied);
  }
  after.effect[lastTokenAt(call.capacity, 0)] = EFFECT.undefined;
  return after;
}

export function lastTokenAt(capacity: StepCapacity, slot: number): number {
  return 2 * capacity.maxOutputs + slot;
}
