/**
 * The kernels a run of the suite will need, before it runs: backends that compile slowly take them all at once, several
 * at a time, instead of one per case. Apart from the runner because only such backends ask.
 */
import type { Backend } from "../../src/backend/backend.ts";
import { applies, type KernelSource } from "../../src/program/candidate.ts";
import type { Profile } from "../../src/program/storage.ts";
import { problemOf } from "./problem.ts";
import { kernelId } from "./run.ts";
import type { OpSuite } from "./types.ts";

/** Distinct kernels of all candidates that match a case of the suites. */
export function kernelSources(
  backend: Backend,
  suites: readonly OpSuite[],
  options: { readonly seed: number; readonly nightly: boolean; readonly profiles: readonly Profile[] },
): KernelSource[] {
  const found = new Map<string, KernelSource>();
  for (const suite of suites) {
    for (const test of suite.cases(options)) {
      for (const profile of options.profiles) {
        const problem = problemOf(test, profile, backend.caps);
        for (const candidate of backend.candidates) {
          if (!applies(candidate, problem, backend.caps)) continue;
          for (const { source } of candidate.lower(problem, backend.caps).launches) found.set(kernelId(source), source);
        }
      }
    }
  }
  return [...found.values()];
}
