/** Plain elements: bf16 rounds to nearest even, f32 keeps every bit. */
import { fromFloat32 } from "../../base/dtype.ts";
import { type Encoder, type EncodingFault, NO_TRAILER } from "./encoder.ts";

export function denseEncoder(dtype: "f32" | "bf16"): Encoder {
  return {
    needsLargest: false,
    rows(values, columns) {
      const bytes = fromFloat32(values, dtype);
      return dtype === "f32" ? [bytes] : (overflow(values, columns, bytes) ?? [bytes]);
    },
    trailer: NO_TRAILER,
  };
}

/** A finite value that rounds to bf16's infinity. */
function overflow(values: Float32Array, columns: number, bytes: Uint8Array): EncodingFault | undefined {
  const words = new Uint16Array(bytes.buffer, bytes.byteOffset, values.length);
  const at = words.findIndex((word) => (word & 0x7fff) === 0x7f80);
  if (at < 0) return undefined;
  return { row: Math.floor(at / columns), found: String(values[at]), needed: "at most 3.3895e38, bf16's largest" };
}
