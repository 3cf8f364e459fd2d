/**
 * What every backend does with buffers by itself: writes, zeros, copies and reads in the order they were asked for, to
 * the byte and no byte beside. Kernels are tested elsewhere.
 */
import { describe, expect, test } from "vitest";
import { openEmulatedCuda } from "../../node/open-cuda.ts";
import type { Backend } from "../../src/backend/backend.ts";
import { createCpuBackend } from "../../src/backend/cpu/cpu-backend.ts";
import { skipNote } from "../base/skip.ts";
import { emulationMissing } from "../cuda/fixtures.ts";
import { missingAdapter, openSoftwareBackend } from "../webgpu/adapter.ts";

const subjects: readonly (readonly [string, string | undefined, () => Promise<Backend>])[] = [
  ["cpu", undefined, async () => createCpuBackend()],
  ["webgpu", missingAdapter("swiftshader"), () => openSoftwareBackend()],
  ["cuda-emulated", await emulationMissing(), async () => (await openEmulatedCuda()).backend],
];

const bytesOf = (...words: number[]): Uint8Array => new Uint8Array(Uint32Array.from(words).buffer);

for (const [name, missing, open] of subjects) {
  describe.skipIf(missing !== undefined)(`buffers on ${name}${skipNote(missing)}`, () => {
    const wordsOf = async (backend: Backend, buffer: ReturnType<Backend["createBuffer"]>): Promise<number[]> =>
      Array.from(new Uint32Array((await backend.read(buffer, 0, buffer.bytes)).slice().buffer));

    test("start as zero; writes, zeros and copies keep their order and their borders", async () => {
      const backend = await open();
      try {
        const [a, b] = [backend.createBuffer("a", 40), backend.createBuffer("b", 24)];
        expect(await wordsOf(backend, a)).toEqual(new Array(10).fill(0));
        backend.write(a, 0, bytesOf(1, 2, 3, 4, 5, 6, 7, 8, 9, 10));
        backend.copy(a, 8, b, 4, 16);
        backend.clear(a, 12, 8);
        backend.copy(a, 8, b, 16, 8);
        backend.write(a, 16, bytesOf(50));
        expect(await wordsOf(backend, a)).toEqual([1, 2, 3, 0, 50, 6, 7, 8, 9, 10]);
        expect(await wordsOf(backend, b)).toEqual([0, 3, 4, 5, 3, 0]);
        backend.clear(b, 0, 0);
        backend.clear(b, 20, 4);
        backend.copy(b, 4, b, 16, 8);
        expect(await wordsOf(backend, b)).toEqual([0, 3, 4, 5, 3, 4]);
        backend.clear(b, 0, 24);
        expect(await wordsOf(backend, b)).toEqual(new Array(6).fill(0));
      } finally {
        await backend.dispose();
      }
    });
  });
}
