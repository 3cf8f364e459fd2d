/** E4M3FN codes with one bf16 scale a row: value = scale * code. */
import { fp8Row as layout } from "../../src/base/formats/fp8-row.ts";
import { brainHalf, E4M3_FACTOR, type NarrowFloat, narrowRun } from "./numbers.ts";
import { packed } from "./packed.ts";

const E4M3: NarrowFloat = { signBit: 7, fractionBits: 3 };

export const fp8Row = packed({
  layout,
  codes: (k, name, [bytes], width) => narrowRun(k, name, bytes!, width, E4M3),
  scale: (word) => brainHalf(word).mul(E4M3_FACTOR),
});
