/**
 * linear, route `tile_fragments`: tiles of 64 columns on the matrix units, weights straight from fragment order into
 * registers, inputs through asynchronous copies. Takes bf16 activations from compute capability 8.0 on, and any number
 * of rows: rows that do not exist are neither read nor multiplied. A pair of matrices shares the registers, hence half
 * the rows.
 */
import { groupsOf, ONE, perExtent } from "../../../shaders/lowering.ts";
import type { Candidate } from "../../../src/program/candidate.ts";
import { nativeText } from "../native-source.ts";
import { fitsMatrixUnits, fragmentFormat, linearHooks } from "./hooks.ts";

const THREADS = 128;
const COLUMN_TILE = 64;
/** Elements along K of one asynchronous copy. */
const COPY_RUN = 8;

export const linearTileFragments: Candidate = {
  op: "linear",
  name: "tile_fragments",
  slices: true,
  match: (problem, caps) => fitsMatrixUnits(problem, caps, COPY_RUN) && fragmentFormat(problem) !== undefined,
  lower: (problem) => {
    const { k, x, y, columns, epilogue, matrices, constants } = linearHooks(problem, THREADS, { weights: "fragments" });
    const rowTile = matrices.length > 1 ? 32 : 64;
    const source = nativeText({
      k,
      name: `linear_tile_${fragmentFormat(problem)}_${columns}x${x.width}_${epilogue}`,
      doc: [
        `y[${y.extent}, ${columns}${columns === y.width ? "" : ` of ${y.width}`}] = ${epilogue}(x[${x.extent}, ${x.width}] wT), w of ${fragmentFormat(problem)}`,
        `block x: ${COLUMN_TILE} columns, block y: ${rowTile} rows`,
      ].join("\n"),
      file: "linear/tile_fragments.cu",
      constants: { ...constants, ROW_TILE: rowTile },
      limits: { registers: matrices.length > 1 ? 208 : 168, spillsAllowed: false },
    });
    const grid = [groupsOf(columns, COLUMN_TILE), perExtent(x.extent, rowTile), ONE] as const;
    return { launches: [{ source, grid }], scratch: {} };
  },
};
