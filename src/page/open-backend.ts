/** The backends of a page by name, and the automatic choice with its reason. A page has no CUDA. */
import type { Backend } from "../backend/backend.ts";
import { createCpuBackend } from "../backend/cpu/cpu-backend.ts";
import type { SpawnThread } from "../backend/cpu/team-messages.ts";
import { openBrowserDevice } from "../backend/webgpu/open-device.ts";
import { createWebGpuBackend } from "../backend/webgpu/webgpu-backend.ts";
import { DeviceLostError } from "../base/errors.ts";
import { checkValue, type OptionRule, oneOf } from "../base/options.ts";

export type PageBackendName = "auto" | "webgpu" | "cpu";

const NAMES: readonly PageBackendName[] = ["auto", "webgpu", "cpu"];

export const PAGE_BACKEND: OptionRule = { ...oneOf(NAMES, "auto chooses by itself"), code: "bad_backend" };

export interface PageBackend {
  readonly backend: Backend;
  readonly automatic: boolean;
  /** Why this backend, in one clause. */
  readonly reason: string;
}

/** How the CPU backend gets threads in a page; without it, it has the one that calls. */
export interface PageThreads {
  /** Default: about the physical cores, at most 8. */
  readonly threads?: number;
  readonly spawn: SpawnThread;
}

/** A page is told of logical processors only, of which large machines have two a core. */
function defaultThreads(): number {
  const logical = navigator.hardwareConcurrency ?? 1;
  return Math.min(logical <= 2 ? logical : Math.ceil(logical / 2), 8);
}

function openCpu(cpu: PageThreads | undefined): Backend {
  if (cpu === undefined) return createCpuBackend();
  return createCpuBackend({ threads: cpu.threads ?? defaultThreads(), spawn: cpu.spawn });
}

/** WebGPU on hardware, else the CPU: an adapter that a CPU emulates is slower than our own code for it. */
async function openAutomatic(cpu: PageThreads | undefined): Promise<PageBackend> {
  let reason: string;
  try {
    const opened = await openBrowserDevice(navigator.gpu);
    if (!opened.software) {
      return { backend: createWebGpuBackend(opened), automatic: true, reason: "a hardware WebGPU adapter was found" };
    }
    opened.device.destroy();
    reason = "the browser's WebGPU adapter is emulated in software";
  } catch (error) {
    if (!(error instanceof DeviceLostError)) throw error;
    reason = error.message;
  }
  return { backend: openCpu(cpu), automatic: true, reason };
}

/**
 * @param cpu only where waiting is allowed: in a worker
 * @throws RequestError `bad_backend`; DeviceLostError as `openBrowserDevice` does, when WebGPU is asked for by name
 */
export async function openPageBackend(name: PageBackendName, cpu?: PageThreads): Promise<PageBackend> {
  checkValue(name, "backend", { ...PAGE_BACKEND, required: true });
  switch (name) {
    case "auto":
      return openAutomatic(cpu);
    case "webgpu": {
      const backend = createWebGpuBackend(await openBrowserDevice(navigator.gpu));
      return { backend, automatic: false, reason: "asked for webgpu" };
    }
    case "cpu":
      return { backend: openCpu(cpu), automatic: false, reason: "asked for cpu" };
    default:
      return name satisfies never;
  }
}
