/** The weight formats by name and layout. A new format is one file beside this one and one line here. */
import { invariant, present } from "../invariant.ts";
import { denseLayout } from "./dense.ts";
import { fp8Row } from "./fp8-row.ts";
import { type FragmentOrder, fragmentOrder } from "./fragments.ts";
import type { StorageLayout, WeightLayout } from "./layout.ts";
import { nvfp4 } from "./nvfp4.ts";
import { Q4_G64, q4G64 } from "./q4-g64.ts";
import { Q5_G64, q5G64 } from "./q5-g64.ts";
import { Q6_G64, q6G64 } from "./q6-g64.ts";
import { W8_G32, w8G32 } from "./w8-g32.ts";

export const WEIGHT_LAYOUTS = {
  f32: denseLayout("f32"),
  f16: denseLayout("f16"),
  bf16: denseLayout("bf16"),
  i32: denseLayout("i32"),
  u32: denseLayout("u32"),
  i8: denseLayout("i8"),
  u8: denseLayout("u8"),
  q4_g64: q4G64,
  q5_g64: q5G64,
  q6_g64: q6G64,
  w8_g32: w8G32,
  fp8_row: fp8Row,
  nvfp4,
} as const satisfies Readonly<Record<string, WeightLayout>>;

/** How the numbers of a matrix are packed. Dense formats are named by their dtype. */
export type WeightFormat = keyof typeof WEIGHT_LAYOUTS;

/** How a weight lies in memory where that is not as it is stored. */
export type WeightOrder = "fragments";

/** The formats that have a fragment order. */
const FRAGMENT_ORDERS: Readonly<Partial<Record<WeightFormat, FragmentOrder>>> = {
  q4_g64: fragmentOrder(Q4_G64),
  q5_g64: fragmentOrder(Q5_G64),
  q6_g64: fragmentOrder(Q6_G64),
  w8_g32: fragmentOrder(W8_G32),
};
export const FRAGMENT_FORMATS = Object.keys(FRAGMENT_ORDERS) as readonly WeightFormat[];

/** The fragment order of a format that has one. */
export function fragmentsOf(format: WeightFormat): FragmentOrder {
  return present(FRAGMENT_ORDERS[format], `fragment order of ${format}`);
}

/** Layout of a matrix whose shape its reader has accepted: as it is stored, or in another order. */
export function matrixLayout(format: WeightFormat, rows: number, columns: number, order?: WeightOrder): StorageLayout {
  const layout = (order === undefined ? WEIGHT_LAYOUTS[format] : fragmentsOf(format)).storage([rows, columns]);
  invariant(typeof layout !== "string", `a matrix [${rows}, ${columns}] of ${format}: ${layout}`);
  return layout;
}
