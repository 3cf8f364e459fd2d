/**
 * Signed 6-bit codes -32..31 in groups of 64: low nibbles as in 4 bits, bits 4 and 5 in a plane of their own, lane l at
 * shift 2 (l % 4) of byte floor(l / 4). 6.25 bits per weight.
 */
import { type GroupedBits, groupedLayout } from "./grouped.ts";

export const Q6_G64: GroupedBits = { group: 64, lowBits: 4, highBits: 2 };
export const q6G64 = groupedLayout(Q6_G64);
