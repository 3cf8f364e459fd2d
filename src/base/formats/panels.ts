/**
 * Panel order: how grouped integers lie in memory where vectors of four 32-bit lanes read them. A panel is four rows; a
 * block of it is 64 columns, codes and scales together, so that a panel is one stream of bytes. A lane is a row: its 16-bit
 * halves hold neighbouring columns, and each shift by four bits brings the next pair of them down. Codes of fewer than 8
 * bits are biased to unsigned (value = (code - bias) * scale), as nibbles, with what is above them in words behind those.
 * Scales are f32. Rows that the matrix does not have are zero, scales and all.
 */
import type { Integers } from "../integers.ts";
import { invariant } from "../invariant.ts";
import { column, type DigitFields, type Place, placeOf, row, wordsOf } from "./digits.ts";
import { type GroupedBits, groupedLayout } from "./grouped.ts";
import type { BitField, StorageLayout, WeightLayout } from "./layout.ts";

/** Rows of a panel. */
export const PANEL_ROWS = 4;
/** Columns of a block. */
export const BLOCK_COLUMNS = 64;

/** Fields of one kind in a block. */
interface PanelPart extends DigitFields {
  /** Lowest bit of the code that a field holds; undefined for scales. */
  readonly from: number | undefined;
  /** First word in the block. */
  readonly firstWord: number;
}

export interface PanelOrder extends WeightLayout {
  readonly bits: GroupedBits;
  /** Parts of the codes from their low bits up, and the scales behind them. */
  readonly parts: readonly PanelPart[];
  /** What codes are larger by than their value: half their range, and 0 for 8 bits. */
  readonly bias: number;
  readonly blockWords: number;
  /** Words of a panel. */
  panelWords(columns: number): number;
  /** Word of the object, and bit, of the field that element (n, run * width) has in a part. `width` is 1, 2, 4 or 8. */
  field<I>(int: Integers<I>, columns: number, part: number, n: I, run: I, width: number): Place<I>;
}

// Columns 8 STEP + 4 QUAD + 2 PAIR + HALF. A step is a vector: the nibbles of four rows.
const HALF = column(1, 2);
const PAIR = column(2, 2);
const QUAD = column(4, 2);
const ROW = row(1, PANEL_ROWS);

/**
 * High bits lie such that a shift by as many bits for all brings those of a pair, or of the columns 2 PAIR + HALF of
 * both quads, above their nibbles: words serve as halves and as bytes.
 */
function digitsOf({ group, lowBits, highBits }: GroupedBits): readonly Omit<PanelPart, "firstWord">[] {
  const groups = column(group, BLOCK_COLUMNS / group);
  const scales = { bits: 32, from: undefined, digits: group < BLOCK_COLUMNS ? [ROW, groups] : [ROW] };
  if (lowBits === 8) return [{ bits: 8, from: 0, digits: [HALF, row(1, 2), row(2, 2), column(2, 32)] }, scales];
  const low = { bits: 4, from: 0, digits: [PAIR, QUAD, HALF, ROW, column(8, 8)] };
  if (highBits === 0) return [low, scales];
  const steps = 4 / highBits;
  const digits = [PAIR, column(8, steps), QUAD, HALF, ROW, column(8 * steps, 8 / steps)];
  return [low, { bits: highBits, from: 4, digits }, scales];
}

function partsOf(bits: GroupedBits): readonly PanelPart[] {
  let firstWord = 0;
  return digitsOf(bits).map((part) => {
    const placed = { ...part, firstWord };
    firstWord += wordsOf(part);
    return placed;
  });
}

/** The panel order of a grouped integer format. It takes matrices of whole blocks of columns. */
export function panelOrder(bits: GroupedBits): PanelOrder {
  const parts = partsOf(bits);
  const stored = groupedLayout(bits);
  const codeBits = bits.lowBits + bits.highBits;
  const blockWords = parts.reduce((sum, part) => sum + wordsOf(part), 0);
  const panelWords = (columns: number): number => (columns / BLOCK_COLUMNS) * blockWords;

  const field = <I>(int: Integers<I>, columns: number, part: number, n: I, run: I, width: number): Place<I> => {
    const panel = int.mul(int.div(n, PANEL_ROWS), panelWords(columns));
    const block = int.add(panel, int.mul(int.div(run, BLOCK_COLUMNS / width), blockWords));
    const { word, bit } = placeOf(int, parts[part]!, n, run, width);
    return { word: int.add(int.add(block, parts[part]!.firstWord), word), bit };
  };

  const storage = (shape: readonly number[]): StorageLayout | string => {
    const layout = stored.storage(shape);
    if (typeof layout === "string") return layout;
    const { rows, columns } = layout;
    if (columns % BLOCK_COLUMNS !== 0) return `needs a multiple of ${BLOCK_COLUMNS} columns`;
    const unitBytes = 4 * panelWords(columns);
    const bytes = Math.ceil(rows / PANEL_ROWS) * unitBytes;
    return { rows, columns, unitRows: PANEL_ROWS, planes: [{ offset: 0, unitBytes }], bytes };
  };

  return {
    bits,
    parts,
    bias: codeBits === 8 ? 0 : 2 ** (codeBits - 1),
    blockWords,
    panelWords,
    field,
    storage,
    coord(int, columns, n, run, width) {
      invariant(width === 1, "the codes of a run do not follow each other in panel order");
      const at = (part: number): BitField<typeof n> => {
        const { bits: size } = parts[part]!;
        const { word, bit } = field(int, columns, part, n, run, 1);
        return { plane: 0, index: int.add(int.mul(word, 32 / size), int.div(bit, size)), bits: size };
      };
      const codes = parts.flatMap(({ from }, part) => (from === undefined ? [] : [at(part)]));
      return { code: codes, scale: at(parts.length - 1) };
    },
  };
}
