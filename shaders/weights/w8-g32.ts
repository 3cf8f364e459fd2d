/** Signed 8-bit codes in groups of 32: value = f16 scale * code. */
import { w8G32 as layout, W8_G32 } from "../../src/base/formats/w8-g32.ts";
import { half, signedField } from "./numbers.ts";
import { packed } from "./packed.ts";

export const w8G32 = packed({
  layout,
  group: W8_G32.group,
  integers: ([bytes], width) => Array.from({ length: width }, (_, i) => signedField(bytes![i >> 2]!, 8 * (i & 3), 8)),
  scale: half,
});
