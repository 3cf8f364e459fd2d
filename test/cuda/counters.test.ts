/**
 * What the stand-in counts and orders: 32-byte sectors of a warp's accesses to global memory against the fewest its
 * bytes could fill, on any kernel text, and atomics that are right whichever order warps and lanes come in.
 */
import { describe, expect, test } from "vitest";
import { kernel } from "../../codegen/builder.ts";
import { headersOf } from "../../cuda-backend/device-headers.ts";
import type { EmulationControl } from "../../cuda-backend/emulate/settings.ts";
import { openNvrtc } from "../../cuda-backend/nvrtc.ts";
import { UnsupportedError } from "../../src/base/errors.ts";
import { skipNote } from "../base/skip.ts";
import { randomSource } from "../conformance/random.ts";
import { bytesOf, emulationMissing, runKernel, runText, withEmulation } from "./fixtures.ts";

const missing = await emulationMissing();
const nvrtc = await openNvrtc().catch((error: unknown) => {
  if (error instanceof UnsupportedError) return undefined;
  throw error;
});
const SEED = 11;
const COUNTERS = ["global_accesses", "uncoalesced_accesses", "global_sectors", "minimum_sectors"] as const;
type Counts = readonly number[];

const words = (bytes: Uint8Array): Uint32Array => new Uint32Array(bytes.slice().buffer);
const integers = (bytes: Uint8Array): Int32Array => new Int32Array(bytes.slice().buffer);

const read = (control: EmulationControl): Counts => COUNTERS.map((name) => control.counter(name));

/** Counts of one launch: accesses, uncoalesced ones, sectors, fewest sectors. */
async function countsOf(source: string, threads: number, buffers: readonly Uint8Array[], blocks = 1): Promise<Counts> {
  let counts: Counts = [];
  await runText({ source, threads, blocks, options: { countAccesses: true } }, buffers, (run, control) => {
    const before = read(control);
    run();
    counts = read(control).map((count, i) => count - before[i]!);
  });
  return counts;
}

const text = (parameters: string, body: string, includes = ""): string =>
  `${includes}extern "C" __global__ void primitive(${parameters}) {\n  const int t = blockIdx.x * blockDim.x + threadIdx.x;\n  ${body}\n}\n`;

describe.skipIf(missing !== undefined)(`stand-in counters${skipNote(missing)}`, () => {
  const x = bytesOf(Float32Array.from({ length: 4096 }, (_, i) => i));
  const y = new Uint8Array(4 * 4096);

  test("neighbours that read and write neighbouring words fill their sectors", async () => {
    // 2 blocks of 4 warps, each with a read and a write of 128 bytes: 4 sectors.
    const source = text("const float* x, float* y", "y[t] = 2.0f * x[t];");
    expect(await countsOf(source, 128, [x, y], 2)).toEqual([16, 0, 64, 64]);
  });

  test("a stride of 8 words touches a sector for each lane", async () => {
    // Reads: 32 sectors for 128 bytes, which would fill 4. Writes are coalesced.
    const source = text("const float* x, float* y", "y[t] = x[8 * t];");
    expect(await countsOf(source, 64, [x, y])).toEqual([4, 2, 2 * 32 + 2 * 4, 4 * 4]);
  });

  test("a stride of 2 words touches twice the sectors, in writes as in reads", async () => {
    const source = text("const float* x, float* y", "y[2 * t] = x[t];");
    expect(await countsOf(source, 32, [x, y])).toEqual([2, 1, 8 + 4, 8]);
  });

  test("a word that all lanes read is one sector, and order among lanes does not matter", async () => {
    const source = text("const float* x, float* y", "y[t ^ 31] = x[100];");
    expect(await countsOf(source, 32, [x, y])).toEqual([2, 0, 1 + 4, 1 + 4]);
  });

  test("rows that begin inside a sector touch one more", async () => {
    const source = text("const float* x, float* y", "y[t] = x[t + 1];");
    expect(await countsOf(source, 32, [x, y])).toEqual([2, 1, 5 + 4, 8]);
  });

  test("16 bytes a lane, plain, streaming and copied asynchronously", async () => {
    const includes = '#include "memory.cuh"\n#include "async-copy.cuh"\n';
    const body = `__shared__ uint4 tile[32];
  copy_async(&tile[t], &x[32 + t], true);
  copy_async_commit();
  copy_async_wait<0>();
  __syncthreads();
  const uint4 a = load_streaming(&x[t]);
  y[t] = make_uint4(a.x, tile[t ^ 1].x, x[2 * t].y, 0u);`;
    // Three accesses of 512 bytes in 16 sectors, and one read of 4 bytes in every second 16: a sector for each lane.
    const source = text("const uint4* x, uint4* y", body, includes);
    expect(await countsOf(source, 32, [x, y])).toEqual([4, 1, 3 * 16 + 32, 3 * 16 + 4]);
  });

  test("vectors are one access, whether made in place or copied from elsewhere", async () => {
    const body = "y[t] = make_float4(1.0f, 2.0f, 3.0f, 4.0f); y[32 + t] = x[t];";
    expect(await countsOf(text("const float4* x, float4* y", body), 32, [x, y])).toEqual([3, 0, 48, 48]);
  });

  test("passes of a loop are accesses of their own; lanes that stay out have no part", async () => {
    const body = "float s = 0.0f; for (int i = 0; i < 5; i++) if (t < 8) s += x[32 * i + t]; y[t] = s;";
    expect(await countsOf(text("const float* x, float* y", body), 32, [x, y])).toEqual([6, 0, 5 + 4, 5 + 4]);
  });

  test("private and shared memory are not counted", async () => {
    const body = `__shared__ float tile[32]; volatile float own[4];
  for (int i = 0; i < 4; i++) own[i] = float(i); tile[t] = own[t & 3]; __syncthreads(); y[t] = tile[31 - t];`;
    expect(await countsOf(text("const float* x, float* y", body), 32, [x, y])).toEqual([1, 0, 4, 4]);
  });

  test("portable kernels are counted as they are", async () => {
    const strided = kernel("strided_words", { workgroupSize: 32, doc: "y = x at 4 i" }, (k) => {
      const from = k.buffer("x", "f32", "read");
      const to = k.buffer("y", "f32", "write");
      const at = k.let("at", k.groupX.mul(32).add(k.local));
      k.store(to, at, k.load("value", from, at.mul(4)));
    });
    await withEmulation({ countAccesses: true }, async ({ backend, control }) => {
      const before = read(control);
      const { y: got } = await runKernel(backend, strided, 2, { x, y });
      const counts = read(control).map((count, i) => count - before[i]!);
      expect(counts).toEqual([4, 2, 2 * 16 + 2 * 4, 4 * 4]);
      expect(new Float32Array(got!.slice().buffer)[63]).toBe(252);
    });
  });

  describe("atomics", () => {
    const BLOCKS = 3;
    const THREADS = 96;
    const COUNT = BLOCKS * THREADS;
    const orders = [1, 2, 3, 4, 5, 6];
    const launch = (source: string, seed: number) => ({
      ...{ source: `#include "atomics.cuh"\n${source}`, threads: THREADS, blocks: BLOCKS },
      options: { emulatedDevice: { seed } },
    });
    const random = randomSource(SEED);
    const input = Int32Array.from({ length: COUNT }, () => random.integer(-(2 ** 31), 2 ** 31 - 1));
    // Both ends of the range, so that signed and unsigned order differ.
    input.set([-1, 2 ** 31 - 1, -(2 ** 31), 0], 50);

    test("sums, smallest and largest of signed and unsigned words", async () => {
      const source = text(
        "const int* x, int* i, unsigned* u",
        `const int v = x[t]; const unsigned w = unsigned(v);
  atomic_add(&i[0], v); atomic_min(&i[1], v); atomic_max(&i[2], v);
  atomic_add(&u[0], w); atomic_min(&u[1], w); atomic_max(&u[2], w);`,
      );
      const unsigned = new Uint32Array(input.buffer);
      const sum = input.reduce((a, b) => (a + b) | 0, 0);
      const start = [bytesOf(input), bytesOf(Int32Array.of(0, 7, 7)), bytesOf(Uint32Array.of(0, 7, 7))];
      for (const seed of orders) {
        const [, i, u] = await runText(launch(source, seed), start);
        expect(Array.from(integers(i!)), `order ${seed}`).toEqual([sum, Math.min(...input), Math.max(...input)]);
        expect(Array.from(words(u!)), `order ${seed}`).toEqual([sum >>> 0, 0, Math.max(...unsigned)]);
      }
    });

    test("what was there before is returned: tickets are dealt once each, in the order of the seed", async () => {
      const source = text("unsigned* next, unsigned* ticket", "ticket[t] = atomic_add(&next[0], 3u);");
      const dealt = new Set<string>();
      for (const seed of orders) {
        const [next, ticket] = await runText(launch(source, seed), [new Uint8Array(4), new Uint8Array(4 * COUNT)]);
        const tickets = Array.from(words(ticket!));
        expect(words(next!)[0]).toBe(3 * COUNT);
        expect([...tickets].sort((a, b) => a - b)).toEqual(Array.from({ length: COUNT }, (_, i) => 3 * i));
        dealt.add(tickets.join());
      }
      // Another order of warps deals others, else the seeds above show nothing.
      expect(dealt.size).toBeGreaterThan(1);
    });

    test("exchanges hand every value on once", async () => {
      const source = text("int* slot, int* got", "got[t] = atomic_exchange(&slot[0], t + 1);");
      for (const seed of orders) {
        const [slot, got] = await runText(launch(source, seed), [new Uint8Array(4), new Uint8Array(4 * COUNT)]);
        const seen = [...integers(got!), integers(slot!)[0]!].sort((a, b) => a - b);
        expect(seen).toEqual(Array.from({ length: COUNT + 1 }, (_, i) => i));
      }
    });

    const PRODUCT = (swap: string): string =>
      text(
        "const int* x, unsigned* product, unsigned* tries",
        `const unsigned factor = unsigned(x[t]) | 1u;
  unsigned seen = product[0], count = 0u;
  for (;;) {
    count++;
    const unsigned before = ${swap};
    if (before == seen) break;
    seen = before;
  }
  tries[t] = count;`,
      );

    test("a product by compare and swap is right in every order, though others come between", async () => {
      const want = input.reduce((a, v) => Math.imul(a, v | 1), 1) >>> 0;
      const source = PRODUCT("atomic_compare_and_swap(&product[0], seen, seen * factor)");
      for (const seed of orders) {
        const start = [bytesOf(input), bytesOf(Uint32Array.of(1)), new Uint8Array(4 * COUNT)];
        const [, product, tries] = await runText(launch(source, seed), start);
        expect(words(product!)[0], `order ${seed}, seed ${SEED}`).toBe(want);
        // Some had read a value that was out of date when they came to swap.
        expect(Math.max(...words(tries!))).toBeGreaterThan(1);
      }
    });

    test("the same without looking is wrong: orders do come between", async () => {
      const want = input.reduce((a, v) => Math.imul(a, v | 1), 1) >>> 0;
      const source = PRODUCT("(atomic_exchange(&product[0], seen * factor), seen)");
      const start = [bytesOf(input), bytesOf(Uint32Array.of(1)), new Uint8Array(4 * COUNT)];
      const [, product] = await runText(launch(source, 1), start);
      expect(words(product!)[0]).not.toBe(want);
    });

    test("words of shared memory are counted up as those of global memory are", async () => {
      const source = text(
        "const int* x, unsigned* total",
        `__shared__ unsigned bins[4]; __shared__ int low;
  if (threadIdx.x < 4) bins[threadIdx.x] = 0u;
  if (threadIdx.x == 0) low = 2147483647;
  __syncthreads();
  atomic_add(&bins[x[t] & 3], 1u);
  atomic_min(&low, x[t]);
  __syncthreads();
  if (threadIdx.x < 4) atomic_add(&total[threadIdx.x], bins[threadIdx.x]);
  if (threadIdx.x == 0 && atomic_compare_and_swap((int*)&total[4], 0, low) != 0) atomic_min((int*)&total[4], low);`,
      );
      const want = [0, 1, 2, 3].map((bin) => input.filter((v) => (v & 3) === bin).length);
      for (const seed of orders) {
        const [, total] = await runText(launch(source, seed), [bytesOf(input), new Uint8Array(20)]);
        expect(Array.from(words(total!).subarray(0, 4))).toEqual(want);
        expect(integers(total!)[4]).toBe(Math.min(...input));
      }
    });
  });
});

const withoutNvrtc = nvrtc === undefined ? "this machine has no NVRTC" : undefined;
test.skipIf(nvrtc === undefined)(
  `device bodies of the atomics compile for every architecture${skipNote(withoutNvrtc)}`,
  async () => {
    const operations = ["atomic_add", "atomic_min", "atomic_max", "atomic_exchange"].map(
      (name, i) => `i[${i}] = ${name}(&i[9], 1); u[${i}] = ${name}(&u[9], 1u);`,
    );
    const swaps = "i[4] = atomic_compare_and_swap(&i[9], 0, 1); u[4] = atomic_compare_and_swap(&u[9], 0u, 1u);";
    const source = text("int* i, unsigned* u", [...operations, swaps].join("\n  "), '#include "atomics.cuh"\n');
    for (const architecture of [75, 80, 86, 89, 90, 120].filter((a) => nvrtc!.architectures.includes(a))) {
      const options = [`--gpu-architecture=sm_${architecture}`, "--std=c++17"];
      const request = { name: "atomics", source, headers: headersOf(source), options, wanted: "cubin" } as const;
      expect((await nvrtc!.compile(request)).image.byteLength).toBeGreaterThan(0);
    }
  },
);
