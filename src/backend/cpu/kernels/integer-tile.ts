/**
 * Coded rows times panels, a few rows and one pair of panels at a time. Codes are expanded to what the dot instruction
 * takes, in scratch of eight blocks, so that splitting them costs once for all rows. Sums of rows lie in scratch between
 * the runs of blocks: an output is the sum of its blocks in their order, each summed exactly, as in the one-row kernel.
 */
import {
  add,
  doWhile,
  i16x8,
  i32,
  i32x4,
  type Local,
  load,
  op,
  store,
  sub,
  type Wasm,
  WasmFunction,
} from "../../../../codegen/wasm/ir.ts";
import { CODED_GROUP, type CodedRow } from "./coded-rows.ts";
import { addProducts, joined, scaledSum } from "./integer-sums.ts";
import {
  BYTES_OF_VECTOR,
  byteLoop,
  NibbleVectors,
  type PanelCodes,
  STEP_COLUMNS,
  stepLoop,
  VECTOR_BYTES,
} from "./panel-codes.ts";

/** Blocks that are expanded at once. */
export const TILE_BLOCKS = 8;

export interface TileShape {
  /** Panels of a tile, and bytes from one to the next. */
  readonly streams: number;
  readonly streamBytes: number;
  readonly row: CodedRow;
  /** Rows of a tile. */
  readonly rows: number;
}

/** Bytes of an expanded block of one panel: vectors of codes, then scales. */
function expandedBytes({ vectors, scaleGroups }: PanelCodes): number {
  return VECTOR_BYTES * (vectors + scaleGroups);
}

/** Bytes of the scratch that `expandBlocks` fills. */
export function tileBytes(codes: PanelCodes, { streams }: TileShape): number {
  return TILE_BLOCKS * streams * expandedBytes(codes);
}

/** `expand_blocks(w, to, blocks, word)`: blocks of each panel as vectors of codes and scales; four bytes at `word`. */
export function expandBlocks(codes: PanelCodes, { streams, streamBytes }: TileShape): WasmFunction {
  const f = new WasmFunction("expand_blocks");
  const [w, to, blocks, word] = ["w", "to", "blocks", "word"].map((name) => f.param(name, "i32")) as Parameters4;
  const { blockBytes, scalesAt, scaleGroups, stepBytes, vectors } = codes;
  const panels = Array.from({ length: streams }, (_, v) => v);
  const size = expandedBytes(codes);
  const steps = codes.order.bias === 0 ? byteExpansion() : nibbleExpansion();
  const scales = panels.flatMap((v) =>
    Array.from({ length: scaleGroups }, (_, part) => {
      const value = load("v128.load", w.get, v * streamBytes + scalesAt - stepBytes + VECTOR_BYTES * part);
      return store("v128.store", to.get, value, v * size + VECTOR_BYTES * part);
    }),
  );
  f.put(
    doWhile(
      [
        ...steps,
        ...scales,
        to.set(add(to.get, i32(streams * size - VECTOR_BYTES * vectors))),
        w.set(add(w.get, i32(blockBytes - stepBytes))),
        blocks.set(sub(blocks.get, i32(1))),
      ],
      blocks.get,
    ),
  );
  return f;

  function nibbleExpansion(): Wasm[] {
    const made = new NibbleVectors(f, codes, word.get);
    f.put(...made.prepare);
    const count = STEP_COLUMNS / codes.vectorColumns;
    // Digits are multiplied with unsigned codes.
    const bias = f.local("bias", "v128");
    f.put(bias.set(i16x8(codes.order.bias)));
    const value = (code: Wasm): Wasm => (codes.route === "digits" ? code : op("i16x8.sub", code, bias.get));
    return stepLoop(f, codes, w, (high) => [
      ...panels.flatMap((v) => {
        const { set, vectors } = made.step(load("v128.load", w.get, v * streamBytes), high(v * streamBytes));
        const puts = vectors.map((code, j) => store("v128.store", to.get, value(code), v * size + VECTOR_BYTES * j));
        return [...set, ...puts];
      }),
      to.set(add(to.get, i32(VECTOR_BYTES * count))),
    ]);
  }

  function byteExpansion(): Wasm[] {
    const count = VECTOR_BYTES / BYTES_OF_VECTOR;
    return byteLoop(f, stepBytes, w, (bytes) => [
      ...panels.flatMap((v) =>
        Array.from({ length: count }, (_, j) =>
          store("v128.store", to.get, bytes(v * streamBytes, j), v * size + VECTOR_BYTES * j),
        ),
      ),
      to.set(add(to.get, i32(VECTOR_BYTES * count))),
    ]);
  }
}

type Parameters4 = [Local, Local, Local, Local];

/**
 * `tile_product(x, group, sums, w, rows, blocks)`: adds the products of `rows` rows, a multiple of the tile's, with
 * expanded blocks to their sums. `x` and `group` are the first row's codes and numbers of the first block's group, seen
 * from the row's start.
 */
export function tileProduct(codes: PanelCodes, { streams, row, rows: tileRows }: TileShape): WasmFunction {
  const f = new WasmFunction("tile_product");
  const [x, group, sums, w, rows, blocks] = ["x", "group", "sums", "w", "rows", "blocks"].map((name) =>
    f.param(name, "i32"),
  ) as [Local, Local, Local, Local, Local, Local];
  const { scaleGroups, vectors, route, order } = codes;
  const digits = route === "digits" ? 2 : 1;
  const size = expandedBytes(codes);
  const vector = (name: string): Local => f.local(name, "v128");
  const panels = Array.from({ length: streams }, (_, v) => v);
  const products = Array.from({ length: tileRows }, (_, r) =>
    panels.map((v) => Array.from({ length: digits }, (_, d) => vector(`product${r}_${v}_${d}`))),
  );
  const code = panels.map((v) => vector(`code${v}`));
  const value = Array.from({ length: digits }, (_, d) => vector(`x${d}`));
  const [scale, rowScale, bias] = [vector("scale"), vector("row_scale"), vector("bias")];
  const [px, pw, pg, left, end] = ["x_at", "w_at", "group_at", "left", "part_end"].map((name) =>
    f.local(name, "i32"),
  ) as [Local, Local, Local, Local, Local];
  const partBytes = (VECTOR_BYTES * vectors) / scaleGroups;

  const step = [
    ...code.map((c, v) => c.set(load("v128.load", pw.get, v * size))),
    ...products.flatMap((own, r) => [
      ...value.map((x, d) => x.set(load("v128.load32_splat", px.get, r * row.stride + CODED_GROUP * d))),
      ...panels.flatMap((v) => addProducts(own[v]!, value, code[v]!.get)),
    ]),
    px.set(add(px.get, i32(4))),
    pw.set(add(pw.get, i32(VECTOR_BYTES))),
  ];
  const ofRow = (r: number, at: number): Wasm => load("v128.load32_splat", pg.get, r * row.stride + at);
  /** Products of digits are of unsigned codes. */
  const unbiased = (all: Wasm): Wasm => (digits === 1 ? all : op("i32x4.sub", all, bias.get));
  const addScaled = (part: number): Wasm[] =>
    panels.flatMap((v) => [
      scale.set(load("v128.load", pw.get, v * size + (scaleGroups - 1 - part) * partBytes + VECTOR_BYTES * part)),
      ...products.flatMap((own, r) => {
        const at = VECTOR_BYTES * (r * streams + v);
        const sum = scaledSum(load("v128.load", sums.get, at), unbiased(joined(own[v]!)), scale.get, rowScale.get);
        return [
          rowScale.set(ofRow(r, row.scales)),
          ...(digits === 1 ? [] : [bias.set(op("i32x4.mul", ofRow(r, row.sums), i32x4(order.bias)))]),
          store("v128.store", sums.get, sum, at),
        ];
      }),
    ]);
  const parts = Array.from({ length: scaleGroups }, (_, part): Wasm[] => [
    ...products.flat(2).map((sum) => sum.set(i32x4(0))),
    end.set(add(pw.get, i32(partBytes))),
    doWhile(step, op("i32.lt_u", pw.get, end.get)),
    ...addScaled(part),
  ]);
  const next = (local: Local, bytes: number): Wasm => local.set(add(local.get, i32(bytes)));
  const block = [
    ...parts.flat(),
    ...(digits === 1 ? [] : [next(px, CODED_GROUP)]),
    next(pw, streams * size - VECTOR_BYTES * vectors),
    next(pg, 4),
    left.set(sub(left.get, i32(1))),
  ];
  f.put(
    doWhile(
      [
        px.set(x.get),
        pw.set(w.get),
        pg.set(group.get),
        left.set(blocks.get),
        doWhile(block, left.get),
        next(x, tileRows * row.stride),
        next(group, tileRows * row.stride),
        next(sums, VECTOR_BYTES * streams * tileRows),
        rows.set(sub(rows.get, i32(tileRows))),
      ],
      rows.get,
    ),
  );
  return f;
}
