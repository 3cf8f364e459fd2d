/**
 * Signed 8-bit codes -127..127 in groups of 32 with an f16 scale, one code per byte. 8.5 bits per weight. -128 is
 * illegal in the format; a decoder still gives it its plain value.
 */
import { rowSplitCodec } from "./row-split.ts";

export const w8G32 = rowSplitCodec({
  group: 32,
  baseBytes: 32,
  highBytes: 0,
  unpack(codes, basePlane, base) {
    for (let lane = 0; lane < 32; lane++) codes[lane] = basePlane[base + lane]!;
  },
});
