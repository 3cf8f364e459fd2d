/**
 * Where the elements of a matrix lie in a warp's registers: the oracle of the matrix instructions, written from the
 * tables of the PTX ISA ("Matrix Fragments for mma.m16n8k16 with floating point type", "… for mma.m16n8k32", and the
 * figure of ldmatrix), and from no kernel. `element` counts the elements of a lane's fragment from the low end of its
 * first register.
 */

interface Place {
  readonly row: number;
  readonly column: number;
}

export interface FragmentLayout {
  readonly rows: number;
  readonly columns: number;
  readonly elementsPerLane: number;
  place(lane: number, element: number): Place;
}

const group = (lane: number): number => lane >> 2;
const inGroup = (lane: number): number => lane % 4;

/** A of m16n8k16, 16-bit elements: four registers of two. */
export const A_16x16: FragmentLayout = {
  rows: 16,
  columns: 16,
  elementsPerLane: 8,
  place: (lane, i) => ({
    row: i < 2 || (i >= 4 && i < 6) ? group(lane) : group(lane) + 8,
    column: inGroup(lane) * 2 + (i & 1) + (i < 4 ? 0 : 8),
  }),
};

/** B of m16n8k16, 16-bit elements: two registers of two. */
export const B_16x8: FragmentLayout = {
  rows: 16,
  columns: 8,
  elementsPerLane: 4,
  place: (lane, i) => ({ row: inGroup(lane) * 2 + (i & 1) + (i < 2 ? 0 : 8), column: group(lane) }),
};

/** Accumulators of m16n8: four f32 or s32 registers, or two registers of two halves. */
export const C_16x8: FragmentLayout = {
  rows: 16,
  columns: 8,
  elementsPerLane: 4,
  place: (lane, i) => ({ row: i < 2 ? group(lane) : group(lane) + 8, column: inGroup(lane) * 2 + (i & 1) }),
};

/** A of m16n8k32, bytes: four registers of four. */
export const A_16x32: FragmentLayout = {
  rows: 16,
  columns: 32,
  elementsPerLane: 16,
  place: (lane, i) => ({
    row: i < 4 || (i >= 8 && i < 12) ? group(lane) : group(lane) + 8,
    column: inGroup(lane) * 4 + (i & 3) + (i < 8 ? 0 : 16),
  }),
};

/** B of m16n8k32, bytes: two registers of four. */
export const B_32x8: FragmentLayout = {
  rows: 32,
  columns: 8,
  elementsPerLane: 8,
  place: (lane, i) => ({ row: inGroup(lane) * 4 + (i & 3) + (i < 4 ? 0 : 16), column: group(lane) }),
};

/** One 8x8 matrix of ldmatrix, 16-bit elements: one register of two. */
export const LOADED_8x8: FragmentLayout = {
  rows: 8,
  columns: 8,
  elementsPerLane: 2,
  place: (lane, i) => ({ row: group(lane), column: inGroup(lane) * 2 + i }),
};
