/**
 * Running the suite: every candidate of a backend that matches a case, not only the one it would select. Each operand
 * gets its own buffer with sentinels around it, so that writing outside shows, and the case's states are compared
 * element by element with what the formula names.
 */
import type { Backend, DeviceBuffer } from "../../src/backend/backend.ts";
import { alignUp } from "../../src/base/bytes.ts";
import { byteSize, type DType, fromFloat32, toFloat32 } from "../../src/base/dtype.ts";
import { toErrorRecord } from "../../src/base/errors.ts";
import { invariant, present } from "../../src/base/invariant.ts";
import { isPages } from "../../src/base/operands.ts";
import { StepBlock } from "../../src/base/step-block.ts";
import { rotaryTable } from "../../src/ops/rotary-table.ts";
import {
  bindingsOf,
  type Candidate,
  type KernelBinding,
  type Problem,
  type TensorType,
  type WeightType,
} from "../../src/program/candidate.ts";
import type { BufferRef, Extents, Program, ProgramKernel, ProgramLaunch } from "../../src/program/program.ts";
import type { Profile } from "../../src/program/storage.ts";
import { type Criterion, criterionFor, exactCopy, type Judgement, judge } from "./criteria.ts";
import { CODECS, stored } from "./pages.ts";
import { kernelId, type PlannedRun, type PlanOptions, planCases } from "./plan.ts";
import { problemOf, readsCodes, roundInputs } from "./problem.ts";
import { inOrder } from "./repack.ts";
import {
  type OpCase,
  type OpSuite,
  type OracleCall,
  type OracleResult,
  type StateData,
  type WeightData,
  withEffect,
} from "./types.ts";

export interface ConformanceRow {
  readonly id: string;
  readonly backend: string;
  readonly candidate: string;
  readonly criterion: string;
  readonly result: "passed" | "failed" | "skipped";
  readonly error: { readonly abs: number; readonly rel: number };
  readonly reason?: string;
}

type MatrixType = Extract<WeightType, { kind: "tensor" }>;

const SENTINEL = 0x7fedcba9;
const GUARD_BYTES = 256;
/** An operand without rows still binds one vector of four words. */
const LEAST_BYTES = 16;

/** Bytes of an operand between two guards. */
interface Region {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly writable: boolean;
}

function encode(values: ArrayLike<number>, storage: DType): Uint8Array {
  if (storage === "i32") return new Uint8Array(Int32Array.from(values).buffer);
  if (storage === "i8") return new Uint8Array(Int8Array.from(values).buffer);
  invariant(storage === "f32" || storage === "bf16" || storage === "f16", `operand of ${storage}`);
  return fromFloat32(values, storage);
}

/** Objects in a backend's order: a case's weights are those of all its candidates. */
const repacked = new WeakMap<WeightData, Uint8Array>();

/** A weight as a device keeps it: as stored, in its order of that format, or its values in f32. */
function weightBytes(weight: WeightData, { format: resident, order }: MatrixType): Uint8Array {
  const { rows, columns, format, bytes } = weight;
  if (resident === format) {
    if (order === undefined) return bytes;
    const known = repacked.get(weight) ?? inOrder(order, format, rows, columns, bytes);
    repacked.set(weight, known);
    return known;
  }
  invariant(resident === "f32", `weights are decoded to f32 or kept, not made ${resident}`);
  return fromFloat32(weight.values, resident);
}

function stateBytes(state: StateData): Uint8Array {
  return isPages(state) ? state.bytes : new Uint8Array(state.data.slice().buffer);
}

function decodeState(bytes: Uint8Array, state: StateData): ArrayLike<number> {
  return isPages(state) ? CODECS[state.storage].decode(bytes, state.ref) : toFloat32Exact(bytes, state.storage);
}

/** As `toFloat32`, but integers keep all bits. */
function toFloat32Exact(bytes: Uint8Array, storage: DType): ArrayLike<number> {
  const words = bytes.slice().buffer;
  if (storage === "u32") return new Uint32Array(words);
  if (storage === "i32") return new Int32Array(words);
  return toFloat32(bytes, storage);
}

function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.byteLength;
  }
  return out;
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.byteLength !== b.byteLength) return false;
  for (let i = 0; i < a.byteLength; i++) if (a[i] !== b[i]) return false;
  return true;
}

const segmentOf = (operand: string, segment: number): string => `${operand} segment ${segment}`;

class CaseRun {
  readonly #backend: Backend;
  readonly #regions = new Map<string, Region>();
  readonly #buffers = new Map<string, DeviceBuffer>();
  /** Segments of operands that have several. */
  readonly #segments = new Map<string, number>();
  readonly extents: Extents;

  constructor(backend: Backend, test: OracleCall, problem: Problem) {
    this.#backend = backend;
    const block = new StepBlock(test.capacity);
    const counts = block.write(test.lanes);
    this.extents = { tokens: counts.rows, sequences: counts.lanes, outputs: counts.outputs };
    this.#add("step", new Uint8Array(block.words.buffer.slice(0)), false);
    this.#add("sampled", new Uint8Array(test.sampledWords.slice().buffer), true);
    for (const [role, x] of Object.entries(test.inputs)) {
      this.#add(role, encode(x.data, present(problem.inputs[role], role).storage), false);
    }
    for (const [role, w] of Object.entries(test.weights)) {
      const type = present(problem.weights[role], role);
      invariant(type.kind === "tensor", `${role} is a tensor`);
      this.#add(role, weightBytes(w, type), false);
    }
    for (const [role, c] of Object.entries(test.constants)) this.#add(role, encode(rotaryTable(c), "f32"), false);
    for (const [role, s] of Object.entries(test.states)) this.#addState(role, s);
    for (const [role, y] of Object.entries(problem.outputs)) {
      const count = this.extents[y.extent] * y.width;
      const junk = new Uint32Array(Math.ceil((count * byteSize(y.storage)) / 4)).fill(SENTINEL);
      this.#add(role, new Uint8Array(junk.buffer), true);
    }
  }

  addScratch(name: string, type: TensorType): void {
    const count = this.extents[type.extent] * type.width;
    this.#add(`scratch:${name}`, new Uint8Array(alignUp(count * byteSize(type.storage), 4)), true);
  }

  ref({ operand, part }: KernelBinding): BufferRef {
    const buffer = part === undefined ? operand : segmentOf(operand, part);
    const region = present(this.#regions.get(buffer), `operand ${buffer}`);
    return { buffer, offsetBytes: GUARD_BYTES, sizeBytes: Math.max(LEAST_BYTES, region.bytes.byteLength) };
  }

  get buffers(): ReadonlyMap<string, DeviceBuffer> {
    return this.#buffers;
  }

  /** Contents of an operand after the run; throws when a guard or a read-only operand changed. */
  async result(operand: string): Promise<Uint8Array> {
    const count = this.#segments.get(operand);
    if (count === undefined) return this.#contents(operand);
    const parts = Array.from({ length: count }, (_, segment) => this.#contents(segmentOf(operand, segment)));
    return joinBytes(await Promise.all(parts));
  }

  async #contents(operand: string): Promise<Uint8Array> {
    const region = present(this.#regions.get(operand), operand);
    const buffer = present(this.#buffers.get(operand), operand);
    const all = await this.#backend.read(buffer, 0, buffer.bytes);
    const end = GUARD_BYTES + Math.max(LEAST_BYTES, region.bytes.byteLength);
    for (const [from, to] of [
      [0, GUARD_BYTES],
      [end, buffer.bytes],
    ] as const) {
      const guard = new Uint32Array(all.slice(from, to).buffer);
      const written = guard.findIndex((word) => word !== SENTINEL);
      if (written >= 0) throw new Error(`${operand}: word ${from / 4 + written} outside the operand was written`);
    }
    return all.slice(GUARD_BYTES, GUARD_BYTES + region.bytes.byteLength);
  }

  async checkReadOnly(): Promise<void> {
    for (const [name, region] of this.#regions) {
      if (region.writable) continue;
      const after = await this.#contents(name);
      if (!sameBytes(after, region.bytes)) throw new Error(`${name}: a read-only operand changed`);
    }
  }

  dispose(): void {
    for (const buffer of this.#buffers.values()) this.#backend.destroyBuffer(buffer);
  }

  #addState(role: string, state: StateData): void {
    const bytes = stateBytes(state);
    if (!isPages(state) || state.segments === undefined) return this.#add(role, bytes, true);
    const { count, pages } = state.segments;
    const segmentBytes = (pages * bytes.byteLength) / state.entries;
    for (let segment = 0; segment < count; segment++) {
      const own = bytes.subarray(segment * segmentBytes, (segment + 1) * segmentBytes);
      this.#add(segmentOf(role, segment), own, true);
    }
    this.#segments.set(role, count);
  }

  #add(name: string, bytes: Uint8Array, writable: boolean): void {
    const padded = new Uint8Array(alignUp(bytes.byteLength, 4));
    padded.set(bytes);
    this.#regions.set(name, { name, bytes: padded, writable });
    const size = alignUp(GUARD_BYTES + Math.max(LEAST_BYTES, padded.byteLength) + GUARD_BYTES, 4);
    const buffer = this.#backend.createBuffer(name, size);
    const whole = new Uint32Array(size / 4).fill(SENTINEL);
    new Uint8Array(whole.buffer).set(padded, GUARD_BYTES);
    this.#backend.write(buffer, 0, new Uint8Array(whole.buffer));
    this.#buffers.set(name, buffer);
  }
}

/** A program of one candidate's launches over the run's buffers. */
function programOf(run: CaseRun, problem: Problem, candidate: Candidate, backend: Backend): Program {
  const lowering = candidate.lower(problem, backend.caps);
  for (const [name, type] of Object.entries(lowering.scratch)) run.addScratch(name, type);
  const kernels: Record<string, ProgramKernel> = {};
  const launches = lowering.launches.map((launch): ProgramLaunch => {
    const id = kernelId(launch.source);
    kernels[id] = { id, source: launch.source };
    return {
      label: problem.op,
      candidate: candidate.name,
      kernel: id,
      bindings: bindingsOf(launch.source).map((binding) => run.ref(binding)),
      grid: launch.grid,
    };
  });
  return { name: problem.op, kernels, buffers: [], launches, results: {} };
}

interface Verdict {
  readonly part: string;
  readonly criterion: Criterion;
  readonly judgement: Judgement;
  readonly expected: number;
  readonly actual: number;
}

/** What a state must hold where the oracle says that elements were computed, copied or left alone. */
function wantedState(
  state: StateData,
  kind: "written" | "copied" | "unchanged",
  values: Float64Array,
  computed: Criterion = exactCopy,
): { readonly criterion: Criterion; readonly values: ArrayLike<number> } {
  if (kind === "unchanged") return { criterion: exactCopy, values };
  if (!isPages(state)) return { criterion: kind === "written" ? computed : exactCopy, values };
  return { criterion: CODECS[state.storage].appended, values: stored(state.storage, values, state.ref) };
}

async function judgeCase(run: CaseRun, test: OpCase, problem: Problem, suite: OpSuite, want: OracleResult) {
  const verdicts: Verdict[] = [];
  const note = (
    part: string,
    criterion: Criterion,
    expected: ArrayLike<number>,
    actual: ArrayLike<number>,
    judgement: Judgement,
  ): void => {
    const at = judgement.worst;
    verdicts.push({ part, criterion, judgement, expected: expected[at] ?? 0, actual: actual[at] ?? 0 });
  };
  for (const [role, expected] of Object.entries(want.outputs)) {
    const type = present(problem.outputs[role], role);
    const actual = toFloat32Exact(await run.result(role), type.storage);
    const count = Math.min(actual.length, expected.length);
    const base = present(suite.criteria[role], `criterion of ${role}`);
    const criterion = criterionFor(base, type.storage, readsCodes(problem));
    const counts = (i: number): boolean =>
      type.extent !== "tokens" || !want.ignoredRows.has(Math.floor(i / type.width));
    const got = Array.from({ length: count }, (_, i) => actual[i]!);
    note(role, criterion, expected, got, judge(criterion, expected, got, { storage: type.storage, counts }));
  }
  for (const [role, after] of Object.entries(want.states)) {
    const state = present(test.states[role], role);
    const actual = decodeState(await run.result(role), state);
    for (const kind of ["written", "copied", "unchanged"] as const) {
      const { criterion, values } = wantedState(state, kind, after.values, suite.criteria[role]);
      // Numbers of pages are what the codec made of them, and compared as such.
      const storage = isPages(state) ? "f32" : state.storage;
      const judgement = judge(criterion, values, actual, { storage, counts: withEffect(after.effect, kind) });
      note(`${role} ${kind}`, criterion, values, actual, judgement);
    }
  }
  const sampled = toFloat32Exact(await run.result("sampled"), "i32");
  for (const kind of ["copied", "unchanged"] as const) {
    const judgement = judge(exactCopy, want.sampled.values, sampled, {
      storage: "i32",
      counts: withEffect(want.sampled.effect, kind),
    });
    note(`sampled ${kind}`, exactCopy, want.sampled.values, sampled, judgement);
  }
  return verdicts;
}

/** What a candidate answers to a call in the exact profile: every output and every state after it. */
export interface KernelResult {
  readonly outputs: Readonly<Record<string, Float64Array>>;
  readonly states: Readonly<Record<string, { readonly values: Float64Array }>>;
}

/** Runs a call outside the suite, for comparison with values of another implementation. */
export async function runCall(backend: Backend, call: OracleCall, candidate: Candidate): Promise<KernelResult> {
  const problem = problemOf(call, "exact", backend.caps);
  const run = new CaseRun(backend, call, problem);
  try {
    const executable = await backend.load(programOf(run, problem, candidate, backend), run.buffers);
    backend.submit(executable, run.extents);
    const outputs: Record<string, Float64Array> = {};
    for (const [role, type] of Object.entries(problem.outputs)) {
      const count = run.extents[type.extent] * type.width;
      const values = toFloat32Exact(await run.result(role), type.storage);
      outputs[role] = Float64Array.from({ length: count }, (_, i) => values[i]!);
    }
    const states: Record<string, { values: Float64Array }> = {};
    for (const [role, state] of Object.entries(call.states)) {
      states[role] = { values: Float64Array.from(decodeState(await run.result(role), state)) };
    }
    return { outputs, states };
  } finally {
    run.dispose();
  }
}

/** Runs one case on one candidate. Never throws: a fault of the kernel is a failed row. */
async function runCase(
  backend: Backend,
  suite: OpSuite,
  test: OpCase,
  { id, candidate, problem }: PlannedRun,
  want: OracleResult,
): Promise<ConformanceRow> {
  const row = { id, backend: backend.name, candidate: candidate.name };
  const run = new CaseRun(backend, test, problem);
  try {
    const executable = await backend.load(programOf(run, problem, candidate, backend), run.buffers);
    backend.submit(executable, run.extents);
    const verdicts = await judgeCase(run, test, problem, suite, want);
    await run.checkReadOnly();
    const bad = verdicts.find((v) => !v.judgement.ok);
    const shown = bad ?? verdicts.reduce((a, b) => (b.judgement.rel > a.judgement.rel ? b : a));
    const error = { abs: shown.judgement.abs, rel: shown.judgement.rel };
    if (bad === undefined) return { ...row, criterion: shown.criterion.name, result: "passed", error };
    const reason = `${bad.part}: element ${bad.judgement.worst} is ${bad.actual}, expected ${bad.expected}`;
    return { ...row, criterion: bad.criterion.name, result: "failed", error, reason };
  } catch (error) {
    const reason = toErrorRecord(error).message;
    return { ...row, criterion: "runs", result: "failed", error: { abs: Infinity, rel: Infinity }, reason };
  } finally {
    run.dispose();
  }
}

export interface RunOptions extends PlanOptions {
  readonly onRow?: (row: ConformanceRow) => void;
}

/** A candidate that matched no case of all suites. */
function unreached(backend: Backend, { op, name: candidate }: Candidate): ConformanceRow {
  return {
    id: `${op} @${backend.name}/${candidate}`,
    backend: backend.name,
    candidate,
    criterion: "reached",
    result: "failed",
    error: { abs: 0, rel: 0 },
    reason: "no case reaches this candidate",
  };
}

/** The planned cases of the suites on a backend. Without a query, each candidate is reached or reported. */
export async function runSuites(
  backend: Backend,
  suites: readonly OpSuite[],
  options: RunOptions,
): Promise<ConformanceRow[]> {
  const rows: ConformanceRow[] = [];
  const reached = new Set<string>();
  const put = (row: ConformanceRow): void => {
    rows.push(row);
    options.onRow?.(row);
  };
  for (const { suite, test, runs } of planCases(backend, suites, options)) {
    const answers = new Map<Profile, OracleResult>();
    const answer = (profile: Profile): OracleResult => {
      const known = answers.get(profile) ?? suite.oracle(profile === "fast" ? roundInputs(test, backend.caps) : test);
      answers.set(profile, known);
      return known;
    };
    for (const run of runs) {
      reached.add(`${run.candidate.op}/${run.candidate.name}`);
      put(await runCase(backend, suite, test, run, answer(run.profile)));
    }
  }
  // Routes of the fast profile have no case in the exact one.
  if (options.query !== undefined || !options.profiles.includes("fast")) return rows;
  for (const candidate of backend.candidates) {
    if (!reached.has(`${candidate.op}/${candidate.name}`)) put(unreached(backend, candidate));
  }
  return rows;
}
