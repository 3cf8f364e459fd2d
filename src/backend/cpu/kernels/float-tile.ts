/**
 * A few rows times a few columns of f32 weights that lie in scratch, a block of columns of the matrix at a time: the sums
 * of the block are added to those before it. Apart from the kernel of one row, which reads weights where they lie. The
 * loop is short on purpose: engines spill what long blocks load.
 */
import {
  add,
  doWhile,
  f32x4,
  i32,
  type Local,
  load,
  op,
  store,
  sub,
  type Wasm,
  WasmFunction,
} from "../../../../codegen/wasm/ir.ts";
import { BLOCK_BYTES, joinLanes, multiplyAdd } from "./float-sums.ts";

export interface TileShape {
  /** Rows and columns at once. */
  readonly rows: number;
  readonly columns: number;
  /** Columns in scratch, a multiple of `columns`; one lies `BLOCK_BYTES` behind the other. */
  readonly scratchColumns: number;
  /** Bytes from row to row of the input and of the sums. */
  readonly rowBytes: number;
  readonly sumBytes: number;
  readonly fused: boolean;
}

/**
 * `tile(x, w, sums, rows, bytes)`: adds the products of `rows` rows, a multiple of the tile's, with all columns in
 * scratch; `bytes` of the block are used. `x` is the block's first column in the first row.
 */
export function floatTile({ rows: R, columns: C, scratchColumns, rowBytes, sumBytes, fused }: TileShape): WasmFunction {
  const f = new WasmFunction(`tile_${R}x${C}`);
  const [x, w, sums, rows, bytes] = ["x", "w", "sums", "rows", "bytes"].map((name) => f.param(name, "i32")) as [
    Local,
    Local,
    Local,
    Local,
    Local,
  ];
  const [px, pw, end, skip, out, outEnd] = ["x_at", "w_at", "end", "skip", "out", "out_end"].map((name) =>
    f.local(name, "i32"),
  ) as [Local, Local, Local, Local, Local, Local];
  const products = Array.from({ length: R }, (_, r) =>
    Array.from({ length: C }, (_, c) => f.local(`product${r}_${c}`, "v128")),
  );
  const weights = Array.from({ length: C }, (_, c) => f.local(`w${c}`, "v128"));
  const value = f.local("value", "v128");
  const next = (local: Local, by: number): Wasm => local.set(add(local.get, i32(by)));
  const step = [
    ...weights.map((local, c) => local.set(load("v128.load", pw.get, c * BLOCK_BYTES))),
    ...products.flatMap((own, r) => [
      value.set(load("v128.load", px.get, r * rowBytes)),
      ...own.map((sum, c) => sum.set(multiplyAdd(sum.get, value.get, weights[c]!.get, fused))),
    ]),
    next(px, 16),
    next(pw, 16),
  ];
  const finish = products.flatMap((own, r) =>
    own.map((sum, c) => {
      const at = r * sumBytes + 4 * c;
      return store("f32.store", out.get, op("f32.add", load("f32.load", out.get, at), joinLanes(sum, value)), at);
    }),
  );
  const columns = [
    px.set(x.get),
    ...products.flat().map((sum) => sum.set(f32x4(0))),
    doWhile(step, op("i32.lt_u", px.get, end.get)),
    ...finish,
    pw.set(add(pw.get, skip.get)),
    next(out, 4 * C),
  ];
  f.put(
    // From the end of a column's bytes to the next columns.
    skip.set(sub(i32(C * BLOCK_BYTES), bytes.get)),
    doWhile(
      [
        pw.set(w.get),
        out.set(sums.get),
        outEnd.set(add(sums.get, i32(4 * scratchColumns))),
        end.set(add(x.get, bytes.get)),
        doWhile(columns, op("i32.lt_u", out.get, outEnd.get)),
        next(x, R * rowBytes),
        next(sums, R * sumBytes),
        rows.set(sub(rows.get, i32(R))),
      ],
      rows.get,
    ),
  );
  return f;
}
