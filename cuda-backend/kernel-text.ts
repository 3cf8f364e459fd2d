/** The CUDA text of a kernel, written in the language or by hand, with what a launch and the compile gate need. */
import { cudaEntry, emitCuda } from "../codegen/emit-cuda.ts";
import type { KernelSource } from "../shaders/candidate.ts";
import { nativeKernelText } from "./kernels/index.ts";

/** A kernel as text. */
export interface KernelText {
  /** Kernel id for errors and reports. */
  readonly name: string;
  readonly entry: string;
  readonly source: string;
  readonly dynamicSharedBytes: number;
}

/** What a kernel may take; the compile gate holds it. */
export interface KernelLimits {
  /** Registers per thread. */
  readonly registers: number;
  readonly spillsAllowed: boolean;
}

export interface CudaKernelText {
  readonly text: KernelText;
  /** Threads of a block. */
  readonly threads: number;
  readonly limits: KernelLimits;
}

/** Portable kernels may spill: they are the fallback. A thread can have 255 registers. */
const PORTABLE_LIMITS: KernelLimits = { registers: 255, spillsAllowed: true };

export function cudaKernelText(source: KernelSource): CudaKernelText {
  if (source.kind === "native") return nativeKernelText(source);
  const { kernel } = source;
  const text = { name: kernel.name, entry: cudaEntry(kernel), source: emitCuda(kernel), dynamicSharedBytes: 0 };
  return { text, threads: kernel.workgroupSize, limits: PORTABLE_LIMITS };
}
