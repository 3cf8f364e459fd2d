/**
 * Rows to 16-bit codes, a group of 64 columns after the other: scale = max |x| / 32639, code = x * (32639 / max |x|)
 * rounded half to even, and the sum of the codes. A group that holds no finite number has codes 0 and that number as its
 * scale, so that whatever is multiplied with it is not finite either. Items are rows.
 */
import {
  add,
  doWhile,
  f32,
  f32x4,
  i16x8,
  i32,
  i32x4,
  type Local,
  lane,
  laneAccess,
  load,
  mul,
  op,
  select,
  shuffle,
  store,
  sub,
  type Wasm,
  type WasmFunction,
  whileDo,
} from "../../../../codegen/wasm/ir.ts";
import type { WeightFormat } from "../../../base/formats/registry.ts";
import { type BodyFactory, bodySignature, numberParameter } from "./body.ts";
import {
  CODED_GROUP,
  codedRow,
  DIGIT_ORDER,
  type DotRoute,
  dotRoute,
  LARGEST_CODE,
  LEAST_LARGEST,
} from "./coded-rows.ts";

export const QUANTISE_ROWS = "quantise_rows";
/** Columns of a vector of codes. */
const STEP = 8;

/** Lanes of one operand in another order, four bytes each. */
const lanes = (v: Wasm, order: readonly number[]): Wasm =>
  shuffle(
    v,
    v,
    order.flatMap((l) => [4 * l, 4 * l + 1, 4 * l + 2, 4 * l + 3]),
  );

/** Of a vector, one value of all four lanes in each of them. */
function across(name: "f32x4.max" | "i32x4.add", v: Local): Wasm[] {
  return [v.set(op(name, v.get, lanes(v.get, [2, 3, 0, 1]))), v.set(op(name, v.get, lanes(v.get, [1, 0, 3, 2])))];
}

/** Eight codes in lanes of 16 bits to their place. `digits` splits them: low digits first, high ones behind 64 of them. */
function storeCodes(route: DotRoute, codes: Local, low: Local, at: Local): Wasm[] {
  if (route === "halves") return [store("v128.store", at.get, codes.get)];
  const digits = shuffle(low.get, low.get, [...DIGIT_ORDER, ...DIGIT_ORDER.map((byte) => 8 + byte)]);
  const high = op("i16x8.shr_s", op("i16x8.sub", codes.get, low.get), i32(8));
  return [
    low.set(op("i16x8.shr_s", op("i16x8.shl", codes.get, i32(8)), i32(8))),
    low.set(op("i8x16.narrow_i16x8_s", low.get, high)),
    low.set(digits),
    laneAccess("v128.store64_lane", at.get, low.get, 0),
    laneAccess("v128.store64_lane", at.get, low.get, 1, CODED_GROUP),
  ];
}

/** One group: reads it at `x`, which moves behind it, and writes codes at `code` and its numbers at `group`. */
function groupCode(
  f: WasmFunction,
  route: DotRoute,
  x: Local,
  code: Local,
  group: Local,
  row: ReturnType<typeof codedRow>,
): Wasm[] {
  const peak = f.local("peak", "v128");
  const factor = f.local("factor", "v128");
  const sum = f.local("sum", "v128");
  const codes = f.local("codes", "v128");
  const low = f.local("low", "v128");
  const largest = f.local("largest", "f32");
  const end = f.local("group_end", "i32");
  const usable = f.local("usable", "i32");
  const wide = (offset: number): Wasm =>
    op("i32x4.trunc_sat_f32x4_s", op("f32x4.nearest", op("f32x4.mul", load("v128.load", x.get, offset), factor.get)));
  const bytesOfStep = route === "halves" ? 2 * STEP : STEP;
  return [
    peak.set(f32x4(0)),
    end.set(add(x.get, i32(4 * CODED_GROUP))),
    doWhile(
      [
        ...[0, 16].map((offset) =>
          peak.set(op("f32x4.max", peak.get, op("f32x4.abs", load("v128.load", x.get, offset)))),
        ),
        x.set(add(x.get, i32(4 * STEP))),
      ],
      op("i32.lt_u", x.get, end.get),
    ),
    ...across("f32x4.max", peak),
    largest.set(lane("f32x4.extract_lane", 0, peak.get)),
    // Neither comparison holds of NaN.
    usable.set(op("i32.and", op("f32.ge", largest.get, f32(LEAST_LARGEST)), op("f32.lt", largest.get, f32(Infinity)))),
    store(
      "f32.store",
      group.get,
      select(
        usable.get,
        op("f32.div", largest.get, f32(LARGEST_CODE)),
        select(op("f32.lt", largest.get, f32(LEAST_LARGEST)), f32(0), largest.get),
      ),
      row.scales,
    ),
    factor.set(op("f32x4.splat", select(usable.get, op("f32.div", f32(LARGEST_CODE), largest.get), f32(0)))),
    sum.set(i32x4(0)),
    x.set(sub(x.get, i32(4 * CODED_GROUP))),
    doWhile(
      [
        // Numbers that are not finite times 0 are NaN, whose integer is 0.
        codes.set(op("i16x8.narrow_i32x4_s", wide(0), wide(16))),
        sum.set(op("i32x4.add", sum.get, op("i32x4.dot_i16x8_s", codes.get, i16x8(1)))),
        ...storeCodes(route, codes, low, code),
        code.set(add(code.get, i32(bytesOfStep))),
        x.set(add(x.get, i32(4 * STEP))),
      ],
      op("i32.lt_u", x.get, end.get),
    ),
    ...(route === "digits" ? [code.set(add(code.get, i32(CODED_GROUP)))] : []),
    ...across("i32x4.add", sum),
    store("i32.store", group.get, lane("i32x4.extract_lane", 0, sum.get), row.sums),
    group.set(add(group.get, i32(4))),
  ];
}

/** Bindings: `x`, `scratch:codes`. Parameters: `columns`, and the `format` of the weights that the codes are for. */
export const quantiseRows: BodyFactory = (parameters, features) => {
  const columns = numberParameter(parameters, "columns");
  const route = dotRoute(parameters["format"] as WeightFormat, features);
  const layout = codedRow(columns);
  const { run, address, from, to } = bodySignature(["x", "scratch:codes"]);
  const x = run.local("x_at", "i32");
  const end = run.local("x_end", "i32");
  const row = run.local("row_at", "i32");
  const code = run.local("code_at", "i32");
  const group = run.local("group_at", "i32");
  run.put(
    x.set(add(address("x").get, mul(from.get, i32(4 * columns)))),
    row.set(add(address("scratch:codes").get, mul(from.get, i32(layout.stride)))),
    whileDo(op("i32.lt_u", from.get, to.get), [
      code.set(row.get),
      group.set(row.get),
      end.set(add(x.get, i32(4 * columns))),
      doWhile(groupCode(run, route, x, code, group, layout), op("i32.lt_u", x.get, end.get)),
      row.set(add(row.get, i32(layout.stride))),
      from.set(add(from.get, i32(1))),
    ]),
  );
  return { module: { exports: { run } }, scratchBytes: 0 };
};
