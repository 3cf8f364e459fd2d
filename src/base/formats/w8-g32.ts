/** Signed 8-bit codes -127..127 in groups of 32, one code per byte; -128 is illegal in the format. 8.5 bits per weight. */
import { type GroupedBits, groupedLayout } from "./grouped.ts";

export const W8_G32: GroupedBits = { group: 32, lowBits: 8, highBits: 0 };
export const w8G32 = groupedLayout(W8_G32);
