/**
 * Alignment as a card demands it: an access that is not aligned to its width ends in the error a card would give, with
 * the kernel, the thread and the line. g++ and the machine below the emulation would let all of them pass.
 */
import { describe, expect, test } from "vitest";
import { bytesOf, emulationMissing, runText } from "./fixtures.ts";

const missing = await emulationMissing();
const MISALIGNED = /CUDA_ERROR_MISALIGNED_ADDRESS \(716\): kernel primitive: block \(0, 0, 0\) thread/;

const input = bytesOf(Float32Array.from({ length: 256 }, (_, i) => i));
const floats = (bytes: Uint8Array): number[] => Array.from(new Float32Array(bytes.slice().buffer));

/** The body is line 4 of the text. */
const text = (body: string): string => `#include "async-copy.cuh"
#include "mma.cuh"
extern "C" __global__ void primitive(const float* x, float* y) {
  const int lane = threadIdx.x; ${body}
}
`;

const run = async (body: string): Promise<number[]> => {
  const [, y] = await runText({ source: text(body), threads: 32 }, [input, new Uint8Array(1024)]);
  return floats(y!);
};

describe.skipIf(missing !== undefined)(`alignment${missing === undefined ? "" : ` (${missing})`}`, () => {
  describe("shared arrays lie where their declaration allows", () => {
    const vectors = (odd: string, tile: string): string =>
      `${odd} ${tile} odd[lane] = x[lane]; tile[lane] = x[lane]; __syncthreads();
  if (lane < 8) reinterpret_cast<float4*>(y)[lane] = reinterpret_cast<const float4*>(tile)[7 - lane]; y[32 + lane] = odd[lane];`;
    const ODD = "__shared__ float odd[33];";

    test("a vector behind an odd array is a fault unless the array declares its alignment", async () => {
      await expect(run(vectors(ODD, "__shared__ float tile[32];"))).rejects.toThrow(MISALIGNED);
      const y = await run(vectors(ODD, "__shared__ __align__(16) float tile[32];"));
      expect(y.slice(0, 4)).toEqual([28, 29, 30, 31]);
      expect(y.slice(60, 64)).toEqual([28, 29, 30, 31]);
    });

    test("so is one that no odd array precedes: another compiler may order them otherwise", async () => {
      await expect(run(vectors("__shared__ float odd[32];", "__shared__ float tile[32];"))).rejects.toThrow(MISALIGNED);
      const first = "__shared__ float tile[32];";
      await expect(run(vectors(first, ODD))).rejects.toThrow(MISALIGNED);
    });

    test("an alignment that is declared is what an array has, and no more", async () => {
      const pairs = (align: number): string => `__shared__ __align__(${align}) float tile[2][17];
  tile[0][lane % 17] = 0.0f; y[lane] = reinterpret_cast<const float2*>(tile[0])[0].x + reinterpret_cast<const float4*>(tile[0])[0].x;`;
      await expect(run(pairs(8))).rejects.toThrow(/'const struct float4'/);
      expect((await run(pairs(16)))[5]).toBe(0);
    });

    test("types that are aligned by themselves need no declaration", async () => {
      const y =
        await run(`__shared__ char odd[3]; struct Stage { uint4 a[2]; }; __shared__ Stage stages[2]; __shared__ float4 tile[32];
  odd[0] = 1; stages[1].a[1] = make_uint4(1u, 2u, 3u, 4u); tile[lane] = make_float4(1.0f, 2.0f, 3.0f, float(stages[1].a[1].w));
  __syncthreads(); y[lane] = tile[31 - lane].w;`);
      expect(y[0]).toBe(4);
    });
  });

  test.each([
    ["a read of float4 from global memory", "y[lane] = reinterpret_cast<const float4*>(x + 1)[lane].x;", "float4", 16],
    ["a read of float2", "y[lane] = reinterpret_cast<const float2*>(x + 1)[lane].y;", "float2", 8],
    ["a write of uint4", "reinterpret_cast<uint4*>(y + 2)[lane] = make_uint4(0u, 0u, 0u, 0u);", "uint4", 16],
    ["a write of int2", "reinterpret_cast<int2*>(y + 3)[0] = make_int2(1, 2);", "int2", 8],
    [
      "a word at an odd half",
      "y[0] = *reinterpret_cast<const float*>(reinterpret_cast<const char*>(x) + 2);",
      "float",
      4,
    ],
    [
      "a half word at an odd byte",
      "y[0] = reinterpret_cast<const unsigned short*>((const char*)x + 1)[0];",
      "short unsigned int",
      2,
    ],
  ])("%s off its width is a fault with type and line", async (_, body, type, width) => {
    await expect(run(body)).rejects.toMatchObject({
      code: "device_lost",
      message: expect.stringMatching(new RegExp(`${type}' in line 4 \\d+ B behind a multiple of ${width};`)),
    });
  });

  test("a thread that made the access is named", async () => {
    await expect(
      run("if (lane >= 7) y[0] = reinterpret_cast<const float4*>(x + 1)[0].x; y[1] = 1.0f;"),
    ).rejects.toThrow(/thread \((7|[89]|[12]\d|3[01]), 0, 0\) accesses/);
  });

  test.each([
    ["the target of copy_async", "__shared__ float tile[132]; copy_async(&tile[4 * lane + 1], &x[4 * lane], true);"],
    ["the source of copy_async", "__shared__ uint4 tile[32]; copy_async(&tile[lane], &x[lane + 1], true);"],
    ["a row of load_matrices", "__shared__ uint4 t[40]; unsigned r[4]; load_matrices(r, (const char*)&t[lane] + 8);"],
  ])("%s must be aligned to 16 bytes", async (what, body) => {
    await expect(run(`${body} copy_async_commit(); copy_async_wait<0>();`)).rejects.toThrow(
      new RegExp(`${what} \\d+ B behind a multiple of 16`),
    );
  });

  test("a source that is not read may lie anywhere", async () => {
    const y = await run(`__shared__ uint4 tile[32]; copy_async(&tile[lane], &x[lane + 1], false);
  copy_async_commit(); copy_async_wait<0>(); __syncthreads(); y[lane] = float(tile[lane].x + 2u);`);
    expect(y[3]).toBe(2);
  });

  test("a declaration the emulation cannot place is refused, not placed luckily", async () => {
    await expect(run("__shared__ float tile[4],\n other[4]; y[0] = tile[0];")).rejects.toMatchObject({
      code: "kernel_compile",
    });
  });
});
