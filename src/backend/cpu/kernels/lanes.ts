/**
 * Sums and maxima over the four lanes of a vector, by shuffles. Apart because rows of bits hang on it: wherever the lanes
 * of a sum are joined, it is (l0 + l2) + (l1 + l3), in whatever body.
 */
import { type Local, op, shuffle, type Wasm } from "../../../../codegen/wasm/ir.ts";

const bytesOf = (...lanes: readonly number[]): number[] =>
  lanes.flatMap((lane) => [4 * lane, 4 * lane + 1, 4 * lane + 2, 4 * lane + 3]);

/** Of lanes 0 to 3 of a first operand and 4 to 7 of a second. */
const FIRST_PAIRS = bytesOf(0, 4, 1, 5);
const LAST_PAIRS = bytesOf(2, 6, 3, 7);
const LOW_HALVES = bytesOf(0, 1, 4, 5);
const HIGH_HALVES = bytesOf(2, 3, 6, 7);
const HALVES_SWAPPED = bytesOf(2, 3, 0, 1);
const NEIGHBOURS_SWAPPED = bytesOf(1, 0, 3, 2);

/** Lane by lane the sums of four vectors, which are used up. */
export function sumsOfFour(four: readonly [Local, Local, Local, Local]): Wasm {
  const [a, b, c, d] = four;
  const pairs = (x: Local, y: Local): Wasm =>
    op("f32x4.add", shuffle(x.get, y.get, FIRST_PAIRS), shuffle(x.get, y.get, LAST_PAIRS));
  // Operands run from left to right: both pairs are set before the second operand reads them.
  const low = shuffle(a.tee(pairs(a, b)), c.tee(pairs(c, d)), LOW_HALVES);
  return op("f32x4.add", low, shuffle(a.get, c.get, HIGH_HALVES));
}

/** One operation over all lanes of a vector, whose result every lane of it gets. */
export function acrossLanes(operation: "f32x4.add" | "f32x4.max", v: Local): Wasm[] {
  return [HALVES_SWAPPED, NEIGHBOURS_SWAPPED].map((order) => v.set(op(operation, v.get, shuffle(v.get, v.get, order))));
}
