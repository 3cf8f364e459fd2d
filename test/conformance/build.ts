/**
 * Building cases: ragged steps with scattered slots and pages, and the ids that name them. Every step built here has
 * unused slots and pages, and block capacities larger than the step, so that strides and counts cannot be confused.
 */

import type { AttributeValue } from "../../src/base/operands.ts";
import { GREEDY, type SamplingSettings, type StepCapacity, type StepLane } from "../../src/base/step-block.ts";
import { type RandomSource, randomSource, seedFor, type ValueOptions } from "./random.ts";
import { PAGE, stepRows } from "./step-rows.ts";
import type { CaseOptions, InputData, OpCase, OracleCall, SlotsData } from "./types.ts";

export interface LaneSpec {
  /** Rows of the lane; 0 only folds. */
  readonly T: number;
  readonly length?: number;
  readonly fold?: number;
  readonly outputs?: readonly number[];
  readonly tokens?: readonly number[];
  readonly positions?: StepLane["positions"];
  readonly sampling?: SamplingSettings;
  /** Rows that belong to nobody: slot 0, page 0. */
  readonly padding?: boolean;
}

export interface BuiltStep {
  readonly lanes: readonly StepLane[];
  readonly capacity: StepCapacity;
  readonly rows: number;
  readonly outputs: number;
  /** Pages of a pool that holds this step's lanes, null page included. */
  readonly pages: number;
}

/** Lanes with slots and pages drawn without order from pools that hold a few more than are used. */
export function buildStep(random: RandomSource, specs: readonly LaneSpec[], vocabulary = 32): BuiltStep {
  const pagesOf = specs.map((s) => (s.padding ? 1 : Math.ceil(((s.length ?? 0) + s.T) / PAGE)));
  const pageLimit = pagesOf.reduce((a, b) => a + b, 0) + 2;
  const slots = random.distinct(specs.length, specs.length + 2);
  const pages = random.distinct(pageLimit - 2, pageLimit);
  const lanes = specs.map((spec, i): StepLane => {
    const own = pages.splice(0, pagesOf[i]!);
    return {
      slot: spec.padding ? 0 : slots[i]!,
      length: spec.length ?? 0,
      pendingFold: spec.fold ?? 0,
      pages: spec.padding ? [0] : own,
      tokens: spec.tokens ?? Array.from({ length: spec.T }, () => random.integer(0, vocabulary - 1)),
      outputs: spec.outputs ?? [],
      sampling: spec.sampling ?? GREEDY,
      ...(spec.positions === undefined ? {} : { positions: spec.positions }),
    };
  });
  const rows = stepRows(lanes).length;
  const outputs = lanes.reduce((sum, lane) => sum + lane.outputs.length, 0);
  const capacity: StepCapacity = {
    maxRows: rows + 3,
    maxLanes: lanes.length + 1,
    maxPagesPerLane: Math.max(...pagesOf, 1) + 1,
    maxOutputs: outputs + 2,
    slots: specs.length + 3,
  };
  return { lanes, capacity, rows, outputs, pages: pageLimit + 1 };
}

/** One lane per row count. */
export function lanesOf(...counts: readonly number[]): LaneSpec[] {
  return counts.map((T) => ({ T }));
}

export function activation(data: Float32Array, width: number, extent: InputData["extent"] = "tokens"): InputData {
  return { width, extent, type: "activation", data };
}

export function exact(data: Float32Array, width: number, extent: InputData["extent"] = "tokens"): InputData {
  return { width, extent, type: "exact", data };
}

export function randomActivation(random: RandomSource, rows: number, width: number, options?: ValueOptions): InputData {
  return activation(random.values(rows * width, options), width);
}

/** Slots with random contents, the null one included: leftovers of other owners. */
export function randomSlots(random: RandomSource, ref: SlotsData["ref"], entries: number, elements: number): SlotsData {
  return { ref, storage: "f32", entries, data: random.values(entries * elements) };
}

export type CaseParts = Partial<Pick<OracleCall, "attributes" | "inputs" | "weights" | "constants" | "states">>;

/** `op:name=value;…` in the order given. */
export function caseId(op: string, query: Readonly<Record<string, AttributeValue>>): string {
  const pairs = Object.entries(query).map(
    ([name, value]) => `${name}=${Array.isArray(value) ? value.join(",") : value}`,
  );
  return `${op}:${pairs.join(";")}`;
}

/**
 * A case whose data come from a random source of its own, so that adding one never changes another. They are drawn when
 * they are first read: whoever looks for a few cases by their ids draws no other.
 */
export function makeCase(
  op: string,
  query: Readonly<Record<string, AttributeValue>>,
  options: CaseOptions,
  build: (random: RandomSource) => { readonly step: BuiltStep } & CaseParts,
): OpCase {
  const id = caseId(op, query);
  const draw = () => {
    const random = randomSource(seedFor(options.seed, id));
    const { step, attributes = {}, inputs = {}, weights = {}, constants = {}, states = {} } = build(random);
    const words = 2 * step.capacity.maxOutputs + step.capacity.slots;
    const sampledWords = Int32Array.from({ length: words }, () => random.integer(0, 31));
    return { attributes, lanes: step.lanes, capacity: step.capacity, inputs, weights, constants, states, sampledWords };
  };
  let known: ReturnType<typeof draw> | undefined;
  const drawn = () => {
    known ??= draw();
    return known;
  };
  return {
    id,
    op,
    get attributes() {
      return drawn().attributes;
    },
    get lanes() {
      return drawn().lanes;
    },
    get capacity() {
      return drawn().capacity;
    },
    get inputs() {
      return drawn().inputs;
    },
    get weights() {
      return drawn().weights;
    },
    get constants() {
      return drawn().constants;
    },
    get states() {
      return drawn().states;
    },
    get sampledWords() {
      return drawn().sampledWords;
    },
  };
}
