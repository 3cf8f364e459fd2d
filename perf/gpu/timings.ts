/**
 * Times of kernels at the widths of the 27B model, against what the same device was just measured to copy and to
 * multiply. Apart from the other benchmarks because it needs a card. Four layers, one period of the model's pattern,
 * hold every kernel; each distinct one is launched many times in one graph, so that launching costs nothing.
 */

import type { Backend, DeviceBuffer } from "../../src/backend/backend.ts";
import { UPLOAD_BYTES } from "../../src/backend/uploads.ts";
import { fromFloat32 } from "../../src/base/dtype.ts";
import { GREEDY, PAGE_TOKENS, StepBlock } from "../../src/base/step-block.ts";
import type { TextConfig } from "../../src/model/qwen3_5/config.ts";
import type { PoolCapacity } from "../../src/passes/lower.ts";
import type { Extents, Program, ProgramLaunch } from "../../src/program/program.ts";
import { randomSource } from "../../test/conformance/random.ts";
import { programOf, QUANTISATIONS, selectionOf, TEXT_27B } from "../shapes.ts";
import { type CallTraffic, sumTraffic, trafficOf } from "../traffic.ts";
import type { CheckDevice } from "./device.ts";

export interface Ceilings {
  /** Bytes read and written by copies of a large buffer, per second. */
  readonly copyBytesPerSecond: number;
  /** Bytes per second of a kernel that only reads. */
  readonly readBytesPerSecond: number;
  /** Bytes per second to the device through the backend's uploads, with nothing to read: what loading may reach. */
  readonly uploadBytesPerSecond: number;
  /** Of bf16 products with f32 sums on registers; absent below compute capability 8.0. */
  readonly matmulFlopsPerSecond?: number;
}

/** Formats of the model's weights. */
type Weights = keyof typeof QUANTISATIONS;

export interface KernelTime {
  readonly weights: Weights;
  readonly rows: number;
  /** Where in the model its first launch stands. */
  readonly place: string;
  readonly candidate: string;
  readonly kernel: string;
  readonly microseconds: number;
  /** Of what the call must move, with the share of the measured read rate; absent for calls of several launches. */
  readonly bytesPerSecond?: number;
  readonly shareOfRead?: number;
  readonly flopsPerSecond?: number;
  readonly shareOfMatmul?: number;
}

export interface StepTime {
  readonly weights: Weights;
  readonly rows: number;
  readonly context: number;
  readonly launches: number;
  readonly microseconds: number;
}

export interface TimingSizes {
  readonly config: TextConfig;
  readonly context: number;
  readonly rows: readonly number[];
  readonly weights: readonly Weights[];
  readonly copyBytes: number;
  /** Passes of the matmul loop. */
  readonly passes: number;
  readonly repeats: number;
}

/** One period of the pattern; the vocabulary is cut on cards that would not hold it. */
export function cardSizes(totalBytes: number): TimingSizes {
  const vocabSize = totalBytes > 15e9 ? TEXT_27B.vocabSize : 32768;
  const layerTypes = TEXT_27B.layerTypes.slice(0, 4);
  const config: TextConfig = { ...TEXT_27B, layerTypes, vocabSize, maxPositions: 16384 };
  return {
    config,
    context: 8192,
    rows: [1, 4, 16, 32, 256],
    weights: ["bf16", "groupwise"],
    copyBytes: 256 << 20,
    passes: 2048,
    repeats: 50,
  };
}

const ROUNDS = 5;
const WARPS = 8;
const ACCUMULATORS = 8;

async function best(measure: () => Promise<number>): Promise<number> {
  await measure();
  const times: number[] = [];
  for (let i = 0; i < ROUNDS; i++) times.push(await measure());
  return Math.min(...times);
}

const READ_TEXT = (vectors: number): string => `#include "memory.cuh"
extern "C" __global__ void primitive(const uint4* x, unsigned* y) {
  unsigned sum = 0;
  for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < ${vectors}ll; i += (long long)gridDim.x * blockDim.x) {
    const uint4 v = load_streaming(&x[i]);
    sum += v.x ^ v.y ^ v.z ^ v.w;
  }
  if (sum == 0x12345678u) y[0] = sum;
}
`;

const MATMUL_TEXT = (passes: number): string => `#include "mma.cuh"
extern "C" __global__ void primitive(const unsigned* x, float* y) {
  const unsigned a[4] = {x[0], x[1], x[2], x[3]};
  const unsigned b[2] = {x[4], x[5]};
  // All different, or the compiler would multiply once for all.
  float d[${ACCUMULATORS}][4];
  for (int i = 0; i < ${ACCUMULATORS}; i++) for (int j = 0; j < 4; j++) d[i][j] = float(4 * i + j);
  for (int pass = 0; pass < ${passes}; pass++)
#pragma unroll
    for (int i = 0; i < ${ACCUMULATORS}; i++) mma_bf16(d[i], a, b);
  float sum = 0.0f;
  for (int i = 0; i < ${ACCUMULATORS}; i++) for (int j = 0; j < 4; j++) sum += d[i][j];
  if (sum == 12345.0f) y[0] = sum;
}
`;

export async function measureCeilings(device: CheckDevice, sizes: TimingSizes): Promise<Ceilings> {
  const { backend } = device;
  const { copyBytes, passes } = sizes;
  const from = backend.createBuffer("copied from", copyBytes);
  const to = backend.createBuffer("copied to", copyBytes);
  try {
    const copies = 8;
    const copyMs = await best(() => device.timeCopy(from, to, copies));
    const blocks = 8 * backend.device.multiprocessors;
    const read = { source: READ_TEXT(copyBytes / 16), threads: 256, blocks };
    const readMs = await best(() => device.timeText(read, [from, to], copies));
    const uploadMs = await best(() => timeUploads(backend, to));
    const rates = {
      copyBytesPerSecond: (2000 * copies * copyBytes) / copyMs,
      readBytesPerSecond: (1000 * copies * copyBytes) / readMs,
      uploadBytesPerSecond: (1000 * copyBytes) / uploadMs,
    };
    if (device.capability < 80) return rates;
    const multiply = { source: MATMUL_TEXT(passes), threads: 32 * WARPS, blocks: 4 * backend.device.multiprocessors };
    const multiplyMs = await best(() => device.timeText(multiply, [from, to], 1));
    const flops = multiply.blocks * WARPS * passes * ACCUMULATORS * 2 * 16 * 8 * 16;
    return { ...rates, matmulFlopsPerSecond: (1000 * flops) / multiplyMs };
  } finally {
    backend.destroyBuffer(from);
    backend.destroyBuffer(to);
  }
}

/** Milliseconds to fill a buffer by uploads whose memory needs no filling. */
async function timeUploads(backend: Backend, buffer: DeviceBuffer): Promise<number> {
  const start = performance.now();
  const uploads: Promise<void>[] = [];
  for (let at = 0; at < buffer.bytes; at += UPLOAD_BYTES) {
    uploads.push(backend.upload(buffer, at, Math.min(UPLOAD_BYTES, buffer.bytes - at), async () => {}));
  }
  await Promise.all(uploads);
  return performance.now() - start;
}

function capacityOf(rows: number, context: number): PoolCapacity {
  const pages = Math.ceil((context + rows) / PAGE_TOKENS);
  return { maxRows: rows, maxLanes: 1, maxOutputs: 1, maxPagesPerLane: pages, slots: 2, pages: pages + 1 };
}

/**
 * Fills weights with small bf16 numbers: a card that multiplies zeros draws less power than one at work. To codes and
 * scales of packed weights they are any bits.
 */
function fillWeights(backend: Backend, program: Program, buffers: ReadonlyMap<string, DeviceBuffer>): void {
  const PIECE = 4 << 20;
  const piece = backend.createBuffer("random numbers", PIECE);
  const values = randomSource(1).values(PIECE / 2, { scale: 0.05, outliers: 0 });
  backend.write(piece, 0, fromFloat32(values, "bf16"));
  for (const { name, role } of program.buffers) {
    if (role.kind !== "weight") continue;
    const buffer = buffers.get(name)!;
    for (let at = 0; at < buffer.bytes; at += PIECE) {
      backend.copy(piece, 0, buffer, at, Math.min(PIECE, buffer.bytes - at));
    }
  }
  backend.destroyBuffer(piece);
}

/** One lane with `context` tokens behind it and `rows` new ones. */
function writeStep(
  backend: Backend,
  buffer: DeviceBuffer,
  capacity: PoolCapacity,
  rows: number,
  context: number,
): void {
  const block = new StepBlock(capacity);
  const pages = Array.from({ length: capacity.maxPagesPerLane }, (_, i) => 1 + i);
  const tokens = Array.from({ length: rows }, (_, i) => i % 1000);
  block.write([{ slot: 1, length: context, pendingFold: 0, pages, tokens, outputs: [rows - 1], sampling: GREEDY }]);
  backend.write(buffer, 0, new Uint8Array(block.words.buffer.slice(0)));
}

/** Milliseconds from a submit to its end, the shortest of some rounds. */
async function timeProgram(
  backend: Backend,
  program: Program,
  buffers: ReadonlyMap<string, DeviceBuffer>,
  extents: Extents,
): Promise<number> {
  const executable = await backend.load(program, buffers);
  const probe = buffers.get("sampled")!;
  return best(async () => {
    await backend.read(probe, 0, 4);
    const start = performance.now();
    backend.submit(executable, extents);
    await backend.read(probe, 0, 4);
    return performance.now() - start;
  });
}

/** Launches by kernel: those of one kernel differ in their operands, so that repeats find little in a cache. */
function launchesByKernel(program: Program): ProgramLaunch[][] {
  const found = new Map<string, ProgramLaunch[]>();
  for (const launch of program.launches) found.set(launch.kernel, [...(found.get(launch.kernel) ?? []), launch]);
  return [...found.values()];
}

/** What the only launch of a call has to do; a call of several launches cannot be shared out among them. */
function workByLabel(calls: readonly CallTraffic[]): ReadonlyMap<string, CallTraffic> {
  const single = calls.filter(({ selected }) => selected.lowering.launches.length === 1);
  return new Map(single.map((call) => [call.selected.node.label, call]));
}

function kernelTime(
  { label: place, candidate, kernel }: ProgramLaunch,
  of: Pick<KernelTime, "weights" | "rows">,
  milliseconds: number,
  ceilings: Ceilings,
  work: CallTraffic | undefined,
): KernelTime {
  const base = { ...of, place, candidate, kernel, microseconds: 1000 * milliseconds };
  if (work === undefined) return base;
  const { read, written } = sumTraffic([work]);
  const bytesPerSecond = (1000 * (read + written)) / milliseconds;
  const flopsPerSecond = (1000 * work.flops) / milliseconds;
  const { readBytesPerSecond, matmulFlopsPerSecond: most } = ceilings;
  return {
    ...base,
    bytesPerSecond,
    shareOfRead: bytesPerSecond / readBytesPerSecond,
    ...(work.flops === 0 ? {} : { flopsPerSecond }),
    ...(work.flops === 0 || most === undefined ? {} : { shareOfMatmul: flopsPerSecond / most }),
  };
}

/** Every kernel of a step of `rows` rows, and the step as a whole. */
export async function timeRows(
  backend: Backend,
  sizes: TimingSizes,
  weights: Weights,
  rows: number,
  ceilings: Ceilings,
): Promise<{ readonly kernels: readonly KernelTime[]; readonly step: StepTime }> {
  const { config, context, repeats } = sizes;
  const capacity = capacityOf(rows, context);
  const formatOf = QUANTISATIONS[weights];
  const program = programOf(config, backend, "argmax", "fast", capacity, formatOf);
  const buffers = new Map(program.buffers.map(({ name, bytes }) => [name, backend.createBuffer(name, bytes)]));
  try {
    fillWeights(backend, program, buffers);
    writeStep(backend, buffers.get("step")!, capacity, rows, context);
    const extents = { tokens: rows, sequences: 1, outputs: 1 };
    const empty = await timeProgram(backend, { ...program, launches: [] }, buffers, extents);
    const whole = await timeProgram(backend, program, buffers, extents);
    const launches = program.launches.length;
    const step = { weights, rows, context, launches, microseconds: 1000 * (whole - empty) };
    const kernels: KernelTime[] = [];
    const shape = { ...extents, contextTokens: context + rows, foldTokens: 0 };
    const work = workByLabel(trafficOf(selectionOf(config, backend, "argmax", "fast", capacity, formatOf), shape));
    for (const same of launchesByKernel(program)) {
      const repeated = Array.from({ length: repeats }, (_, i) => same[i % same.length]!);
      const ms = (await timeProgram(backend, { ...program, launches: repeated }, buffers, extents)) - empty;
      kernels.push(kernelTime(same[0]!, { weights, rows }, ms / repeats, ceilings, work.get(same[0]!.label)));
    }
    return { kernels, step };
  } finally {
    for (const buffer of buffers.values()) backend.destroyBuffer(buffer);
  }
}
