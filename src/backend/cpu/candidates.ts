/** The CPU's own candidates, in order of preference, and the bodies they name. */
import type { Candidate } from "../../../shaders/candidate.ts";
import type { NativeFactory } from "./native.ts";

export const nativeCandidates: readonly Candidate[] = [];

export const nativeFactories: Readonly<Record<string, NativeFactory>> = {};
