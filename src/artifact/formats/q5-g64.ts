/** Unpacks a group of the codes that `base/formats/q5-g64.ts` describes. */
import { Q5_G64 } from "../../base/formats/q5-g64.ts";
import { groupedDecoder } from "./grouped.ts";

export const q5G64 = groupedDecoder(Q5_G64, (codes, basePlane, base, highPlane, high) => {
  for (let lane = 0; lane < 64; lane++) {
    const low = (basePlane[base + (lane >> 1)]! >> (4 * (lane & 1))) & 15;
    const top = (highPlane[high + (lane >> 3)]! >> (lane & 7)) & 1;
    codes[lane] = ((low | (top << 4)) << 27) >> 27;
  }
});
