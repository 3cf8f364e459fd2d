/**
 * The primitives native kernels are made of, register by register: matrix products against plain loops through the
 * fragment layouts of the PTX ISA, matrix loads, deferred copies, byte dot products, cache-hinted loads.
 */
import { describe, expect, test } from "vitest";
import { f16ToF32, f32ToBf16, f32ToF16 } from "../../src/base/dtype.ts";
import { skipNote } from "../base/skip.ts";
import { randomSource } from "../conformance/random.ts";
import { bytesOf, emulationMissing, runText as runLaunch } from "./fixtures.ts";
import { A_16x16, A_16x32, B_16x8, B_32x8, C_16x8, type FragmentLayout as Layout, LOADED_8x8 } from "./fragments.ts";

const missing = await emulationMissing();
const SEED = 7;

const runText = (source: string, threads: number, buffers: readonly Uint8Array[]): Promise<Uint8Array[]> =>
  runLaunch({ source, threads }, buffers);

/** Registers of all lanes, element by element, from a matrix. */
function fragmentsOf(layout: Layout, at: (row: number, column: number) => number): number[] {
  return Array.from({ length: 32 * layout.elementsPerLane }, (_, i) => {
    const { row, column } = layout.place(Math.floor(i / layout.elementsPerLane), i % layout.elementsPerLane);
    return at(row, column);
  });
}

/** A matrix from the registers of all lanes; fails when a place is held twice or not at all. */
function matrixOf(layout: Layout, elements: ArrayLike<number>): number[][] {
  const matrix = Array.from({ length: layout.rows }, () => Array<number>(layout.columns).fill(Number.NaN));
  for (let i = 0; i < 32 * layout.elementsPerLane; i++) {
    const { row, column } = layout.place(Math.floor(i / layout.elementsPerLane), i % layout.elementsPerLane);
    expect(matrix[row]![column]).toBeNaN();
    matrix[row]![column] = elements[i]!;
  }
  return matrix;
}

const product = (a: number[][], b: number[][], c: number[][]): number[][] =>
  c.map((row, m) => row.map((start, n) => b.reduce((sum, line, k) => sum + a[m]![k]! * line[n]!, start)));

const MMA_TEXT = (call: string, sum: string, sums: number): string => `#include "mma.cuh"
extern "C" __global__ void primitive(const unsigned* a, const unsigned* b, ${sum}* d) {
  const int lane = threadIdx.x;
  const unsigned ra[4] = {a[4 * lane], a[4 * lane + 1], a[4 * lane + 2], a[4 * lane + 3]};
  const unsigned rb[2] = {b[2 * lane], b[2 * lane + 1]};
  ${sum} rd[${sums}];
  for (int i = 0; i < ${sums}; i++) rd[i] = d[${sums} * lane + i];
  ${call}(rd, ra, rb);
  for (int i = 0; i < ${sums}; i++) d[${sums} * lane + i] = rd[i];
}
`;

describe("the layouts place every element once", () => {
  const all = { A_16x16, B_16x8, C_16x8, A_16x32, B_32x8, LOADED_8x8 };
  test.each(Object.entries(all))("%s", (_name, layout) => {
    const places = new Set(
      Array.from({ length: 32 * layout.elementsPerLane }, (_, i) => {
        const { row, column } = layout.place(Math.floor(i / layout.elementsPerLane), i % layout.elementsPerLane);
        expect(row).toBeLessThan(layout.rows);
        expect(column).toBeLessThan(layout.columns);
        return row * layout.columns + column;
      }),
    );
    expect(places.size).toBe(layout.rows * layout.columns);
  });
});

describe.skipIf(missing !== undefined)(`CUDA primitives${skipNote(missing)}`, () => {
  const random = randomSource(SEED);
  /** Small integers: products and sums are exact in every type. */
  const integers = (rows: number, columns: number, most: number): number[][] =>
    Array.from({ length: rows }, () => Array.from({ length: columns }, () => random.integer(-most, most)));

  test.each([
    ["mma_bf16", f32ToBf16, "float"],
    ["mma_f16", f32ToF16, "float"],
    ["mma_f16_half", f32ToF16, "unsigned"],
  ] as const)("%s", async (call, encode, sum) => {
    const [a, b, c] = [integers(16, 16, 5), integers(16, 8, 5), integers(16, 8, 9)];
    const words = (layout: Layout, m: number[][]): Uint8Array =>
      bytesOf(Uint16Array.from(fragmentsOf(layout, (r, k) => encode(m[r]![k]!))));
    const start = fragmentsOf(C_16x8, (r, k) => c[r]![k]!);
    const halves = sum === "unsigned";
    const d = halves ? bytesOf(Uint16Array.from(start, f32ToF16)) : bytesOf(Float32Array.from(start));
    const text = MMA_TEXT(call, sum, halves ? 2 : 4);
    const result = (await runText(text, 32, [words(A_16x16, a), words(B_16x8, b), d]))[2]!;
    const got = halves
      ? Array.from(new Uint16Array(result.slice().buffer), f16ToF32)
      : Array.from(new Float32Array(result.slice().buffer));
    expect(matrixOf(C_16x8, got), `seed ${SEED}`).toEqual(product(a, b, c));
  });

  test("mma_s8", async () => {
    const [a, b, c] = [integers(16, 32, 127), integers(32, 8, 127), integers(16, 8, 100000)];
    const bytes = (layout: Layout, m: number[][]): Uint8Array =>
      bytesOf(Int8Array.from(fragmentsOf(layout, (r, k) => m[r]![k]!)));
    const d = bytesOf(Int32Array.from(fragmentsOf(C_16x8, (r, k) => c[r]![k]!)));
    const text = MMA_TEXT("mma_s8", "int", 4);
    const result = (await runText(text, 32, [bytes(A_16x32, a), bytes(B_32x8, b), d]))[2]!;
    expect(matrixOf(C_16x8, new Int32Array(result.slice().buffer)), `seed ${SEED}`).toEqual(product(a, b, c));
  });

  test.each([
    ["load_matrices", false],
    ["load_matrices_transposed", true],
  ] as const)("%s", async (call, transposed) => {
    const text = `#include "mma.cuh"
extern "C" __global__ void primitive(const unsigned short* x, unsigned* y) {
  __shared__ __align__(16) unsigned short tile[4][8][8];
  const int lane = threadIdx.x;
  for (int i = lane; i < 256; i += 32) tile[i / 64][i / 8 % 8][i % 8] = x[i];
  __syncthreads();
  unsigned r[4];
  ${call}(r, tile[lane / 8][lane % 8]);
  for (int i = 0; i < 4; i++) y[4 * lane + i] = r[i];
}
`;
    const input = Uint16Array.from({ length: 256 }, (_, i) => 3 * i + 1);
    const [, y] = await runText(text, 32, [bytesOf(input), new Uint8Array(512)]);
    const words = new Uint16Array(y!.slice().buffer);
    for (let matrix = 0; matrix < 4; matrix++) {
      const own = Array.from({ length: 64 }, (_, i) => words[8 * (i >> 1) + 2 * matrix + (i & 1)]!);
      const loaded = matrixOf(LOADED_8x8, own);
      const want = Array.from({ length: 8 }, (_, r) =>
        Array.from({ length: 8 }, (_, c) => input[64 * matrix + (transposed ? 8 * c + r : 8 * r + c)]!),
      );
      expect(loaded).toEqual(want);
    }
  });

  const COPY_TEXT = (wait: string): string => `#include "async-copy.cuh"
extern "C" __global__ void primitive(const uint4* x, uint4* y) {
  __shared__ uint4 tile[2][32];
  const int lane = threadIdx.x;
  copy_async(&tile[0][lane], &x[lane], true);
  copy_async_commit();
  copy_async(&tile[1][lane], &x[32 + lane], lane < 20);
  copy_async_commit();
  ${wait}
  __syncthreads();
  y[lane] = tile[0][31 - lane];
  y[32 + lane] = tile[1][31 - lane];
  __syncthreads();
  copy_async_wait<0>();
}
`;
  const words = Uint32Array.from({ length: 256 }, (_, i) => i + 1);

  test("asynchronous copies arrive at their wait, with zeros where nothing is valid", async () => {
    const [, y] = await runText(COPY_TEXT("copy_async_wait<0>();"), 32, [bytesOf(words), new Uint8Array(1024)]);
    const got = new Uint32Array(y!.slice().buffer);
    for (let i = 0; i < 128; i++) expect(got[i]).toBe(words[4 * (31 - (i >> 2)) + (i & 3)]);
    for (let i = 0; i < 128; i++) {
      const lane = 31 - (i >> 2);
      expect(got[128 + i]).toBe(lane < 20 ? words[128 + 4 * lane + (i & 3)] : 0);
    }
  });

  test("a missing wait shows: the newest group is still junk", async () => {
    const [, y] = await runText(COPY_TEXT("copy_async_wait<1>();"), 32, [bytesOf(words), new Uint8Array(1024)]);
    const got = new Uint32Array(y!.slice().buffer);
    expect(got[0]).toBe(words[4 * 31]);
    expect(got.subarray(128).every((word) => word === 0xffffffff)).toBe(true);
  });

  test("a kernel that ends with copies on their way is reported", async () => {
    const text = COPY_TEXT("copy_async_wait<1>();").replace(/ {2}copy_async_wait<0>\(\);\n/, "");
    await expect(runText(text, 32, [bytesOf(words), new Uint8Array(1024)])).rejects.toThrow(/copies in flight/);
  });

  test("byte dot products", async () => {
    const text = `#include "dot.cuh"
#include "memory.cuh"
extern "C" __global__ void primitive(const uint4* x, int* y) {
  const uint4 v = load_streaming(&x[threadIdx.x]);
  const uint4 w = load_shared_by_blocks(&x[threadIdx.x]);
  y[2 * threadIdx.x] = dot_s8(v.x, v.y, 5);
  y[2 * threadIdx.x + 1] = dot_u8_s8(w.z, w.w, -3);
}
`;
    const bytes = Uint8Array.from({ length: 512 }, () => random.integer(0, 255));
    const signed = new Int8Array(bytes.buffer);
    const [, y] = await runText(text, 32, [bytes, new Uint8Array(256)]);
    const got = new Int32Array(y!.slice().buffer);
    for (let lane = 0; lane < 32; lane++) {
      let [s, u] = [5, -3];
      for (let i = 0; i < 4; i++) {
        s += signed[16 * lane + i]! * signed[16 * lane + 4 + i]!;
        u += bytes[16 * lane + 8 + i]! * signed[16 * lane + 12 + i]!;
      }
      expect([got[2 * lane], got[2 * lane + 1]], `seed ${SEED}, lane ${lane}`).toEqual([s, u]);
    }
  });
});
