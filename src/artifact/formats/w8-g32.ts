/** Unpacks a group of the codes that `base/formats/w8-g32.ts` describes. */
import { W8_G32 } from "../../base/formats/w8-g32.ts";
import { groupedDecoder } from "./grouped.ts";

export const w8G32 = groupedDecoder(W8_G32, (codes, basePlane, base) => {
  for (let lane = 0; lane < 32; lane++) codes[lane] = basePlane[base + lane]!;
});
