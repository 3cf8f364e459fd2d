/**
 * linear on integers: rows become 16-bit codes in a first launch, and their products with panels of codes are sums of
 * integers, exact within a group of 64 columns. Taken where a problem allows coded rows. An item is a pair of panels, half
 * the matrix apart: eight columns. Rows are taken in chunks whose codes stay in a cache while all panels pass by. Neither
 * tile nor route nor chunk shows in the result.
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
import { groupsOf, ONE, operand, perExtent } from "../../../../shaders/lowering.ts";
import { PANEL_ROWS } from "../../../base/formats/panels.ts";
import { PANEL_FORMATS, panelsOf, type WeightFormat } from "../../../base/formats/registry.ts";
import type { Candidate, KernelBinding, Problem } from "../../../program/candidate.ts";
import { type BodyFactory, type BodyParameters, numberParameter } from "./body.ts";
import { CODED_GROUP, codedRow, codedRows, dotRoute } from "./coded-rows.ts";
import { epilogueParameters, takesEpilogue } from "./epilogue.ts";
import { rowProduct } from "./integer-rows.ts";
import { expandBlocks, TILE_BLOCKS, tileBytes, tileProduct } from "./integer-tile.ts";
import { linearBody, linearOperands } from "./linear-items.ts";
import { panelCodes, VECTOR_BYTES } from "./panel-codes.ts";
import { QUANTISE_ROWS, quantiseRows } from "./quantise.ts";

const NAME = "linear_integer";
const CODES = "scratch:codes";
/** Bytes of the codes of a chunk of rows: they are read once for every pair of panels. */
const CHUNK_BYTES = 512 * 1024;
const MOST_CHUNK_ROWS = 256;
/** Rows of a tile of halves: with two panels, what registers hold of sums. */
const TILE_ROWS = 4;

function bindings(operands: readonly string[], written: string): readonly KernelBinding[] {
  return operands.map((name) => ({ operand: name, access: name === written ? "read_write" : "read" }));
}

/** Panels that are read side by side, and items of a launch: one panel each where they are no pairs. */
function streamsOf(rows: number): { readonly streams: number; readonly items: number } {
  const panels = rows / PANEL_ROWS;
  const streams = panels % 2 === 0 ? 2 : 1;
  return { streams, items: panels / streams };
}

/** Everything that is constant in the code. */
interface Shape {
  readonly rows: number;
  readonly columns: number;
  /** Columns from row to row of the output. */
  readonly width: number;
  readonly streams: number;
  readonly items: number;
  readonly panelBytes: number;
  readonly chunkRows: number;
  readonly rowBytes: number;
}

function shapeOf(parameters: BodyParameters): Shape {
  const [rows, columns, width] = ["rows", "columns", "width"].map((name) => numberParameter(parameters, name));
  const { streams, items } = streamsOf(rows!);
  const panelBytes = 4 * panelsOf(parameters["format"] as WeightFormat).panelWords(columns!);
  const rowBytes = codedRow(columns!).stride;
  const fit = TILE_ROWS * Math.floor(CHUNK_BYTES / rowBytes / TILE_ROWS);
  const chunkRows = Math.max(TILE_ROWS, Math.min(MOST_CHUNK_ROWS, fit));
  return { rows: rows!, columns: columns!, width: width!, streams, items, panelBytes, chunkRows, rowBytes };
}

/** `chunk_product(x, w, sums, scratch, rows)`: sums of all rows of a chunk with the panels of an item, row after row. */
function chunkProduct(
  parameters: BodyParameters,
  shape: Shape,
  features: Parameters<BodyFactory>[1],
): {
  readonly product: WasmFunction;
  readonly scratchBytes: number;
} {
  const format = parameters["format"] as WeightFormat;
  const codes = panelCodes(format, dotRoute(format, features));
  const { columns, streams, items, panelBytes, rowBytes } = shape;
  const streamBytes = items * panelBytes;
  const tileRows = codes.route === "digits" ? TILE_ROWS / 2 : TILE_ROWS;
  const common = { columns, streams, streamBytes, row: codedRow(columns), rows: tileRows };
  const [expand, tile, row] = [expandBlocks(codes, common), tileProduct(codes, common), rowProduct(codes, common)];
  const f = new WasmFunction("chunk_product");
  const [x, w, sums, scratch, rows] = ["x", "w", "sums", "scratch", "rows"].map((name) => f.param(name, "i32")) as [
    Local,
    Local,
    Local,
    Local,
    Local,
  ];
  const [inTiles, left, blocks, at, pw, px, pg] = ["in_tiles", "left", "blocks", "at", "w_at", "x_at", "group_at"].map(
    (name) => f.local(name, "i32"),
  ) as [Local, Local, Local, Local, Local, Local, Local];
  const next = (local: Local, bytes: number): Wasm => local.set(add(local.get, i32(bytes)));
  const sumBytes = VECTOR_BYTES * streams;
  f.put(
    inTiles.set(op("i32.and", rows.get, i32(-tileRows))),
    ifThen(inTiles.get, [
      op("memory.fill", sums.get, i32(0), mul(inTiles.get, i32(sumBytes))),
      at.set(add(scratch.get, i32(VECTOR_BYTES))),
      left.set(i32(columns / CODED_GROUP)),
      pw.set(w.get),
      px.set(x.get),
      pg.set(x.get),
      doWhile(
        [
          blocks.set(select(op("i32.lt_u", left.get, i32(TILE_BLOCKS)), left.get, i32(TILE_BLOCKS))),
          call(expand, pw.get, at.get, blocks.get, scratch.get),
          call(tile, px.get, pg.get, sums.get, at.get, inTiles.get, blocks.get),
          next(pw, TILE_BLOCKS * codes.blockBytes),
          next(px, TILE_BLOCKS * 2 * CODED_GROUP),
          next(pg, TILE_BLOCKS * 4),
          left.set(sub(left.get, blocks.get)),
        ],
        left.get,
      ),
      x.set(add(x.get, mul(inTiles.get, i32(rowBytes)))),
      sums.set(add(sums.get, mul(inTiles.get, i32(sumBytes)))),
      rows.set(sub(rows.get, inTiles.get)),
    ]),
    whileDo(rows.get, [
      call(row, x.get, w.get, sums.get, scratch.get),
      next(x, rowBytes),
      next(sums, sumBytes),
      rows.set(sub(rows.get, i32(1))),
    ]),
  );
  return { product: f, scratchBytes: VECTOR_BYTES + tileBytes(codes, common) };
}

/** Bindings: `linearOperands`. Parameters: `rows` and `columns` of the matrix, its `format`, the output's `width`, its `extent`. */
const linearIntegerBody: BodyFactory = (parameters, features) => {
  const shape = shapeOf(parameters);
  const { product, scratchBytes } = chunkProduct(parameters, shape, features);
  const { streams, items, panelBytes, chunkRows, rowBytes } = shape;
  const places = { streams, items, groupBytes: panelBytes };
  return linearBody(parameters, { input: CODES, rowBytes, chunkRows, ...places, product, productBytes: scratchBytes });
};

/** Matrices that lie in panels of one format, and values in f32. */
function isCoded({ codedRows: coded, inputs, outputs, weights }: Problem): boolean {
  const { w, w2 } = weights;
  if (coded !== true || w?.kind !== "tensor" || !PANEL_FORMATS.includes(w.format)) return false;
  const matrices = w2 === undefined ? [w] : [w, w2];
  return (
    matrices.every((m) => m.kind === "tensor" && m.order === "panels" && m.format === w.format) &&
    w.rows % PANEL_ROWS === 0 &&
    [...Object.values(inputs), ...Object.values(outputs)].every(({ storage }) => storage === "f32")
  );
}

export const linearInteger: Candidate = {
  op: "linear",
  name: "integer",
  slices: true,
  match: (problem) => isCoded(problem) && takesEpilogue(problem),
  lower(problem) {
    const x = operand(problem.inputs, "x", "linear");
    const y = operand(problem.outputs, "y", "linear");
    const w = operand(problem.weights, "w", "linear");
    if (w.kind !== "tensor") throw new Error("internal error: linear multiplies with a tensor");
    const { rows, columns, format } = w;
    const shape = { rows, columns, format, width: y.width, extent: x.extent };
    const parameters = { ...shape, ...epilogueParameters(problem) };
    return {
      launches: [
        {
          source: {
            kind: "host",
            name: QUANTISE_ROWS,
            parameters: { columns, format },
            bindings: bindings(["x", CODES], CODES),
          },
          grid: [perExtent(x.extent), ONE, ONE],
        },
        {
          source: { kind: "host", name: NAME, parameters, bindings: bindings(linearOperands(CODES, parameters), "y") },
          grid: [groupsOf(streamsOf(rows).items, 1), ONE, ONE],
        },
      ],
      scratch: { codes: codedRows(x) },
    };
  },
};

export const integerFactories: Readonly<Record<string, BodyFactory>> = {
  [NAME]: linearIntegerBody,
  [QUANTISE_ROWS]: quantiseRows,
};
