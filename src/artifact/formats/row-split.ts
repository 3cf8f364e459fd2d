/**
 * The row-split layout of the grouped integer formats: a plane of low code bits, a plane of high bits (5 and 6 bits
 * only), a plane of f16 group scales, each 256-aligned, columns padded to 128. A format adds only how one group's codes
 * are unpacked. value[n, k] = scale[n, floor(k / G)] * code[n, k]; the product is exact in float32.
 */
import { alignUp } from "../../base/bytes.ts";
import { f16ToF32 } from "../../base/dtype.ts";
import type { WeightCodec } from "./layout.ts";

export interface GroupedFormat {
  /** Columns of a group. */
  readonly group: number;
  /** Bytes of a group in the low plane. */
  readonly baseBytes: number;
  /** Bytes of a group in the high plane; 0 where there is none. */
  readonly highBytes: number;
  /** Writes the `group` signed codes of one group; `base` and `high` are byte positions in the planes. */
  unpack(codes: Int8Array, basePlane: Uint8Array, base: number, highPlane: Uint8Array, high: number): void;
}

const NO_PLANE = new Uint8Array(0);

export function rowSplitCodec(format: GroupedFormat): WeightCodec {
  const { group, baseBytes, highBytes } = format;
  const groupsPerRow = (columns: number) => alignUp(columns, 128) / group;
  return {
    layout(shape) {
      const [rows, columns] = shape;
      if (shape.length !== 2 || rows === undefined || columns === undefined) return "needs two dimensions";
      const groups = groupsPerRow(columns);
      const highOffset = alignUp(rows * groups * baseBytes, 256);
      const scaleOffset = highOffset + alignUp(rows * groups * highBytes, 256);
      const planes = [{ offset: 0, unitBytes: groups * baseBytes }];
      if (highBytes > 0) planes.push({ offset: highOffset, unitBytes: groups * highBytes });
      planes.push({ offset: scaleOffset, unitBytes: groups * 2 });
      return { rows, columns, unitRows: 1, planes, bytes: scaleOffset + rows * groups * 2 };
    },
    decode({ columns, firstRow, planes }, start, end) {
      const groups = groupsPerRow(columns);
      const base = planes[0]!;
      const high = highBytes > 0 ? planes[1]! : NO_PLANE;
      const scales = planes[planes.length - 1]!;
      const codes = new Int8Array(group);
      const values = new Float32Array((end - start) * columns);
      for (let row = start; row < end; row++) {
        for (let column = 0; column < columns; column += group) {
          const g = (row - firstRow) * groups + column / group;
          const scale = f16ToF32(scales[2 * g]! | (scales[2 * g + 1]! << 8));
          format.unpack(codes, base, g * baseBytes, high, g * highBytes);
          const at = (row - start) * columns + column;
          const lanes = Math.min(group, columns - column);
          for (let lane = 0; lane < lanes; lane++) values[at + lane] = scale * codes[lane]!;
        }
      }
      return values;
    },
  };
}
