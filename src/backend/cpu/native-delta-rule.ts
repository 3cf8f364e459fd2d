/**
 * gated-delta-rule on the CPU: the recurrence head by head over a copy of the slot's state. The copy is f32 and rounded
 * behind every token, as the slot is, so that a sequence cut into steps anywhere gives the same bits. Records are
 * written when all heads have read the old ones.
 */
import { operand } from "../../../shaders/lowering.ts";
import { RECORD_TOKENS, STEP } from "../../base/step-block.ts";
import type { Candidate } from "../../program/candidate.ts";
import {
  floats,
  hostLowering,
  type NativeFactory,
  type NativeParameters,
  numberParameter,
  type Operands,
  stepWords,
} from "./native.ts";

const NAME = "gated_delta_rule_recurrent";
const NORM_EPSILON = 1e-6;

interface Shape {
  readonly keyHeads: number;
  readonly valueHeads: number;
  readonly keyWidth: number;
  readonly valueWidth: number;
}

/** Vectors of one token and head: keys and queries already scaled to their length. */
interface Token {
  readonly key: Float64Array;
  readonly query: Float64Array;
  /** beta (v - ST k), and before that what the state already knows of v. */
  readonly delta: Float64Array;
  readonly answer: Float64Array;
}

/** into = source[from …] / |source[from …]| * factor */
function unit(source: Float32Array, from: number, factor: number, into: Float64Array): void {
  let squares = NORM_EPSILON;
  for (let d = 0; d < into.length; d++) {
    const value = source[from + d]!;
    into[d] = value;
    squares += value * value;
  }
  const scale = factor / Math.sqrt(squares);
  for (let d = 0; d < into.length; d++) into[d] = into[d]! * scale;
}

/** S = exp(g) S; S += k (beta (v - ST k))T; answer = ST q */
function deltaStep(
  state: Float32Array,
  values: Float32Array,
  valueAt: number,
  gate: number,
  rate: number,
  { key, query, delta, answer }: Token,
): void {
  const dk = key.length;
  const dv = delta.length;
  const decay = Math.exp(gate);
  delta.fill(0);
  for (let r = 0; r < dk; r++) {
    const k = key[r]! * decay;
    const at = r * dv;
    for (let c = 0; c < dv; c++) delta[c] = delta[c]! + state[at + c]! * k;
  }
  for (let c = 0; c < dv; c++) delta[c] = rate * (values[valueAt + c]! - delta[c]!);
  answer.fill(0);
  for (let r = 0; r < dk; r++) {
    const k = key[r]!;
    const q = query[r]!;
    const at = r * dv;
    for (let c = 0; c < dv; c++) {
      const next = state[at + c]! * decay + k * delta[c]!;
      state[at + c] = next;
      answer[c] = answer[c]! + next * q;
    }
  }
}

class Recurrence {
  readonly #shape: Shape;
  readonly #keys: number;
  readonly #values: number;
  readonly #stateSize: number;
  readonly #recordSize: number;
  readonly #state: Float32Array;
  readonly #token: Token;

  constructor(shape: Shape) {
    const { keyHeads, valueHeads, keyWidth, valueWidth } = shape;
    this.#shape = shape;
    this.#keys = keyHeads * keyWidth;
    this.#values = valueHeads * valueWidth;
    this.#stateSize = valueHeads * keyWidth * valueWidth;
    this.#recordSize = this.#keys + this.#values + 2 * valueHeads;
    this.#state = new Float32Array(keyWidth * valueWidth);
    this.#token = {
      key: new Float64Array(keyWidth),
      query: new Float64Array(keyWidth),
      delta: new Float64Array(valueWidth),
      answer: new Float64Array(valueWidth),
    };
  }

  /** Operands: step, x, g, beta, delta, y. */
  run(operands: Operands, lanes: number): void {
    const step = stepWords(operands);
    for (let lane = 0; lane < lanes; lane++) {
      const start = step[step[STEP.laneStart]! + lane]!;
      const rows = step[step[STEP.laneStart]! + lane + 1]! - start;
      const fold = step[step[STEP.pendingFold]! + lane]!;
      const slot = step[step[STEP.slot]! + lane]! * (this.#stateSize + RECORD_TOKENS * this.#recordSize);
      for (let head = 0; head < this.#shape.valueHeads; head++) this.#head(operands, head, slot, fold, start, rows);
      if (rows <= RECORD_TOKENS) this.#record(operands, slot + this.#stateSize, start, rows);
    }
  }

  #head(operands: Operands, head: number, slot: number, fold: number, start: number, rows: number): void {
    const { keyHeads, valueHeads, keyWidth, valueWidth } = this.#shape;
    const [x, g, beta, slots, y] = floats(operands, "x", "g", "beta", "delta", "y");
    const state = this.#state;
    const token = this.#token;
    const stateAt = slot + head * state.length;
    const keyAt = Math.floor(head / (valueHeads / keyHeads)) * keyWidth;
    const valueAt = head * valueWidth;
    state.set(slots.subarray(stateAt, stateAt + state.length));
    for (let i = 0; i < fold; i++) {
      const record = slot + this.#stateSize + i * this.#recordSize;
      const gates = record + this.#keys + this.#values + head;
      unit(slots, record + keyAt, 1, token.key);
      token.query.fill(0);
      deltaStep(state, slots, record + this.#keys + valueAt, slots[gates]!, slots[gates + valueHeads]!, token);
    }
    if (fold > 0 && rows <= RECORD_TOKENS) slots.set(state, stateAt);
    const width = 2 * this.#keys + this.#values;
    for (let row = start; row < start + rows; row++) {
      const base = row * width;
      unit(x, base + keyAt, keyWidth ** -0.5, token.query);
      unit(x, base + this.#keys + keyAt, 1, token.key);
      const gates = row * valueHeads + head;
      deltaStep(state, x, base + 2 * this.#keys + valueAt, g[gates]!, beta[gates]!, token);
      y.set(token.answer, row * this.#values + valueAt);
    }
    if (rows > RECORD_TOKENS) slots.set(state, stateAt);
  }

  /** Record t of the slot: k, v, g and beta of row t. */
  #record(operands: Operands, records: number, start: number, rows: number): void {
    const { valueHeads } = this.#shape;
    const [x, g, beta, slots] = floats(operands, "x", "g", "beta", "delta");
    const vectors = this.#keys + this.#values;
    for (let t = 0; t < rows; t++) {
      const row = start + t;
      const from = row * (this.#keys + vectors) + this.#keys;
      const to = records + t * this.#recordSize;
      slots.set(x.subarray(from, from + vectors), to);
      slots.set(g.subarray(row * valueHeads, (row + 1) * valueHeads), to + vectors);
      slots.set(beta.subarray(row * valueHeads, (row + 1) * valueHeads), to + vectors + valueHeads);
    }
  }
}

const body: NativeFactory = (parameters: NativeParameters) => {
  const recurrence = new Recurrence({
    keyHeads: numberParameter(parameters, "keyHeads"),
    valueHeads: numberParameter(parameters, "valueHeads"),
    keyWidth: numberParameter(parameters, "keyWidth"),
    valueWidth: numberParameter(parameters, "valueWidth"),
  });
  return (operands, extents) => recurrence.run(operands, extents.sequences);
};

export const deltaRuleRecurrent: Candidate = {
  op: "gated-delta-rule",
  name: "recurrent",
  match: (problem) =>
    operand(problem.states, "delta", "gated-delta-rule").storage === "f32" &&
    [...Object.values(problem.inputs), ...Object.values(problem.outputs)].every((v) => v.storage === "f32"),
  lower(problem) {
    const { ref } = operand(problem.states, "delta", "gated-delta-rule");
    if (ref.kind !== "delta") throw new Error("internal error: gated-delta-rule needs a delta state");
    const { keyHeads, valueHeads, keyWidth, valueWidth } = ref;
    const parameters = { keyHeads, valueHeads, keyWidth, valueWidth };
    return hostLowering(NAME, parameters, problem, ["delta"]);
  },
};

export const deltaRuleFactories: Readonly<Record<string, NativeFactory>> = { [NAME]: body };
