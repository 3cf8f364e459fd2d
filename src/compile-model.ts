/**
 * From a model to a runner, in two steps: graph, passes and programs, which need a backend's facts and no device;
 * then the bytes of every buffer put in place. Tensors are streamed in pieces; no more than one piece is in memory
 * beside the device's copy.
 */
import type { Backend, DeviceBuffer } from "./backend/backend.ts";
import { alignUp } from "./base/bytes.ts";
import { byteSize, fromFloat32 } from "./base/dtype.ts";
import { invariant, present } from "./base/invariant.ts";
import type { Model } from "./model/model.ts";
import { type Head, textGraph } from "./model/open.ts";
import { rotaryTable } from "./ops/rotary-table.ts";
import { checkDevice } from "./passes/check-device.ts";
import { fuse } from "./passes/fuse.ts";
import { lower, type PoolCapacity } from "./passes/lower.ts";
import { planMemory, rowCapacities } from "./passes/plan-memory.ts";
import { type Selection, select } from "./passes/select.ts";
import { accountOf } from "./program/account.ts";
import { type Extents, type Program, type ProgramBuffer, sharedBuffers } from "./program/program.ts";
import type { Profile } from "./program/storage.ts";
import { ModelRunner, type RunnerPrograms } from "./runtime/model-runner.ts";

/** What programs are compiled for: a backend's facts and routes. No buffer and no device is touched. */
export type CompileTarget = Pick<Backend, "caps" | "candidates">;

export interface CompileOptions {
  readonly profile: Profile;
  readonly capacity: PoolCapacity;
  readonly maxPositions: number;
  readonly keepHidden?: boolean;
}

export type LoadListener = (loadedBytes: number, totalBytes: number) => void;

/** Bytes read from an artifact at once. */
const PIECE_BYTES = 4 * 1024 * 1024;

function mostOf({ capacity }: CompileOptions, mostRows: number): Extents {
  const capacities = rowCapacities(capacity);
  return { ...capacities, tokens: Math.min(mostRows, capacities.tokens) };
}

/**
 * The calls of one head, each with its storage and its route on a backend.
 * @param mostRows rows of the bucket; default: all the capacity holds
 */
export function selectHead(
  model: Model,
  { candidates, caps }: CompileTarget,
  head: Head,
  options: CompileOptions,
  mostRows = options.capacity.maxRows,
): Selection {
  const graph = fuse(textGraph(model, { ...options, head }));
  return select(graph, { candidates, caps, profile: options.profile, most: mostOf(options, mostRows) });
}

/** The program of one head on a backend. @param mostRows as `selectHead` */
export function compileProgram(
  model: Model,
  target: CompileTarget,
  head: Head,
  options: CompileOptions,
  mostRows = options.capacity.maxRows,
): Program {
  const { caps } = target;
  const most = mostOf(options, mostRows);
  const selection = selectHead(model, target, head, options, mostRows);
  const plan = planMemory(selection, options.capacity, caps.offsetAlignment);
  const program = lower(`text-${head}`, selection, plan, options.capacity, most);
  checkDevice(program, caps, most);
  return program;
}

/** Rows of plain decoding and of one draft: a bucket of their own wherever rows decide at all. */
const FEWEST_ROWS = 2;

/** Rows at which a backend's choice of routes changes, rising; empty where it does not depend on rows. */
export function bucketBounds({ candidates }: CompileTarget): readonly number[] {
  const meant = candidates.flatMap(({ mostRows }) => mostRows ?? []);
  return meant.length === 0 ? [] : [...new Set([FEWEST_ROWS, ...meant])].sort((a, b) => a - b);
}

/** Programs of a head by rising bucket of rows, the last for any number; equal ones are kept once. */
export function compileBuckets(
  model: Model,
  target: CompileTarget,
  head: Head,
  options: CompileOptions,
): readonly Program[] {
  const { maxRows } = options.capacity;
  const bounds = [...bucketBounds(target).filter((rows) => rows < maxRows), maxRows];
  const programs = bounds.map((rows) => compileProgram(model, target, head, options, rows));
  const launches = programs.map((program) => JSON.stringify(program.launches));
  return programs.filter((_, i) => launches[i] !== launches[i + 1]);
}

async function fillWeight(
  model: Model,
  backend: Backend,
  role: Extract<ProgramBuffer["role"], { kind: "weight" }>,
  buffer: DeviceBuffer,
): Promise<void> {
  const { tensor, rows, columns, stored, resident } = role;
  if (stored === resident) {
    const total = present(model.tensors.get(tensor), tensor).bytes;
    for (let at = 0; at < total; at += PIECE_BYTES) {
      const piece = await model.readBytes(tensor, at, Math.min(PIECE_BYTES, total - at));
      backend.write(buffer, at, wholeWords(piece));
    }
    return;
  }
  invariant(resident === "f32", `${tensor}: weights are decoded to f32 or kept, not made ${resident}`);
  const perRow = columns * byteSize(resident);
  const step = rows === 1 ? 1 : Math.max(1, Math.floor(PIECE_BYTES / perRow));
  for (let row = 0; row < rows; row += step) {
    const end = Math.min(rows, row + step);
    // A vector's only row is its whole first dimension.
    const values = rows === 1 ? await model.readFloat32(tensor) : await model.readFloat32(tensor, row, end);
    backend.write(buffer, row * perRow, wholeWords(fromFloat32(values, resident)));
  }
}

function wholeWords(bytes: Uint8Array): Uint8Array {
  if (bytes.byteLength % 4 === 0) return bytes;
  const padded = new Uint8Array(alignUp(bytes.byteLength, 4));
  padded.set(bytes);
  return padded;
}

/**
 * Both programs of a model, which share their buffers.
 * @throws CapacityError `binding_too_large` with the buffer and both numbers
 */
export function compilePrograms(model: Model, target: CompileTarget, options: CompileOptions): RunnerPrograms {
  return {
    argmax: compileBuckets(model, target, "argmax", options),
    sample: compileBuckets(model, target, "sample", options),
  };
}

/**
 * Puts compiled programs on a device, with the model's weights.
 * @throws CapacityError, CompileError, ArtifactError as their sources do
 */
export async function loadRunner(
  model: Model,
  backend: Backend,
  programs: RunnerPrograms,
  capacity: PoolCapacity,
  onProgress?: LoadListener,
): Promise<ModelRunner> {
  const { weightBytes } = accountOf(sharedBuffers([...programs.argmax, ...programs.sample]), capacity);
  let loaded = 0;
  return ModelRunner.create(backend, programs, capacity, async (spec, buffer) => {
    if (spec.role.kind === "constant") backend.write(buffer, 0, fromFloat32(rotaryTable(spec.role.constant), "f32"));
    if (spec.role.kind !== "weight") return;
    await fillWeight(model, backend, spec.role, buffer);
    loaded += spec.bytes;
    onProgress?.(loaded, weightBytes);
  });
}

/** Compiled for the device and loaded. @throws as `compilePrograms` and `loadRunner` do */
export function createRunner(model: Model, backend: Backend, options: CompileOptions): Promise<ModelRunner> {
  return loadRunner(model, backend, compilePrograms(model, backend, options), options.capacity);
}
