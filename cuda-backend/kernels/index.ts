/** The table of native kernels of the CUDA backend, in its order of preference, and their texts by name. */
import type { Candidate, NativeKernel } from "../../shaders/candidate.ts";
import { invariant } from "../../src/base/invariant.ts";
import type { KernelText } from "../compiler.ts";

export interface NativeText {
  readonly text: KernelText;
  /** Threads of a block. */
  readonly threads: number;
  /** Registers per thread the kernel may take; the compile gate holds it. */
  readonly maxRegisters: number;
}

export type NativeFactory = (parameters: NativeKernel["parameters"]) => NativeText;

const factories: Readonly<Record<string, NativeFactory>> = {};

export const nativeCandidates: readonly Candidate[] = [];

export function nativeKernelText(kernel: NativeKernel): NativeText {
  const factory = factories[kernel.name];
  invariant(factory !== undefined, `no native CUDA kernel ${kernel.name}`);
  return factory(kernel.parameters);
}
