/** Reading the step block in kernels. All reads are uniform where their index is, because the block is read-only. */
import type { Bool, F32, I32, KernelBuilder, Memory } from "../codegen/builder.ts";
import type { Extent } from "../src/base/operands.ts";
import { SAMPLING, STEP } from "../src/base/step-block.ts";

type LaneField = "laneStart" | "length" | "slot" | "pendingFold";
type RowField = "token" | "rowLane";

export interface StepReader {
  /** Number of rows of an extent in this step. */
  count(extent: Extent): I32;
  row(name: string, field: RowField, row: I32): I32;
  lane(name: string, field: LaneField, lane: I32): I32;
  /** Rotary position of a row on a static axis. */
  position(name: string, axis: number | I32, row: I32): I32;
  outputRow(name: string, output: I32): I32;
  /** Whether no later output of the step is the lane's: outputs are in the order of lanes. */
  isLastOfLane(output: I32, lane: I32): Bool;
  page(name: string, lane: I32, index: I32): I32;
  /** Offset of lastToken[slot] in the device-written block. */
  lastTokenOffset(name: string): I32;
  sampling(name: string, lane: I32, field: Exclude<keyof typeof SAMPLING, "words">): I32;
  samplingF32(name: string, lane: I32, field: Exclude<keyof typeof SAMPLING, "words">): F32;
}

export function bindStep(k: KernelBuilder): StepReader {
  const memory: Memory = k.buffer("step", "i32", "read");
  const header = (word: number, name: string): I32 => k.loadI32(name, memory, word);
  const element = (name: string, field: number, index: I32): I32 =>
    k.loadI32(name, memory, header(field, `${name}_base`).add(index));
  const counts = { tokens: STEP.rows, sequences: STEP.lanes, outputs: STEP.outputs } as const;
  const sampling: StepReader["sampling"] = (name, lane, field) =>
    element(name, STEP.sampling, lane.mul(SAMPLING.words).add(SAMPLING[field]));
  return {
    count: (extent) => header(counts[extent], extent),
    row: (name, field, row) => element(name, STEP[field], row),
    lane: (name, field, lane) => element(name, STEP[field], lane),
    position: (name, axis, row) => {
      const maxRows = header(STEP.maxRows, `${name}_rows`);
      return element(name, STEP.position, maxRows.mul(axis).add(row));
    },
    outputRow: (name, output) => element(name, STEP.outputRow, output),
    isLastOfLane: (output, lane) => {
      const last = k.let("last_output", header(STEP.outputs, "outputs").sub(1));
      const next = element("next_row", STEP.outputRow, output.add(1).min(last));
      return output.eq(last).or(element("next_lane", STEP.rowLane, next).ne(lane));
    },
    page: (name, lane, index) =>
      element(name, STEP.pageTable, lane.mul(header(STEP.maxPages, `${name}_pages`)).add(index)),
    lastTokenOffset: (name) => header(STEP.lastToken, name),
    sampling,
    samplingF32: (name, lane, field) => sampling(name, lane, field).bitsF32(),
  };
}
