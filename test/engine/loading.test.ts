/**
 * Loading a model that is interrupted: by its caller, by a file that changes under it, by a disk that fails. On every
 * backend tests can open, with real files: whatever stops a load, no buffer is left on the device, no read or upload goes
 * on, no file stays open, and the backend serves the next load.
 */
import { cpSync, readdirSync, readlinkSync, truncateSync } from "node:fs";
import { type FileHandle, open as openFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { fileDirectory } from "../../node/file-source.ts";
import { openEmulatedCuda } from "../../node/open-cuda.ts";
import { type Artifact, openArtifact } from "../../src/artifact/open.ts";
import type { Backend } from "../../src/backend/backend.ts";
import { createCpuBackend } from "../../src/backend/cpu/cpu-backend.ts";
import { createTraceBackend } from "../../src/backend/trace/trace-backend.ts";
import { UPLOAD_BYTES, UPLOADS_AT_ONCE } from "../../src/backend/uploads.ts";
import { ArtifactError } from "../../src/base/errors.ts";
import { matrixLayout } from "../../src/base/formats/registry.ts";
import { loadWeights, MOST_LOAD_BYTES } from "../../src/load-weights.ts";
import type { Model } from "../../src/model/model.ts";
import { openTokenEngine } from "../../src/open-token-engine.ts";
import type { ProgressListener } from "../../src/runtime/port.ts";
import { skipNote } from "../base/skip.ts";
import { emulationMissing } from "../cuda/fixtures.ts";
import { freshFolder } from "../node/scratch.ts";
import { missingAdapter, openSoftwareBackend } from "../webgpu/adapter.ts";

const subjects: readonly (readonly [string, string | undefined, () => Promise<Backend>])[] = [
  ["cpu", undefined, async () => createCpuBackend()],
  ["webgpu", missingAdapter("swiftshader"), () => openSoftwareBackend()],
  ["webgpu on lavapipe", missingAdapter("lavapipe"), () => openSoftwareBackend("lavapipe")],
  ["cuda-emulated", await emulationMissing(), async () => (await openEmulatedCuda()).backend],
];

interface Counts {
  /** Buffers that exist. */
  buffers: number;
  /** Uploads that have not ended, and the most bytes that were being filled at once. */
  uploads: number;
  fillingBytes: number;
  mostFillingBytes: number;
}

/** A backend whose buffers and uploads are counted; everything is passed on. */
function counted(backend: Backend): { readonly backend: Backend; readonly counts: Counts } {
  const counts: Counts = { buffers: 0, uploads: 0, fillingBytes: 0, mostFillingBytes: 0 };
  const upload: Backend["upload"] = async (buffer, offset, bytes, fill) => {
    counts.uploads++;
    try {
      await backend.upload(buffer, offset, bytes, async (memory) => {
        counts.fillingBytes += bytes;
        counts.mostFillingBytes = Math.max(counts.mostFillingBytes, counts.fillingBytes);
        await fill(memory).finally(() => {
          counts.fillingBytes -= bytes;
        });
      });
    } finally {
      counts.uploads--;
    }
  };
  const replaced: Partial<Backend> = {
    upload,
    createBuffer(name, bytes) {
      const buffer = backend.createBuffer(name, bytes);
      counts.buffers++;
      return buffer;
    },
    destroyBuffer(buffer) {
      counts.buffers--;
      backend.destroyBuffer(buffer);
    },
  };
  const proxy = new Proxy(backend, {
    get(target, name) {
      const value: unknown = Reflect.get(replaced, name) ?? Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  return { backend: proxy, counts };
}

/** Files below a folder that this process holds open; Linux tells. */
function openFiles(folder: string): readonly string[] {
  const links = readdirSync("/proc/self/fd").flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/self/fd/${fd}`)];
    } catch {
      return [];
    }
  });
  return links.filter((link) => link.startsWith(folder));
}

const tellsOpenFiles = process.platform === "linux";

describe.each(subjects)("a load on %s", (_, missing, open) => {
  describe.skipIf(missing !== undefined)(`that is stopped${skipNote(missing)}`, () => {
    /** Loads from a copy of a model; `stop` is given each call of progress and the copy's folder. */
    async function load(
      stop: (call: number, folder: string) => void,
      signal?: AbortSignal,
    ): Promise<{ readonly error: unknown; readonly folder: string }> {
      const folder = freshFolder();
      cpSync("test/fixtures/tiny-random", folder, { recursive: true });
      const { backend, counts } = counted(await open());
      let artifact: Artifact | undefined;
      let outcome: unknown;
      try {
        artifact = await openArtifact(fileDirectory(folder));
        let calls = 0;
        const onProgress: ProgressListener = () => stop(calls++, folder);
        const options = { maxContext: 64, ...(signal === undefined ? {} : { signal }) };
        const opening = openTokenEngine(artifact, backend, { ...options, onProgress });
        outcome = await opening.catch((error: unknown) => error);
        expect(counts).toMatchObject({ buffers: 0, uploads: 0, fillingBytes: 0 });
        // Of what a load may hold, three more parts are what decoding and drivers keep.
        expect(4 * counts.mostFillingBytes).toBeLessThanOrEqual(MOST_LOAD_BYTES);
        const buffer = backend.createBuffer("next", 4);
        await backend.upload(buffer, 0, 4, async (memory) => memory.set([1, 2, 3, 4]));
        expect([...(await backend.read(buffer, 0, 4))]).toEqual([1, 2, 3, 4]);
      } finally {
        await artifact?.close();
        await backend.dispose();
      }
      if (tellsOpenFiles) expect(openFiles(folder)).toEqual([]);
      return { error: outcome, folder };
    }

    test.each([0, 1, 20])("by its caller, after %i pieces", async (pieces) => {
      const controller = new AbortController();
      const reason = new Error("the tab was closed");
      if (pieces === 0) controller.abort(reason);
      let calls = 0;
      const { error } = await load((call) => {
        calls = call + 1;
        if (calls === pieces) controller.abort(reason);
      }, controller.signal);
      expect(error).toBe(reason);
      // Those that were under way still arrive.
      expect(calls).toBeGreaterThanOrEqual(pieces);
      expect(calls).toBeLessThan(pieces + UPLOADS_AT_ONCE);
    });

    test("by its caller, when all bytes are there", async () => {
      const controller = new AbortController();
      const folder = freshFolder();
      const { backend, counts } = counted(await open());
      const artifact = await openArtifact(fileDirectory("test/fixtures/tiny-random"));
      try {
        const onProgress: ProgressListener = (loaded, total) => {
          if (loaded === total) controller.abort();
        };
        const opening = openTokenEngine(artifact, backend, { maxContext: 64, signal: controller.signal, onProgress });
        await expect(opening).rejects.toMatchObject({ name: "AbortError" });
        expect(counts).toMatchObject({ buffers: 0, uploads: 0 });
      } finally {
        await artifact.close();
        await backend.dispose();
      }
      if (tellsOpenFiles) expect(openFiles(folder)).toEqual([]);
    });

    test("by a file that shrinks", async () => {
      const shard = "model-00002-of-00002.safetensors";
      const { error, folder } = await load((call, place) => {
        if (call === 3) truncateSync(join(place, shard), 100_000);
      });
      expect(error).toBeInstanceOf(ArtifactError);
      expect(error).toMatchObject({ code: "source_changed", data: { path: join(folder, shard) } });
      expect((error as ArtifactError).data["offset"]).toBeGreaterThan(0);
      expect((error as ArtifactError).data["length"]).toBeGreaterThan(0);
    });

    test("by a disk that fails", async () => {
      const handle = await openFile("package.json");
      const prototype = Object.getPrototypeOf(handle) as FileHandle;
      await handle.close();
      let failing: { mockRestore(): void } | undefined;
      try {
        const { error, folder } = await load((call) => {
          if (call !== 3) return;
          const eio = Object.assign(new Error("i/o error"), { code: "EIO" });
          failing = vi.spyOn(prototype, "read").mockRejectedValueOnce(eio);
        });
        expect(error).toBeInstanceOf(ArtifactError);
        expect(error).toMatchObject({ code: "source_unreadable", data: { errno: "EIO" } });
        expect((error as ArtifactError).message).toContain(folder);
        expect((error as ArtifactError).data["offset"]).toBeGreaterThan(0);
      } finally {
        failing?.mockRestore();
      }
    });
  });
});

test("memory is given back when the last read into it has ended, whichever of them failed", async () => {
  const role = {
    kind: "weight",
    tensor: "w",
    row: 0,
    rows: 256,
    columns: 256,
    stored: "q4_g64",
    resident: "q4_g64",
  } as const;
  const layout = matrixLayout("q4_g64", role.rows, role.columns);
  let reading = 0;
  const source: Pick<Model, "tensors" | "readInto"> = {
    tensors: new Map([["w", { name: "w", format: "q4_g64", shape: [256, 256], bytes: layout.bytes }]]),
    async readInto(_, offset) {
      reading++;
      try {
        if (offset > 0) throw new ArtifactError("source_unreadable", "the second plane cannot be read");
        for (let turn = 0; turn < 50; turn++) await new Promise<void>((resolve) => setImmediate(resolve));
      } finally {
        reading--;
      }
    },
  };
  let givenBack = 0;
  const uploadRows: Backend["uploadRows"] = async (_buffer, _rows, fill) => {
    await fill(new Uint8Array(UPLOAD_BYTES)).finally(() => {
      givenBack++;
      expect(reading).toBe(0);
    });
  };
  const backend = Object.assign(createTraceBackend(), { uploadRows });
  const spec = { name: "weight w", bytes: layout.bytes, role: { ...role, order: "fragments" } } as const;
  const targets = [{ spec, buffer: backend.createBuffer(spec.name, spec.bytes) }];
  await expect(loadWeights(source as Model, backend, targets)).rejects.toMatchObject({ code: "source_unreadable" });
  expect(givenBack).toBe(1);
});

test("progress counts the bytes that are there and ends with all of them", async () => {
  const artifact = await openArtifact(fileDirectory("test/fixtures/tiny-random"));
  const events: (readonly [number, number])[] = [];
  const engine = await openTokenEngine(artifact, createCpuBackend(), {
    maxContext: 64,
    onProgress: (loaded, total) => events.push([loaded, total]),
  });
  const { weights } = engine.info.memory;
  expect(events.length).toBeGreaterThan(10);
  expect(new Set(events.map(([, total]) => total))).toEqual(new Set([weights]));
  const loaded = events.map(([bytes]) => bytes);
  expect(loaded.every((bytes, i) => bytes > (loaded[i - 1] ?? 0))).toBe(true);
  expect(loaded.at(-1)).toBe(weights);
  await engine.close();
  await artifact.close();
});
