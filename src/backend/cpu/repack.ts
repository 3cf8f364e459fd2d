/**
 * Weights on their way into panel order: rows as they are stored, moved to their places word by word. Apart from the
 * backend because it is about bits alone. A word of stored codes becomes one word of a block, byte after byte through
 * tables that are read off both maps, so no third place says where bits lie.
 */
import { alignUp } from "../../base/bytes.ts";
import { f16ToF32 } from "../../base/dtype.ts";
import { planeBytes, planeSpans } from "../../base/formats/layout.ts";
import { BLOCK_COLUMNS, PANEL_ROWS, type PanelOrder } from "../../base/formats/panels.ts";
import { matrixLayout, panelsOf, type WeightFormat } from "../../base/formats/registry.ts";
import { NUMBERS } from "../../base/integers.ts";
import { invariant } from "../../base/invariant.ts";
import type { OrderedRows } from "../backend.ts";

/** What a stored word becomes: of each of its four bytes, the bits in the new word; and the sign bits to turn round. */
interface WordTables {
  readonly bytes: readonly [Uint32Array, Uint32Array, Uint32Array, Uint32Array];
  readonly flip: number;
}

function tablesOf(order: PanelOrder, part: number): WordTables {
  const { bits } = order.parts[part]!;
  const last = part === order.parts.length - 2;
  const perByte = 8 / bits;
  const places = Array.from({ length: 4 * perByte }, (_, k) => {
    const { word, bit } = order.field(NUMBERS, BLOCK_COLUMNS, part, 0, k, 1);
    invariant(word === order.parts[part]!.firstWord, "a stored word becomes one word");
    return bit;
  });
  const byte = (b: number): Uint32Array =>
    Uint32Array.from({ length: 256 }, (_, value) =>
      places.slice(b * perByte, (b + 1) * perByte).reduce((word, bit, i) => {
        return word | (((value >> (i * bits)) & (2 ** bits - 1)) << bit);
      }, 0),
    );
  const flip = last ? places.reduce((word, bit) => word | (1 << (bit + bits - 1)), 0) : 0;
  return { bytes: [byte(0), byte(1), byte(2), byte(3)], flip };
}

/** Where a row goes: the first word of its panel, and its lane. */
interface Target {
  readonly words: Uint32Array;
  readonly panel: number;
  readonly lane: number;
}

/** Moves what one plane holds of a row of `blocks` blocks, from byte `at` on. */
type MoveRow = (stored: Uint8Array, at: number, target: Target, blocks: number) => void;

/** Nibbles, or the bits above them. */
function wordMover(order: PanelOrder, part: number): MoveRow {
  const { bytes, flip } = tablesOf(order, part);
  const [t0, t1, t2, t3] = bytes;
  const { blockWords } = order;
  const { firstWord, bits } = order.parts[part]!;
  const perBlock = (BLOCK_COLUMNS * bits) / 32;
  return (stored, at, { words, panel, lane }, blocks) => {
    const source = new Uint32Array(stored.buffer, stored.byteOffset + at, blocks * perBlock);
    for (let block = 0, from = 0; block < blocks; block++) {
      let to = panel + block * blockWords + firstWord + lane;
      for (const end = from + perBlock; from < end; from++, to += PANEL_ROWS) {
        const word = source[from]!;
        words[to] = (t0[word & 255]! | t1[(word >>> 8) & 255]! | t2[(word >>> 16) & 255]! | t3[word >>> 24]!) ^ flip;
      }
    }
  };
}

/** Bytes: the two of a lane are neighbours as they are stored, and half a word here. */
function byteMover({ blockWords }: PanelOrder): MoveRow {
  const perBlock = BLOCK_COLUMNS / 2;
  return (stored, at, { words, panel, lane }, blocks) => {
    const source = new Uint16Array(stored.buffer, stored.byteOffset + at, blocks * perBlock);
    const halves = new Uint16Array(words.buffer, words.byteOffset, 2 * words.length);
    for (let block = 0, from = 0; block < blocks; block++) {
      let to = 2 * (panel + block * blockWords) + lane;
      for (const end = from + perBlock; from < end; from++, to += PANEL_ROWS) halves[to] = source[from]!;
    }
  };
}

function scaleMover({ blockWords, bits, parts }: PanelOrder): MoveRow {
  const { firstWord } = parts.at(-1)!;
  const perBlock = BLOCK_COLUMNS / bits.group;
  return (stored, at, { words, panel, lane }, blocks) => {
    const source = new Uint16Array(stored.buffer, stored.byteOffset + at, blocks * perBlock);
    const scales = new Float32Array(words.buffer, words.byteOffset, words.length);
    for (let i = 0; i < source.length; i++) {
      const block = panel + Math.floor(i / perBlock) * blockWords;
      scales[block + firstWord + (i % perBlock) * PANEL_ROWS + lane] = f16ToF32(source[i]!);
    }
  };
}

const movers = new Map<WeightFormat, readonly MoveRow[]>();

/** One for each stored plane. */
function moversOf(format: WeightFormat, order: PanelOrder): readonly MoveRow[] {
  const known = movers.get(format);
  if (known !== undefined) return known;
  const codes = order.bias === 0 ? [byteMover(order)] : order.parts.slice(0, -1).map((_, i) => wordMover(order, i));
  const made = [...codes, scaleMover(order)];
  movers.set(format, made);
  return made;
}

/** Bytes of rows as they are stored, on their way into panels. */
export function storedBytes({ format, columns, count }: OrderedRows): number {
  return alignUp(matrixLayout(format, alignUp(count, PANEL_ROWS), columns).bytes, 4);
}

/**
 * Puts rows, a piece of whole panels as they are stored, to their places in the object `resident`. Rows behind the last
 * one keep what is there. Both begin at whole words. @returns the bytes of the panels
 */
export function repackPanels(
  rows: OrderedRows,
  stored: Uint8Array,
  resident: Uint8Array,
): { readonly offset: number; readonly length: number } {
  const { format, columns, firstRow, count } = rows;
  invariant(rows.order === "panels" && firstRow % PANEL_ROWS === 0, `${count} rows from ${firstRow}`);
  const order = panelsOf(format);
  const from = matrixLayout(format, alignUp(count, PANEL_ROWS), columns);
  const to = matrixLayout(format, rows.rows, columns, "panels");
  invariant(planeBytes(to, 0) <= resident.byteLength, `${resident.byteLength} B for ${planeBytes(to, 0)}`);
  const words = new Uint32Array(resident.buffer, resident.byteOffset, planeBytes(to, 0) / 4);
  const blocks = columns / BLOCK_COLUMNS;
  for (const [plane, move] of moversOf(format, order).entries()) {
    const { offset, unitBytes } = from.planes[plane]!;
    for (let n = 0; n < count; n++) {
      const panel = Math.floor((firstRow + n) / PANEL_ROWS) * order.panelWords(columns);
      move(stored, offset + n * unitBytes, { words, panel, lane: n % PANEL_ROWS }, blocks);
    }
  }
  return planeSpans(to, firstRow, firstRow + count)[0]!;
}
