/**
 * A compiled model as tests drive it: lanes with homes of their own choice, and every value and state read back where
 * it lies. It keeps its own account of lengths and records beside the runtime's, so that neither can hide the other's
 * fault. Homes use scattered page ids on purpose: nothing may depend on their order.
 */
import type { Artifact } from "../../src/artifact/open.ts";
import type { Backend } from "../../src/backend/backend.ts";
import type { Caps } from "../../src/base/caps.ts";
import { toFloat32 } from "../../src/base/dtype.ts";
import { isPages } from "../../src/base/operands.ts";
import { GREEDY, PAGE_TOKENS, RECORD_TOKENS, type SamplingSettings, type StepLane } from "../../src/base/step-block.ts";
import { compilePrograms, loadRunner } from "../../src/compile-model.ts";
import { modelOf } from "../../src/model/open.ts";
import type { TextConfig } from "../../src/model/qwen3_5/config.ts";
import type { PoolCapacity } from "../../src/passes/lower.ts";
import type { Candidate } from "../../src/program/candidate.ts";
import { type ProgramBuffer, sharedBuffers } from "../../src/program/program.ts";
import type { Activations, Profile } from "../../src/program/storage.ts";
import type { ModelRunner, ProgramName } from "../../src/runtime/model-runner.ts";
import { CODECS } from "../conformance/pages.ts";

/** Room for every prompt at once, each in a home of its own. */
export const FIXTURE_CAPACITY: PoolCapacity = {
  maxRows: 256,
  maxLanes: 8,
  maxPagesPerLane: 6,
  maxOutputs: 256,
  slots: 11,
  pages: 61,
};

/** Rotary positions [axis][row]. */
export type Positions = readonly [readonly number[], readonly number[], readonly number[]];

/** Where a sequence lives. */
export interface Home {
  readonly slot: number;
  readonly pages: readonly number[];
}

export interface TestModel {
  readonly config: TextConfig;
  readonly runner: ModelRunner;
  readonly capacity: PoolCapacity;
  /** What it holds. */
  readonly buffers: readonly ProgramBuffer[];
}

export interface OpenModelOptions {
  readonly profile?: Profile;
  readonly capacity: PoolCapacity;
  readonly maxPositions: number;
  /** What the programs are compiled for instead of the backend's own facts. */
  readonly caps?: Partial<Caps>;
  readonly activations?: Activations;
  /** Implementations instead of the backend's own. */
  readonly candidates?: readonly Candidate[];
}

/** Every hidden row is kept as a result. */
export async function openTestModel(
  artifact: Artifact,
  backend: Backend,
  options: OpenModelOptions,
): Promise<TestModel> {
  const { profile = "exact", capacity, maxPositions, caps = {}, activations = "float" } = options;
  const source = modelOf(artifact);
  const target = { caps: { ...backend.caps, ...caps }, candidates: options.candidates ?? backend.candidates };
  const programs = compilePrograms(source, target, { profile, activations, capacity, maxPositions, keepHidden: true });
  const runner = await loadRunner(source, backend, programs, capacity);
  const buffers = sharedBuffers([...programs.argmax, ...programs.sample]);
  return { config: source.config.text, runner, capacity, buffers };
}

/** Pages of the pool for lane `index`, not in order and not next to each other. */
export function scatteredHome(capacity: PoolCapacity, index: number, pages = capacity.maxPagesPerLane): Home {
  const stride = capacity.slots - 1;
  const ids = Array.from({ length: pages }, (_, i) => 1 + ((index + i) % stride) + i * stride);
  if (ids.some((id) => id >= capacity.pages))
    throw new Error(`home ${index} passes the pool of ${capacity.pages} pages`);
  return { slot: index + 1, pages: ids.reverse() };
}

/** Tokens and records of one sequence, advanced by `step`. */
export class TestLane {
  readonly home: Home;
  length = 0;
  pendingFold = 0;

  constructor(model: TestModel, home: Home) {
    this.home = home;
    model.runner.slots.clear(home.slot);
  }
}

export interface LaneRows {
  readonly lane: TestLane;
  /** -1 takes the lane's last sampled token. No token at all folds what is pending. */
  readonly tokens: readonly number[];
  readonly outputs: readonly number[];
  readonly positions?: Positions;
  readonly sampling?: SamplingSettings;
}

/** Submits one step of one or more lanes. */
export function step(model: TestModel, rows: readonly LaneRows[], program: ProgramName = "argmax"): void {
  const lanes = rows.map(({ lane, tokens, outputs, positions, sampling = GREEDY }): StepLane => {
    const { length, pendingFold, home } = lane;
    return {
      ...home,
      length,
      pendingFold,
      tokens,
      outputs,
      sampling,
      ...(positions === undefined ? {} : { positions }),
    };
  });
  model.runner.submit(program, lanes);
  for (const { lane, tokens } of rows) {
    lane.length += tokens.length;
    lane.pendingFold = tokens.length > RECORD_TOKENS ? 0 : tokens.length;
  }
}

/** Folds all records into the states. */
export function flush(model: TestModel, lanes: readonly TestLane[]): void {
  step(
    model,
    lanes.map((lane) => ({ lane, tokens: [], outputs: [] })),
  );
}

export interface LayerStates {
  /** S [Hv][dk][dv] of a linear layer. */
  readonly delta?: Float32Array;
  /** Last raw columns [taps - 1][channels] of a linear layer, oldest first. */
  readonly tail?: Float32Array;
  /** [tokens][G * D] of an attention layer. */
  readonly keys?: Float32Array;
  readonly values?: Float32Array;
}

/** States of every layer, from the lane's slot and, through its page table, its pages. Records must be folded before. */
export async function readStates(model: TestModel, lane: TestLane): Promise<LayerStates[]> {
  if (lane.pendingFold > 0) throw new Error(`slot ${lane.home.slot} has ${lane.pendingFold} records to fold`);
  const states: LayerStates[] = [];
  for (const [layer, type] of model.config.layerTypes.entries()) {
    states.push(await (type === "linear_attention" ? readSlot(model, lane, layer) : readPages(model, lane, layer)));
  }
  return states;
}

async function readSlot({ config, runner }: TestModel, { home }: TestLane, layer: number): Promise<LayerStates> {
  const { keyHeads, keyWidth, valueHeads, valueWidth, convolutionKernel } = config.linearAttention;
  const channels = 2 * keyHeads * keyWidth + valueHeads * valueWidth;
  /** The first elements of the slot: what is committed; records follow. */
  const committed = async (name: string, count: number): Promise<Float32Array> => {
    const { state, bytes } = await runner.readState(name, home.slot);
    if (state.storage !== "f32") throw new Error(`${name} is stored as ${state.storage}`);
    return toFloat32(bytes, state.storage).subarray(0, count);
  };
  return {
    delta: await committed(`delta.${layer}`, valueHeads * keyWidth * valueWidth),
    tail: await committed(`convolution.${layer}`, (convolutionKernel - 1) * channels),
  };
}

async function readPages({ config, runner }: TestModel, lane: TestLane, layer: number): Promise<LayerStates> {
  const { keyValueHeads: heads, headWidth } = config.attention;
  const row = heads * headWidth;
  const planes = { keys: new Float32Array(lane.length * row), values: new Float32Array(lane.length * row) };
  for (let first = 0; first < lane.length; first += PAGE_TOKENS) {
    const id = lane.home.pages[first / PAGE_TOKENS]!;
    const { state, bytes } = await runner.readState(`kv.${layer}`, id);
    if (!isPages(state)) throw new Error(`kv.${layer} is no pool of pages`);
    const page = CODECS[state.storage].decode(bytes, state.ref);
    // A page holds [K, V][head][token][width].
    for (const [plane, target] of [planes.keys, planes.values].entries()) {
      for (let head = 0; head < heads; head++) {
        for (let token = 0; token < Math.min(PAGE_TOKENS, lane.length - first); token++) {
          const at = ((plane * heads + head) * PAGE_TOKENS + token) * headWidth;
          target.set(page.subarray(at, at + headWidth), (first + token) * row + head * headWidth);
        }
      }
    }
  }
  return planes;
}

/** What one step left: rows of all its lanes, outputs of all its lanes. */
export interface StepRows {
  /** [outputs][vocabulary] */
  readonly logits: Float32Array;
  /** [outputs][hidden size], behind the final norm. */
  readonly final: Float32Array;
  /** Input of every layer, then the output of the last: [rows][hidden size] each. */
  readonly hidden: readonly Float32Array[];
}

export async function readRows({ config, runner }: TestModel): Promise<StepRows> {
  const hidden: Float32Array[] = [];
  for (let i = 0; i <= config.layerTypes.length; i++) hidden.push((await runner.readResult(`hidden.${i}`)).data);
  return {
    logits: (await runner.readResult("logits")).data,
    final: (await runner.readResult("final")).data,
    hidden,
  };
}

function concat(parts: readonly Float32Array[]): Float32Array {
  const out = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

function joinRows(parts: readonly StepRows[]): StepRows {
  return {
    logits: concat(parts.map((p) => p.logits)),
    final: concat(parts.map((p) => p.final)),
    hidden: (parts[0]?.hidden ?? []).map((_, i) => concat(parts.map((p) => p.hidden[i]!))),
  };
}

export interface PromptRun extends StepRows {
  readonly lane: TestLane;
  readonly states: readonly LayerStates[];
}

export interface PromptOptions {
  /** Rows of each step. Default: the whole prompt in one. */
  readonly chunks?: readonly number[];
  readonly positions?: Positions;
}

function slicePositions(positions: Positions, from: number, to: number): Positions {
  const [t, h, w] = positions;
  return [t.slice(from, to), h.slice(from, to), w.slice(from, to)];
}

/** All rows and states of a prompt that starts in an empty home; its records are folded at the end. */
export async function runPrompt(
  model: TestModel,
  home: Home,
  ids: readonly number[],
  { chunks = [ids.length], positions }: PromptOptions = {},
): Promise<PromptRun> {
  const lane = new TestLane(model, home);
  const parts: StepRows[] = [];
  for (const rows of chunks) {
    const [from, to] = [lane.length, lane.length + rows];
    const tokens = ids.slice(from, to);
    const outputs = tokens.map((_, i) => i);
    step(model, [
      { lane, tokens, outputs, ...(positions === undefined ? {} : { positions: slicePositions(positions, from, to) }) },
    ]);
    parts.push(await readRows(model));
  }
  if (lane.pendingFold > 0) flush(model, [lane]);
  return { ...joinRows(parts), lane, states: await readStates(model, lane) };
}

/** Rows `rows` of a matrix [.., width]. */
export function pickRows(values: Float32Array, width: number, rows: readonly number[]): Float32Array {
  return concat(rows.map((r) => values.subarray(r * width, (r + 1) * width)));
}
