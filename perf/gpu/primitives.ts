/**
 * Truth vectors of the device primitives: every header of `cuda-backend/device` runs on the device, and each register
 * is held against plain loops through the fragment tables, or against the conversions of `src/base`. The GPU check runs
 * them on a card, the unit tests of the emulation's headers run the same ones without.
 */

import { bf16ToF32, f16ToF32, f32FromBits, f32ToBf16, f32ToF16 } from "../../src/base/dtype.ts";
import { type RandomSource, randomSource } from "../../test/conformance/random.ts";
import {
  A_16x16,
  A_16x32,
  B_16x8,
  B_32x8,
  C_16x8,
  type FragmentLayout,
  LOADED_8x8,
} from "../../test/cuda/fragments.ts";
import type { CheckDevice } from "./device.ts";

export interface PrimitiveResult {
  readonly name: string;
  readonly result: "passed" | "failed" | "skipped";
  /** Values compared. */
  readonly compared: number;
  readonly reason?: string;
}

interface Comparison {
  readonly expected: ArrayLike<number>;
  readonly actual: ArrayLike<number>;
}

interface Primitive {
  readonly name: string;
  /** Lowest compute capability, times ten. */
  readonly from: number;
  run(device: CheckDevice, random: RandomSource): Promise<Comparison>;
}

type Matrix = readonly (readonly number[])[];

const bytesOf = (array: ArrayBufferView): Uint8Array =>
  new Uint8Array(array.buffer, array.byteOffset, array.byteLength).slice();
const floats = (bytes: Uint8Array): Float32Array => new Float32Array(bytes.slice().buffer);
const integers = (bytes: Uint8Array): Int32Array => new Int32Array(bytes.slice().buffer);
const words = (bytes: Uint8Array): Uint32Array => new Uint32Array(bytes.slice().buffer);
const halves = (bytes: Uint8Array): Uint16Array => new Uint16Array(bytes.slice().buffer);

function kernelText(headers: readonly string[], parameters: string, body: string): string {
  const includes = headers.map((name) => `#include "${name}"\n`).join("");
  return `${includes}extern "C" __global__ void primitive(${parameters}) {\n  const int lane = threadIdx.x;\n${body}\n}\n`;
}

/** Elements of all lanes, lane by lane, of a matrix. */
function fragments(layout: FragmentLayout, matrix: Matrix): number[] {
  return Array.from({ length: 32 * layout.elementsPerLane }, (_, i) => {
    const { row, column } = layout.place(Math.floor(i / layout.elementsPerLane), i % layout.elementsPerLane);
    return matrix[row]![column]!;
  });
}

const product = (a: Matrix, b: Matrix, c: Matrix): Matrix =>
  c.map((row, m) => row.map((start, n) => b.reduce((sum, line, k) => sum + a[m]![k]! * line[n]!, start)));

/** Small integers: products and sums are exact in every type. */
const drawn = (random: RandomSource, rows: number, columns: number, most: number): number[][] =>
  Array.from({ length: rows }, () => Array.from({ length: columns }, () => random.integer(-most, most)));

interface MmaKind {
  readonly call: string;
  readonly depth: 16 | 32;
  /** C type of a sum register and how many a lane has. */
  readonly sum: "float" | "int" | "unsigned";
  readonly registers: number;
  readonly most: number;
  readonly encode: (values: readonly number[]) => Uint8Array;
  readonly encodeSums: (values: readonly number[]) => Uint8Array;
  readonly decodeSums: (bytes: Uint8Array) => ArrayLike<number>;
}

const asFloats = (values: readonly number[]): Uint8Array => bytesOf(Float32Array.from(values));
const asHalves = (values: readonly number[]): Uint8Array => bytesOf(Uint16Array.from(values, f32ToF16));
const asBf16 = (values: readonly number[]): Uint8Array => bytesOf(Uint16Array.from(values, f32ToBf16));

const FLOAT_SUMS = { sum: "float", registers: 4, encodeSums: asFloats, decodeSums: floats } as const;
const MMA_KINDS: readonly MmaKind[] = [
  { call: "mma_bf16", depth: 16, most: 5, encode: asBf16, ...FLOAT_SUMS },
  { call: "mma_f16", depth: 16, most: 5, encode: asHalves, ...FLOAT_SUMS },
  {
    ...{ call: "mma_f16_half", depth: 16, sum: "unsigned", registers: 2, most: 5, encode: asHalves },
    encodeSums: asHalves,
    decodeSums: (bytes) => Array.from(halves(bytes), f16ToF32),
  },
  {
    ...{ call: "mma_s8", depth: 32, sum: "int", registers: 4, most: 127 },
    encode: (values) => bytesOf(Int8Array.from(values)),
    encodeSums: (values) => bytesOf(Int32Array.from(values)),
    decodeSums: integers,
  },
];

function mma(kind: MmaKind): Primitive {
  const { call, depth, sum, registers, most } = kind;
  const source = kernelText(
    ["mma.cuh"],
    `const unsigned* a, const unsigned* b, ${sum}* d`,
    `  const unsigned ra[4] = {a[4 * lane], a[4 * lane + 1], a[4 * lane + 2], a[4 * lane + 3]};
  const unsigned rb[2] = {b[2 * lane], b[2 * lane + 1]};
  ${sum} rd[${registers}];
  for (int i = 0; i < ${registers}; i++) rd[i] = d[${registers} * lane + i];
  ${call}(rd, ra, rb);
  for (int i = 0; i < ${registers}; i++) d[${registers} * lane + i] = rd[i];`,
  );
  const [layoutA, layoutB] = depth === 16 ? [A_16x16, B_16x8] : [A_16x32, B_32x8];
  return {
    name: call,
    from: 80,
    run: async (device, random) => {
      const [a, b, c] = [drawn(random, 16, depth, most), drawn(random, depth, 8, most), drawn(random, 16, 8, 100)];
      const operands = [
        kind.encode(fragments(layoutA, a)),
        kind.encode(fragments(layoutB, b)),
        kind.encodeSums(fragments(C_16x8, c)),
      ];
      const [, , d] = await device.run({ source, threads: 32 }, operands);
      return { expected: fragments(C_16x8, product(a, b, c)), actual: kind.decodeSums(d!) };
    },
  };
}

function matrixLoad(call: string, transposed: boolean): Primitive {
  const source = kernelText(
    ["mma.cuh"],
    "const unsigned short* x, unsigned* y",
    `  __shared__ __align__(16) unsigned short tile[4][8][8];
  for (int i = lane; i < 256; i += 32) tile[i / 64][i / 8 % 8][i % 8] = x[i];
  __syncthreads();
  unsigned r[4];
  ${call}(r, tile[lane / 8][lane % 8]);
  for (int i = 0; i < 4; i++) y[32 * i + lane] = r[i];`,
  );
  return {
    name: call,
    from: 80,
    run: async (device) => {
      const input = Uint16Array.from({ length: 256 }, (_, i) => 3 * i + 1);
      const [, y] = await device.run({ source, threads: 32 }, [bytesOf(input), new Uint8Array(512)]);
      const expected = Array.from({ length: 4 }, (_, m) => {
        const at = (r: number, c: number): number => input[64 * m + (transposed ? 8 * c + r : 8 * r + c)]!;
        return fragments(
          LOADED_8x8,
          Array.from({ length: 8 }, (_, r) => Array.from({ length: 8 }, (_, c) => at(r, c))),
        );
      });
      return { expected: expected.flat(), actual: halves(y!) };
    },
  };
}

const asyncCopy: Primitive = {
  name: "copy_async",
  from: 80,
  run: async (device) => {
    const source = kernelText(
      ["async-copy.cuh"],
      "const uint4* x, uint4* y",
      `  __shared__ uint4 tile[2][32];
  copy_async(&tile[0][lane], &x[lane], true);
  copy_async_commit();
  copy_async(&tile[1][lane], &x[32 + lane], lane < 20);
  copy_async_commit();
  copy_async_wait<1>();
  __syncthreads();
  y[lane] = tile[0][31 - lane];
  copy_async_wait<0>();
  __syncthreads();
  y[32 + lane] = tile[1][31 - lane];`,
    );
    const input = Uint32Array.from({ length: 256 }, (_, i) => i + 1);
    const [, y] = await device.run({ source, threads: 32 }, [bytesOf(input), new Uint8Array(1024)]);
    const expected = Array.from({ length: 256 }, (_, i) => {
      const lane = 31 - ((i >> 2) % 32);
      return i >= 128 && lane >= 20 ? 0 : input[(i >= 128 ? 128 : 0) + 4 * lane + (i & 3)]!;
    });
    return { expected, actual: words(y!) };
  },
};

const byteDots: Primitive = {
  name: "dot_s8, dot_u8_s8, load_streaming, load_shared_by_blocks",
  from: 75,
  run: async (device, random) => {
    const source = kernelText(
      ["dot.cuh", "memory.cuh"],
      "const uint4* x, int* y",
      `  const uint4 v = load_streaming(&x[lane]);
  const uint4 w = load_shared_by_blocks(&x[lane]);
  y[2 * lane] = dot_s8(v.x, v.y, 5);
  y[2 * lane + 1] = dot_u8_s8(w.z, w.w, -3);`,
    );
    const bytes = Uint8Array.from({ length: 512 }, () => random.integer(0, 255));
    const signed = new Int8Array(bytes.buffer);
    const [, y] = await device.run({ source, threads: 32 }, [bytes, new Uint8Array(256)]);
    const expected = Array.from({ length: 64 }, (_, i) => {
      const at = 16 * (i >> 1) + 8 * (i & 1);
      const left = i & 1 ? bytes : signed;
      return [0, 1, 2, 3].reduce((sum, j) => sum + left[at + j]! * signed[at + 4 + j]!, i & 1 ? -3 : 5);
    });
    return { expected, actual: integers(y!) };
  },
};

const byteFloats: Primitive = {
  name: "floats_of_bytes, bf16_of_bytes of every byte",
  from: 75,
  run: async (device) => {
    const source = kernelText(
      ["bytes.cuh"],
      "const unsigned* x, float* y, unsigned* z",
      `  float values[4];
  floats_of_bytes(x[lane], values);
  for (int i = 0; i < 4; i++) y[4 * lane + i] = values[i];
  bf16_of_bytes(x[lane], z[2 * lane], z[2 * lane + 1]);`,
    );
    const input = Uint8Array.from({ length: 256 }, (_, i) => i);
    const outputs = [new Uint8Array(1024), new Uint8Array(512)];
    const [, y, z] = await device.run({ source, threads: 64 }, [input, ...outputs]);
    const expected = Array.from(new Int8Array(input.buffer));
    return { expected: [...expected, ...expected], actual: [...floats(y!), ...Array.from(halves(z!), bf16ToF32)] };
  },
};

function widening(name: string, toFloat: (bits: number) => number): Primitive {
  const source = kernelText(
    ["numbers.cuh"],
    "const unsigned short* x, float* y",
    `  const int at = 256 * blockIdx.x + lane;\n  y[at] = ${name}(x[at]);`,
  );
  return {
    name: `${name} of every word`,
    from: 75,
    run: async (device) => {
      const input = Uint16Array.from({ length: 65536 }, (_, i) => i);
      const launch = { source, threads: 256, blocks: 256 };
      const [, y] = await device.run(launch, [bytesOf(input), new Uint8Array(4 * 65536)]);
      return { expected: Array.from(input, toFloat), actual: floats(y!) };
    },
  };
}

/** Ties, the edges of the normal and the finite range, and random bit patterns of all exponents. */
function roundedInputs(random: RandomSource): Float32Array {
  const edges = [0, -0, 65504, 65519.996, 65520, 1e30, -1e30, 2 ** -24, 2 ** -25, 3 * 2 ** -25, 6.1e-5, 1e-45];
  const ties = [1 + 2 ** -9, 1 + 3 * 2 ** -9, 1 + 2 ** -12, 1 + 3 * 2 ** -12, Number.POSITIVE_INFINITY];
  const special = [...edges, ...ties, Number.NEGATIVE_INFINITY];
  return Float32Array.from({ length: 8192 }, (_, i) =>
    i < special.length ? special[i]! : f32FromBits(random.integer(0, 0x7f7fffff) ^ (i % 2 === 0 ? 0 : 0x80000000)),
  );
}

function rounding(name: string, toBits: (value: number) => number): Primitive {
  const source = kernelText(
    ["numbers.cuh"],
    "const float* x, unsigned short* y",
    `  const int at = 256 * blockIdx.x + lane;\n  y[at] = (unsigned short)${name}(x[at]);`,
  );
  return {
    name,
    from: 75,
    run: async (device, random) => {
      const input = roundedInputs(random);
      const [, y] = await device.run({ source, threads: 256, blocks: 32 }, [bytesOf(input), new Uint8Array(16384)]);
      return { expected: Array.from(input, toBits), actual: halves(y!) };
    },
  };
}

const warpMeetings: Primitive = {
  name: "warp_shuffle_xor, warp_add, warp_max, warp_first",
  from: 75,
  run: async (device, random) => {
    const source = kernelText(
      ["warp.cuh"],
      "const int* x, int* y",
      `  const int v = x[lane];
  y[lane] = warp_shuffle_xor(v, 5);
  y[64 + lane] = warp_add(v);
  y[128 + lane] = warp_max(v);
  y[192 + lane] = warp_first(v);`,
    );
    const input = Int32Array.from({ length: 64 }, () => random.integer(-1000000, 1000000));
    const [, y] = await device.run({ source, threads: 64 }, [bytesOf(input), new Uint8Array(1024)]);
    const warp = (lane: number): Int32Array => input.subarray(lane & 32, (lane & 32) + 32);
    const lanes = Array.from({ length: 64 }, (_, lane) => lane);
    const expected = [
      ...lanes.map((lane) => input[lane ^ 5]!),
      ...lanes.map((lane) => warp(lane).reduce((a, b) => a + b)),
      ...lanes.map((lane) => Math.max(...warp(lane))),
      ...lanes.map((lane) => warp(lane)[0]!),
    ];
    return { expected, actual: integers(y!) };
  },
};

const atomics: Primitive = {
  name: "atomic_add, atomic_min, atomic_max, atomic_exchange, atomic_compare_and_swap",
  from: 75,
  run: async (device, random) => {
    const source = kernelText(
      ["atomics.cuh"],
      "const int* x, int* y, unsigned* z",
      `  const int v = x[128 * blockIdx.x + lane];
  atomic_add(&y[0], v);
  atomic_min(&y[1], v);
  atomic_max(&y[2], v);
  atomic_add(&z[0], (unsigned)v);
  atomic_min(&z[1], (unsigned)v);
  atomic_max(&z[2], (unsigned)v);
  // A chain of exchanges: what was put in comes out once, so the sums of both agree with what is left.
  atomic_add(&y[4], atomic_exchange(&y[3], v));
  for (int old = y[5]; ; ) {
    const int seen = atomic_compare_and_swap(&y[5], old, old + 1);
    if (seen == old) break;
    old = seen;
  }`,
    );
    const count = 128 * 64;
    const input = Int32Array.from({ length: count }, () => random.integer(-(2 ** 31), 2 ** 31 - 1));
    input.set([-1, 2 ** 31 - 1, -(2 ** 31), 0], 50);
    const start = Int32Array.of(0, 2 ** 31 - 1, -(2 ** 31), 0, 0, 0);
    const unsigned = Uint32Array.of(0, 2 ** 32 - 1, 0);
    const operands = [bytesOf(input), bytesOf(start), bytesOf(unsigned)];
    const [, y, z] = await device.run({ source, threads: 128, blocks: 64 }, operands);
    const [signed, raw] = [integers(y!), words(z!)];
    const sum = input.reduce((a, b) => (a + b) | 0, 0);
    const bits = new Uint32Array(input.buffer);
    const expected = [
      ...[sum, input.reduce((a, b) => Math.min(a, b)), input.reduce((a, b) => Math.max(a, b)), sum, count],
      ...[sum >>> 0, bits.reduce((a, b) => Math.min(a, b)), bits.reduce((a, b) => Math.max(a, b))],
    ];
    const exchanged = (signed[3]! + signed[4]!) | 0;
    return { expected, actual: [signed[0]!, signed[1]!, signed[2]!, exchanged, signed[5]!, ...raw] };
  },
};

export const PRIMITIVES: readonly Primitive[] = [
  ...MMA_KINDS.map(mma),
  matrixLoad("load_matrices", false),
  matrixLoad("load_matrices_transposed", true),
  asyncCopy,
  byteFloats,
  byteDots,
  widening("bf16_value", bf16ToF32),
  widening("half_value", f16ToF32),
  rounding("bf16_bits", f32ToBf16),
  rounding("half_bits", f32ToF16),
  warpMeetings,
  atomics,
];

function firstDifference({ expected, actual }: Comparison): string | undefined {
  if (expected.length !== actual.length) return `${actual.length} values, needed ${expected.length}`;
  for (let i = 0; i < expected.length; i++) {
    if (Object.is(expected[i], actual[i])) continue;
    return `value ${i} is ${actual[i]}, needed ${expected[i]}`;
  }
  return undefined;
}

/** Runs one primitive, if the device has it. */
export async function checkPrimitive(
  device: CheckDevice,
  primitive: Primitive,
  seed: number,
): Promise<PrimitiveResult> {
  const { name, from } = primitive;
  if (device.capability < from) {
    return { name, result: "skipped", compared: 0, reason: `needs compute capability ${from / 10}` };
  }
  try {
    const comparison = await primitive.run(device, randomSource(seed));
    const compared = comparison.expected.length;
    const reason = firstDifference(comparison);
    return reason === undefined ? { name, result: "passed", compared } : { name, result: "failed", compared, reason };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { name, result: "failed", compared: 0, reason };
  }
}

/** Runs every primitive. A failure never stops the others unless the device is lost. */
export async function checkPrimitives(device: CheckDevice, seed: number): Promise<PrimitiveResult[]> {
  const results: PrimitiveResult[] = [];
  for (const primitive of PRIMITIVES) results.push(await checkPrimitive(device, primitive, seed));
  return results;
}
