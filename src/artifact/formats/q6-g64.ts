/** Unpacks a group of the codes that `base/formats/q6-g64.ts` describes. */
import { Q6_G64 } from "../../base/formats/q6-g64.ts";
import { groupedDecoder } from "./grouped.ts";

export const q6G64 = groupedDecoder(Q6_G64, (codes, basePlane, base, highPlane, high) => {
  for (let lane = 0; lane < 64; lane++) {
    const low = (basePlane[base + (lane >> 1)]! >> (4 * (lane & 1))) & 15;
    const top = (highPlane[high + (lane >> 2)]! >> (2 * (lane & 3))) & 3;
    codes[lane] = ((low | (top << 4)) << 26) >> 26;
  }
});
