/**
 * One row times a matrix of f32 or bf16 where it lies: several of its rows far apart are read side by side, each a long
 * stream that the processor fetches ahead of its use. Its sums are those of the tile, in the same order.
 */
import {
  add,
  doWhile,
  f32,
  f32x4,
  i32,
  type Local,
  load,
  op,
  select,
  store,
  type Wasm,
  WasmFunction,
} from "../../../../codegen/wasm/ir.ts";
import { QUAD, widened } from "./expand.ts";
import { BLOCK_BYTES, joinLanes, multiplyAdd } from "./float-sums.ts";

export interface FloatRowShape {
  readonly format: "f32" | "bf16";
  readonly columns: number;
  /** Rows of the matrix at once, and bytes from one to the next. */
  readonly streams: number;
  readonly streamBytes: number;
  readonly fused: boolean;
}

/** `row(x, w, sums)`: the sums of a row and `streams` quads of the matrix, 16 bytes each. */
export function floatRow({ format, columns, streams, streamBytes, fused }: FloatRowShape): WasmFunction {
  const f = new WasmFunction("row");
  const [x, w, sums] = ["x", "w", "sums"].map((name) => f.param(name, "i32")) as [Local, Local, Local];
  const [px, pw, end, rowEnd, sumsEnd] = ["x_at", "w_at", "end", "row_end", "sums_end"].map((name) =>
    f.local(name, "i32"),
  ) as [Local, Local, Local, Local, Local];
  const each = <T>(make: (stream: number) => T): T[] => Array.from({ length: streams }, (_, s) => make(s));
  const totals = each((s) => f.local(`total${s}`, "f32"));
  const products = each((s) => f.local(`product${s}`, "v128"));
  const value = f.local("value", "v128");
  const upper = f.local("upper", "v128");
  const raw = f.local("raw", "v128");
  const weights = (s: number): Wasm => load("v128.load", pw.get, s * streamBytes);
  const times = (s: number, by: Local, w: Wasm): Wasm =>
    products[s]!.set(multiplyAdd(products[s]!.get, by.get, w, fused));
  const next = (local: Local, by: number): Wasm => local.set(add(local.get, i32(by)));
  const step =
    format === "f32"
      ? [value.set(load("v128.load", px.get)), ...each((s) => times(s, value, weights(s))), next(px, 16)]
      : [
          value.set(load("v128.load", px.get)),
          upper.set(load("v128.load", px.get, 16)),
          ...each((s) => {
            const [low, high] = widened(raw);
            return [raw.set(weights(s)), times(s, value, low), times(s, upper, high)];
          }).flat(),
          next(px, 32),
        ];
  const rowBytes = 4 * columns;
  const blockEnd = add(px.get, i32(BLOCK_BYTES));
  const block = [
    end.set(rowBytes <= BLOCK_BYTES ? rowEnd.get : select(op("i32.lt_u", blockEnd, rowEnd.get), blockEnd, rowEnd.get)),
    ...products.map((sum) => sum.set(f32x4(0))),
    doWhile([...step, next(pw, 16)], op("i32.lt_u", px.get, end.get)),
    ...totals.map((total, s) => total.set(op("f32.add", total.get, joinLanes(products[s]!, value)))),
  ];
  f.put(
    rowEnd.set(add(x.get, i32(rowBytes))),
    sumsEnd.set(add(sums.get, i32(4 * QUAD))),
    pw.set(w.get),
    // The rows of a quad follow each other, so the streams go on where they are.
    doWhile(
      [
        px.set(x.get),
        ...totals.map((total) => total.set(f32(0))),
        doWhile(block, op("i32.lt_u", px.get, rowEnd.get)),
        ...totals.map((total, s) => store("f32.store", sums.get, total.get, 16 * s)),
        next(sums, 4),
      ],
      op("i32.lt_u", sums.get, sumsEnd.get),
    ),
  );
  return f;
}
