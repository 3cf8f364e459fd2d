/** One E4M3FN byte per element and one bf16 scale per row: codes row-major, then the scales, 256-aligned. */
import { alignUp } from "../bytes.ts";
import { rowMajor, type WeightLayout } from "./layout.ts";

export const fp8Row: WeightLayout = {
  storage(shape) {
    const [rows, columns] = shape;
    if (shape.length !== 2 || rows === undefined || columns === undefined) return "needs two dimensions";
    const scaleOffset = alignUp(rows * columns, 256);
    const planes = [
      { offset: 0, unitBytes: columns },
      { offset: scaleOffset, unitBytes: 2 },
    ];
    return { rows, columns, unitRows: 1, planes, bytes: scaleOffset + 2 * rows };
  },
  coord: (int, columns, n, run, width) => ({
    code: [{ plane: 0, index: rowMajor(int, columns / width, n, run), bits: 8 * width }],
    scale: { plane: 1, index: n, bits: 16 },
  }),
};
