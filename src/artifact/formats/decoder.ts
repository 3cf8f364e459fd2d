/** What every weight format provides on the host: a pure decoder of rows, whatever they were read from. */

/** Planes of some rows, as read from an object; what a format decodes. */
interface RowPlanes {
  readonly columns: number;
  /** Row of the first plane byte's unit; a multiple of the layout's `unitRows`. */
  readonly firstRow: number;
  readonly planes: readonly Uint8Array[];
  readonly trailer: Uint8Array;
}

/** Rows `[start, end)` as float32, row-major, exactly as the format defines its values. */
export type RowDecoder = (source: RowPlanes, start: number, end: number) => Float32Array;
