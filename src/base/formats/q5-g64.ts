/**
 * Signed 5-bit codes -16..15 in groups of 64: low nibbles as in 4 bits, bit 4 in a plane of its own, lane l in bit l % 8
 * of byte floor(l / 8). 5.25 bits per weight.
 */
import { type GroupedBits, groupedLayout } from "./grouped.ts";

export const Q5_G64: GroupedBits = { group: 64, lowBits: 4, highBits: 1 };
export const q5G64 = groupedLayout(Q5_G64);
