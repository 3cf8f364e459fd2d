/**
 * Backends by name, and the automatic choice with its reason: a hardware WebGPU adapter if there is one, else the CPU.
 * Every backend is imported only when it is chosen.
 */
import type { Backend } from "../../src/backend/backend.ts";
import { DeviceLostError, UsageError } from "../../src/base/errors.ts";

export const BACKEND_NAMES = ["auto", "cpu", "webgpu", "cuda", "cuda-emulated"] as const;
export type BackendName = (typeof BACKEND_NAMES)[number];

export interface BackendChoice {
  readonly name: BackendName;
  /** WebGPU adapter by name, as `openWebGpu` takes it. */
  readonly adapter?: string;
  /** Every memory access verified; CPU only. */
  readonly checked?: boolean;
}

export function isBackendName(name: string): name is BackendName {
  return (BACKEND_NAMES as readonly string[]).includes(name);
}

async function openWebGpuBackend(adapter: string): Promise<Backend> {
  const { openWebGpu, requestPortableDevice } = await import("./webgpu-device.ts");
  const { createWebGpuBackend } = await import("../../src/backend/webgpu/webgpu-backend.ts");
  const opened = await openWebGpu({ adapter });
  const device = await requestPortableDevice(opened.adapter, { f16: true, subgroups: true, timestamps: true });
  return createWebGpuBackend({ device, adapterInfo: opened.info });
}

async function openAutomatic(): Promise<{ readonly backend: Backend; readonly reason: string }> {
  try {
    const backend = await openWebGpuBackend("hardware");
    return { backend, reason: `WebGPU adapter ${backend.caps.device}` };
  } catch (error) {
    if (!(error instanceof DeviceLostError)) throw error;
    const { createCpuBackend } = await import("../../src/backend/cpu/cpu-backend.ts");
    return { backend: createCpuBackend(), reason: "no hardware WebGPU adapter was found" };
  }
}

/** @throws UsageError `unknown_backend`, DeviceLostError `no_adapter` */
export async function openBackend(choice: BackendChoice): Promise<Backend> {
  switch (choice.name) {
    case "auto":
      return (await openAutomatic()).backend;
    case "cpu": {
      const { createCpuBackend } = await import("../../src/backend/cpu/cpu-backend.ts");
      return createCpuBackend({ checked: choice.checked ?? false });
    }
    case "webgpu":
      return openWebGpuBackend(choice.adapter ?? "auto");
    case "cuda":
    case "cuda-emulated":
      throw new UsageError("unknown_backend", `backend ${choice.name} is not in this version`, {
        hint: "use --backend webgpu or --backend cpu",
      });
    default:
      return choice.name satisfies never;
  }
}
