/**
 * linear, route `rows_fragments`: a block per 16 columns, for steps of few rows over weights in fragment order. Takes
 * any activation type, on every supported card. It stays right for any number of rows, and as `rows_fragments_many`
 * serves those that no tile route takes.
 */
import { groupsOf, ONE, operand, perExtent } from "../../../shaders/lowering.ts";
import { FRAGMENT_ROWS } from "../../../src/base/formats/fragments.ts";
import { type Candidate, type Lowering, type Problem, rowsOf } from "../../../src/program/candidate.ts";
import { nativeText } from "../native-source.ts";
import { fragmentFormat, linearHooks } from "./hooks.ts";

const WARPS = 4;
/** Rows of a block; a pair of matrices shares the registers. */
const ROWS = 8;
const PAIR_ROWS = 4;
/** Rows up to which reading the weights costs more than the arithmetic. */
const MOST_ROWS = 16;
/** Neighbouring inputs that a register is multiplied with. */
const INPUT_RUN = 4;

function matches(problem: Problem): boolean {
  return operand(problem.inputs, "x", "linear").width % INPUT_RUN === 0 && fragmentFormat(problem) !== undefined;
}

function lower(problem: Problem): Lowering {
  const loads = { inputRun: INPUT_RUN, weights: "fragments" } as const;
  const { k, x, y, columns, epilogue, matrices, constants } = linearHooks(problem, 32 * WARPS, loads);
  const rows = matrices.length > 1 ? PAIR_ROWS : ROWS;
  const source = nativeText({
    k,
    name: `linear_rows_${fragmentFormat(problem)}_${columns}x${x.width}_${epilogue}`,
    doc: [
      `y[${y.extent}, ${columns}${columns === y.width ? "" : ` of ${y.width}`}] = ${epilogue}(x[${x.extent}, ${x.width}] wT), w of ${fragmentFormat(problem)}`,
      `block x: ${FRAGMENT_ROWS} columns, block y: ${rows} rows`,
    ].join("\n"),
    file: "linear/rows_fragments.cu",
    constants: { ...constants, WARPS, ROWS: rows },
    limits: { registers: 168, spillsAllowed: false },
    blocksAtOnce: 3,
  });
  const grid = [groupsOf(columns, FRAGMENT_ROWS), perExtent(x.extent, rows), ONE] as const;
  return { launches: [{ source, grid }], scratch: {} };
}

export const linearRowsFragments: Candidate = {
  op: "linear",
  name: "rows_fragments",
  slices: true,
  mostRows: MOST_ROWS,
  match: matches,
  lower,
};

/** The same kernel for more rows than it is meant for; it stands behind the tile routes. */
export const linearRowsFragmentsMany: Candidate = {
  op: "linear",
  name: "rows_fragments_many",
  slices: true,
  match: (problem) => rowsOf(problem) > MOST_ROWS && matches(problem),
  lower,
};
