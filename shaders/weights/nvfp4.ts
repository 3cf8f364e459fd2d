/** E2M1 codes with an E4M3FN scale per 16: value = scale * code / divisor. */
import { nvfp4 as layout } from "../../src/base/formats/nvfp4.ts";
import { E2M1_FACTOR, E4M3_FACTOR, type NarrowFloat, narrowRun, positiveE4m3 } from "./numbers.ts";
import { packed } from "./packed.ts";

const E2M1: NarrowFloat = { signBit: 3, fractionBits: 1 };

export const nvfp4 = packed({
  layout,
  codes: (k, name, [nibbles], width) => narrowRun(k, name, nibbles!, width, E2M1),
  scale: (word) => positiveE4m3(word).mul(E2M1_FACTOR * E4M3_FACTOR),
});
