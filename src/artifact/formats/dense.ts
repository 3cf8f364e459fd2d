/**
 * Plain little-endian elements in C order, without padding: bf16, f32 and the integers. Any shape, scalars included;
 * every bit pattern is legal and NaN payloads survive decoding of bf16 and f32.
 */
import type { DType } from "../../base/dtype.ts";
import { byteSize, toFloat32 } from "../../base/dtype.ts";
import type { WeightCodec } from "./layout.ts";
import { rowsAndColumns } from "./layout.ts";

export function denseCodec(dtype: DType): WeightCodec {
  return {
    layout(shape) {
      const { rows, columns } = rowsAndColumns(shape);
      const unitBytes = columns * byteSize(dtype);
      return { rows, columns, unitRows: 1, planes: [{ offset: 0, unitBytes }], bytes: rows * unitBytes };
    },
    decode({ columns, firstRow, planes }, start, end) {
      const rowBytes = columns * byteSize(dtype);
      return toFloat32(planes[0]!.subarray((start - firstRow) * rowBytes, (end - firstRow) * rowBytes), dtype);
    },
  };
}
