/**
 * Tensors that are row ranges of stored objects. A view in one format gives the bytes of a standalone tensor, gathered
 * from the planes of its parents; rows of several formats, or ranges that cut rows, are given decoded as f32. Nothing
 * is read before it is asked for, and a read touches only what it needs.
 */
import { byteSize } from "../../base/dtype.ts";
import type { WeightFormat } from "../../base/formats/registry.ts";
import { WEIGHT_LAYOUTS } from "../../base/formats/registry.ts";
import { invariant } from "../../base/invariant.ts";
import type { TensorInfo, TensorPart } from "../artifact.ts";
import { DECODERS } from "../formats/decoders.ts";
import { allEnded, checkRange } from "../sources.ts";
import type { NinferContainer } from "./container.ts";
import type { ElementRange, ResolvedTensor } from "./directory.ts";

/** A tensor and how to read it. Row ranges were checked by the caller. */
export interface TensorView {
  readonly info: TensorInfo;
  /** Fills `target` with the tensor's bytes from `offset`. */
  readInto(offset: number, target: Uint8Array): Promise<void>;
  readRows(start: number, end: number): Promise<Float32Array>;
}

/** Rows `[row, row + rows)` of an object. */
interface RowRun {
  readonly tensor: ResolvedTensor;
  readonly row: number;
  readonly rows: number;
}

/** Name under which `pieces` lists a stored object. */
export function parentName(object: string): string {
  return `object:${object}`;
}

/** A part of the concatenation of `ranges`, by element positions in it. */
export function sliceRanges(ranges: readonly ElementRange[], begin: number, end: number): readonly ElementRange[] {
  const slices: ElementRange[] = [];
  let at = 0;
  for (const range of ranges) {
    const from = Math.max(begin, at);
    const to = Math.min(end, at + range.end - range.begin);
    if (from < to) slices.push({ object: range.object, begin: range.begin + from - at, end: range.begin + to - at });
    at += range.end - range.begin;
  }
  return slices;
}

export function elementCount(ranges: readonly ElementRange[]): number {
  return ranges.reduce((total, { begin, end }) => total + end - begin, 0);
}

/**
 * The tensor that `ranges` hold in C order. Its shape is `[rows, ...]` as in the parents when whole rows were taken;
 * `expected` is used where it only splits the columns further (`reshape`) or where rows were cut.
 */
export function viewOf(
  container: NinferContainer,
  name: string,
  ranges: readonly ElementRange[],
  options: {
    readonly expected?: readonly number[];
    readonly reshape?: boolean;
    readonly parts?: readonly TensorPart[];
  } = {},
): TensorView {
  const runs = rowRuns(container, ranges);
  const shape = shapeOf(runs, elementCount(ranges), options);
  const format = runs === undefined ? undefined : commonFormat(runs);
  if (runs === undefined || format === undefined) return decodedView(container, name, shape, ranges, options.parts);
  return storedView(container, name, shape, format, runs);
}

/** Adjacent ranges joined, as rows of their objects; undefined where a range cuts a row or row lengths differ. */
function rowRuns(container: NinferContainer, ranges: readonly ElementRange[]): readonly RowRun[] | undefined {
  const runs: RowRun[] = [];
  for (const range of ranges) {
    const tensor = container.tensor(range.object);
    const { columns } = tensor.layout;
    if (range.begin % columns !== 0 || range.end % columns !== 0) return undefined;
    const row = range.begin / columns;
    const rows = range.end / columns - row;
    const before = runs.at(-1);
    if (before !== undefined && before.tensor.layout.columns !== columns) return undefined;
    if (before !== undefined && before.tensor === tensor && before.row + before.rows === row) {
      runs[runs.length - 1] = { tensor, row: before.row, rows: before.rows + rows };
    } else runs.push({ tensor, row, rows });
  }
  return runs;
}

function shapeOf(
  runs: readonly RowRun[] | undefined,
  elements: number,
  { expected, reshape }: { readonly expected?: readonly number[]; readonly reshape?: boolean },
): readonly number[] {
  const fits = expected !== undefined && expected.reduce((a, b) => a * b, 1) === elements;
  const first = runs?.[0];
  if (first === undefined) return fits ? expected : [elements];
  const rows = runs!.reduce((total, run) => total + run.rows, 0);
  if (fits && reshape === true && expected[0] === rows) return expected;
  return first.tensor.shape.length === 0 && rows === 1 ? [] : [rows, ...first.tensor.shape.slice(1)];
}

/** The one format of all runs in which their rows can be laid out together, or undefined. */
function commonFormat(runs: readonly RowRun[]): WeightFormat | undefined {
  const { tensor } = runs[0]!;
  const { unitRows, trailer } = tensor.layout;
  const same = runs.every(
    (run) =>
      run.tensor.format === tensor.format &&
      run.row % unitRows === 0 &&
      run.rows % unitRows === 0 &&
      // A trailer holds for its own object only.
      (trailer === undefined || run.tensor === tensor),
  );
  return same ? tensor.format : undefined;
}

interface Segment {
  /** Position in the view's bytes. */
  readonly to: number;
  readonly length: number;
  /** Position in the payload. */
  readonly from: number;
}

function storedView(
  container: NinferContainer,
  name: string,
  shape: readonly number[],
  format: WeightFormat,
  runs: readonly RowRun[],
): TensorView {
  const { tensor, row, rows } = runs[0]!;
  const matrix = [runs.reduce((total, run) => total + run.rows, 0), tensor.layout.columns];
  const layout = WEIGHT_LAYOUTS[format].storage(matrix);
  invariant(typeof layout !== "string", `rows of ${format}: ${layout}`);
  const segments: Segment[] = [];
  layout.planes.forEach((plane, p) => {
    let to = plane.offset;
    for (const run of runs) {
      const length = (run.rows / layout.unitRows) * plane.unitBytes;
      const inParent = run.tensor.layout.planes[p]!.offset + (run.row / layout.unitRows) * plane.unitBytes;
      segments.push({ to, length, from: run.tensor.offset + inParent });
      to += length;
    }
  });
  if (layout.trailer !== undefined) {
    const { offset: to, bytes: length } = layout.trailer;
    segments.push({ to, length, from: tensor.offset + tensor.layout.trailer!.offset });
  }
  const whole = runs.length === 1 && rows === tensor.layout.rows;
  const view = runs.length === 1 && !whole ? { view: { parent: parentName(tensor.id), row } } : {};
  return {
    info: { name, format, shape, bytes: layout.bytes, ...view },
    async readInto(offset, target) {
      checkRange(`tensor ${name}`, layout.bytes, offset, target.byteLength);
      await gather(container, segments, offset, target);
    },
    readRows: (start, end) => readRunRows(container, runs, start, end),
  };
}

/** Bytes of the view from `offset`; what no segment covers is padding and zero. Segments rise and never overlap. */
async function gather(
  container: NinferContainer,
  segments: readonly Segment[],
  offset: number,
  target: Uint8Array,
): Promise<void> {
  const stop = offset + target.byteLength;
  const reads: Promise<void>[] = [];
  let filled = 0;
  for (const segment of segments) {
    const begin = Math.max(offset, segment.to);
    const end = Math.min(stop, segment.to + segment.length);
    if (begin >= end) continue;
    target.fill(0, filled, begin - offset);
    filled = end - offset;
    const part = target.subarray(begin - offset, filled);
    reads.push(container.readPayloadInto(segment.from + begin - segment.to, part));
  }
  target.fill(0, filled);
  await allEnded(reads);
}

async function readRunRows(
  container: NinferContainer,
  runs: readonly RowRun[],
  start: number,
  end: number,
): Promise<Float32Array> {
  const ranges: ElementRange[] = runs.map(({ tensor, row, rows }) => {
    const { columns } = tensor.layout;
    return { object: tensor.id, begin: row * columns, end: (row + rows) * columns };
  });
  const { columns } = runs[0]!.tensor.layout;
  return container.readElements(sliceRanges(ranges, start * columns, end * columns));
}

function decodedView(
  container: NinferContainer,
  name: string,
  shape: readonly number[],
  ranges: readonly ElementRange[],
  parts: readonly TensorPart[] | undefined,
): TensorView {
  const elements = elementCount(ranges);
  const columns = elements / (shape[0] ?? 1);
  return {
    info: { name, format: "f32", shape, bytes: 4 * elements, ...(parts === undefined ? {} : { parts }) },
    async readInto(offset, target) {
      const length = target.byteLength;
      checkRange(`tensor ${name}`, 4 * elements, offset, length);
      const first = Math.floor(offset / 4);
      const values = await container.readElements(sliceRanges(ranges, first, Math.ceil((offset + length) / 4)));
      target.set(new Uint8Array(values.buffer, offset - 4 * first, length));
    },
    readRows: (start, end) => container.readElements(sliceRanges(ranges, start * columns, end * columns)),
  };
}

/** [taps, channels] stored, [channels, 1, taps] shown: the depthwise convolution's weight. Small, so read whole. */
export function transposedView(container: NinferContainer, name: string, ranges: readonly ElementRange[]): TensorView {
  const source = viewOf(container, name, ranges);
  const { format, bytes, shape: stored } = source.info;
  const [taps, channels] = stored;
  // Another rank is not what the config says; the check of shapes will name it.
  if (stored.length !== 2 || taps === undefined || channels === undefined) return source;
  const shape = [channels, 1, taps];
  const dense = format === "bf16" || format === "f16" || format === "f32";
  const unit = dense ? byteSize(format) : 4;
  const readAll = async () => {
    const decoded = dense ? undefined : await source.readRows(0, taps);
    const rows = decoded === undefined ? new Uint8Array(bytes) : new Uint8Array(decoded.buffer);
    if (decoded === undefined) await source.readInto(0, rows);
    return transposeBytes(rows, taps, channels, unit);
  };
  const total = taps * channels * unit;
  return {
    info: { name, format: dense ? format : "f32", shape, bytes: total },
    async readInto(offset, target) {
      checkRange(`tensor ${name}`, total, offset, target.byteLength);
      target.set((await readAll()).subarray(offset, offset + target.byteLength));
    },
    async readRows(start, end) {
      const decode = DECODERS[dense ? format : "f32"];
      const source = { columns: taps, firstRow: 0, planes: [await readAll()], trailer: new Uint8Array(0) };
      return decode(source, start, end);
    },
  };
}

function transposeBytes(bytes: Uint8Array, rows: number, columns: number, unit: number): Uint8Array {
  const result = new Uint8Array(rows * columns * unit);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const from = (row * columns + column) * unit;
      const to = (column * rows + row) * unit;
      for (let b = 0; b < unit; b++) result[to + b] = bytes[from + b]!;
    }
  }
  return result;
}
