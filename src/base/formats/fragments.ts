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
import {
  column,
  type DigitFields,
  type FieldsOfWord,
  fieldsOfWord,
  type Place,
  placeOf,
  row,
  wordsOf,
} from "./digits.ts";
import { type GroupedBits, groupedLayout } from "./grouped.ts";
import type { BitField, StorageLayout, WeightLayout } from "./layout.ts";

/** Rows of a tile. */
export const FRAGMENT_ROWS = 16;
/** Tiles of a panel, the least that is stored along a row: then every plane can be read 16 bytes at a time. */
const PANEL_TILES = 4;

// Lane 4 LINE + QUAD holds rows LINE and LINE + 8; a register holds four neighbouring columns of one of them.
const HALF = row(8, 2);
const LINE = row(1, 8);
const BYTE = column(1, 4);
const QUAD = column(4, 4);
const STEP = column(16, 2);
const REACH = column(32, 2);

interface FragmentPlane extends DigitFields {
  /** Lowest bit of the code that a field holds; undefined for scales. */
  readonly from: number | undefined;
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
  word<I>(int: Integers<I>, plane: number, word: I): FieldsOfWord<I>;
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

/** The order in which a grouped integer format lies in memory for matrix units. */
export function fragmentOrder(bits: GroupedBits): FragmentOrder {
  const planes = planesOf(bits);
  const stored = groupedLayout(bits);
  const tileColumns = bits.lowBits === 8 ? 32 : 64;
  const panelColumns = PANEL_TILES * tileColumns;
  const panelWords = planes.map(wordsOf);
  const panels = (columns: number): number => Math.ceil(columns / panelColumns);
  const unitWords = (plane: number, columns: number): number => panels(columns) * panelWords[plane]!;

  const field = <I>(int: Integers<I>, columns: number, plane: number, n: I, run: I, width: number): Place<I> => {
    const panel = int.add(int.mul(int.div(n, FRAGMENT_ROWS), panels(columns)), int.div(run, panelColumns / width));
    return placeOf(int, planes[plane]!, n, run, width, int.mul(panel, panelWords[plane]!));
  };

  const word = <I>(int: Integers<I>, plane: number, at: I): FieldsOfWord<I> =>
    fieldsOfWord(int, planes[plane]!, at, int.mul(int.div(at, panelWords[plane]!), panelColumns));

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
