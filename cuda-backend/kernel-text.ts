/** The CUDA text of a kernel: a native one carries its own, one of the language is emitted. */
import { cudaEntry, emitCuda } from "../codegen/emit-cuda.ts";
import type { KernelLimits, KernelSource, TextKernel } from "../src/program/candidate.ts";

/** Portable kernels may spill: they are the fallback. A thread can have 255 registers. */
const PORTABLE_LIMITS: KernelLimits = { registers: 255, spillsAllowed: true };

/** A kernel as text, as the compiler takes it. */
export type KernelText = Pick<TextKernel, "name" | "entry" | "text" | "dynamicSharedBytes">;

export function cudaText(source: KernelSource): TextKernel {
  switch (source.kind) {
    case "text":
      return source;
    case "portable": {
      const { kernel } = source;
      return {
        kind: "text",
        name: kernel.name,
        entry: cudaEntry(kernel),
        text: emitCuda(kernel),
        threads: kernel.workgroupSize,
        dynamicSharedBytes: 0,
        limits: PORTABLE_LIMITS,
        bindings: kernel.bindings,
      };
    }
    case "host":
      throw new Error(`internal error: ${source.name} is a body of the CPU`);
    default:
      return source satisfies never;
  }
}
