/**
 * linear, route `tile_mma`: tiles of 64 rows by 64 columns on the matrix units, fed by asynchronous copies in three
 * stages. Takes bf16 activations and bf16 weights from compute capability 8.0 on, and any number of rows: rows that do
 * not exist are neither read nor multiplied.
 */
import { groupsOf, ONE, perExtent } from "../../../shaders/lowering.ts";
import type { Candidate } from "../../../src/program/candidate.ts";
import { nativeText } from "../native-source.ts";
import { fitsMatrixUnits, LOAD_RUN, linearHooks, matricesOf } from "./hooks.ts";

const THREADS = 128;
const TILE = 64;

/** The bf16 matrices by number: the body copies them as they lie. */
const matrixFunction = (names: readonly string[]): string =>
  [
    "__device__ __forceinline__ const unsigned short* weight_matrix(const Buffers& buffers, int matrix) {",
    ...names.slice(1).map((name, i) => `  if (matrix == ${i + 1}) return buffers.${name};`),
    `  return buffers.${names[0]};`,
    "}",
    "",
  ].join("\n");

export const linearTileMma: Candidate = {
  op: "linear",
  name: "tile_mma",
  slices: true,
  match: (problem, caps) =>
    fitsMatrixUnits(problem, caps, LOAD_RUN) && matricesOf(problem).every(({ format }) => format === "bf16"),
  lower: (problem) => {
    const { k, x, y, columns, epilogue, matrices, constants } = linearHooks(problem, THREADS, { weights: "none" });
    const source = nativeText({
      k,
      name: `linear_tile_mma_${columns}x${x.width}_${epilogue}`,
      doc: [
        `y[${y.extent}, ${columns}${columns === y.width ? "" : ` of ${y.width}`}] = ${epilogue}(x[${x.extent}, ${x.width}] wT)`,
        `block x: ${TILE} columns, block y: ${TILE} rows`,
      ].join("\n"),
      file: "linear/tile_mma.cu",
      constants,
      declarations: matrixFunction(matrices),
      limits: { registers: 168, spillsAllowed: false },
    });
    const grid = [groupsOf(columns, TILE), perExtent(x.extent, TILE), ONE] as const;
    return { launches: [{ source, grid }], scratch: {} };
  },
};
