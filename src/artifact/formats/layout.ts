/**
 * How rows of a stored matrix lie in its bytes: a few planes, each a run of equal units. Separate from the formats so
 * that slicing, gathering and sizing are written once: rows of a format with `unitRows` 1 can be taken anywhere, and
 * planes of taken rows, laid out again by the same rules, are a valid object of their own.
 */
import { product } from "../../base/bytes.ts";

export interface Plane {
  /** Bytes from the start of the object. */
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

/** Planes of some rows, as read from an object; what a format decodes. */
export interface RowPlanes {
  readonly columns: number;
  /** Row of the first plane byte's unit; a multiple of `unitRows`. */
  readonly firstRow: number;
  readonly planes: readonly Uint8Array[];
  readonly trailer: Uint8Array;
}

/** What every packed weight format provides: a pure description and a pure decoder. */
export interface WeightCodec {
  /** The layout of a shape, or what is wrong with the shape, e.g. `needs two dimensions`. */
  layout(shape: readonly number[]): StorageLayout | string;
  /** Rows `[start, end)` as float32, row-major, exactly as the format defines its values. */
  decode(source: RowPlanes, start: number, end: number): Float32Array;
}

/** Rows and columns of a shape whose first dimension is the row; a scalar is one row of one element. */
export function rowsAndColumns(shape: readonly number[]): { readonly rows: number; readonly columns: number } {
  return { rows: shape[0] ?? 1, columns: product(shape.slice(1)) };
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
