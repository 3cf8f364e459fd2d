/**
 * What the lists are stamped on: a backend under test, opened once per file, with the models compiled on it. Models
 * share the backend's compiled kernels, so a list costs only what is new in it.
 */
import type { Backend } from "../../src/backend/backend.ts";
import type { Profile } from "../../src/program/storage.ts";
import { SEED } from "../base/seed.ts";
import { FIXTURE_CAPACITY, openTestModel, type TestModel } from "./fixture-model.ts";
import {
  drawPrompts,
  type FixtureName,
  hybridPrompts,
  MAX_POSITIONS,
  openFixtureArtifact,
  type PromptCase,
} from "./fixtures.ts";

export interface SubjectOptions {
  readonly name: string;
  /**
   * `bits`: the same sequence in other chunks gives the same bits. `tolerance`: it stays within the f32 limits, because
   * a compiler may contract products and sums differently in kernels that are not the same.
   */
  readonly chunking: "bits" | "tolerance";
  /** Runs all, as nights do. By day slow devices take parts that the seed draws. */
  readonly thorough: boolean;
  /** Whether attention has no route but the portable kernel. */
  readonly portable?: boolean;
  open(): Promise<Backend>;
}

export class Subject {
  readonly name: string;
  readonly chunking: SubjectOptions["chunking"];
  readonly thorough: boolean;
  readonly portable: boolean;
  readonly #open: () => Promise<Backend>;
  #backend: Promise<Backend> | undefined;
  readonly #models = new Map<string, Promise<TestModel>>();

  constructor({ name, chunking, thorough, portable = false, open }: SubjectOptions) {
    this.name = name;
    this.chunking = chunking;
    this.thorough = thorough;
    this.portable = portable;
    this.#open = open;
  }

  backend(): Promise<Backend> {
    this.#backend ??= this.#open();
    return this.#backend;
  }

  /** Prompts of tiny-hybrid that a profile runs. */
  prompts(profile: Profile): readonly PromptCase[] {
    if (this.thorough) return hybridPrompts;
    const drawn = drawPrompts(SEED + (profile === "exact" ? 0 : 1));
    console.log(`${this.name}: ${profile} prompts ${drawn.map((c) => c.name).join(", ")}, seed ${SEED}`);
    return drawn;
  }

  /** A fixture's model, compiled at the first call. */
  model(name: FixtureName, profile: Profile): Promise<TestModel> {
    const key = `${name} ${profile}`;
    const known = this.#models.get(key);
    if (known !== undefined) return known;
    const opening = this.#compile(name, profile);
    this.#models.set(key, opening);
    return opening;
  }

  async close(): Promise<void> {
    for (const model of this.#models.values()) (await model).runner.dispose();
    await (await this.#backend)?.dispose();
  }

  async #compile(name: FixtureName, profile: Profile): Promise<TestModel> {
    const started = performance.now();
    const artifact = await openFixtureArtifact(name);
    const options = { profile, capacity: FIXTURE_CAPACITY, maxPositions: MAX_POSITIONS[name] };
    const model = await openTestModel(artifact, await this.backend(), options);
    await artifact.close();
    console.log(`${this.name}: ${name} ${profile} opened in ${(performance.now() - started).toFixed(0)} ms`);
    return model;
  }
}
