/** Signed 6-bit codes in groups of 64: value = f16 scale * (low nibble + 16 * the signed number of the high bits). */
import { q6G64 as layout, Q6_G64 } from "../../src/base/formats/q6-g64.ts";
import { half, moved, signedField } from "./numbers.ts";
import { packed } from "./packed.ts";

export const q6G64 = packed({
  layout,
  group: Q6_G64.group,
  integers: ([low, high], width) =>
    Array.from({ length: width }, (_, i) => {
      const nibble = moved(low![i >> 3]!, 4 * (i & 7), 15);
      return signedField(high![i >> 4]!, 2 * (i & 15), 2)
        .shl(4)
        .or(nibble);
    }),
  scale: half,
});
