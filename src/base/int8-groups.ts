/**
 * How activations lie in memory as int8: groups of 64 neighbouring columns of a row, one f32 scale each, codes padded
 * with zeros to whole groups. Apart from the op that makes them, because contracts, kernels and planners count with it.
 * Invariant: value = scale * code, and every code and scale is defined to the bit (`quantise` has the formula).
 */
import { alignUp } from "./bytes.ts";

/** Columns that share a scale. */
export const GROUP_COLUMNS = 64;
/** Magnitude of the code of a group's largest value. */
export const LARGEST_CODE = 127;
/**
 * Groups whose largest magnitude is less than this are zero. Below it scales, and values that still round to a code,
 * could be subnormal, and those are zero on some devices: so all devices agree.
 */
export const LEAST_LARGEST = 2 ** -118;

/** Scales of a row. */
export function groupCount(width: number): number {
  return Math.ceil(width / GROUP_COLUMNS);
}

/** Codes of a row, those behind its end included. */
export function codeColumns(width: number): number {
  return alignUp(width, GROUP_COLUMNS);
}
