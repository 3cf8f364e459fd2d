/** Signed 4-bit codes in groups of 64: value = f16 scale * code. */
import { q4G64 as layout, Q4_G64 } from "../../src/base/formats/q4-g64.ts";
import { half, signedField } from "./numbers.ts";
import { packed } from "./packed.ts";

export const q4G64 = packed({
  layout,
  group: Q4_G64.group,
  integers: ([low], width) => Array.from({ length: width }, (_, i) => signedField(low![i >> 3]!, 4 * (i & 7), 4)),
  scale: half,
});
