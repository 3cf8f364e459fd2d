/** Plain little-endian elements in C order, without padding. Any shape, scalars included. */
import { byteSize, type DType } from "../dtype.ts";
import { rowMajor, rowsAndColumns, type WeightLayout } from "./layout.ts";

export function denseLayout(dtype: DType): WeightLayout {
  const size = byteSize(dtype);
  return {
    storage(shape) {
      const { rows, columns } = rowsAndColumns(shape);
      const unitBytes = columns * size;
      return { rows, columns, unitRows: 1, planes: [{ offset: 0, unitBytes }], bytes: rows * unitBytes };
    },
    coord: (int, columns, n, run, width) => ({
      code: [{ plane: 0, index: rowMajor(int, columns / width, n, run), bits: 8 * size * width }],
    }),
  };
}
