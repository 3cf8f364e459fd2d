/** Small `.ninfer` files of version 3 in memory, written from their directory and the bytes of their objects. */
import type { ByteSource } from "../../src/artifact/artifact.ts";
import { memorySource } from "../../src/artifact/sources.ts";

export interface Stored {
  readonly id: string;
  readonly shape: readonly number[];
  readonly format: string;
  readonly layout: string;
  readonly bytes: Uint8Array;
}

/** A version 3 file in memory. */
export function containerV3(
  components: unknown,
  stored: readonly Stored[],
  bindings: Readonly<Record<string, unknown>>,
): ByteSource {
  let cursor = 0;
  const objects = stored.map(({ id, shape, format, layout, bytes }) => {
    const offset = Math.ceil(cursor / 256) * 256;
    cursor = offset + bytes.length;
    return { id, kind: "tensor", shape, format, layout, offset, bytes: bytes.length };
  });
  const directory = { components, objects, bindings, uses: [], files: [{ path: null, payload_bytes: cursor }] };
  const json = new TextEncoder().encode(JSON.stringify(directory));
  const start = Math.ceil((32 + json.length) / 4096) * 4096;
  const file = new Uint8Array(start + cursor);
  file.set([0x4e, 0x49, 0x4e, 0x46, 0x45, 0x52, 0, 3]);
  new DataView(file.buffer).setBigUint64(8, BigInt(json.length), true);
  file.set(json, 32);
  for (const [i, { offset }] of objects.entries()) file.set(stored[i]!.bytes, start + offset);
  return memorySource("model.ninfer", file);
}

export const bf16Object = (id: string, shape: readonly number[], bytes: Uint8Array): Stored => ({
  id,
  shape,
  format: "bf16",
  layout: "contiguous_le_v1",
  bytes,
});

/** Rows of a row-major byte matrix picked in a given order. */
export function pickRows(bytes: Uint8Array, rowBytes: number, rows: readonly number[]): Uint8Array {
  const result = new Uint8Array(rows.length * rowBytes);
  for (const [i, row] of rows.entries()) result.set(bytes.subarray(row * rowBytes, (row + 1) * rowBytes), i * rowBytes);
  return result;
}

export const range = (begin: number, end: number) => Array.from({ length: end - begin }, (_, i) => begin + i);
