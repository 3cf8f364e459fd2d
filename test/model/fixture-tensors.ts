/**
 * Reading safetensors files in tests: a second, minimal reader beside the engine's, so that a fault there cannot hide
 * in both sides of a comparison. Whole files, F32, BF16 and I32 only.
 */
import { readFileSync } from "node:fs";

export interface FixtureTensor {
  readonly shape: readonly number[];
  readonly data: Float32Array;
}

type Header = Readonly<Record<string, { dtype: string; shape: number[]; data_offsets: [number, number] }>>;

function decode(bytes: Buffer, dtype: string): Float32Array {
  if (dtype === "F32") return new Float32Array(Uint8Array.from(bytes).buffer);
  if (dtype === "I32") return Float32Array.from(new Int32Array(Uint8Array.from(bytes).buffer));
  if (dtype !== "BF16") throw new Error(`fixture reader: ${dtype}`);
  const words = Uint32Array.from({ length: bytes.length / 2 }, (_, i) => bytes.readUInt16LE(2 * i) << 16);
  return new Float32Array(words.buffer);
}

/** All tensors of a file by name. */
export function readTensors(path: string): Map<string, FixtureTensor> {
  const file = readFileSync(path);
  const start = 8 + Number(file.readBigUInt64LE(0));
  const header: Header = JSON.parse(file.toString("utf8", 8, start));
  const tensors = new Map<string, FixtureTensor>();
  for (const [name, { dtype, shape, data_offsets: range }] of Object.entries(header)) {
    if (name === "__metadata__") continue;
    tensors.set(name, { shape, data: decode(file.subarray(start + range[0], start + range[1]), dtype) });
  }
  return tensors;
}

export function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(path, "utf8")) as T;
}
