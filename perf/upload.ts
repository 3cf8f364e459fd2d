/**
 * One load of a real file, in a process of its own so that its peak memory is that of the load: `tsx perf/upload.ts FOLDER
 * WAY` prints a measurement as JSON. The device is memory that is allocated and written before the clock starts, as a
 * device's is. In turns with the load, a plain loop reads the same file into the same memory: what the machine can do at
 * all; and into one buffer that never leaves the processor's cache, which tells how much of that is the memory's. The
 * bytes that arrived are compared with the file's before any number is printed.
 */
import { closeSync, openSync, readSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { fileDirectory } from "../node/file-source.ts";
import type { DeviceBuffer, UploadFill } from "../src/backend/backend.ts";
import { TraceBackend } from "../src/backend/trace/trace-backend.ts";
import { UPLOAD_BYTES, UploadMemory } from "../src/backend/uploads.ts";
import { present } from "../src/base/invariant.ts";
import { type CompileOptions, compilePrograms } from "../src/compile-model.ts";
import { loadWeights } from "../src/load-weights.ts";
import type { Model } from "../src/model/model.ts";
import { modelOf, openRunnable } from "../src/model/open.ts";
import { sharedBuffers } from "../src/program/program.ts";
import type { FillTarget } from "../src/runtime/model-runner.ts";
import { oneLane } from "./shapes.ts";

/** How bytes reach the sink: read into it, as on the CPU, or into lent memory and copied, as to a device. */
export type UploadWay = "in place" | "copied";

export interface UploadMeasurement {
  readonly bytes: number;
  /** Fastest rounds. */
  readonly uploadMs: number;
  readonly plainMs: number;
  readonly cachedMs: number;
  /** Most memory of the process during the loads, beyond what it held with the sink before them. */
  readonly extraBytes: number;
}

const ROUNDS = 7;
export const UPLOAD_FILE = "model.ninfer";

interface SinkBuffer extends DeviceBuffer {
  readonly data: Uint8Array;
}

/** A device of host memory that runs nothing. */
class MemorySink extends TraceBackend {
  readonly #way: UploadWay;
  readonly #lent = new UploadMemory(
    () => new Uint8Array(UPLOAD_BYTES),
    () => {},
  );

  constructor(way: UploadWay) {
    super();
    this.#way = way;
  }

  override createBuffer(name: string, bytes: number): SinkBuffer {
    // Written, not only reserved: the system gives memory when it is first touched.
    return { name, bytes, data: new Uint8Array(bytes).fill(255) };
  }

  override async upload(buffer: DeviceBuffer, offset: number, bytes: number, fill: UploadFill): Promise<void> {
    const target = (buffer as SinkBuffer).data.subarray(offset, offset + bytes);
    if (this.#way === "in place") return fill(target);
    await this.#lent.lend(async (memory) => {
      await fill(memory.subarray(0, bytes));
      target.set(memory.subarray(0, bytes));
    });
  }
}

/** Reads the file's last bytes into pieces of memory, one after the other, as many as they take. */
function plainRead(path: string, pieces: readonly Uint8Array[]): number {
  const bytes = pieces.reduce((sum, { byteLength }) => sum + byteLength, 0);
  let at = statSync(path).size - bytes;
  const file = openSync(path, "r");
  const start = performance.now();
  for (const piece of pieces) at += readSync(file, piece, 0, piece.byteLength, at);
  const ms = performance.now() - start;
  closeSync(file);
  return ms;
}

function piecesOf(data: Uint8Array): Uint8Array[] {
  const count = Math.ceil(data.byteLength / UPLOAD_BYTES);
  return Array.from({ length: count }, (_, i) => data.subarray(i * UPLOAD_BYTES, (i + 1) * UPLOAD_BYTES));
}

function targetsOf(model: Model, sink: MemorySink): FillTarget[] {
  const { maxPositions } = model.config.text;
  const options: CompileOptions = { profile: "exact", capacity: oneLane(1024), maxPositions };
  const { argmax, sample } = compilePrograms(model, sink, options);
  const weights = sharedBuffers([...argmax, ...sample]).filter(({ role }) => role.kind === "weight");
  return weights.map((spec) => ({ spec, buffer: sink.createBuffer(spec.name, spec.bytes) }));
}

/**
 * Compares buffers that hold a whole tensor, which is most of them.
 * @throws Error naming the first tensor whose bytes are not the file's
 */
async function compare(model: Model, targets: readonly FillTarget[]): Promise<void> {
  let compared = 0;
  for (const { spec, buffer } of targets) {
    if (spec.role.kind !== "weight") continue;
    const { tensor, rows } = spec.role;
    const info = present(model.tensors.get(tensor) ?? model.pieces?.get(tensor), tensor);
    if (rows !== 1 && rows !== info.shape[0]) continue;
    for (let at = 0; at < info.bytes; at += UPLOAD_BYTES) {
      const wanted = await model.readBytes(tensor, at, Math.min(UPLOAD_BYTES, info.bytes - at));
      const found = (buffer as SinkBuffer).data.subarray(at, at + wanted.byteLength);
      if (Buffer.compare(wanted, found) !== 0) throw new Error(`${tensor}: bytes from ${at} are not the file's`);
      compared += wanted.byteLength;
    }
  }
  const all = targets.reduce((sum, { buffer }) => sum + buffer.bytes, 0);
  if (compared < all / 2) throw new Error(`${compared} B of ${all} B were compared`);
}

async function measure(folder: string, way: UploadWay): Promise<UploadMeasurement> {
  const artifact = await openRunnable(fileDirectory(folder));
  try {
    const model = modelOf(artifact);
    const sink = new MemorySink(way);
    const targets = targetsOf(model, sink);
    const path = join(folder, UPLOAD_FILE);
    const pieces = targets.flatMap(({ buffer }) => piecesOf((buffer as SinkBuffer).data));
    const hot = new Uint8Array(UPLOAD_BYTES);
    const hotPieces = pieces.map(({ byteLength }) => hot.subarray(0, byteLength));
    const times = { upload: [] as number[], plain: [] as number[], cached: [] as number[] };
    const before = process.memoryUsage.rss();
    let bytes = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const start = performance.now();
      await loadWeights(model, sink, targets, {
        onProgress: (_, total) => {
          bytes = total;
        },
      });
      times.upload.push(performance.now() - start);
      if (round === ROUNDS - 1) await compare(model, targets);
      times.plain.push(plainRead(path, pieces));
      times.cached.push(plainRead(path, hotPieces));
    }
    const extraBytes = Math.max(0, 1024 * process.resourceUsage().maxRSS - before);
    const [uploadMs, plainMs, cachedMs] = [times.upload, times.plain, times.cached].map((list) => Math.min(...list));
    return { bytes, uploadMs: uploadMs!, plainMs: plainMs!, cachedMs: cachedMs!, extraBytes };
  } finally {
    await artifact.close();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder, way] = process.argv.slice(2) as [string, UploadWay];
  console.log(JSON.stringify(await measure(folder, way)));
}
