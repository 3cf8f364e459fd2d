/** The weight formats by name and layout. A new format is one file beside this one and one line here. */
import { invariant, present } from "../invariant.ts";
import { denseLayout } from "./dense.ts";
import { fp8Row } from "./fp8-row.ts";
import { type FragmentOrder, fragmentOrder } from "./fragments.ts";
import type { StorageLayout, WeightLayout } from "./layout.ts";
import { nvfp4 } from "./nvfp4.ts";
import { type PanelOrder, panelOrder } from "./panels.ts";
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
export type WeightOrder = "fragments" | "panels";

type OrderTable<Order> = Readonly<Partial<Record<WeightFormat, Order>>>;

/** The formats that have a fragment order. */
const FRAGMENT_ORDERS: OrderTable<FragmentOrder> = {
  q4_g64: fragmentOrder(Q4_G64),
  q5_g64: fragmentOrder(Q5_G64),
  q6_g64: fragmentOrder(Q6_G64),
  w8_g32: fragmentOrder(W8_G32),
};
export const FRAGMENT_FORMATS = Object.keys(FRAGMENT_ORDERS) as readonly WeightFormat[];

/** The formats that have a panel order. */
const PANEL_ORDERS: OrderTable<PanelOrder> = {
  q4_g64: panelOrder(Q4_G64),
  q5_g64: panelOrder(Q5_G64),
  q6_g64: panelOrder(Q6_G64),
  w8_g32: panelOrder(W8_G32),
};
export const PANEL_FORMATS = Object.keys(PANEL_ORDERS) as readonly WeightFormat[];

/** The fragment order of a format that has one. */
export function fragmentsOf(format: WeightFormat): FragmentOrder {
  return present(FRAGMENT_ORDERS[format], `fragment order of ${format}`);
}

/** The panel order of a format that has one. */
export function panelsOf(format: WeightFormat): PanelOrder {
  return present(PANEL_ORDERS[format], `panel order of ${format}`);
}

/** The map and the layouts of a format: as it is stored, or in another order. */
export function layoutOf(format: WeightFormat, order?: WeightOrder): WeightLayout {
  switch (order) {
    case undefined:
      return WEIGHT_LAYOUTS[format];
    case "fragments":
      return fragmentsOf(format);
    case "panels":
      return panelsOf(format);
    default:
      return order satisfies never;
  }
}

/** Layout of a matrix whose shape its reader has accepted: as it is stored, or in another order. */
export function matrixLayout(format: WeightFormat, rows: number, columns: number, order?: WeightOrder): StorageLayout {
  const layout = layoutOf(format, order).storage([rows, columns]);
  invariant(typeof layout !== "string", `a matrix [${rows}, ${columns}] of ${format}: ${layout}`);
  return layout;
}

/** A format in the same order, for every format of a list: what a backend that repacks says in its facts. */
export function ordersOf(
  formats: readonly WeightFormat[],
  order: WeightOrder,
): Readonly<Partial<Record<WeightFormat, WeightOrder>>> {
  return Object.fromEntries(formats.map((format) => [format, order]));
}
