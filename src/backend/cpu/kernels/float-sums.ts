/**
 * The one order in which a product of floats is summed, whatever the tile: blocks of 512 along K; in a block, lane l adds
 * the products of the columns k = l mod 4 in order; the lanes are joined as (l0 + l2) + (l1 + l3), and blocks are added in
 * order. Apart from the kernels that share it, because a row must not tell how many rows it was computed with.
 */
import { type Local, lane, op, shuffle, type Wasm } from "../../../../codegen/wasm/ir.ts";

/** Columns of a block. */
export const BLOCK = 512;
/** Bytes of a block of f32. */
export const BLOCK_BYTES = 4 * BLOCK;

const UPPER_HALF = [8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7];

/** (l0 + l2) + (l1 + l3) of a vector of sums; `half` is overwritten. */
export function joinLanes(sums: Local, half: Local): Wasm {
  const halves = half.tee(op("f32x4.add", sums.get, shuffle(sums.get, sums.get, UPPER_HALF)));
  return op("f32.add", lane("f32x4.extract_lane", 0, halves), lane("f32x4.extract_lane", 1, half.get));
}

/** sums + a * b; fused where that is allowed and there. */
export function multiplyAdd(sums: Wasm, a: Wasm, b: Wasm, fused: boolean): Wasm {
  return fused ? op("f32x4.relaxed_madd", a, b, sums) : op("f32x4.add", sums, op("f32x4.mul", a, b));
}
