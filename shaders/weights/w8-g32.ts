/** Signed 8-bit codes in groups of 32: value = f16 scale * code. */
import { w8G32 as layout } from "../../src/base/formats/w8-g32.ts";
import { half, signedField } from "./numbers.ts";
import { packed } from "./packed.ts";

export const w8G32 = packed({
  layout,
  codes: (k, name, [bytes], width) =>
    Array.from({ length: width }, (_, i) => k.let(`${name}${i}`, signedField(bytes![i >> 2]!, 8 * (i & 3), 8).toF32())),
  scale: half,
});
