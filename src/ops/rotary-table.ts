/**
 * The rotary table that kernels read: exact cosines and sines for positions 0..255 and for multiples of 256, joined in
 * the kernel by the addition theorem. The host builds it in f64, because sine and cosine in shaders are not dependable
 * for large angles.
 */
import { ceilDivide } from "../base/bytes.ts";
import type { ConstantRef } from "../graph/graph.ts";
import type { StepShape } from "./contract.ts";

/** Positions that have an entry of their own; the rest are multiples of it. */
const LOW_POSITIONS = 256;

/** Entries of the table: one per low position, then one per multiple of 256 up to `maxPositions`. */
export function rotaryEntries(table: ConstantRef): number {
  return LOW_POSITIONS + ceilDivide(table.maxPositions, LOW_POSITIONS);
}

/**
 * Pairs (cos, sin) as [entry][frequency][2]; entry e < 256 is position e, entry 256 + h is position 256 h. The angle
 * of frequency i is position * theta^(-2i / rotaryWidth), i < rotaryWidth / 2.
 */
export function rotaryTable(table: ConstantRef): Float32Array {
  const frequencies = table.rotaryWidth / 2;
  const entries = rotaryEntries(table);
  const values = new Float32Array(entries * table.rotaryWidth);
  for (let entry = 0; entry < entries; entry++) {
    const position = entry < LOW_POSITIONS ? entry : (entry - LOW_POSITIONS) * LOW_POSITIONS;
    for (let i = 0; i < frequencies; i++) {
      const angle = position * table.theta ** ((-2 * i) / table.rotaryWidth);
      values[(entry * frequencies + i) * 2] = Math.cos(angle);
      values[(entry * frequencies + i) * 2 + 1] = Math.sin(angle);
    }
  }
  return values;
}

/** Elements of the table that a step reads: its positions share their low and their high entries. */
export function rotaryElements(table: ConstantRef, { tokens, sequences, contextTokens }: StepShape): number {
  if (tokens === 0) return 0;
  const rows = tokens / sequences;
  const high = (position: number): number => Math.floor(position / LOW_POSITIONS);
  const highEntries = high(contextTokens - 1) - high(contextTokens - rows) + 1;
  return table.rotaryWidth * (Math.min(rows, LOW_POSITIONS) + highEntries);
}
