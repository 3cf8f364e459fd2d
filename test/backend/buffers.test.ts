/**
 * What every backend does with buffers by itself: writes, uploads, zeros, copies and reads in the order they were asked
 * for, to the byte and no byte beside. Kernels are tested elsewhere.
 */
import { describe, expect, test } from "vitest";
import { openEmulatedCuda } from "../../node/open-cuda.ts";
import type { Backend } from "../../src/backend/backend.ts";
import { createCpuBackend } from "../../src/backend/cpu/cpu-backend.ts";
import { UPLOAD_BYTES, UPLOADS_AT_ONCE } from "../../src/backend/uploads.ts";
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

    test("uploads that overlap each fill their range, also behind one whose bytes did not come", async () => {
      const backend = await open();
      try {
        const count = 4 * UPLOADS_AT_ONCE;
        const words = Array.from({ length: count }, (_, i) => i + 1);
        const buffer = backend.createBuffer("target", 4 * count + 4);
        const fillers: (() => void)[] = [];
        const upload = (at: number): Promise<void> =>
          backend.upload(buffer, 4 * at, 4, async (memory) => {
            expect(memory.byteLength).toBe(4);
            await new Promise<void>((resolve) => fillers.push(resolve));
            if (at === 5) throw new Error("the disk is gone");
            memory.set(bytesOf(words[at]!));
          });
        const uploads = words.map((_, at) => upload(at));
        const outcomes = Promise.allSettled(uploads);
        let ended = false;
        void outcomes.then(() => {
          ended = true;
        });
        // Bytes come in another order than they were asked for: the newest first.
        while (!ended) {
          fillers.pop()?.();
          await new Promise<void>((resolve) => setImmediate(resolve));
        }
        const failed = (await outcomes).flatMap((outcome, at) => (outcome.status === "rejected" ? [at] : []));
        expect(failed).toEqual([5]);
        await backend.upload(buffer, 20, 4, async (memory) => memory.set(bytesOf(77)));
        const needed = [...words.slice(0, 5), 77, ...words.slice(6), 0];
        expect(await wordsOf(backend, buffer)).toEqual(needed);
      } finally {
        await backend.dispose();
      }
    });

    test("an upload is in place for what is asked for after it, at its largest too", async () => {
      const backend = await open();
      try {
        const [a, b] = [backend.createBuffer("a", UPLOAD_BYTES), backend.createBuffer("b", UPLOAD_BYTES)];
        const bytes = new Uint8Array(UPLOAD_BYTES).map((_, i) => (i * 31) ^ (i >> 9));
        await backend.upload(a, 0, UPLOAD_BYTES, async (memory) => memory.set(bytes));
        backend.copy(a, 0, b, 0, UPLOAD_BYTES);
        await backend.upload(a, 0, 8, async (memory) => memory.set(bytesOf(1, 2)));
        expect(Buffer.compare(await backend.read(b, 0, UPLOAD_BYTES), bytes)).toBe(0);
        expect((await wordsOf(backend, a)).slice(0, 2)).toEqual([1, 2]);
      } finally {
        await backend.dispose();
      }
    });
  });
}
