/**
 * The bytes of one object after another, in blocks of rows: what is written, and what is compared when a file is verified.
 * Separate from both, so that they cannot differ. Invariant: a block holds whole units of rows and at most a few million
 * numbers, however large the object, and blocks do not depend on who asks for them.
 */
import { type Encoder, isFault, largestMagnitude } from "../artifact/encoders/encoder.ts";
import { ENCODERS, type EncodedFormat } from "../artifact/encoders/encoders.ts";
import { spelledFormat } from "../artifact/ninfer/formats.ts";
import type { PlacedObject } from "../artifact/ninfer/new-set.ts";
import { product, withSeparators } from "../base/bytes.ts";
import { ArtifactError } from "../base/errors.ts";
import type { StorageLayout } from "../base/formats/layout.ts";
import { WEIGHT_LAYOUTS } from "../base/formats/registry.ts";
import { invariant, present } from "../base/invariant.ts";
import type { StoredParameter } from "../model/contents.ts";
import type { Job, Member, TensorJob } from "./plan.ts";

/** Bytes and their place in the payload. */
export interface Piece {
  readonly offset: number;
  readonly bytes: Uint8Array;
}

export interface Block {
  readonly pieces: readonly Piece[];
  /** The numbers behind them and the rows they are, where they were encoded. */
  readonly values?: Float32Array;
  readonly rows?: { readonly start: number; readonly end: number };
}

/** Rows of a block come in units of whole tiles of any format. */
const ROW_UNIT = 128;
const BLOCK_ELEMENTS = 2 ** 20;
const COPY_BYTES = 2 ** 23;

/** @throws ArtifactError `weight_not_finite`, `weight_out_of_range`, and what reading throws */
export async function* blocksOf(job: Job, placed: PlacedObject): AsyncGenerator<Block> {
  if (job.kind === "resource") {
    yield { pieces: [{ offset: placed.offset, bytes: job.bytes }] };
    return;
  }
  invariant(placed.kind === "tensor" && placed.id === job.id, `${job.id} has a place`);
  if (job.method === "copy") yield* copied(job, placed.offset, placed.layout);
  else yield* encoded(job, placed.offset, placed.layout);
}

/** Stored planes, one behind the other as in the new object. */
async function* copied(job: TensorJob, offset: number, layout: StorageLayout): AsyncGenerator<Block> {
  const chunk = async (parameter: StoredParameter, from: number, length: number, to: number): Promise<Block> => {
    const bytes = await parameter.readBytes(from, length);
    checkFiniteBytes(parameter, from, bytes);
    return { pieces: [{ offset: to, bytes }] };
  };
  for (const [p, { offset: plane, unitBytes }] of layout.planes.entries()) {
    for (const { parameter, row } of job.members) {
      const own = layoutOf(parameter);
      const length = Math.ceil(own.rows / own.unitRows) * unitBytes;
      const [from, to] = [own.planes[p]!.offset, offset + plane + (row / layout.unitRows) * unitBytes];
      for (let at = 0; at < length; at += COPY_BYTES) {
        yield await chunk(parameter, from + at, Math.min(COPY_BYTES, length - at), to + at);
      }
    }
  }
  if (layout.trailer === undefined) return;
  // Members share a matrix only if they did before, so one trailer is the trailer of all.
  const { parameter } = job.members[0]!;
  yield chunk(parameter, layoutOf(parameter).trailer!.offset, layout.trailer.bytes, offset + layout.trailer.offset);
}

function layoutOf({ format, shape, name }: StoredParameter): StorageLayout {
  const layout = WEIGHT_LAYOUTS[format].storage(shape);
  invariant(typeof layout !== "string", `${name}: ${layout}`);
  return layout;
}

async function* encoded(job: TensorJob, offset: number, layout: StorageLayout): AsyncGenerator<Block> {
  const encoder: Encoder = ENCODERS[job.format as EncodedFormat];
  const largest = encoder.needsLargest ? await largestOf(job, layout) : 0;
  for await (const { start, values } of valueBlocks(job, layout)) {
    const planes = encoder.rows(values, layout.columns, largest);
    if (isFault(planes)) {
      const at = placeOf(job.members, start + planes.row);
      const format = spelledFormat(job.format)!.format;
      throw new ArtifactError(
        "weight_out_of_range",
        `${at.name}: row ${at.row}: found ${planes.found}, ${format} needs ${planes.needed}`,
        { hint: "give it a wider format by a rule of the recipe", data: at },
      );
    }
    const pieces = planes.map((bytes, p): Piece => {
      const { offset: plane, unitBytes } = layout.planes[p]!;
      return { offset: offset + plane + (start / layout.unitRows) * unitBytes, bytes };
    });
    yield { pieces, values, rows: { start, end: start + values.length / layout.columns } };
  }
  if (layout.trailer === undefined) return;
  yield { pieces: [{ offset: offset + layout.trailer.offset, bytes: encoder.trailer(largest) }] };
}

async function largestOf(job: TensorJob, layout: StorageLayout): Promise<number> {
  let largest = 0;
  for await (const { values } of valueBlocks(job, layout)) largest = Math.max(largest, largestMagnitude(values));
  return largest;
}

interface ValueBlock {
  readonly start: number;
  readonly values: Float32Array;
}

/** Rows of all members as one matrix; the next block is read while this one is used. */
async function* valueBlocks(job: TensorJob, layout: StorageLayout): AsyncGenerator<ValueBlock> {
  const units = Math.max(1, Math.floor(BLOCK_ELEMENTS / layout.columns / ROW_UNIT));
  // A vector's rows are its elements, and it is read whole.
  const step = job.shape.length < 2 ? layout.rows : units * ROW_UNIT;
  const read = (start: number) => readMatrix(job.members, layout, start, Math.min(layout.rows, start + step));
  let next = read(0);
  for (let start = 0; start < layout.rows; start += step) {
    const values = await next;
    if (start + step < layout.rows) {
      next = read(start + step);
      // Whoever stops early leaves this promise alone.
      next.catch(() => {});
    }
    yield { start, values };
  }
}

async function readMatrix(
  members: readonly Member[],
  { columns }: StorageLayout,
  start: number,
  end: number,
): Promise<Float32Array> {
  const parts: Float32Array[] = [];
  for (const { parameter, row } of members) {
    const rows = parameter.shape[0] ?? 1;
    const [from, to] = [Math.max(start, row), Math.min(end, row + rows)];
    if (from >= to) continue;
    const values = await parameter.readRows(from - row, to - row);
    checkFinite(parameter, values, from - row);
    parts.push(values);
  }
  if (parts.length === 1) return parts[0]!;
  const values = new Float32Array((end - start) * columns);
  let at = 0;
  for (const part of parts) {
    values.set(part, at);
    at += part.length;
  }
  return values;
}

function placeOf(members: readonly Member[], row: number): { readonly name: string; readonly row: number } {
  const member = present(
    members.findLast((one) => one.row <= row),
    "a parameter of the row",
  );
  return { name: member.parameter.name, row: row - member.row };
}

function checkFinite(parameter: StoredParameter, values: Float32Array, firstRow: number): void {
  // A sum of finite numbers may overflow only near the end of f32's range; then each is looked at.
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += Math.abs(values[i]!);
  if (Number.isFinite(sum)) return;
  const at = values.findIndex((value) => !Number.isFinite(value));
  if (at >= 0) throw notFinite(parameter, firstRow * columnsOf(parameter) + at, values[at]!);
}

/** The same of bytes that are taken over: words of bf16 and f32 whose exponent is all ones. */
function checkFiniteBytes(parameter: StoredParameter, offset: number, bytes: Uint8Array): void {
  const { format } = parameter;
  if (format !== "bf16" && format !== "f32") return;
  const size = format === "bf16" ? 2 : 4;
  for (let i = size - 2; i < bytes.length; i += size) {
    // Sign and exponent are the last two bytes of either.
    if ((bytes[i + 1]! & 0x7f) === 0x7f && (bytes[i]! & 0x80) === 0x80) {
      const element = (offset + i - (size - 2)) / size;
      throw notFinite(parameter, element, Number.NaN);
    }
  }
}

function columnsOf({ shape }: StoredParameter): number {
  return shape.length < 2 ? 1 : product(shape.slice(1));
}

function notFinite(parameter: StoredParameter, element: number, found: number): ArtifactError {
  const columns = columnsOf(parameter);
  const [row, column] = [Math.floor(element / columns), element % columns];
  const what = Number.isNaN(found) ? "a number that is not finite" : String(found);
  return new ArtifactError(
    "weight_not_finite",
    `${parameter.name}: row ${withSeparators(row)}, column ${withSeparators(column)}: found ${what}, needed finite weights`,
    {
      hint: "the checkpoint is damaged or was not trained to the end; fetch it again",
      data: { parameter: parameter.name, row, column },
    },
  );
}
