/**
 * The AddressSanitizer mode of the emulated backend, in a process of its own with the sanitizer's library preloaded: a
 * kernel that reads far outside its buffer is reported, one that does not runs as ever.
 */
import { execFile, execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { skipNote } from "../base/skip.ts";

function sanitizerLibrary(): string | undefined {
  try {
    const path = execFileSync("g++", ["-print-file-name=libasan.so"], { encoding: "utf8" }).trim();
    return existsSync(path) ? path : undefined;
  } catch {
    return undefined;
  }
}

const library = sanitizerLibrary();
const root = pathToFileURL(`${process.cwd()}/`).href;

/** y[i] = x[i + shift] over 64 elements; prints y[5]. */
const SCRIPT = `
import { kernel } from "${root}codegen/builder.ts";
import { openEmulatedCuda } from "${root}node/open-cuda.ts";
import { bytesOf, runKernel } from "${root}test/cuda/fixtures.ts";
const far = kernel("far_read", { workgroupSize: 64, doc: "y = x[i + shift]" }, (k) => {
  const x = k.buffer("x", "f32", "read");
  const y = k.buffer("y", "f32", "write");
  k.store(y, k.local, k.load("v", x, k.local.add(Number(process.argv[2]))));
});
const { backend } = await openEmulatedCuda({ sanitize: true });
const { y } = await runKernel(backend, far, 1, { x: bytesOf(new Float32Array(64).fill(3)), y: new Uint8Array(256) });
console.log("value", new Float32Array(y.slice().buffer)[5]);
await backend.dispose();
`;

describe.skipIf(library === undefined)(
  `sanitizer${skipNote(library === undefined ? "g++ has no libasan" : undefined)}`,
  () => {
    let folder: string;
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), "qwerk-sanitize-"));
      await writeFile(join(folder, "run.mts"), SCRIPT);
    });
    afterAll(() => rm(folder, { recursive: true, force: true }));

    const run = (shift: number): Promise<{ code: number; output: string }> =>
      new Promise((resolve) => {
        const env = {
          ...process.env,
          LD_PRELOAD: library,
          // Node never frees all; its own libraries come before the sanitizer's.
          ASAN_OPTIONS: "detect_leaks=0,verify_asan_link_order=0",
        };
        const args = ["--import", "tsx", join(folder, "run.mts"), String(shift)];
        execFile(process.execPath, args, { env, cwd: process.cwd() }, (error, stdout, stderr) => {
          resolve({ code: error === null ? 0 : Number(error.code ?? 1), output: stdout + stderr });
        });
      });

    test("an access inside its buffer runs", async () => {
      expect(await run(0)).toEqual({ code: 0, output: "value 3\n" });
    });

    test("an access behind its buffer is reported and ends the process", async () => {
      // Element 64 + 100 lies in the guard's red zone, whatever else the heap holds.
      const { code, output } = await run(164);
      expect(code).not.toBe(0);
      expect(output).toMatch(/AddressSanitizer: heap-buffer-overflow/);
      expect(output).toContain("READ of size 4");
    });
  },
);
