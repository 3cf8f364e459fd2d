/**
 * The reference values of both small models, by case. Only reading and reordering happens here; what they are compared
 * with comes from `fixture-model.ts`.
 */
import { fileDirectory } from "../../node/file-source.ts";
import { type Artifact, openArtifact } from "../../src/artifact/open.ts";
import { randomSource } from "../conformance/random.ts";
import type { Deviation } from "./comparison.ts";
import type { Positions } from "./fixture-model.ts";
import { type FixtureTensor, readJson, readTensors } from "./fixture-tensors.ts";

export type FixtureName = "tiny-hybrid" | "tiny-random";

const FOLDERS: Readonly<Record<FixtureName, string>> = {
  "tiny-hybrid": "test/fixtures/tiny-hybrid",
  "tiny-random": "test/fixtures/tiny-random",
};

/** Room in each model's rotary table. */
export const MAX_POSITIONS: Readonly<Record<FixtureName, number>> = { "tiny-hybrid": 512, "tiny-random": 8192 };

export interface PromptCase {
  readonly name: string;
  readonly ids: readonly number[];
  /** Rows whose values are stored. */
  readonly rows: readonly number[];
  readonly greedy: readonly number[];
  /** Distance of the two largest logits at each greedy step. */
  readonly margin: readonly number[];
  readonly prefill_chunks: readonly number[];
  readonly err_bf16: { readonly logits: { readonly max_abs: number; readonly rel_rms: number } };
}

export interface BatchCase {
  readonly sequences: readonly string[];
  readonly greedy: readonly (readonly number[])[];
}

export function openFixtureArtifact(name: FixtureName): Promise<Artifact> {
  return openArtifact(fileDirectory(FOLDERS[name]));
}

const model = readJson<{ cases: readonly (PromptCase & BatchCase)[] }>("test/fixtures/model.json").cases;
const random = readJson<{ cases: readonly (PromptCase & { readonly first_position: number })[] }>(
  "test/fixtures/random.json",
).cases;

function named<T extends { readonly name: string }>(cases: readonly T[], name: string): T {
  const found = cases.find((c) => c.name === name);
  if (found === undefined) throw new Error(`no fixture case ${name}`);
  return found;
}

export const hybridPrompts: readonly PromptCase[] = model.filter((c) => c.name !== "batch");
export const hybridPrompt = (name: string): PromptCase => named(hybridPrompts, name);
/** From here on a prompt is long: it fills pages, and slow devices take seconds for it. */
const LONG_PROMPT = 100;

/** Some of the prompts, drawn by a seed: the shortest, one of the long ones, and two others. */
export function drawPrompts(seed: number): readonly PromptCase[] {
  const random = randomSource(seed);
  const draw = (from: readonly PromptCase[], count: number): PromptCase[] =>
    random.distinct(count, from.length).map((place) => from[place - 1]!);
  const byLength = [...hybridPrompts].sort((a, b) => a.ids.length - b.ids.length);
  const [shortest, ...others] = byLength.filter((c) => c.ids.length < LONG_PROMPT);
  const long = byLength.filter((c) => c.ids.length >= LONG_PROMPT);
  const drawn = new Set([shortest, ...draw(others, 2), ...draw(long, 1)]);
  return hybridPrompts.filter((c) => drawn.has(c));
}

export const hybridBatch: BatchCase = named(model, "batch");
export const randomPrompt: PromptCase = named(random, "random");
export const farPrompt = named(random, "far");
export const mropePrompt: PromptCase = named(random, "mrope");

export const hybridTensors = readTensors("test/fixtures/model.safetensors");
export const randomTensors = readTensors("test/fixtures/random.safetensors");

export function tensor(tensors: ReadonlyMap<string, FixtureTensor>, name: string): Float32Array {
  const found = tensors.get(name);
  if (found === undefined) throw new Error(`no fixture tensor ${name}`);
  return found.data;
}

/** Positions of the case with three different axes. */
export function mropePositions(): Positions {
  const stored = Array.from(tensor(randomTensors, "mrope.pos"));
  const count = stored.length / 3;
  return [stored.slice(0, count), stored.slice(count, 2 * count), stored.slice(2 * count)];
}

/** Positions `first`, `first + 1`, … on all axes. */
export function countingPositions(first: number, count: number): Positions {
  const axis = Array.from({ length: count }, (_, i) => first + i);
  return [axis, axis, axis];
}

/** [heads][tokens][width] as [tokens][heads * width]. */
export function byToken({ shape, data }: FixtureTensor): Float32Array {
  const [heads, tokens, width] = shape as [number, number, number];
  const out = new Float32Array(data.length);
  for (let h = 0; h < heads; h++) {
    for (let t = 0; t < tokens; t++) {
      out.set(data.subarray((h * tokens + t) * width, (h * tokens + t + 1) * width), (t * heads + h) * width);
    }
  }
  return out;
}

/** [channels][4] of which the last three columns matter, as [3][channels]. */
export function tailOf({ shape, data }: FixtureTensor): Float32Array {
  const [channels, columns] = shape as [number, number];
  const out = new Float32Array((columns - 1) * channels);
  for (let c = 0; c < channels; c++) {
    for (let i = 1; i < columns; i++) out[(i - 1) * channels + c] = data[c * columns + i]!;
  }
  return out;
}

/** Twice what the reference itself loses in bf16. */
export function bf16Limit({ err_bf16: { logits } }: PromptCase): Deviation {
  return { maxAbs: 2 * logits.max_abs, relRms: 2 * logits.rel_rms };
}
