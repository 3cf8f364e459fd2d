/**
 * How a stored matrix lies in its bytes: a few planes, each a run of equal units, and one integer map from an element to
 * its bits. It stands below the host's decoders, the kernels' readers and the planner, so that none can differ from
 * another: rows of a format with `unitRows` 1 can be taken anywhere, and planes of taken rows, laid out again by the same
 * rules, are a valid object of their own.
 */
import { product } from "../bytes.ts";
import type { Integers } from "../integers.ts";

interface Plane {
  /** Bytes from the start of the object; a multiple of 256 behind the first plane. */
  readonly offset: number;
  /** Bytes of one unit of `unitRows` rows. */
  readonly unitBytes: number;
}

export interface StorageLayout {
  readonly rows: number;
  /** Elements of a row. */
  readonly columns: number;
  readonly unitRows: number;
  readonly planes: readonly Plane[];
  /** Bytes after the planes that belong to the whole object. */
  readonly trailer?: { readonly offset: number; readonly bytes: number };
  /** Total size of the object. */
  readonly bytes: number;
}

/** Field number `index` of a plane that is counted in fields of `bits` bits, a power of two, low bits first. */
export interface BitField<I> {
  readonly plane: number;
  readonly index: I;
  readonly bits: number;
}

/** Where neighbouring numbers of a row are. */
export interface Coordinate<I> {
  /** Parts of the codes from their low bits up; each holds that part of all the codes, one after the other. */
  readonly code: readonly BitField<I>[];
  /** The scale of the block they share. */
  readonly scale?: BitField<I>;
}

/** The facts of one weight format. */
export interface WeightLayout {
  /** The layout of a shape, or what is wrong with the shape, e.g. `needs two dimensions`. */
  storage(shape: readonly number[]): StorageLayout | string;
  /**
   * Place of columns [run * width, (run + 1) * width) of row n of a matrix with `columns` columns; a width of 1 is one
   * element. `width` is a power of two that divides the columns, and a block's columns where blocks share scales.
   */
  coord<I>(int: Integers<I>, columns: number, n: I, run: I, width: number): Coordinate<I>;
}

/** Bytes of a plane: whole units, the last one too. */
export function planeBytes({ rows, unitRows, planes }: StorageLayout, plane: number): number {
  return Math.ceil(rows / unitRows) * planes[plane]!.unitBytes;
}

/** Rows and columns of a shape whose first dimension is the row; a scalar is one row of one element. */
export function rowsAndColumns(shape: readonly number[]): { readonly rows: number; readonly columns: number } {
  return { rows: shape[0] ?? 1, columns: product(shape.slice(1)) };
}

/** Element n * columns + k: the map of everything that is row-major, in elements or in whole runs of them. */
export function rowMajor<I>(int: Integers<I>, columns: number, n: I, k: I): I {
  return int.add(int.mul(n, columns), k);
}

/** First byte of a field in its plane. */
export function byteOf({ index, bits }: BitField<number>): number {
  return Math.floor((index * bits) / 8);
}

/** The byte spans that hold rows `[start, end)`, in the order of the planes, widened to whole units. */
export function planeSpans(
  layout: StorageLayout,
  start: number,
  end: number,
): readonly { readonly offset: number; readonly length: number }[] {
  const first = Math.floor(start / layout.unitRows);
  const last = Math.ceil(end / layout.unitRows);
  return layout.planes.map((plane) => ({
    offset: plane.offset + first * plane.unitBytes,
    length: (last - first) * plane.unitBytes,
  }));
}
