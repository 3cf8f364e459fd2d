/**
 * linear, route `rows`: a warp per pair of columns, for steps of few rows, where reading the weights is all that counts.
 * Takes every weight but those in fragment order, which have a route of their own, and any activation type, on every supported card. It stays right for any
 * number of rows, and as `rows_many` serves those that no tile route takes.
 */
import { groupsOf, ONE, operand, perExtent } from "../../../shaders/lowering.ts";
import { type Candidate, type Lowering, type Problem, rowsOf } from "../../../src/program/candidate.ts";
import { nativeText } from "../native-source.ts";
import { fragmentFormat, LOAD_RUN, linearHooks } from "./hooks.ts";

const WARPS = 4;
const ROWS = 8;
/** Rows up to which reading the weights costs more than the arithmetic. */
const MOST_ROWS = 32;

function matches(problem: Problem): boolean {
  const x = operand(problem.inputs, "x", "linear");
  return x.width % LOAD_RUN === 0 && fragmentFormat(problem) === undefined;
}

function lower(problem: Problem): Lowering {
  const { k, x, y, columns, run, epilogue, constants } = linearHooks(problem, 32 * WARPS, {
    inputRun: LOAD_RUN,
    weights: "runs",
  });
  const source = nativeText({
    k,
    name: `linear_rows_${columns}x${x.width}_${epilogue}`,
    doc: [
      `y[${y.extent}, ${columns}${columns === y.width ? "" : ` of ${y.width}`}] = ${epilogue}(x[${x.extent}, ${x.width}] wT)`,
      `block x: ${WARPS} groups of ${run} columns, block y: ${ROWS} rows; a warp makes one group`,
    ].join("\n"),
    file: "linear/rows.cu",
    constants: { ...constants, WARPS, ROWS },
    limits: { registers: 168, spillsAllowed: false },
  });
  const grid = [groupsOf(columns, run * WARPS), perExtent(x.extent, ROWS), ONE] as const;
  return { launches: [{ source, grid }], scratch: {} };
}

export const linearRows: Candidate = {
  op: "linear",
  name: "rows",
  mostRows: MOST_ROWS,
  slices: true,
  match: matches,
  lower,
};

/** The same kernel for more rows than it is meant for; it stands behind the tile routes. */
export const linearRowsMany: Candidate = {
  op: "linear",
  name: "rows_many",
  slices: true,
  match: (problem) => rowsOf(problem) > MOST_ROWS && matches(problem),
  lower,
};
