/** Signed 4-bit codes -8..7 in groups of 64. Two codes per byte, the even lane in the low nibble. 4.25 bits per weight. */
import { type GroupedBits, groupedLayout } from "./grouped.ts";

export const Q4_G64: GroupedBits = { group: 64, lowBits: 4, highBits: 0 };
export const q4G64 = groupedLayout(Q4_G64);
