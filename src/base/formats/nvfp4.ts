/**
 * NVFP4: E2M1 codes, an E4M3FN scale per 16 columns, one f32 divisor per object. Codes are plain row-major nibbles;
 * scales lie in tiles of 128 rows by 4 groups (512 bytes), so rows can be taken only in whole tiles.
 */
import { rowMajor, type WeightLayout } from "./layout.ts";

const TILE_ROWS = 128;
const TILE_BYTES = 512;
const GROUP = 16;
const TILE_COLUMNS = 4 * GROUP;

export const nvfp4: WeightLayout = {
  storage(shape) {
    const [rows, columns] = shape;
    if (shape.length !== 2 || rows === undefined || columns === undefined) return "needs two dimensions";
    if (rows % TILE_ROWS !== 0) return "needs a multiple of 128 rows";
    if (columns % TILE_COLUMNS !== 0) return "needs a multiple of 64 columns";
    // N * K / 2 is a multiple of 4096 here, so the 256-aligned scales follow without a gap.
    const scaleOffset = (rows * columns) / 2;
    const trailerOffset = scaleOffset + (rows * columns) / 16;
    return {
      rows,
      columns,
      unitRows: TILE_ROWS,
      planes: [
        { offset: 0, unitBytes: (TILE_ROWS * columns) / 2 },
        { offset: scaleOffset, unitBytes: (columns / TILE_COLUMNS) * TILE_BYTES },
      ],
      trailer: { offset: trailerOffset, bytes: 4 },
      bytes: trailerOffset + 4,
    };
  },
  coord(int, columns, n, run, width) {
    const perTile = TILE_COLUMNS / width;
    // In a tile, rows r, r + 32, r + 64, r + 96 lie side by side, four scales each.
    const tile = rowMajor(int, columns / TILE_COLUMNS, int.div(n, TILE_ROWS), int.div(run, perTile));
    const row = int.add(int.mul(int.rem(n, 32), 16), int.mul(int.rem(int.div(n, 32), 4), 4));
    const group = int.div(int.rem(run, perTile), GROUP / width);
    return {
      code: [{ plane: 0, index: rowMajor(int, columns / width, n, run), bits: 4 * width }],
      scale: { plane: 1, index: int.add(int.mul(tile, TILE_BYTES), int.add(row, group)), bits: 8 },
    };
  },
};
