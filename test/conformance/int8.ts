/**
 * Int8 rows by their definition, for every oracle whose op may give them: groups of 64 columns, a scale of the largest
 * magnitude / 127, codes to the nearest integer. Written from the definition alone. Rows with values that lead astray
 * stand here too, because every producer has to quantise them.
 */
import type { Criterion } from "./criteria.ts";
import { f32Sum, int8Nearest } from "./criteria.ts";
import type { RandomSource } from "./random.ts";
import type { InputData, OracleCall, OracleResult } from "./types.ts";

export const GROUP = 64;
const LARGEST = 127;
/** Groups below it are zero. */
const LEAST = 2 ** -118;

/** Criteria of an op's outputs that may be quantised. */
export const QUANTISABLE_CRITERIA: Readonly<Record<string, Criterion>> = {
  y: f32Sum,
  codes: int8Nearest,
  scales: f32Sum,
};

/** A rounding of 127 x / a, and the f32 of a / 127, to judge codes that are defined to the bit. */
export interface Rounding {
  readonly code: (ratio: number) => number;
  readonly scale: (largest: number) => number;
}

/** Codes as the ratios they are to be nearest to, and exact scales. */
const UNROUNDED: Rounding = { code: (ratio) => ratio, scale: (largest) => largest / LARGEST };

function halfToEven(x: number): number {
  const down = Math.floor(x);
  const rest = x - down;
  return rest > 0.5 || (rest === 0.5 && down % 2 !== 0) ? down + 1 : down;
}

/** Half to even, and a product with the f32 next to 1/127. */
export const TO_THE_BIT: Rounding = {
  code: halfToEven,
  scale: (largest) => Math.fround(largest * Math.fround(1 / LARGEST)),
};

/** Codes and scales of rows of `width`; codes behind a row's end are 0. */
export function int8Rows(
  y: ArrayLike<number>,
  width: number,
  { code, scale }: Rounding = UNROUNDED,
): { readonly codes: Float64Array; readonly scales: Float64Array } {
  const groups = Math.ceil(width / GROUP);
  const rows = y.length / width;
  const codes = new Float64Array(rows * groups * GROUP);
  const scales = new Float64Array(rows * groups);
  for (let row = 0; row < rows; row++) {
    for (let g = 0; g < groups; g++) {
      const columns = Array.from(
        { length: Math.min(GROUP, width - g * GROUP) },
        (_, i) => y[row * width + g * GROUP + i]!,
      );
      const strange = columns.find(Number.isNaN) ?? columns.find((v) => !Number.isFinite(v));
      const largest = Math.max(...columns.map(Math.abs));
      const at = row * groups + g;
      if (strange !== undefined) scales[at] = Math.abs(strange);
      if (strange !== undefined || largest < LEAST) continue;
      scales[at] = scale(largest);
      for (const [i, v] of columns.entries()) codes[at * GROUP + i] = code((LARGEST * v) / largest);
    }
  }
  return { codes, scales };
}

/** Outputs of an op that makes rows `y`, in the form the call asks for. */
export function inForm(call: OracleCall, y: Float64Array, width: number): OracleResult["outputs"] {
  switch (call.attributes["outputs"]) {
    case undefined:
      return { y };
    case "both":
      return { y, ...int8Rows(y, width) };
    default:
      return int8Rows(y, width);
  }
}

/** The numbers that codes and scales mean. */
export function int8Values({ data, width }: InputData, scales: InputData): Float64Array {
  return Float64Array.from(data, (code, i) => {
    const [row, column] = [Math.floor(i / width), i % width];
    return code * scales.data[row * scales.width + Math.floor(column / GROUP)]!;
  });
}

/** Rows in which some are zero, and some have one value far above the others of its group. */
export function strangeRows(random: RandomSource, x: InputData): InputData {
  const rows = x.data.length / x.width;
  for (let row = 0; row < rows; row++) {
    const own = x.data.subarray(row * x.width, (row + 1) * x.width);
    if (row % 5 === 1) own.fill(0);
    if (row % 5 === 2) own[random.integer(0, x.width - 1)]! *= 1e4;
  }
  return x;
}
