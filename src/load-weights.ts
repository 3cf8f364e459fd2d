/**
 * The bytes of a model's weights, from its files to a device's buffers. Apart from compiling because this is about time
 * and memory alone: several pieces are read at once into memory that the backend lends, and each is on its way to the
 * device while others are read. Invariants: memory is bounded whatever the model's size, and when this returns or throws
 * nothing reads or uploads any more.
 */
import { allEnded } from "./artifact/sources.ts";
import type { Backend, DeviceBuffer } from "./backend/backend.ts";
import { UPLOAD_BYTES, UPLOADS_AT_ONCE } from "./backend/uploads.ts";
import { alignUp } from "./base/bytes.ts";
import { byteSize, fromFloat32 } from "./base/dtype.ts";
import { planeSpans, type StorageLayout } from "./base/formats/layout.ts";
import { matrixLayout, WEIGHT_LAYOUTS, type WeightOrder } from "./base/formats/registry.ts";
import { invariant, present } from "./base/invariant.ts";
import type { Model } from "./model/model.ts";
import { rotaryTable } from "./ops/rotary-table.ts";
import type { ProgramBuffer } from "./program/program.ts";
import type { FillTarget } from "./runtime/model-runner.ts";

/** Called after each piece; the last call says that all is there. */
type LoadListener = (loadedBytes: number, totalBytes: number) => void;

export interface LoadOptions {
  readonly onProgress?: LoadListener | undefined;
  /** Ends the load: no further piece begins, and those under way are waited for. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Most host memory of a load, beside the device's copy: a piece of each upload, its stored bytes and its values where it
 * is decoded, and a copy of it that a driver may keep.
 */
export const MOST_LOAD_BYTES = 4 * UPLOADS_AT_ONCE * UPLOAD_BYTES;

type WeightRole = Extract<ProgramBuffer["role"], { kind: "weight" }>;

/** A part of a buffer and how its bytes come. */
interface Piece {
  readonly bytes: number;
  upload(): Promise<void>;
}

/**
 * Fills weights and constants.
 * @throws ArtifactError of a read, with the file and the place in it; DeviceLostError; the reason of `signal`
 */
export async function loadWeights(
  model: Model,
  backend: Backend,
  targets: readonly FillTarget[],
  { onProgress, signal }: LoadOptions = {},
): Promise<void> {
  signal?.throwIfAborted();
  const pieces: Piece[] = [];
  for (const { spec, buffer } of targets) {
    const { role } = spec;
    if (role.kind === "constant") backend.write(buffer, 0, fromFloat32(rotaryTable(role.constant), "f32"));
    if (role.kind === "weight") pieces.push(...piecesOf(model, backend, role, buffer));
  }
  const totalBytes = pieces.reduce((total, { bytes }) => total + bytes, 0);
  let loadedBytes = 0;
  await severalAtOnce(pieces, signal, async (piece) => {
    await piece.upload();
    loadedBytes += piece.bytes;
    onProgress?.(loadedBytes, totalBytes);
  });
}

function piecesOf(model: Model, backend: Backend, role: WeightRole, buffer: DeviceBuffer): readonly Piece[] {
  const { tensor, stored, resident, order } = role;
  if (stored !== resident) {
    invariant(resident === "f32", `${tensor}: weights are decoded to f32 or kept, not made ${resident}`);
    return decodedPieces(model, backend, role, buffer);
  }
  if (order !== undefined) return rowPieces(model, backend, role, order, buffer);
  return spansOf(model, role).flatMap(({ from, to, length: total }) =>
    starts(total, UPLOAD_BYTES).map((at) => {
      const length = Math.min(UPLOAD_BYTES, total - at);
      const bytes = alignUp(length, 4);
      const fill = async (memory: Uint8Array): Promise<void> => {
        memory.fill(0, length);
        await model.readInto(tensor, from + at, memory.subarray(0, length));
      };
      return { bytes, upload: () => backend.upload(buffer, to + at, bytes, fill) };
    }),
  );
}

/** How a tensor of the model lies in its bytes. */
function storedLayout(model: Model, tensor: string): StorageLayout {
  const { format, shape } = present(model.tensors.get(tensor) ?? model.pieces?.get(tensor), tensor);
  const layout = WEIGHT_LAYOUTS[format].storage(shape);
  invariant(typeof layout !== "string", `${tensor}: ${layout}`);
  return layout;
}

interface Span {
  /** Position in the tensor's bytes, and in the buffer. */
  readonly from: number;
  readonly to: number;
  readonly length: number;
}

/** Where a buffer's bytes lie in its tensor: a run of rows has its part of every plane, laid out as a matrix of its own. */
function spansOf(model: Model, { tensor, row, rows, columns, stored }: WeightRole): readonly Span[] {
  const whole = storedLayout(model, tensor);
  // A vector is one row, whatever its shape.
  if (rows === 1 || rows === whole.rows) return [{ from: 0, to: 0, length: whole.bytes }];
  const own = matrixLayout(stored, rows, columns);
  const planes = planeSpans(whole, row, row + rows).map(({ offset, length }, plane): Span => {
    return { from: offset, to: present(own.planes[plane], `plane ${plane}`).offset, length };
  });
  if (own.trailer === undefined || whole.trailer === undefined) return planes;
  return [...planes, { from: whole.trailer.offset, to: own.trailer.offset, length: own.trailer.bytes }];
}

/** Whole units of rows, as many as an upload holds of them as they are stored. */
function rowPieces(
  model: Model,
  backend: Backend,
  { tensor, row, rows, columns, stored: format }: WeightRole,
  order: WeightOrder,
  buffer: DeviceBuffer,
): readonly Piece[] {
  const whole = storedLayout(model, tensor);
  const { unitRows } = matrixLayout(format, rows, columns, order);
  const unit = matrixLayout(format, unitRows, columns);
  const step = unitRows * Math.max(1, Math.floor(UPLOAD_BYTES / unit.bytes));
  return starts(rows, step).map((firstRow) => {
    const count = Math.min(rows - firstRow, step);
    const piece = matrixLayout(format, alignUp(count, unitRows), columns);
    const fill = async (memory: Uint8Array): Promise<void> => {
      await allEnded(
        whole.planes.map(({ offset, unitBytes }, plane) => {
          const start = piece.planes[plane]!.offset;
          const end = start + count * unitBytes;
          memory.fill(0, end, piece.planes[plane + 1]?.offset);
          return model.readInto(tensor, offset + (row + firstRow) * unitBytes, memory.subarray(start, end));
        }),
      );
    };
    const upload = present(backend.uploadRows, `uploads of rows to ${backend.name}`);
    return {
      bytes: piece.bytes,
      upload: () => upload.call(backend, buffer, { format, order, rows, columns, firstRow, count }, fill),
    };
  });
}

/** Rows at a time, as many as an upload holds; at least one, whose values may be several uploads. */
function decodedPieces(
  model: Model,
  backend: Backend,
  { tensor, row: first, rows, columns }: WeightRole,
  buffer: DeviceBuffer,
): readonly Piece[] {
  const rowBytes = columns * byteSize("f32");
  const step = rows === 1 ? 1 : Math.max(1, Math.floor(UPLOAD_BYTES / rowBytes));
  return starts(rows, step).map((row) => {
    const end = Math.min(rows, row + step);
    return {
      bytes: (end - row) * rowBytes,
      async upload() {
        // A vector's only row is its whole first dimension.
        const values = await (rows === 1
          ? model.readFloat32(tensor)
          : model.readFloat32(tensor, first + row, first + end));
        const decoded = fromFloat32(values, "f32");
        for (const at of starts(decoded.byteLength, UPLOAD_BYTES)) {
          const part = decoded.subarray(at, at + UPLOAD_BYTES);
          await backend.upload(buffer, row * rowBytes + at, part.byteLength, async (memory) => memory.set(part));
        }
      },
    };
  });
}

function starts(total: number, step: number): readonly number[] {
  return Array.from({ length: Math.ceil(total / step) }, (_, i) => i * step);
}

/**
 * Works through items in order, several at once. After a failure, or once `signal` is aborted, no further one begins; all
 * that began have ended when this throws.
 */
async function severalAtOnce<Item>(
  items: readonly Item[],
  signal: AbortSignal | undefined,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const rest = items.values();
  const failures: unknown[] = [];
  const worker = async (): Promise<void> => {
    for (const item of rest) {
      if (failures.length > 0 || signal?.aborted === true) return;
      await work(item).catch((error: unknown) => void failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: UPLOADS_AT_ONCE }, worker));
  // Reads that a cancelled load cut off fail in their own words; what happened is that it was cancelled.
  signal?.throwIfAborted();
  if (failures.length > 0) throw failures[0];
}
