/**
 * Which candidates run which cases, in which profiles: all of them, or by day one of two hands that together are all.
 * Apart from the runner, because backends that compile slowly want the kernels of a run before it starts. Invariant: in
 * either hand each candidate meets each profile that it has a case for, so no kernel depends on the seed to be run at all.
 */
import type { Backend } from "../../src/backend/backend.ts";
import { applies, type Candidate, type KernelSource, type Problem } from "../../src/program/candidate.ts";
import type { Profile } from "../../src/program/storage.ts";
import { narrows, problemOf } from "./problem.ts";
import { seedFor } from "./random.ts";
import type { OpCase, OpSuite } from "./types.ts";

export interface PlanOptions {
  readonly seed: number;
  readonly nightly: boolean;
  readonly profiles: readonly Profile[];
  /** Only rows whose id contains all of these texts. */
  readonly query?: string;
  /**
   * One profile for each shape, dealt by the seed: hand 1 has those that hand 0 lacks. All row counts of a shape are dealt
   * together, because they share a kernel. Default: every profile.
   */
  readonly hand?: 0 | 1;
}

export interface PlannedRun {
  /** `linear:T=17;… @cpu/portable/fast` */
  readonly id: string;
  readonly candidate: Candidate;
  readonly profile: Profile;
  readonly problem: Problem;
}

export interface PlannedCase {
  readonly suite: OpSuite;
  readonly test: OpCase;
  readonly runs: readonly PlannedRun[];
}

function rowId(test: OpCase, backend: Backend, candidate: Candidate, profile: Profile): string {
  return `${test.id} @${[backend.name, candidate.name, ...(profile === "fast" ? [profile] : [])].join("/")}`;
}

/** What kernels are made for: all of a case but its rows and its data. */
function shapeOf({ op, attributes, inputs, weights, states }: OpCase): string {
  const widths = Object.entries(inputs).map(([role, { width, type }]) => [role, width, type]);
  const matrices = Object.entries(weights).map(([role, { rows, columns, format }]) => [role, rows, columns, format]);
  const pools = Object.entries(states).map(([role, { ref, storage }]) => [role, ref, storage]);
  return JSON.stringify([op, attributes, widths, matrices, pools]);
}

class Planner {
  readonly #backend: Backend;
  readonly #options: PlanOptions;
  readonly #words: readonly string[];
  /** Candidates by the profiles they have run in. */
  readonly #met = new Set<string>();

  constructor(backend: Backend, options: PlanOptions) {
    this.#backend = backend;
    this.#options = options;
    this.#words = (options.query ?? "").split(/\s+/);
  }

  /** Runs of a case. Its data are drawn only where a row of it may be wanted. */
  runs(test: OpCase): PlannedRun[] {
    const { candidates, caps } = this.#backend;
    const own = candidates.filter(({ op }) => op === test.op);
    if (!own.some((candidate) => this.#mayBeWanted(test, candidate))) return [];
    const profiles = this.#profiles(test);
    const dealt = this.#dealt(test, profiles);
    const runs: PlannedRun[] = [];
    for (const profile of profiles) {
      const problem = problemOf(test, profile, caps);
      for (const candidate of own) {
        if (!applies(candidate, problem, caps)) continue;
        const id = rowId(test, this.#backend, candidate, profile);
        if (!this.#wanted(id)) continue;
        const key = `${candidate.op}/${candidate.name}/${profile}`;
        if (dealt !== undefined && dealt !== profile && this.#met.has(key)) continue;
        this.#met.add(key);
        runs.push({ id, candidate, profile, problem });
      }
    }
    return runs;
  }

  /** Where nothing is narrow the profiles are one: it runs once. */
  #profiles(test: OpCase): readonly Profile[] {
    const { profiles } = this.#options;
    const same = profiles.includes("exact") && !narrows(test, this.#backend.caps);
    return same ? profiles.filter((profile) => profile !== "fast") : profiles;
  }

  #dealt(test: OpCase, profiles: readonly Profile[]): Profile | undefined {
    const { hand, seed } = this.#options;
    if (hand === undefined) return undefined;
    return profiles[((seedFor(seed, shapeOf(test)) >>> 0) + hand) % profiles.length];
  }

  #wanted(id: string): boolean {
    return this.#words.every((word) => id.includes(word));
  }

  #mayBeWanted(test: OpCase, candidate: Candidate): boolean {
    const ids = this.#options.profiles.map((profile) => rowId(test, this.#backend, candidate, profile));
    return ids.some((id) => this.#wanted(id));
  }
}

/** Every case of the suites that has a run, in their order. */
export function* planCases(backend: Backend, suites: readonly OpSuite[], options: PlanOptions): Generator<PlannedCase> {
  const planner = new Planner(backend, options);
  for (const suite of suites) {
    for (const test of suite.cases({ seed: options.seed, nightly: options.nightly })) {
      const runs = planner.runs(test);
      if (runs.length > 0) yield { suite, test, runs };
    }
  }
}

/** An id that is equal for equal kernels. */
export function kernelId(source: KernelSource): string {
  return JSON.stringify(source);
}

/** Distinct kernels of a plan. */
export function kernelSources(backend: Backend, suites: readonly OpSuite[], options: PlanOptions): KernelSource[] {
  const found = new Map<string, KernelSource>();
  for (const { runs } of planCases(backend, suites, options)) {
    for (const { candidate, problem } of runs) {
      for (const { source } of candidate.lower(problem, backend.caps).launches) found.set(kernelId(source), source);
    }
  }
  return [...found.values()];
}
