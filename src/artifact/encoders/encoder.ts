/**
 * What every weight format provides on the way in: a pure encoder of rows, the inverse of its decoder. Separate from the
 * decoders, because only a converter encodes. Invariant: the bytes are those of the format's own definition, bit by bit,
 * so a file does not depend on who wrote it; what the definition refuses is refused, never clipped.
 */

/** Rows that a format cannot hold. `row` counts from the first row given. */
export interface EncodingFault {
  readonly row: number;
  readonly found: string;
  readonly needed: string;
}

export interface Encoder {
  /** Whether rows depend on the largest magnitude of the whole matrix, which must be known before the first of them. */
  readonly needsLargest: boolean;
  /**
   * Planes of whole units of rows, in the layout's order, padding zero.
   * @param values row-major and finite, a multiple of the layout's `unitRows` rows
   * @param largest magnitude in the whole matrix, where `needsLargest`
   */
  rows(values: Float32Array, columns: number, largest: number): readonly Uint8Array[] | EncodingFault;
  /** Bytes behind the planes, where the layout has a trailer. */
  trailer(largest: number): Uint8Array;
}

export const NO_TRAILER = (): Uint8Array => new Uint8Array(0);

export function isFault(result: readonly Uint8Array[] | EncodingFault): result is EncodingFault {
  return "found" in result;
}

/** Adding and subtracting it rounds a magnitude below 2^51 to the nearest integer, ties to even. */
const ROUNDER = 1.5 * 2 ** 52;

export function roundHalfEven(value: number): number {
  return value + ROUNDER - ROUNDER;
}

/** Largest magnitude of `values[begin, end)`. */
export function largestMagnitude(values: Float32Array, begin = 0, end = values.length): number {
  let largest = 0;
  for (let i = begin; i < end; i++) {
    const magnitude = Math.abs(values[i]!);
    if (magnitude > largest) largest = magnitude;
  }
  return largest;
}
