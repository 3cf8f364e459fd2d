/**
 * The row-split layout of the grouped integer formats: a plane of low code bits, a plane of high bits (5 and 6 bits
 * only), a plane of f16 group scales, each 256-aligned, columns padded to 128.
 * value[n, k] = scale[n, floor(k / G)] * code[n, k]; the product is exact in float32.
 */
import { alignUp } from "../bytes.ts";
import type { WeightLayout } from "./layout.ts";
import { rowMajor } from "./layout.ts";

export interface GroupedBits {
  /** Columns of a group. */
  readonly group: number;
  /** Bits of a code in the low plane, and in the high plane: 0 where there is none. */
  readonly lowBits: number;
  readonly highBits: number;
}

export function groupedLayout({ group, lowBits, highBits }: GroupedBits): WeightLayout {
  const padded = (columns: number): number => alignUp(columns, 128);
  const scalePlane = highBits > 0 ? 2 : 1;
  return {
    storage(shape) {
      const [rows, columns] = shape;
      if (shape.length !== 2 || rows === undefined || columns === undefined) return "needs two dimensions";
      const width = padded(columns);
      const [lowBytes, highBytes, scaleBytes] = [(width * lowBits) / 8, (width * highBits) / 8, (width / group) * 2];
      const highOffset = alignUp(rows * lowBytes, 256);
      const scaleOffset = highOffset + alignUp(rows * highBytes, 256);
      const planes = [{ offset: 0, unitBytes: lowBytes }];
      if (highBits > 0) planes.push({ offset: highOffset, unitBytes: highBytes });
      planes.push({ offset: scaleOffset, unitBytes: scaleBytes });
      return { rows, columns, unitRows: 1, planes, bytes: scaleOffset + rows * scaleBytes };
    },
    coord(int, columns, n, run, width) {
      const place = rowMajor(int, padded(columns) / width, n, run);
      const code = [{ plane: 0, index: place, bits: lowBits * width }];
      if (highBits > 0) code.push({ plane: 1, index: place, bits: highBits * width });
      const scale = rowMajor(int, padded(columns) / group, n, int.div(run, group / width));
      return { code, scale: { plane: scalePlane, index: scale, bits: 16 } };
    },
  };
}
