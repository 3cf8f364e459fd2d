/**
 * Signed 4-bit codes -8..7 in groups of 64 with an f16 scale. Two codes per byte, the even lane in the low nibble.
 * 4.25 bits per weight.
 */
import { rowSplitCodec } from "./row-split.ts";

export const q4G64 = rowSplitCodec({
  group: 64,
  baseBytes: 32,
  highBytes: 0,
  unpack(codes, basePlane, base) {
    for (let i = 0; i < 32; i++) {
      const byte = basePlane[base + i]!;
      codes[2 * i] = (byte << 28) >> 28;
      codes[2 * i + 1] = (byte << 24) >> 28;
    }
  },
});
