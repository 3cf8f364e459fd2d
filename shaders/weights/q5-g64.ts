/** Signed 5-bit codes in groups of 64: value = f16 scale * (low nibble - 16 * high bit). */
import { q5G64 as layout, Q5_G64 } from "../../src/base/formats/q5-g64.ts";
import { half, moved } from "./numbers.ts";
import { packed } from "./packed.ts";

export const q5G64 = packed({
  layout,
  group: Q5_G64.group,
  integers: ([low, high], width) =>
    Array.from({ length: width }, (_, i) => {
      const nibble = moved(low![i >> 3]!, 4 * (i & 7), 15);
      return nibble.sub(moved(high![i >> 5]!, (i & 31) - 4, 16));
    }),
  scale: half,
});
