/**
 * Signed 6-bit codes -32..31 in groups of 64 with an f16 scale: low nibbles as in 4 bits, bits 4 and 5 in a plane of
 * their own, lane l at shift 2 (l % 4) of byte floor(l / 4). 6.25 bits per weight.
 */
import { rowSplitCodec } from "./row-split.ts";

export const q6G64 = rowSplitCodec({
  group: 64,
  baseBytes: 32,
  highBytes: 16,
  unpack(codes, basePlane, base, highPlane, high) {
    for (let lane = 0; lane < 64; lane++) {
      const low = (basePlane[base + (lane >> 1)]! >> (4 * (lane & 1))) & 15;
      const top = (highPlane[high + (lane >> 2)]! >> (2 * (lane & 3))) & 3;
      codes[lane] = ((low | (top << 4)) << 26) >> 26;
    }
  },
});
