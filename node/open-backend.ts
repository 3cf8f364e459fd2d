/**
 * Backends by name, and the automatic choice with its reason: a CUDA device, else a hardware WebGPU adapter, else the CPU.
 * Every backend is imported only when it is chosen.
 */
import type { Backend } from "../src/backend/backend.ts";
import { DeviceLostError, UnsupportedError } from "../src/base/errors.ts";

export const BACKEND_NAMES = ["auto", "cpu", "webgpu", "cuda", "cuda-emulated"] as const;
export type BackendName = (typeof BACKEND_NAMES)[number];

export interface BackendChoice {
  readonly name: BackendName;
  /** WebGPU adapter by name, as `openWebGpu` takes it. */
  readonly adapter?: string;
  /** CUDA device: ordinal among the visible ones, or a UUID or its beginning. */
  readonly device?: string;
  /** Launch CUDA kernels one by one instead of replaying graphs. */
  readonly noCudaGraph?: boolean;
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
  const { createCpuBackend } = await import("../src/backend/cpu/cpu-backend.ts");
  return createCpuBackend({ checked });
}

async function openWebGpuBackend(adapter: string): Promise<ChosenBackend> {
  const { openWebGpu } = await import("./webgpu-device.ts");
  const { openDevice } = await import("../src/backend/webgpu/open-device.ts");
  const { createWebGpuBackend } = await import("../src/backend/webgpu/webgpu-backend.ts");
  const opened = await openWebGpu({ adapter });
  const backend = createWebGpuBackend(await openDevice(opened.adapter));
  return { backend, automatic: false, reason: opened.reason };
}

async function openCudaBackend(choice: BackendChoice, emulated: boolean): Promise<Backend> {
  const { openCuda } = await import("./open-cuda.ts");
  const { device } = choice;
  return openCuda({
    emulated,
    graphs: choice.noCudaGraph !== true,
    ...(device === undefined ? {} : { device: /^\d+$/.test(device) ? Number(device) : device }),
  });
}

/** The first of CUDA, hardware WebGPU and the CPU that opens. What does not open is named in the reason. */
async function openAutomatic(choice: BackendChoice): Promise<ChosenBackend> {
  const notFound = (error: unknown): string => {
    // The whole story is for doctor; a statistics line wants the fact.
    if (error instanceof DeviceLostError || error instanceof UnsupportedError) return error.message.split(";")[0]!;
    throw error;
  };
  let withoutCuda: string;
  try {
    return { backend: await openCudaBackend(choice, false), automatic: true, reason: "a CUDA device was found" };
  } catch (error) {
    withoutCuda = notFound(error);
  }
  try {
    return { ...(await openWebGpuBackend("hardware")), automatic: true, reason: "a hardware WebGPU adapter was found" };
  } catch (error) {
    if (!(error instanceof DeviceLostError)) throw error;
    const reason = `${withoutCuda}; ${reasonWithoutHardware(error)}`;
    return { backend: await openCpu(false), automatic: true, reason };
  }
}

function reasonWithoutHardware(error: DeviceLostError): string {
  const { tried } = error.data as { tried?: readonly { readonly outcome: string }[] };
  return `no hardware WebGPU adapter (${tried?.[0]?.outcome ?? error.message})`;
}

/**
 * Opens a backend by name and says why this one.
 * @throws DeviceLostError `no_adapter` or `no_cuda_device`; UnsupportedError when a library is missing
 */
export async function chooseBackend(choice: BackendChoice): Promise<ChosenBackend> {
  switch (choice.name) {
    case "auto":
      // Who names an adapter wants it used.
      return choice.adapter === undefined ? openAutomatic(choice) : openWebGpuBackend(choice.adapter);
    case "cpu":
      return { backend: await openCpu(choice.checked ?? false), automatic: false, reason: "asked for cpu" };
    case "webgpu":
      return openWebGpuBackend(choice.adapter ?? "auto");
    case "cuda":
    case "cuda-emulated": {
      const backend = await openCudaBackend(choice, choice.name === "cuda-emulated");
      return { backend, automatic: false, reason: `asked for ${choice.name}` };
    }
    default:
      return choice.name satisfies never;
  }
}

/** The backend alone. @throws as `chooseBackend` does */
export async function openBackend(choice: BackendChoice): Promise<Backend> {
  return (await chooseBackend(choice)).backend;
}
