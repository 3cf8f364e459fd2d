/**
 * Operator fixtures as oracle calls: inputs come from the counter-based generator that the fixture file describes, at
 * 27B widths. Separate from the suites, because these calls have answers that come from another implementation.
 */

import type { Attributes, ConstantRef } from "../../src/base/operands.ts";
import { GREEDY, type StepLane } from "../../src/base/step-block.ts";
import { PAGE } from "./step-rows.ts";
import type { InputData, OracleCall, StateData, WeightData } from "./types.ts";
import { denseWeight } from "./weights.ts";

export interface GeneratedTensor {
  readonly shape: readonly number[];
  readonly seed: number;
  readonly scale: number;
  readonly shift: number;
}

/** value(i) = fround(((mix(i, seed) >>> 8) * 2^-23 - 1) * scale + shift). */
export function generate({ shape, seed, scale, shift }: GeneratedTensor): Float32Array {
  const count = shape.reduce((a, b) => a * b, 1);
  const offset = Math.imul(seed, 0x85ebca6b);
  const out = new Float32Array(count);
  for (let i = 0; i < count; i++) {
    let x = (Math.imul(i, 0x9e3779b1) + offset) | 0;
    x ^= x >>> 16;
    x = Math.imul(x, 0x7feb352d);
    x ^= x >>> 15;
    x = Math.imul(x, 0x846ca68b);
    x ^= x >>> 16;
    out[i] = ((x >>> 8) * 2 ** -23 - 1) * scale + shift;
  }
  return out;
}

/** [rows, columns] as [columns, rows]. */
export function transposed(values: Float32Array, rows: number, columns: number): Float32Array {
  const out = new Float32Array(values.length);
  for (let r = 0; r < rows; r++) for (let c = 0; c < columns; c++) out[c * rows + r] = values[r * columns + c]!;
  return out;
}

export interface SingleLane {
  readonly T: number;
  readonly fold?: number;
  readonly positions?: StepLane["positions"];
}

export interface CallParts {
  readonly attributes?: Attributes;
  readonly inputs?: Readonly<Record<string, readonly [data: ArrayLike<number>, width: number]>>;
  readonly weights?: Readonly<Record<string, readonly [values: Float32Array, rows: number]>>;
  readonly constants?: Readonly<Record<string, ConstantRef>>;
  readonly states?: Readonly<Record<string, StateData>>;
}

/** Roles of the delta rule that are never narrow. */
const GATES = new Set(["g", "beta"]);

/** A call of one lane in slot 1 with pages 1, 2, … and f32 operands. */
export function singleLaneCall(op: string, lane: SingleLane, parts: CallParts): OracleCall {
  const pages = Array.from({ length: Math.ceil(lane.T / PAGE) }, (_, i) => i + 1);
  const inputs = Object.entries(parts.inputs ?? {}).map(([role, [data, width]]): [string, InputData] => [
    role,
    { width, extent: "tokens", type: GATES.has(role) ? "exact" : "activation", data: Float32Array.from(data) },
  ]);
  const weights = Object.entries(parts.weights ?? {}).map(([role, [values, rows]]): [string, WeightData] => [
    role,
    denseWeight(rows, values.length / rows, "f32", values),
  ]);
  const stepLane: StepLane = {
    slot: 1,
    length: 0,
    pendingFold: lane.fold ?? 0,
    pages,
    tokens: Array.from({ length: lane.T }, () => 0),
    outputs: [],
    sampling: GREEDY,
    ...(lane.positions === undefined ? {} : { positions: lane.positions }),
  };
  return {
    op,
    attributes: parts.attributes ?? {},
    lanes: [stepLane],
    capacity: { maxRows: lane.T, maxLanes: 1, maxPagesPerLane: Math.max(1, pages.length), maxOutputs: 1, slots: 2 },
    inputs: Object.fromEntries(inputs),
    weights: Object.fromEntries(weights),
    constants: parts.constants ?? {},
    states: parts.states ?? {},
    sampledWords: new Int32Array(4),
  };
}
