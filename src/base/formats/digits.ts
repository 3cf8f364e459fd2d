/**
 * Places as mixed-radix numbers: in an order of our own, a plane's fields are numbered by digits of row and column. An
 * element's place and a place's elements are read off the same list, so no map has an inverse that is written apart.
 * Apart from the orders, because each is such lists and little else. Digits that follow each other fill words exactly.
 */
import type { Integers } from "../integers.ts";

/** floor(x / stride) % count of the row or the column x. */
export interface Digit {
  readonly axis: "row" | "column";
  readonly stride: number;
  readonly count: number;
}

export const row = (stride: number, count: number): Digit => ({ axis: "row", stride, count });
export const column = (stride: number, count: number): Digit => ({ axis: "column", stride, count });

/** Fields of one size and the digits of their order, lowest first; the first few fill a word of 32 bits exactly. */
export interface DigitFields {
  /** Bits of a field. */
  readonly bits: number;
  readonly digits: readonly Digit[];
}

/** A field of a word: its lowest bit, and its element relative to the word's first one. */
export interface WordField {
  readonly bit: number;
  readonly row: number;
  readonly column: number;
}

export interface Place<I> {
  readonly word: I;
  readonly bit: I;
}

/** A 32-bit word: the element of its lowest field, and all of its fields. */
export interface FieldsOfWord<I> {
  readonly row: I;
  readonly column: I;
  readonly fields: readonly WordField[];
}

/** Words that all digits together count. */
export function wordsOf({ bits, digits }: DigitFields): number {
  return (bits * digits.reduce((n, { count }) => n * count, 1)) / 32;
}

/** Digits that fill a word, and those above them. */
function splitAtWord({ bits, digits }: DigitFields): { readonly inside: Digit[]; readonly above: Digit[] } {
  let filled = bits;
  const inside = digits.filter((digit) => {
    if (filled >= 32) return false;
    filled *= digit.count;
    return true;
  });
  return { inside, above: digits.slice(inside.length) };
}

/** floor(run * width / stride) % count, for powers of two. */
function columnDigit<I>(int: Integers<I>, run: I, width: number, stride: number, count: number): I {
  if (stride >= width) return int.rem(int.div(run, stride / width), count);
  if (stride * count <= width) return int.of(0);
  return int.mul(int.rem(run, (stride * count) / width), width / stride);
}

/** Word and bit of the field of element (n, run * width), the word counted from `first`. */
export function placeOf<I>(
  int: Integers<I>,
  fields: DigitFields,
  n: I,
  run: I,
  width: number,
  first: I = int.of(0),
): Place<I> {
  const { inside, above } = splitAtWord(fields);
  const place = (digits: readonly Digit[], start: I, unit: number): I => {
    let weight = unit;
    let sum = start;
    for (const { axis, stride, count } of digits) {
      const digit = axis === "row" ? int.rem(int.div(n, stride), count) : columnDigit(int, run, width, stride, count);
      sum = int.add(sum, int.mul(digit, weight));
      weight *= count;
    }
    return sum;
  };
  return { word: place(above, first, 1), bit: place(inside, int.of(0), fields.bits) };
}

/** What word `at` holds: the inverse of `placeOf`. @param firstColumn where the columns of the digits begin */
export function fieldsOfWord<I>(int: Integers<I>, fields: DigitFields, at: I, firstColumn: I): FieldsOfWord<I> {
  const { inside, above } = splitAtWord(fields);
  const first = { row: int.of(0), column: firstColumn };
  let weight = 1;
  for (const { axis, stride, count } of above) {
    first[axis] = int.add(first[axis], int.mul(int.rem(int.div(at, weight), count), stride));
    weight *= count;
  }
  let inWord: WordField[] = [{ bit: 0, row: 0, column: 0 }];
  let bit = fields.bits;
  for (const { axis, stride, count } of inside) {
    const [from, size] = [inWord, bit];
    inWord = Array.from({ length: count }, (_, d) =>
      from.map((f) => ({ ...f, bit: f.bit + d * size, [axis]: f[axis] + d * stride })),
    ).flat();
    bit *= count;
  }
  return { ...first, fields: inWord };
}
