/**
 * Decoding the grouped integer formats on the host. A format adds only how one group's codes are unpacked; where rows
 * begin is the layout's to say, and groups of a row follow each other in every plane.
 */
import { f16ToF32 } from "../../base/dtype.ts";
import { type GroupedBits, groupedLayout } from "../../base/formats/grouped.ts";
import { byteOf } from "../../base/formats/layout.ts";
import { NUMBERS } from "../../base/integers.ts";
import type { RowDecoder } from "./decoder.ts";

/** Writes the signed codes of one group; `base` and `high` are byte positions in the planes. */
export type UnpackGroup = (
  codes: Int8Array,
  basePlane: Uint8Array,
  base: number,
  highPlane: Uint8Array,
  high: number,
) => void;

const NO_PLANE = new Uint8Array(0);

export function groupedDecoder(bits: GroupedBits, unpack: UnpackGroup): RowDecoder {
  const layout = groupedLayout(bits);
  const { group, lowBits, highBits } = bits;
  const [lowBytes, highBytes] = [(group * lowBits) / 8, (group * highBits) / 8];
  return ({ columns, firstRow, planes }, start, end) => {
    const base = planes[0]!;
    const high = highBits > 0 ? planes[1]! : NO_PLANE;
    const scales = planes[planes.length - 1]!;
    const codes = new Int8Array(group);
    const values = new Float32Array((end - start) * columns);
    for (let row = start; row < end; row++) {
      const { code, scale } = layout.coord(NUMBERS, columns, row - firstRow, 0, 1);
      const [lowAt, highAt, scaleAt] = [byteOf(code[0]!), code[1] === undefined ? 0 : byteOf(code[1]), byteOf(scale!)];
      for (let column = 0; column < columns; column += group) {
        const g = column / group;
        const factor = f16ToF32(scales[scaleAt + 2 * g]! | (scales[scaleAt + 2 * g + 1]! << 8));
        unpack(codes, base, lowAt + g * lowBytes, high, highAt + g * highBytes);
        const at = (row - start) * columns + column;
        const lanes = Math.min(group, columns - column);
        for (let lane = 0; lane < lanes; lane++) values[at + lane] = factor * codes[lane]!;
      }
    }
    return values;
  };
}
