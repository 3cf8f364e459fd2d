/**
 * The conformance suite on the backends every machine has: the CPU as it serves, the CPU with every access verified,
 * and WebGPU on the software adapter. The seed is fresh each time and printed when something fails.
 */
import { describe, expect, it } from "vitest";
import { lavapipeDriver } from "../../node/vulkan.ts";
import { openWebGpu, requestPortableDevice } from "../../node/webgpu-device.ts";
import type { Backend } from "../../src/backend/backend.ts";
import { createCpuBackend } from "../../src/backend/cpu/cpu-backend.ts";
import { createWebGpuBackend } from "../../src/backend/webgpu/webgpu-backend.ts";
import { opSuites } from "./index.ts";
import { runSuites } from "./run.ts";

const nightly = process.env["QWERK_NIGHTLY"] === "1";
const seed = Number(process.env["QWERK_SEED"] ?? Math.floor(Math.random() * 2 ** 31));

async function openSoftwareWebGpu(name: "swiftshader" | "lavapipe"): Promise<Backend> {
  const { adapter, info } = await openWebGpu({ adapter: name });
  const device = await requestPortableDevice(adapter, { f16: true, subgroups: true });
  return createWebGpuBackend({ device, adapterInfo: info, software: true });
}

interface Subject {
  readonly name: string;
  /** Why this machine cannot run it. */
  readonly missing?: string | undefined;
  open(): Promise<Backend>;
}

const noLavapipe = lavapipeDriver() === undefined ? "lavapipe is not installed (scripts/lavapipe.sh)" : undefined;
const subjects: readonly Subject[] = [
  { name: "cpu", open: async () => createCpuBackend() },
  { name: "cpu, checked", open: async () => createCpuBackend({ checked: true }) },
  { name: "webgpu on SwiftShader (no shader-f16, subgroups of 4)", open: () => openSoftwareWebGpu("swiftshader") },
  {
    name: "webgpu on lavapipe (shader-f16, subgroups of 8)",
    missing: noLavapipe,
    open: () => openSoftwareWebGpu("lavapipe"),
  },
];

describe.each(subjects)("conformance: $name", ({ open, missing }) => {
  const title = missing === undefined ? "" : ` (skipped: ${missing})`;
  it.skipIf(missing !== undefined)(`every candidate agrees with its oracle${title}`, { timeout: 900_000 }, async () => {
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
