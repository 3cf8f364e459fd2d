/**
 * linear on floats: rows in fours times weights that are expanded to f32 in a thread's scratch, and what is left of them
 * row by row. An item is four neighbouring columns in each of several places of the matrix, so that one row reads long
 * streams. Rows are taken in chunks whose values stay in a cache while all items pass by. Neither tile, chunk, item nor
 * the number of rows shows in the result (`float-sums.ts`).
 */
import {
  add,
  call,
  doWhile,
  i32,
  ifThen,
  type Local,
  mul,
  op,
  select,
  sub,
  type Wasm,
  WasmFunction,
  whileDo,
} from "../../../../codegen/wasm/ir.ts";
import { groupsOf, ONE, operand } from "../../../../shaders/lowering.ts";
import type { WeightFormat } from "../../../base/formats/registry.ts";
import type { Candidate, KernelBinding, Problem, WeightType } from "../../../program/candidate.ts";
import { type BodyFactory, type BodyParameters, numberParameter } from "./body.ts";
import { epilogueParameters, takesEpilogue } from "./epilogue.ts";
import { expandQuad, expands, type MatrixKind, QUAD, QUAD_BYTES, quadBytes } from "./expand.ts";
import { floatRow } from "./float-row.ts";
import { BLOCK } from "./float-sums.ts";
import { floatTile } from "./float-tile.ts";
import { linearBody, linearOperands, SUMS_BYTES } from "./linear-items.ts";

const NAME = "linear_rows_and_tiles";
const MOST_STREAMS = 8;
/** Quads that are expanded side by side: with a block of columns, what a first-level cache holds. */
const TILE_QUADS = 4;
const TILE_ROWS = 4;
/** Columns at once: of four rows, and of one. */
const TILE_COLUMNS = 2;
const ROW_COLUMNS = 8;
const MOST_CHUNK_ROWS = 256;

/** Quads that an item has, far apart, and items of a launch. */
function streamsOf(rows: number): { readonly streams: number; readonly items: number } {
  const quads = rows / QUAD;
  let streams = MOST_STREAMS;
  while (quads % streams !== 0) streams /= 2;
  return { streams, items: quads / streams };
}

/** Everything that is constant in the code. */
interface Shape {
  readonly matrix: MatrixKind;
  readonly streams: number;
  readonly items: number;
  readonly quadBytes: number;
  readonly fused: boolean;
}

function matrixOf(parameters: BodyParameters): MatrixKind {
  return {
    columns: numberParameter(parameters, "columns"),
    format: parameters["format"] as WeightFormat,
    order: parameters["panels"] === true ? "panels" : undefined,
  };
}

const next = (local: Local, bytes: number): Wasm => local.set(add(local.get, i32(bytes)));

/** `rows_left(x, w, sums, scratch)`: the sums of one row with the quads of an item. */
function oneRow(shape: Shape, expand: WasmFunction): WasmFunction {
  const { matrix, streams, items, fused } = shape;
  const { columns, format, order } = matrix;
  if (order === undefined && (format === "f32" || format === "bf16")) {
    return floatRow({ format, columns, streams, streamBytes: items * shape.quadBytes, fused });
  }
  const f = new WasmFunction("expanded_row");
  const [x, w, sums, scratch] = ["x", "w", "sums", "scratch"].map((name) => f.param(name, "i32")) as [
    Local,
    Local,
    Local,
    Local,
  ];
  const one = f.local("one", "i32");
  f.put(op("memory.fill", sums.get, i32(0), i32(SUMS_BYTES * streams)), one.set(i32(1)));
  f.put(...blockSums(f, shape, expand, 1, { x, w, sums, scratch, rows: one }));
  return f;
}

interface ChunkPlaces {
  readonly x: Local;
  readonly w: Local;
  readonly sums: Local;
  readonly scratch: Local;
  readonly rows: Local;
}

/** Adds the products of rows, whole tiles of `tileRows`, with the quads of an item to their sums, block after block. */
function blockSums(
  f: WasmFunction,
  shape: Shape,
  expand: WasmFunction,
  tileRows: number,
  { x, w, sums, scratch, rows }: ChunkPlaces,
): Wasm[] {
  const { matrix, streams, items, fused } = shape;
  const quads = Math.min(streams, TILE_QUADS);
  const scratchColumns = QUAD * quads;
  const tile = floatTile({
    rows: tileRows,
    columns: tileRows === 1 ? Math.min(ROW_COLUMNS, scratchColumns) : TILE_COLUMNS,
    scratchColumns,
    rowBytes: 4 * matrix.columns,
    sumBytes: SUMS_BYTES * streams,
    fused,
  });
  const [k, count, bytes, px] = ["k", "count", "bytes", "x_block"].map((name) => f.local(name, "i32")) as [
    Local,
    Local,
    Local,
    Local,
  ];
  const left = sub(i32(matrix.columns), k.get);
  const group = (first: number): Wasm[] => [
    ...Array.from({ length: quads }, (_, q) => {
      const quad = add(w.get, i32((first + q) * items * shape.quadBytes));
      return call(expand, quad, k.get, count.get, add(scratch.get, i32(q * QUAD_BYTES)));
    }),
    call(tile, px.get, scratch.get, add(sums.get, i32(first * SUMS_BYTES)), rows.get, bytes.get),
  ];
  const groups = Array.from({ length: streams / quads }, (_, g) => group(g * quads)).flat();
  return [
    k.set(i32(0)),
    px.set(x.get),
    doWhile(
      [
        count.set(
          matrix.columns <= BLOCK ? i32(matrix.columns) : select(op("i32.lt_u", left, i32(BLOCK)), left, i32(BLOCK)),
        ),
        bytes.set(op("i32.shl", count.get, i32(2))),
        ...groups,
        next(k, BLOCK),
        next(px, 4 * BLOCK),
      ],
      op("i32.lt_u", k.get, i32(matrix.columns)),
    ),
  ];
}

/** `chunk(x, w, sums, scratch, rows)`: sums of all rows of a chunk with the quads of an item, row after row. */
function chunkProduct(shape: Shape): WasmFunction {
  const { matrix, streams } = shape;
  const expand = expandQuad(matrix);
  const row = oneRow(shape, expand);
  const f = new WasmFunction("chunk");
  const [x, w, sums, scratch, rows] = ["x", "w", "sums", "scratch", "rows"].map((name) => f.param(name, "i32")) as [
    Local,
    Local,
    Local,
    Local,
    Local,
  ];
  const inTiles = f.local("in_tiles", "i32");
  const sumBytes = SUMS_BYTES * streams;
  f.put(
    inTiles.set(op("i32.and", rows.get, i32(-TILE_ROWS))),
    ifThen(inTiles.get, [
      op("memory.fill", sums.get, i32(0), mul(inTiles.get, i32(sumBytes))),
      ...blockSums(f, shape, expand, TILE_ROWS, { x, w, sums, scratch, rows: inTiles }),
      x.set(add(x.get, mul(inTiles.get, i32(4 * matrix.columns)))),
      sums.set(add(sums.get, mul(inTiles.get, i32(sumBytes)))),
      rows.set(sub(rows.get, inTiles.get)),
    ]),
    whileDo(rows.get, [
      row.params.length === 3 ? call(row, x.get, w.get, sums.get) : call(row, x.get, w.get, sums.get, scratch.get),
      next(x, 4 * matrix.columns),
      next(sums, sumBytes),
      rows.set(sub(rows.get, i32(1))),
    ]),
  );
  return f;
}

/** Bindings: `linearOperands`. Parameters: `rows`, `columns`, `format` and `panels` of the matrix, the output's `width` and `extent`. */
const rowsAndTiles: BodyFactory = (parameters, { fma }) => {
  const matrix = matrixOf(parameters);
  const places = { ...streamsOf(numberParameter(parameters, "rows")), groupBytes: quadBytes(matrix) };
  return linearBody(parameters, {
    input: "x",
    rowBytes: 4 * matrix.columns,
    chunkRows: MOST_CHUNK_ROWS,
    ...places,
    product: chunkProduct({
      matrix,
      streams: places.streams,
      items: places.items,
      quadBytes: places.groupBytes,
      fused: fma,
    }),
    productBytes: Math.min(places.streams, TILE_QUADS) * QUAD_BYTES,
  });
};

const isRead = (w: WeightType): boolean =>
  w.kind === "tensor" && w.rows % QUAD === 0 && expands({ ...w, order: w.order });

/** Matrices of one kind that are expanded here, and values in f32. */
function isTaken(problem: Problem): boolean {
  const { w, w2 } = problem.weights;
  if (w?.kind !== "tensor" || !isRead(w)) return false;
  const alike = w2 === undefined || (w2.kind === "tensor" && w2.format === w.format && w2.order === w.order);
  const values = [...Object.values(problem.inputs), ...Object.values(problem.outputs)];
  return alike && takesEpilogue(problem) && values.every(({ storage }) => storage === "f32");
}

export const linearRowsAndTiles: Candidate = {
  op: "linear",
  name: "rows_and_tiles",
  slices: true,
  match: isTaken,
  lower(problem) {
    const x = operand(problem.inputs, "x", "linear");
    const y = operand(problem.outputs, "y", "linear");
    const w = operand(problem.weights, "w", "linear");
    if (w.kind !== "tensor") throw new Error("internal error: linear multiplies with a tensor");
    const { rows, columns, format } = w;
    const shape = { rows, columns, format, panels: w.order === "panels", width: y.width, extent: x.extent };
    const parameters = { ...shape, ...epilogueParameters(problem) };
    const bindings = linearOperands("x", parameters).map((name): KernelBinding => {
      return { operand: name, access: name === "y" ? "read_write" : "read" };
    });
    return {
      launches: [
        {
          source: { kind: "host", name: NAME, parameters, bindings },
          grid: [groupsOf(streamsOf(rows).items, 1), ONE, ONE],
        },
      ],
      scratch: {},
    };
  },
};

export const floatFactories: Readonly<Record<string, BodyFactory>> = { [NAME]: rowsAndTiles };
