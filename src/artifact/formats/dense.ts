/** Plain elements: every bit pattern is legal and NaN payloads survive decoding of bf16 and f32. */
import type { DType } from "../../base/dtype.ts";
import { byteSize, toFloat32 } from "../../base/dtype.ts";
import type { RowDecoder } from "./decoder.ts";

export function denseDecoder(dtype: DType): RowDecoder {
  return ({ columns, firstRow, planes }, start, end) => {
    const rowBytes = columns * byteSize(dtype);
    return toFloat32(planes[0]!.subarray((start - firstRow) * rowBytes, (end - firstRow) * rowBytes), dtype);
  };
}
