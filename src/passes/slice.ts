/**
 * Matrices whose rows one launch cannot bind: more than a device's binding holds, or stored in several formats. Such a
 * call becomes a launch for each run of rows, which reads that run as a matrix of its own and finds its columns of the
 * outputs by where they are bound; kernels know at most which rows theirs are. Which rows a run has depends on the
 * matrix and the device alone, so calls that share a weight share its runs, and a sum is the same whoever computes it.
 */
import type { Caps } from "../base/caps.ts";
import { byteSize } from "../base/dtype.ts";
import { matrixLayout, WEIGHT_LAYOUTS } from "../base/formats/registry.ts";
import { invariant } from "../base/invariant.ts";
import type { Node, WeightRef } from "../graph/graph.ts";
import type { OpContract } from "../ops/contract.ts";
import type { Problem } from "../program/candidate.ts";
import type { StoredRows } from "../program/program.ts";
import { residentType } from "../program/storage.ts";

/** One run of rows of a call's matrices. */
export interface RowSlice {
  /** First of the rows, counted in the whole matrix, and of the output columns that are made of them. */
  readonly first: number;
  /** By the role of the matrix. */
  readonly weights: Readonly<Record<string, StoredRows>>;
  /** Operands that are bound from column `first` on. */
  readonly columns: readonly string[];
}

/** Elements that an index of the kernel language counts. */
const MOST_ELEMENTS = 2 ** 31 - 1;
/**
 * Rows that a run begins at a multiple of: whole units of every format, and of outputs columns whose bytes are a multiple
 * of 256 in every storage type.
 */
const ROW_STEP = 128;

/**
 * The runs of rows of a call's matrices, in order; undefined where each is read whole, by one launch.
 * @param problem the call with whole matrices
 */
export function slicesOf(
  node: Node,
  contract: OpContract,
  problem: Problem,
  caps: Caps,
): readonly RowSlice[] | undefined {
  const roles = (contract.slices?.weights ?? []).filter((role) => node.weights[role] !== undefined);
  const matrices = roles.map((role) => {
    const weight = node.weights[role];
    invariant(weight?.kind === "tensor", `${node.label}: ${role} is a tensor`);
    return { role, runs: runsOf(weight, caps, (first) => bindsFrom(first, contract, problem, caps)) };
  });
  if (matrices.every(({ runs }) => runs.length === 1)) return undefined;
  const starts = new Set(matrices.flatMap(({ runs }) => runs.map(({ first }) => first)));
  const rows = matrices[0]!.runs.reduce((sum, run) => sum + run.stored.rows, 0);
  const columns = (contract.slices?.columns ?? []).filter(
    (role) => (node.inputs[role] ?? node.outputs[role] ?? node.weights[role]) !== undefined,
  );
  return [...starts]
    .sort((a, b) => a - b)
    .map((first, i, all): RowSlice => {
      const end = all[i + 1] ?? rows;
      const weights = Object.fromEntries(matrices.map(({ role, runs }) => [role, rowsFrom(runs, first, end)]));
      return { first, weights, columns };
    });
}

/** The call on one run of rows of its matrices. */
export function slicedProblem(problem: Problem, { first, weights }: RowSlice): Problem {
  const own = Object.entries(weights).map(([role, { rows, columns, resident: format, order }]) => {
    return [role, { kind: "tensor", rows, columns, format, ...(order === undefined ? {} : { order }) }] as const;
  });
  const [role] = Object.keys(weights);
  const whole = problem.weights[role!];
  invariant(whole?.kind === "tensor", `${problem.op}: ${role} is a tensor`);
  return { ...problem, weights: { ...problem.weights, ...Object.fromEntries(own) }, slice: { first, of: whole.rows } };
}

interface Run {
  readonly first: number;
  readonly stored: StoredRows;
}

/** Whether the columns of a call's operands can be bound from `first` on. */
function bindsFrom(first: number, contract: OpContract, { inputs, outputs, weights }: Problem, caps: Caps): boolean {
  return (contract.slices?.columns ?? []).every((role) => {
    const value = inputs[role] ?? outputs[role];
    const weight = weights[role];
    if (value !== undefined) return (first * byteSize(value.storage)) % caps.offsetAlignment === 0;
    if (weight?.kind !== "tensor") return true;
    const [plane, ...more] = matrixLayout(weight.format, 1, weight.columns).planes;
    // A vector in blocks has no column to be bound from.
    return more.length === 0 && ((first * plane!.unitBytes) / weight.columns) % caps.offsetAlignment === 0;
  });
}

function runsOf(weight: WeightRef, caps: Caps, binds: (first: number) => boolean): readonly Run[] {
  const whole = storedRows(weight, 0, weight.columns, caps);
  const parts = partsOf(weight, caps, binds);
  const runs: Run[] = [];
  let first = 0;
  for (const part of parts ?? [whole]) {
    const most = mostRows(part, caps);
    for (let row = 0; row < part.rows; row += most) {
      const count = Math.min(most, part.rows - row);
      runs.push({ first, stored: { ...part, row: part.row + row, rows: count } });
      first += count;
    }
  }
  return runs;
}

function storedRows(
  { tensor, rows, format: stored }: Pick<WeightRef, "tensor" | "rows" | "format">,
  row: number,
  columns: number,
  caps: Caps,
): StoredRows {
  const { format: resident, order } = residentType({ rows, columns, format: stored }, caps);
  return { tensor, row, rows, columns, stored, resident, ...(order === undefined ? {} : { order }) };
}

/** The parts that a matrix of several formats is stored in, where each can be a matrix of its own. */
function partsOf(
  { parts, columns }: WeightRef,
  caps: Caps,
  binds: (first: number) => boolean,
): readonly StoredRows[] | undefined {
  let first = 0;
  const stored: StoredRows[] = [];
  for (const { tensor, row, rows, format } of parts ?? []) {
    const layout = WEIGHT_LAYOUTS[format].storage([rows, columns]);
    if (typeof layout === "string" || row % layout.unitRows !== 0 || !binds(first)) return undefined;
    stored.push(storedRows({ tensor, rows, format }, row, columns, caps));
    first += rows;
  }
  return stored.length === 0 ? undefined : stored;
}

/** Rows of a run: as many as a binding holds, in runs of equal length, so that all but the last share a kernel. */
function mostRows({ rows, columns, resident, order }: StoredRows, caps: Caps): number {
  const limit = Math.min(caps.maxBindingBytes, caps.maxBufferBytes);
  const fits = (count: number): boolean =>
    count * columns <= MOST_ELEMENTS && matrixLayout(resident, count, columns, order).bytes <= limit;
  if (fits(rows)) return rows;
  for (let runs = 2; runs * ROW_STEP < rows; runs++) {
    const most = Math.ceil(rows / runs / ROW_STEP) * ROW_STEP;
    if (fits(most)) return most;
  }
  // Where not even one step fits, the check of the device says so with both numbers.
  return rows > ROW_STEP && fits(ROW_STEP) ? ROW_STEP : rows;
}

function rowsFrom(runs: readonly Run[], first: number, end: number): StoredRows {
  const run = runs.findLast((candidate) => candidate.first <= first);
  invariant(run !== undefined && end <= run.first + run.stored.rows, `rows ${first} to ${end} are in two runs`);
  return { ...run.stored, row: run.stored.row + first - run.first, rows: end - first };
}
