/**
 * Weights made f32 in a thread's scratch: four neighbouring rows of a matrix (the four columns of an output that lie side
 * by side), a block of columns at a time. The seam between formats and the tile, which reads nothing but f32. What is
 * written are the very values that the format's reader gives: code times scale is exact, or rounded once.
 */
import {
  add,
  doWhile,
  i32,
  i32x4,
  type Local,
  load,
  mul,
  op,
  shuffle,
  store,
  type Wasm,
  WasmFunction,
} from "../../../../codegen/wasm/ir.ts";
import { PANEL_ROWS, type PanelOrder } from "../../../base/formats/panels.ts";
import { panelsOf, type WeightFormat, type WeightOrder } from "../../../base/formats/registry.ts";
import { BLOCK_BYTES } from "./float-sums.ts";

/** Rows of the matrix that are expanded together. */
export const QUAD = 4;
/** Bytes of an expanded quad of one block. */
export const QUAD_BYTES = QUAD * BLOCK_BYTES;

/** A matrix as its routes know it. */
export interface MatrixKind {
  readonly columns: number;
  readonly format: WeightFormat;
  readonly order: WeightOrder | undefined;
}

/** Whether a matrix has rows that are read here. */
export function expands({ columns, format, order }: MatrixKind): boolean {
  if (order === "panels") return true;
  return order === undefined && ((format === "f32" && columns % 4 === 0) || (format === "bf16" && columns % 8 === 0));
}

/** Bytes of four neighbouring rows. */
export function quadBytes({ columns, format, order }: MatrixKind): number {
  if (order === "panels") return 4 * panelsOf(format).panelWords(columns);
  return QUAD * columns * (format === "f32" ? 4 : 2);
}

interface Parts {
  readonly f: WasmFunction;
  /** Address of the quad. */
  readonly w: Local;
  /** First column and number of columns, whole blocks but for the last. */
  readonly k: Local;
  readonly count: Local;
  /** Where the first row goes; the others follow, `BLOCK_BYTES` apart. */
  readonly target: Local;
}

const next = (local: Local, bytes: number): Wasm => local.set(add(local.get, i32(bytes)));
const below = (a: Local, b: Local): Wasm => op("i32.lt_u", a.get, b.get);

/** `expand(w, k, count, target)`: columns k up to k + count of a quad, as f32. */
export function expandQuad(matrix: MatrixKind): WasmFunction {
  const f = new WasmFunction("expand");
  const [w, k, count, target] = ["w", "k", "count", "target"].map((name) => f.param(name, "i32")) as [
    Local,
    Local,
    Local,
    Local,
  ];
  const parts: Parts = { f, w, k, count, target };
  if (matrix.order === "panels") expandPanels(parts, panelsOf(matrix.format));
  else if (matrix.format === "f32") copyRows(parts, matrix.columns);
  else widenRows(parts, matrix.columns);
  return f;
}

function copyRows({ f, w, k, count, target }: Parts, columns: number): void {
  const first = add(w.get, op("i32.shl", k.get, i32(2)));
  f.put(
    w.set(first),
    ...Array.from({ length: QUAD }, (_, row) => {
      const [to, from] = [add(target.get, i32(row * BLOCK_BYTES)), add(w.get, i32(row * 4 * columns))];
      return op("memory.copy", to, from, op("i32.shl", count.get, i32(2)));
    }),
  );
}

const ZERO = i32x4(0);
/** A bf16 is the upper half of an f32. */
const LOWER_FOUR = [0, 1, 16, 17, 2, 3, 18, 19, 4, 5, 20, 21, 6, 7, 22, 23];
const UPPER_FOUR = [8, 9, 24, 25, 10, 11, 26, 27, 12, 13, 28, 29, 14, 15, 30, 31];

/** Eight bf16 as two vectors of f32. */
export function widened(eight: Local): readonly [Wasm, Wasm] {
  return [shuffle(ZERO, eight.get, LOWER_FOUR), shuffle(ZERO, eight.get, UPPER_FOUR)];
}

function widenRows({ f, w, k, count, target }: Parts, columns: number): void {
  const eight = f.local("eight", "v128");
  const end = f.local("end", "i32");
  f.put(
    w.set(add(w.get, op("i32.shl", k.get, i32(1)))),
    end.set(add(target.get, op("i32.shl", count.get, i32(2)))),
    doWhile(
      [
        ...Array.from({ length: QUAD }, (_, row) => {
          const [low, high] = widened(eight);
          const at = row * BLOCK_BYTES;
          return [
            eight.set(load("v128.load", w.get, row * 2 * columns)),
            store("v128.store", target.get, low, at),
            store("v128.store", target.get, high, at + 16),
          ];
        }).flat(),
        next(w, 16),
        next(target, 32),
      ],
      below(target, end),
    ),
  );
}

function expandPanels(parts: Parts, order: PanelOrder): void {
  const { f, w, k, count, target } = parts;
  const end = f.local("end", "i32");
  const blockBytes = 4 * order.blockWords;
  const scales = order.parts.at(-1)!;
  const body = order.bias === 0 ? expandBytes(parts, order, 4 * scales.firstWord) : expandNibbles(parts, order);
  f.put(
    // A block of the order is 64 columns, and a block of sums is a whole number of them.
    w.set(add(w.get, mul(op("i32.shr_u", k.get, i32(6)), i32(blockBytes)))),
    end.set(add(target.get, op("i32.shl", count.get, i32(2)))),
    doWhile([...body, next(w, blockBytes)], below(target, end)),
  );
}

/** Bytes of a vector: columns 0 and 1 of rows 0 to 3, then columns 2 and 3 of them. */
function expandBytes({ f, w, target }: Parts, { bits }: PanelOrder, scalesAt: number): Wasm[] {
  const codes = f.local("codes", "v128");
  const at = f.local("at", "i32");
  const groupEnd = f.local("group_end", "i32");
  const rowScales = Array.from({ length: PANEL_ROWS }, (_, row) => f.local(`scale${row}`, "v128"));
  const rows = rowScales.map((scale, row) => {
    const column = (byte: number): number[] => [16, 16, 16, byte];
    const top = shuffle(codes.get, ZERO, [2 * row, 2 * row + 1, 8 + 2 * row, 9 + 2 * row].flatMap(column));
    const value = op("f32x4.convert_i32x4_s", op("i32x4.shr_s", top, i32(24)));
    return store("v128.store", target.get, op("f32x4.mul", value, scale.get), row * BLOCK_BYTES);
  });
  const groups = 64 / bits.group;
  return [
    at.set(w.get),
    ...Array.from({ length: groups }, (_, group): Wasm[] => [
      ...rowScales.map((scale, row) => scale.set(load("v128.load32_splat", w.get, scalesAt + 16 * group + 4 * row))),
      groupEnd.set(add(at.get, i32(4 * bits.group))),
      doWhile([codes.set(load("v128.load", at.get)), ...rows, next(target, 16), next(at, 16)], below(at, groupEnd)),
    ]).flat(),
  ];
}

/**
 * A step is eight columns: of a row's word, nibble 4 PAIR + 8 QUAD + 16 HALF is that of column 4 QUAD + 2 PAIR + HALF, and
 * its high bits lie likewise in a word that several steps share.
 */
function expandNibbles({ f, w, target }: Parts, order: PanelOrder): Wasm[] {
  const { highBits } = order.bits;
  const word = f.local("word", "v128");
  const high = f.local("high", "v128");
  const scale = f.local("scale", "v128");
  const step = f.local("step", "i32");
  const column = Array.from({ length: 4 }, (_, i) => f.local(`column${i}`, "v128"));
  const steps = highBits === 0 ? 1 : 4 / highBits;
  const at = f.local("at", "i32");
  const highAt = f.local("high_at", "i32");
  const scalesAt = 4 * order.parts.at(-1)!.firstWord;
  const value = (quad: number, i: number, s: number): Wasm => {
    const [pair, half] = [i >> 1, i & 1];
    const low = bitsAt(word, 4 * pair + 8 * quad + 16 * half, 4);
    const above = highBits === 0 ? undefined : bitsAt(high, highBits * (pair + 2 * s) + 8 * quad + 16 * half, highBits);
    const code = above === undefined ? low : op("v128.or", low, op("i32x4.shl", above, i32(4)));
    const signed = op("i32x4.sub", code, i32x4(order.bias));
    return op("f32x4.mul", op("f32x4.convert_i32x4_s", signed), scale.get);
  };
  const oneStep = (s: number): Wasm[] => [
    word.set(load("v128.load", at.get, 16 * s)),
    ...[0, 1].flatMap((quad) => [
      ...column.map((local, i) => local.set(value(quad, i, s))),
      ...storeRows(f, column, target, 16 * quad + 32 * s),
    ]),
  ];
  return [
    scale.set(load("v128.load", w.get, scalesAt)),
    at.set(w.get),
    ...(highBits === 0 ? [] : [highAt.set(add(w.get, i32(4 * order.parts[1]!.firstWord)))]),
    step.set(i32(8 / steps)),
    doWhile(
      [
        ...(highBits === 0 ? [] : [high.set(load("v128.load", highAt.get)), next(highAt, 16)]),
        ...Array.from({ length: steps }, (_, s) => oneStep(s)).flat(),
        next(at, 16 * steps),
        next(target, 32 * steps),
        step.set(add(step.get, i32(-1))),
      ],
      step.get,
    ),
  ];
}

/** `bits` bits of every lane, from `shift` on. */
function bitsAt(word: Local, shift: number, bits: number): Wasm {
  const down = shift === 0 ? word.get : op("i32x4.shr_u", word.get, i32(shift));
  return shift + bits === 32 ? down : op("v128.and", down, i32x4(2 ** bits - 1));
}

const INTERLEAVED_LOW = [0, 1, 2, 3, 16, 17, 18, 19, 4, 5, 6, 7, 20, 21, 22, 23];
const INTERLEAVED_HIGH = [8, 9, 10, 11, 24, 25, 26, 27, 12, 13, 14, 15, 28, 29, 30, 31];
const LOW_HALVES = [0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23];
const HIGH_HALVES = [8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31];

/** Four columns of four rows, stored as four rows of four columns. */
function storeRows(f: WasmFunction, column: readonly Local[], target: Local, at: number): Wasm[] {
  const [a, b, c, d] = column as [Local, Local, Local, Local];
  const [ab, cd] = [f.local("ab", "v128"), f.local("cd", "v128")];
  const rows = (first: number, interleaved: readonly number[]): Wasm[] => [
    ab.set(shuffle(a.get, b.get, interleaved)),
    cd.set(shuffle(c.get, d.get, interleaved)),
    store("v128.store", target.get, shuffle(ab.get, cd.get, LOW_HALVES), at + first * BLOCK_BYTES),
    store("v128.store", target.get, shuffle(ab.get, cd.get, HIGH_HALVES), at + (first + 1) * BLOCK_BYTES),
  ];
  return [...rows(0, INTERLEAVED_LOW), ...rows(2, INTERLEAVED_HIGH)];
}
