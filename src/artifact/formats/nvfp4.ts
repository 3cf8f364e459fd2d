/**
 * NVFP4: E2M1 codes, an E4M3FN scale per 16 columns, one f32 divisor per object. Codes are plain row-major nibbles;
 * scales lie in tiles of 128 rows by 4 groups (512 bytes), so rows can be taken only in whole tiles.
 * value[n, k] = e2m1(code) * e4m3(scale[n, floor(k / 16)]) / divisor: the product is exact, the division rounds once.
 */
import { E4M3_VALUES } from "./e4m3.ts";
import type { WeightCodec } from "./layout.ts";

const TILE_ROWS = 128;
const TILE_BYTES = 512;
const E2M1_VALUES = Float32Array.of(0, 0.5, 1, 1.5, 2, 3, 4, 6, -0, -0.5, -1, -1.5, -2, -3, -4, -6);

/** Byte of a scale within its object's scale plane; `tilesPerRow` is K / 64, `group` is floor(k / 16). */
export function scaleByte(row: number, group: number, tilesPerRow: number): number {
  const tile = (row >> 7) * tilesPerRow + (group >> 2);
  const inTile = row & 127;
  return tile * TILE_BYTES + (inTile & 31) * 16 + (inTile >> 5) * 4 + (group & 3);
}

export const nvfp4: WeightCodec = {
  layout(shape) {
    const [rows, columns] = shape;
    if (shape.length !== 2 || rows === undefined || columns === undefined) return "needs two dimensions";
    if (rows % TILE_ROWS !== 0) return "needs a multiple of 128 rows";
    if (columns % 64 !== 0) return "needs a multiple of 64 columns";
    // N * K / 2 is a multiple of 4096 here, so the 256-aligned scales follow without a gap.
    const scaleOffset = (rows * columns) / 2;
    const trailerOffset = scaleOffset + (rows * columns) / 16;
    return {
      rows,
      columns,
      unitRows: TILE_ROWS,
      planes: [
        { offset: 0, unitBytes: (TILE_ROWS * columns) / 2 },
        { offset: scaleOffset, unitBytes: (columns / 64) * TILE_BYTES },
      ],
      trailer: { offset: trailerOffset, bytes: 4 },
      bytes: trailerOffset + 4,
    };
  },
  decode({ columns, firstRow, planes, trailer }, start, end) {
    const codes = planes[0]!;
    const scales = planes[1]!;
    const divisor = new DataView(trailer.buffer, trailer.byteOffset, 4).getFloat32(0, true);
    const values = new Float32Array((end - start) * columns);
    for (let row = start; row < end; row++) {
      const from = row - firstRow;
      const at = (row - start) * columns;
      for (let k = 0; k < columns; k++) {
        const scale = E4M3_VALUES[scales[scaleByte(from, k >> 4, columns / 64)]!]!;
        const code = (codes[(from * columns + k) >> 1]! >> (4 * (k & 1))) & 15;
        values[at + k] = (E2M1_VALUES[code]! * scale) / divisor;
      }
    }
    return values;
  },
};
