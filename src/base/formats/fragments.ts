/**
 * Fragment order: how grouped integers lie in memory where matrix units read them. A tile is a lane's 16-byte load: 16
 * rows by 64 columns of nibbles, or by 32 of bytes, as operand A of m16n8k32. Codes are split from the top: their upper
 * four bits (or all eight) lie in the first plane and what is below in the second, so that both, masked together, are the
 * signed code times a power of two in its register. Every plane is a mixed-radix number whose digits are digits of row
 * and column: an element's place and a place's element are read off one list. What the matrix does not have is zero.
 */
import { alignUp } from "../bytes.ts";
import type { Integers } from "../integers.ts";
import { invariant } from "../invariant.ts";
import { type GroupedBits, groupedLayout } from "./grouped.ts";
import type { BitField, StorageLayout, WeightLayout } from "./layout.ts";

/** Rows of a tile. */
export const FRAGMENT_ROWS = 16;
/** Tiles of a panel, the least that is stored along a row: then every plane can be read 16 bytes at a time. */
const PANEL_TILES = 4;

/** floor(x / stride) % count of the row or the column x. */
interface Digit {
  readonly axis: "row" | "column";
  readonly stride: number;
  readonly count: number;
}

const row = (stride: number, count: number): Digit => ({ axis: "row", stride, count });
const column = (stride: number, count: number): Digit => ({ axis: "column", stride, count });
// Lane 4 LINE + QUAD holds rows LINE and LINE + 8; a register holds four neighbouring columns of one of them.
const HALF = row(8, 2);
const LINE = row(1, 8);
const BYTE = column(1, 4);
const QUAD = column(4, 4);
const STEP = column(16, 2);
const REACH = column(32, 2);

interface FragmentPlane {
  /** Bits of a field: of a code, or of a scale. */
  readonly bits: number;
  /** Lowest bit of the code that a field holds; undefined for scales. */
  readonly from: number | undefined;
  /** Digits of the fields' order inside a panel, lowest first; the first few fill a word of 32 bits exactly. */
  readonly digits: readonly Digit[];
}

/** A field of a word: its lowest bit, and its element relative to the word's first one. */
export interface WordField {
  readonly bit: number;
  readonly row: number;
  readonly column: number;
}

interface Place<I> {
  readonly word: I;
  readonly bit: I;
}

/** A 32-bit word of a plane: the element of its lowest field, and all of its fields. */
interface FragmentWord<I> {
  readonly row: I;
  readonly column: I;
  readonly fields: readonly WordField[];
}

export interface FragmentOrder extends WeightLayout {
  readonly bits: GroupedBits;
  readonly planes: readonly FragmentPlane[];
  readonly tileColumns: number;
  readonly panelColumns: number;
  /** Words of a plane for the 16 rows of a unit. */
  unitWords(plane: number, columns: number): number;
  /**
   * Word and bit, counted from the plane's start, of the field that element (n, run * width) has in a plane. `width` is
   * 1, 2 or 4; fields of 4 neighbouring columns lie 8 bits apart.
   */
  field<I>(int: Integers<I>, columns: number, plane: number, n: I, run: I, width: number): Place<I>;
  /** What the word `word` of a unit holds, by rows of the unit: the inverse of `field`. */
  word<I>(int: Integers<I>, plane: number, word: I): FragmentWord<I>;
}

/** Digits that fill a word, and those above them. */
function splitAtWord({ bits, digits }: FragmentPlane): { readonly inside: Digit[]; readonly above: Digit[] } {
  let filled = bits;
  const inside = digits.filter((digit) => {
    if (filled >= 32) return false;
    filled *= digit.count;
    return true;
  });
  return { inside, above: digits.slice(inside.length) };
}

function planesOf({ group, lowBits, highBits }: GroupedBits): readonly FragmentPlane[] {
  const bytes = lowBits === 8;
  const tile = column(bytes ? 32 : 64, PANEL_TILES);
  const lanes = [QUAD, LINE, tile];
  const scales: FragmentPlane = { bits: 16, from: undefined, digits: [HALF, tile, LINE] };
  invariant(tile.stride === group, `tiles of ${tile.stride} columns, groups of ${group}`);
  if (bytes) return [{ bits: 8, from: 0, digits: [BYTE, HALF, STEP, ...lanes] }, scales];
  const first: FragmentPlane = { bits: 4, from: highBits, digits: [HALF, BYTE, STEP, REACH, ...lanes] };
  if (highBits === 0) return [first, scales];
  const [low, high] = [column(64, 2), column(128, 2)];
  const digits =
    highBits === 1 ? [HALF, STEP, REACH, BYTE, tile, QUAD, LINE] : [HALF, STEP, BYTE, REACH, low, QUAD, LINE, high];
  return [first, { bits: highBits, from: 0, digits }, scales];
}

/** floor(run * width / stride) % count, for powers of two. */
function columnDigit<I>(int: Integers<I>, run: I, width: number, stride: number, count: number): I {
  if (stride >= width) return int.rem(int.div(run, stride / width), count);
  if (stride * count <= width) return int.of(0);
  return int.mul(int.rem(run, (stride * count) / width), width / stride);
}

/** The order in which a grouped integer format lies in memory for matrix units. */
export function fragmentOrder(bits: GroupedBits): FragmentOrder {
  const planes = planesOf(bits);
  const stored = groupedLayout(bits);
  const tileColumns = bits.lowBits === 8 ? 32 : 64;
  const panelColumns = PANEL_TILES * tileColumns;
  const panelWords = planes.map((plane) => (plane.bits * plane.digits.reduce((n, { count }) => n * count, 1)) / 32);
  const panels = (columns: number): number => Math.ceil(columns / panelColumns);
  const unitWords = (plane: number, columns: number): number => panels(columns) * panelWords[plane]!;

  const field = <I>(int: Integers<I>, columns: number, plane: number, n: I, run: I, width: number): Place<I> => {
    const { inside, above } = splitAtWord(planes[plane]!);
    const place = (digits: readonly Digit[], start: I, first: number): I => {
      let weight = first;
      let sum = start;
      for (const { axis, stride, count } of digits) {
        const digit = axis === "row" ? int.rem(int.div(n, stride), count) : columnDigit(int, run, width, stride, count);
        sum = int.add(sum, int.mul(digit, weight));
        weight *= count;
      }
      return sum;
    };
    const panel = int.add(int.mul(int.div(n, FRAGMENT_ROWS), panels(columns)), int.div(run, panelColumns / width));
    return {
      word: place(above, int.mul(panel, panelWords[plane]!), 1),
      bit: place(inside, int.of(0), planes[plane]!.bits),
    };
  };

  const word = <I>(int: Integers<I>, plane: number, at: I): FragmentWord<I> => {
    const { inside, above } = splitAtWord(planes[plane]!);
    const first = { row: int.of(0), column: int.mul(int.div(at, panelWords[plane]!), panelColumns) };
    let weight = 1;
    for (const { axis, stride, count } of above) {
      first[axis] = int.add(first[axis], int.mul(int.rem(int.div(at, weight), count), stride));
      weight *= count;
    }
    let fields: WordField[] = [{ bit: 0, row: 0, column: 0 }];
    let bit = planes[plane]!.bits;
    for (const { axis, stride, count } of inside) {
      const [from, size] = [fields, bit];
      fields = Array.from({ length: count }, (_, d) =>
        from.map((f) => ({ ...f, bit: f.bit + d * size, [axis]: f[axis] + d * stride })),
      ).flat();
      bit *= count;
    }
    return { ...first, fields };
  };

  const storage = (shape: readonly number[]): StorageLayout | string => {
    const layout = stored.storage(shape);
    if (typeof layout === "string") return layout;
    const { rows, columns } = layout;
    const units = Math.ceil(rows / FRAGMENT_ROWS);
    let bytes = 0;
    const placed = planes.map((_, plane) => {
      const offset = alignUp(bytes, 256);
      const unitBytes = 4 * unitWords(plane, columns);
      bytes = offset + units * unitBytes;
      return { offset, unitBytes };
    });
    return { rows, columns, unitRows: FRAGMENT_ROWS, planes: placed, bytes };
  };

  return {
    bits,
    planes,
    tileColumns,
    panelColumns,
    unitWords,
    field,
    word,
    storage,
    coord(int, columns, n, run, width) {
      invariant(width === 1, "the codes of a run do not follow each other in fragment order");
      const at = (plane: number): BitField<typeof n> => {
        const { bits: size } = planes[plane]!;
        const { word: index, bit } = field(int, columns, plane, n, run, 1);
        return { plane, index: int.add(int.mul(index, 32 / size), int.div(bit, size)), bits: size };
      };
      const codes = planes.flatMap(({ from }, plane) => (from === undefined ? [] : [{ from, plane }]));
      return {
        code: codes.sort((a, b) => a.from - b.from).map(({ plane }) => at(plane)),
        scale: at(planes.length - 1),
      };
    },
  };
}
