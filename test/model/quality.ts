/**
 * How far a model's predictions are from another's on texts of all tasks of the tiny model: perplexity, divergence, and
 * greedy answers that change. Apart from the tests, because recipes, activations and benchmarks are judged alike.
 */
import type { Artifact } from "../../src/artifact/open.ts";
import type { Backend } from "../../src/backend/backend.ts";
import { argmaxOf } from "../conformance/argmax.ts";
import {
  FIXTURE_CAPACITY,
  type OpenModelOptions,
  openTestModel,
  scatteredHome,
  step,
  TestLane,
  type TestModel,
} from "./fixture-model.ts";
import { readJson } from "./fixture-tensors.ts";

interface Example {
  readonly ids?: readonly number[];
  readonly greedy?: readonly number[];
}

export interface Text {
  readonly task: string;
  /** Prompt and answer. */
  readonly ids: readonly number[];
  /** Where the answer begins. */
  readonly prompt: number;
}

/** Texts of every task without pictures, at most `most` each. A step takes at most 256 rows. */
export function textsOf(most?: number): readonly Text[] {
  const { examples } = readJson<{ examples: Readonly<Record<string, readonly Example[]>> }>("test/fixtures/eval.json");
  return Object.entries(examples).flatMap(([task, list]) =>
    list.slice(0, most).flatMap(({ ids, greedy }): Text[] => {
      if (ids === undefined || greedy === undefined) return [];
      return [{ task, ids: [...ids, ...greedy].slice(0, FIXTURE_CAPACITY.maxRows), prompt: ids.length }];
    }),
  );
}

/** Log probabilities of every row of a text. */
export type Predictions = readonly Float64Array[];

export interface Quality {
  /** Perplexity of all tokens over that of the reference. */
  readonly perplexity: number;
  /** Mean divergence of the reference's predictions from these, in nats. */
  readonly divergence: number;
  /** Texts whose greedy answer changes, thinking aside. */
  readonly changed: readonly string[];
}

/** A text in one step. */
async function predict(model: TestModel, { ids }: Text): Promise<Predictions> {
  const lane = new TestLane(model, scatteredHome(model.capacity, 0));
  step(model, [{ lane, tokens: ids, outputs: ids.map((_, i) => i) }]);
  const { data } = await model.runner.readResult("logits");
  const width = data.length / ids.length;
  return ids.map((_, i) => logSoftmax(data.subarray(i * width, (i + 1) * width)));
}

function logSoftmax(logits: Float32Array): Float64Array {
  const most = logits.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  const sum = logits.reduce((total, x) => total + Math.exp(x - most), 0);
  return Float64Array.from(logits, (x) => x - most - Math.log(sum));
}

/** What a model predicts of each text. */
export async function predictTexts(
  artifact: Artifact,
  backend: Backend,
  texts: readonly Text[],
  options: Partial<OpenModelOptions> = {},
): Promise<readonly Predictions[]> {
  const model = await openTestModel(artifact, backend, { capacity: FIXTURE_CAPACITY, maxPositions: 512, ...options });
  const found: Predictions[] = [];
  for (const text of texts) found.push(await predict(model, text));
  model.runner.dispose();
  return found;
}

/** Sum over the tokens of a text, each predicted by the row before it. */
function surprise(rows: Predictions, { ids }: Text): number {
  return ids.slice(1).reduce((sum, id, i) => sum - rows[i]![id]!, 0);
}

function divergenceOf(wanted: Float64Array, found: Float64Array): number {
  return wanted.reduce((sum, p, i) => sum + Math.exp(p) * (p - found[i]!), 0);
}

/** Whether every token of the answer is still the likeliest one, which makes it the greedy answer. */
export function answers(rows: Predictions, { ids, prompt }: Text): boolean {
  return ids.slice(prompt).every((id, i) => argmaxOf(Float32Array.from(rows[prompt + i - 1]!)) === id);
}

/** Perplexity of the texts. */
export function perplexityOf(texts: readonly Text[], predictions: readonly Predictions[]): number {
  const tokens = texts.reduce((sum, { ids }) => sum + ids.length - 1, 0);
  return Math.exp(texts.reduce((sum, text, i) => sum + surprise(predictions[i]!, text), 0) / tokens);
}

export function compare(
  texts: readonly Text[],
  reference: readonly Predictions[],
  found: readonly Predictions[],
): Quality {
  const rows = texts.reduce((sum, { ids }) => sum + ids.length, 0);
  const divergence = found.flatMap((text, i) => text.map((row, j) => divergenceOf(reference[i]![j]!, row)));
  return {
    perplexity: perplexityOf(texts, found) / perplexityOf(texts, reference),
    divergence: divergence.reduce((a, b) => a + b, 0) / rows,
    changed: texts.filter((text, i) => !text.task.startsWith("think") && !answers(found[i]!, text)).map((t) => t.task),
  };
}
