/**
 * Repacking, from the stored layout to fragment order: a thread makes one word of a plane, asks the order which elements
 * the word holds and the stored layout where their bits are. Both maps are the ones that readers use: no third place
 * says where bits lie. What is outside the matrix becomes zero, whatever is stored there.
 */
import { type I32, type KernelBuilder, kernel, type Memory, select, type U32 } from "../../codegen/builder.ts";
import type { Kernel } from "../../codegen/ir.ts";
import { INDICES } from "../../codegen/library/integers.ts";
import { alignUp } from "../../src/base/bytes.ts";
import type { WordField } from "../../src/base/formats/digits.ts";
import { FRAGMENT_ROWS } from "../../src/base/formats/fragments.ts";
import type { BitField, Coordinate } from "../../src/base/formats/layout.ts";
import { fragmentsOf, WEIGHT_LAYOUTS, type WeightFormat } from "../../src/base/formats/registry.ts";
import type { GridDimension } from "../../src/base/operands.ts";
import { groupsOf } from "../lowering.ts";

const THREADS = 256;
/** Neighbouring columns whose bits lie in one word of every stored plane. */
const RUN = 4;
/** Operands of the kernel: a piece of whole rows, stored as a matrix of its own, and its place in memory. */
export const REPACK = { stored: "stored", resident: "resident" } as const;

interface Shape {
  readonly format: WeightFormat;
  readonly columns: number;
}

/** The fields of a word by runs: those of one row and of neighbouring columns. */
function runsOf(fields: readonly WordField[]): readonly WordField[][] {
  const runs = new Map<string, WordField[]>();
  for (const field of fields) {
    const key = `${field.row},${Math.floor(field.column / RUN)}`;
    runs.set(key, [...(runs.get(key) ?? []), field]);
  }
  return [...runs.values()];
}

/** The bits of a stored field and those above it in its word, lowest first. */
function loadField(k: KernelBuilder, stored: readonly Memory[], { plane, index, bits }: BitField<I32>): U32 {
  const word = k.loadU32("stored_word", stored[plane]!, INDICES.div(index, 32 / bits));
  return k.let("stored_bits", word.shr(INDICES.rem(index, 32 / bits).mul(bits)));
}

/** What the fields of one run put into a word, wherever the run lies: parts of its codes, or its scale. */
function fieldsOfRun(
  k: KernelBuilder,
  stored: readonly Memory[],
  { code, scale }: Coordinate<I32>,
  { bits, from }: { readonly bits: number; readonly from: number | undefined },
  run: readonly WordField[],
): readonly U32[] {
  if (from === undefined) return [loadField(k, stored, scale!).and(0xffff).shl(run[0]!.bit)];
  let lowest = 0;
  const at = k.let("stored_at", code[0]!.index);
  const parts = code.flatMap((part) => {
    const size = part.bits / RUN;
    const [start, end] = [Math.max(lowest, from), Math.min(lowest + size, from + bits)];
    const skip = start - lowest;
    lowest += size;
    if (start >= end) return [];
    // Parts that lie at one place of their planes share its name.
    const place = part.index === code[0]!.index ? { ...part, index: at } : part;
    return [{ value: loadField(k, stored, place), size, skip, start, count: end - start }];
  });
  return run.map(({ bit, column }) => {
    const inWord = parts.map(({ value, size, skip, start, count }) => {
      const field = value.shr(size * (column % RUN) + skip).and(2 ** count - 1);
      return field.shl(bit + start - from);
    });
    return inWord.reduce((all, part) => all.or(part));
  });
}

/** Word `word` of a plane of the unit whose rows start at `firstRow`. */
function makeWord(
  k: KernelBuilder,
  { format, columns }: Shape,
  plane: number,
  stored: readonly Memory[],
  firstRow: I32,
  word: I32,
): U32 {
  const order = fragmentsOf(format);
  const { row, column, fields } = order.word(INDICES, plane, word);
  const top = k.let("row", firstRow.add(row));
  const left = k.let("column", column);
  const lastRun = alignUp(columns, RUN) - RUN;
  const padded = columns % order.panelColumns !== 0;
  const parts = runsOf(fields).map((run) => {
    const { row: below, column: beside } = run[0]!;
    const first = left.add(beside - (beside % RUN));
    const inside = INDICES.div(padded ? first.min(lastRun) : first, RUN);
    const coord = WEIGHT_LAYOUTS[format].coord(INDICES, columns, top.add(below), inside, RUN);
    const own = fieldsOfRun(k, stored, coord, order.planes[plane]!, run);
    // A run that ends outside the matrix is cut, one that begins there is nothing.
    const cut =
      columns % RUN === 0 ? own : own.map((f, i) => select(first.add(run[i]!.column % RUN).lt(columns), f, 0));
    const all = cut.reduce((one, other) => one.or(other));
    return k.let("part", padded && columns % RUN === 0 ? select(first.lt(columns), all, 0) : all);
  });
  return parts.reduce((made, part) => made.or(part));
}

/** Repacks rows of a matrix with `columns` columns; `repackGrid` says over how many workgroups. */
export function repackKernel(format: WeightFormat, columns: number): Kernel {
  const order = fragmentsOf(format);
  const doc = [
    `resident <- stored: ${format}, ${columns} columns, from rows as they are stored to fragment order`,
    `group.x: ${THREADS} words, group.y: plane, group.z: unit of ${FRAGMENT_ROWS} rows`,
  ].join("\n");
  return kernel(`repack_${format}_${columns}`, { workgroupSize: THREADS, doc }, (k) => {
    const planes = [...order.planes.keys()];
    const bind = (operand: string, access: "read" | "write") =>
      planes.map((plane) => k.buffer(operand, "u32", access, { part: plane, name: `${operand}${plane}` }));
    const stored = bind(REPACK.stored, "read");
    const resident = bind(REPACK.resident, "write");
    const word = k.let("word", k.groupX.mul(THREADS).add(k.local));
    const firstRow = k.let("first_row", k.groupZ.mul(FRAGMENT_ROWS));
    for (const plane of planes) {
      const words = order.unitWords(plane, columns);
      k.if(k.groupY.eq(plane).and(word.lt(words)), () => {
        const made = makeWord(k, { format, columns }, plane, stored, firstRow, word);
        k.store(resident[plane]!, k.groupZ.mul(words).add(word), made);
      });
    }
  });
}

/** Workgroups for a number of rows. */
export function repackGrid(
  format: WeightFormat,
  columns: number,
  rows: number,
): readonly [GridDimension, GridDimension, GridDimension] {
  const order = fragmentsOf(format);
  const most = Math.max(...order.planes.map((_, plane) => order.unitWords(plane, columns)));
  return [groupsOf(most, THREADS), groupsOf(order.planes.length, 1), groupsOf(rows, FRAGMENT_ROWS)];
}
