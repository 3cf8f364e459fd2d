/**
 * attention on the CPU, row by row: all scores of a query head first, then one softmax, then the weighted values. Keys
 * are visited in the order of their positions and summed in doubles, so a row's bits depend on its position and its
 * keys alone. Keys and values are f32; other codecs take the portable kernel.
 */
import { numberAttribute, operand } from "../../../shaders/lowering.ts";
import { NUMBERS } from "../../base/integers.ts";
import type { KvPlane } from "../../base/kv/layout.ts";
import { KV_LAYOUTS } from "../../base/kv/registry.ts";
import { PAGE_TOKENS, STEP } from "../../base/step-block.ts";
import type { Candidate } from "../../program/candidate.ts";
import { floats, hostLowering, type NativeFactory, numberParameter, stepWords } from "./native.ts";

const NAME = "attention_rows";

interface Shape {
  readonly queryHeads: number;
  readonly heads: number;
  readonly headWidth: number;
  readonly gateStride: number;
  readonly gateOffset: number;
  readonly scale: number;
}

/** Keys or values of one lane and head, by position. */
interface Vectors {
  readonly pages: Float32Array;
  /** Page ids of the lane, from `table` of the step block on. */
  readonly step: Int32Array;
  readonly table: number;
  /** Elements of a page, and where the head's plane begins in it. */
  readonly pageSize: number;
  readonly plane: number;
  readonly width: number;
}

/** First element of the vector of position `j`. */
function vectorAt({ step, table, pageSize, plane, width }: Vectors, j: number): number {
  return step[table + Math.floor(j / PAGE_TOKENS)]! * pageSize + plane + (j % PAGE_TOKENS) * width;
}

/** Scores of one scaled query over keys 0 … last; returns the largest. */
function score(query: Float64Array, keys: Vectors, last: number, scores: Float64Array): number {
  const { pages, width } = keys;
  let best = Number.NEGATIVE_INFINITY;
  for (let j = 0; j <= last; j++) {
    const at = vectorAt(keys, j);
    let sum = 0;
    for (let d = 0; d < width; d++) sum += query[d]! * pages[at + d]!;
    scores[j] = sum;
    if (sum > best) best = sum;
  }
  return best;
}

/** out[d] = sum of weights times values; the weights lie in `scores`. */
function mix(scores: Float64Array, values: Vectors, last: number, out: Float64Array): void {
  const { pages, width } = values;
  out.fill(0);
  for (let j = 0; j <= last; j++) {
    const at = vectorAt(values, j);
    const weight = scores[j]!;
    for (let d = 0; d < width; d++) out[d] = out[d]! + weight * pages[at + d]!;
  }
}

/** Turns scores into weights and returns their sum. */
function weigh(scores: Float64Array, last: number, best: number): number {
  let sum = 0;
  for (let j = 0; j <= last; j++) {
    const weight = Math.exp(scores[j]! - best);
    scores[j] = weight;
    sum += weight;
  }
  return sum;
}

const body: NativeFactory = (parameters) => {
  const shape: Shape = {
    queryHeads: numberParameter(parameters, "queryHeads"),
    heads: numberParameter(parameters, "heads"),
    headWidth: numberParameter(parameters, "headWidth"),
    gateStride: numberParameter(parameters, "gateStride"),
    gateOffset: numberParameter(parameters, "gateOffset"),
    scale: numberParameter(parameters, "scale"),
  };
  const { queryHeads: H, heads: G, headWidth: D, gateStride, gateOffset, scale } = shape;
  const pages = KV_LAYOUTS.f32;
  const pageSize = pages.pageBytes({ heads: G, headWidth: D }) / Float32Array.BYTES_PER_ELEMENT;
  /** First element of a head's keys or values within a page. */
  const planeOf = (plane: KvPlane, head: number): number => D * pages.vector(NUMBERS, shape, plane, 0, head, 0);
  const query = new Float64Array(D);
  const out = new Float64Array(D);
  let scores = new Float64Array(0);
  return (operands, extents) => {
    const step = stepWords(operands);
    const [q, gate, kv, y] = floats(operands, "q", "gate", "kv", "y");
    const field = (name: "rowLane" | "laneStart" | "length" | "pageTable", i: number): number => step[STEP[name]]! + i;
    for (let row = 0; row < extents.tokens; row++) {
      const lane = step[field("rowLane", row)]!;
      const last = step[field("length", lane)]! + row - step[field("laneStart", lane)]!;
      const table = field("pageTable", lane * step[STEP.maxPages]!);
      if (scores.length <= last) scores = new Float64Array(2 * (last + 1));
      for (let h = 0; h < H; h++) {
        const from = (row * H + h) * D;
        const head = Math.floor(h / (H / G));
        for (let d = 0; d < D; d++) query[d] = q[from + d]! * scale;
        const vectors = (plane: KvPlane): Vectors => {
          return { pages: kv, step, table, pageSize, plane: planeOf(plane, head), width: D };
        };
        const best = score(query, vectors("keys"), last, scores);
        const sum = weigh(scores, last, best);
        mix(scores, vectors("values"), last, out);
        const gates = (row * H + h) * gateStride + gateOffset;
        for (let d = 0; d < D; d++) y[from + d] = out[d]! / sum / (1 + Math.exp(-gate[gates + d]!));
      }
    }
  };
};

export const attentionRows: Candidate = {
  op: "attention",
  name: "rows",
  match: (problem) =>
    operand(problem.states, "kv", "attention").storage === "f32" &&
    [...Object.values(problem.inputs), ...Object.values(problem.outputs)].every((v) => v.storage === "f32"),
  lower(problem) {
    const names = ["queryHeads", "heads", "headWidth", "gateStride", "gateOffset", "scale"];
    const parameters = Object.fromEntries(names.map((name) => [name, numberAttribute(problem, name)]));
    return hostLowering(NAME, parameters, problem);
  },
};

export const attentionFactories: Readonly<Record<string, NativeFactory>> = { [NAME]: body };
