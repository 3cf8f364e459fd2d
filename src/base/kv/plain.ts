/**
 * Pages of plain floats. A page of one layer holds, for G heads of width D and P = 64 tokens, the K plane [G][P][D] and
 * then the V plane [G][P][D].
 */
import { byteSize } from "../dtype.ts";
import { PAGE_TOKENS } from "../step-block.ts";
import type { VectorPages } from "./layout.ts";

export function plainPages(storage: "f32" | "bf16"): VectorPages {
  return {
    fits: ({ headWidth }) => (headWidth * byteSize(storage)) % 4 === 0,
    pageBytes: ({ heads, headWidth }) => 2 * heads * PAGE_TOKENS * headWidth * byteSize(storage),
    vector(int, { heads }, plane, page, head, token) {
      const row = int.add(int.add(int.mul(page, 2 * heads), head), plane === "values" ? heads : 0);
      return int.add(int.mul(row, PAGE_TOKENS), token);
    },
  };
}
