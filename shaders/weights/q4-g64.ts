/** Signed 4-bit codes in groups of 64: value = f16 scale * code. */
import { q4G64 as layout } from "../../src/base/formats/q4-g64.ts";
import { half, signedField } from "./numbers.ts";
import { packed } from "./packed.ts";

export const q4G64 = packed({
  layout,
  codes: (k, name, [low], width) =>
    Array.from({ length: width }, (_, i) => k.let(`${name}${i}`, signedField(low![i >> 3]!, 4 * (i & 7), 4).toF32())),
  scale: half,
});
