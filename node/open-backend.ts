/**
 * Backends by name, and the automatic choice with its reason: a CUDA device, else a hardware WebGPU adapter, else the CPU.
 * Every backend is imported only when it is chosen.
 */
import type { Backend } from "../src/backend/backend.ts";
import { MOST_THREADS } from "../src/backend/cpu/team-messages.ts";
import { checkOptions, FLAG, type OptionRules, oneOf, text, wholeNumber } from "../src/base/options.ts";
import { refusal, shownValue } from "../src/base/refusal.ts";
import { type ChosenBackend, openFirst } from "./automatic-choice.ts";

export type { BackendReason, ChosenBackend } from "./automatic-choice.ts";

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
  /** Wait for every CUDA launch, so that the kernel that fails is named. */
  readonly cudaSync?: boolean;
  /** Every memory access verified; CPU only. */
  readonly checked?: boolean;
  /** Threads of the CPU that share a step. Default: its physical cores, at most 8. Results do not depend on it. */
  readonly threads?: number;
  /** On the CPU, fuse multiplication and addition where that is faster: results then depend on the machine. */
  readonly cpuFma?: boolean;
}

async function openCpu({ checked = false, threads, cpuFma: fma = false }: BackendChoice): Promise<Backend> {
  const { createCpuBackend } = await import("../src/backend/cpu/cpu-backend.ts");
  const { defaultThreads, spawnCpuThread } = await import("./cpu-threads.ts");
  return createCpuBackend({
    checked,
    threads: threads ?? (checked ? 1 : defaultThreads()),
    spawn: spawnCpuThread,
    fma,
  });
}

async function openWebGpuBackend(adapter: string): Promise<ChosenBackend> {
  const { openWebGpu } = await import("./webgpu-device.ts");
  const { openDevice } = await import("../src/backend/webgpu/open-device.ts");
  const { createWebGpuBackend } = await import("../src/backend/webgpu/webgpu-backend.ts");
  const { pacePolling } = await import("./paced-polling.ts");
  const opened = await openWebGpu({ adapter });
  const device = await openDevice(opened.adapter);
  const backend = createWebGpuBackend(device);
  return { backend: device.software ? pacePolling(backend) : backend, automatic: false, reason: opened.reason };
}

async function openCudaBackend(choice: BackendChoice, emulated: boolean): Promise<Backend> {
  const { openCuda } = await import("./open-cuda.ts");
  const { device } = choice;
  return openCuda({
    emulated,
    graphs: choice.noCudaGraph !== true,
    synchronous: choice.cudaSync === true,
    ...(device === undefined ? {} : { device: /^\d+$/.test(device) ? Number(device) : device }),
  });
}

/** The first of CUDA, hardware WebGPU and the CPU that opens. */
function openAutomatic(choice: BackendChoice): Promise<ChosenBackend> {
  const cuda = {
    name: "CUDA",
    found: "a CUDA device was found",
    open: () => openCudaBackend(choice, false),
    absent: new Set(["cuda_driver_missing", "no_cuda_device", "device_too_old", "koffi_missing"]),
  };
  const webgpu = {
    name: "hardware WebGPU",
    found: "a hardware WebGPU adapter was found",
    open: async () => (await openWebGpuBackend("hardware")).backend,
    absent: new Set(["no_adapter", "webgpu_module_unavailable"]),
  };
  return openFirst([cuda, webgpu], () => openCpu(choice));
}

const AUTOMATIC = '{ name: "auto" } chooses by itself';

const CHOICE: OptionRules<BackendChoice> = {
  name: { ...oneOf(BACKEND_NAMES, AUTOMATIC), required: true },
  adapter: text("an adapter's name"),
  device: text('a text such as "0", or a UUID'),
  noCudaGraph: FLAG,
  cudaSync: FLAG,
  checked: FLAG,
  threads: wholeNumber(1, MOST_THREADS),
  cpuFma: FLAG,
};

const ON_CPU: readonly BackendName[] = ["auto", "cpu"];
const ON_CUDA: readonly BackendName[] = ["auto", "cuda", "cuda-emulated"];

/** Who does what an option asks for. Any other backend would run as if it had not been given. */
const DONE_BY = {
  adapter: ["auto", "webgpu"],
  device: ON_CUDA,
  noCudaGraph: ON_CUDA,
  cudaSync: ON_CUDA,
  checked: ["cpu"],
  threads: ON_CPU,
  cpuFma: ON_CPU,
} satisfies Record<Exclude<keyof BackendChoice, "name">, readonly BackendName[]>;

/** Whether a backend does what an option of the choice asks for. */
export function doesOption(backend: BackendName, option: keyof typeof DONE_BY): boolean {
  const names: readonly BackendName[] = DONE_BY[option];
  return names.includes(backend);
}

/** @throws RequestError `bad_backend`, `unknown_field`, `unused_option` */
export function checkChoice(choice: BackendChoice): void {
  const needed = "an object with the backend's name";
  checkOptions(choice, CHOICE, { path: "backend", code: "bad_backend", needed, hint: AUTOMATIC });
  for (const option of Object.keys(DONE_BY) as (keyof typeof DONE_BY)[]) {
    const value = choice[option];
    if (value === undefined || value === false || doesOption(choice.name, option)) continue;
    throw refusal(
      "unused_option",
      `backend.${option}`,
      `${shownValue(value)} for ${choice.name}, which has no use for it`,
      `the backend ${DONE_BY[option].join(" or ")}`,
      `leave it out, or name that \`backend\``,
    );
  }
}

/**
 * Opens a backend by name and says why this one.
 * @throws RequestError for a choice that means nothing; DeviceLostError `no_adapter` or `no_cuda_device`; UnsupportedError when a library is missing
 */
export async function chooseBackend(choice: BackendChoice): Promise<ChosenBackend> {
  checkChoice(choice);
  switch (choice.name) {
    case "auto":
      // Who names an adapter wants it used.
      return choice.adapter === undefined ? openAutomatic(choice) : openWebGpuBackend(choice.adapter);
    case "cpu":
      return { backend: await openCpu(choice), automatic: false, reason: "asked for cpu" };
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
