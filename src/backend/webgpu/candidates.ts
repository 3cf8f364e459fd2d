/** WebGPU's own candidates, in order of preference, and the WGSL bodies they name. */
import type { Candidate, NativeKernel } from "../../../shaders/candidate.ts";

/** WGSL text of a native body; entry point `main`, bindings of group 0 in the order of the kernel's `access`. */
export type NativeWgsl = (parameters: NativeKernel["parameters"]) => string;

export const nativeCandidates: readonly Candidate[] = [];

export const nativeBodies: Readonly<Record<string, NativeWgsl>> = {};
