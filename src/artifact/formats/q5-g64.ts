/**
 * Signed 5-bit codes -16..15 in groups of 64 with an f16 scale: low nibbles as in 4 bits, bit 4 in a plane of its own,
 * lane l in bit l % 8 of byte floor(l / 8). 5.25 bits per weight.
 */
import { rowSplitCodec } from "./row-split.ts";

export const q5G64 = rowSplitCodec({
  group: 64,
  baseBytes: 32,
  highBytes: 8,
  unpack(codes, basePlane, base, highPlane, high) {
    for (let lane = 0; lane < 64; lane++) {
      const low = (basePlane[base + (lane >> 1)]! >> (4 * (lane & 1))) & 15;
      const top = (highPlane[high + (lane >> 3)]! >> (lane & 7)) & 1;
      codes[lane] = ((low | (top << 4)) << 27) >> 27;
    }
  },
});
