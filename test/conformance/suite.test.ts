/**
 * The conformance suite on the backends every machine has: the CPU as it serves, the CPU with every access verified,
 * and WebGPU on the software adapter. The seed is fresh each time and printed when something fails.
 */
import { describe, expect, it } from "vitest";
import { openWebGpu, requestPortableDevice } from "../../cli/node/webgpu-device.ts";
import type { Backend } from "../../src/backend/backend.ts";
import { createCpuBackend } from "../../src/backend/cpu/cpu-backend.ts";
import { createWebGpuBackend } from "../../src/backend/webgpu/webgpu-backend.ts";
import { opSuites } from "./index.ts";
import { runSuites } from "./run.ts";

const nightly = process.env["QWERK_NIGHTLY"] === "1";
const seed = Number(process.env["QWERK_SEED"] ?? Math.floor(Math.random() * 2 ** 31));

async function openSoftwareWebGpu(): Promise<Backend> {
  const { adapter, info } = await openWebGpu({ adapter: "swiftshader" });
  return createWebGpuBackend({ device: await requestPortableDevice(adapter, {}), adapterInfo: info, software: true });
}

const backends: readonly (readonly [string, () => Promise<Backend>])[] = [
  ["cpu", async () => createCpuBackend()],
  ["cpu, checked", async () => createCpuBackend({ checked: true })],
  ["webgpu on the software adapter", openSoftwareWebGpu],
];

describe.each(backends)("conformance: %s", (_name, open) => {
  it("every candidate agrees with its oracle on every case", { timeout: 900_000 }, async () => {
    const backend = await open();
    try {
      const rows = await runSuites(backend, [...opSuites.values()], { seed, nightly, profiles: ["exact", "fast"] });
      const failed = rows.filter((row) => row.result === "failed");
      expect(failed.map((row) => `${row.id} (seed ${seed}): ${row.criterion}: ${row.reason}`)).toEqual([]);
      expect(rows.length).toBeGreaterThan(100);
    } finally {
      await backend.dispose();
    }
  });
});
