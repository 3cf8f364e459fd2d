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

/** Why a backend is used; plain data. */
export interface BackendReason {
  readonly automatic: boolean;
  readonly reason: string;
}

export interface ChosenBackend extends BackendReason {
  readonly backend: Backend;
}

async function openCpu(checked: boolean): Promise<Backend> {
  const { createCpuBackend } = await import("../../src/backend/cpu/cpu-backend.ts");
  return createCpuBackend({ checked });
}

async function openWebGpuBackend(adapter: string): Promise<ChosenBackend> {
  const { openWebGpu, requestPortableDevice } = await import("./webgpu-device.ts");
  const { createWebGpuBackend } = await import("../../src/backend/webgpu/webgpu-backend.ts");
  const opened = await openWebGpu({ adapter });
  const device = await requestPortableDevice(opened.adapter, { f16: true, subgroups: true, timestamps: true });
  const backend = createWebGpuBackend({ device, adapterInfo: opened.info });
  return { backend, automatic: false, reason: opened.reason };
}

async function openAutomatic(): Promise<ChosenBackend> {
  try {
    return { ...(await openWebGpuBackend("hardware")), automatic: true, reason: "a hardware WebGPU adapter was found" };
  } catch (error) {
    if (!(error instanceof DeviceLostError)) throw error;
    return { backend: await openCpu(false), automatic: true, reason: reasonWithoutHardware(error) };
  }
}

function reasonWithoutHardware(error: DeviceLostError): string {
  const { tried } = error.data as { tried?: readonly { readonly outcome: string }[] };
  return `no hardware WebGPU adapter (${tried?.[0]?.outcome ?? error.message})`;
}

/**
 * Opens a backend by name and says why this one.
 * @throws UsageError `unknown_backend`, DeviceLostError `no_adapter`
 */
export async function chooseBackend(choice: BackendChoice): Promise<ChosenBackend> {
  switch (choice.name) {
    case "auto":
      // Who names an adapter wants it used.
      return choice.adapter === undefined ? openAutomatic() : openWebGpuBackend(choice.adapter);
    case "cpu":
      return { backend: await openCpu(choice.checked ?? false), automatic: false, reason: "asked for cpu" };
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

/** The backend alone. @throws as `chooseBackend` does */
export async function openBackend(choice: BackendChoice): Promise<Backend> {
  return (await chooseBackend(choice)).backend;
}
