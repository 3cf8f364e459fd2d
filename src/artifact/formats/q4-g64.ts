/** Unpacks a group of the codes that `base/formats/q4-g64.ts` describes. */
import { Q4_G64 } from "../../base/formats/q4-g64.ts";
import { groupedDecoder } from "./grouped.ts";

export const q4G64 = groupedDecoder(Q4_G64, (codes, basePlane, base) => {
  for (let i = 0; i < 32; i++) {
    const byte = basePlane[base + i]!;
    codes[2 * i] = (byte << 28) >> 28;
    codes[2 * i + 1] = (byte << 24) >> 28;
  }
});
