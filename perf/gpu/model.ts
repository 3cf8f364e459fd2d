/**
 * The embedded model end to end on the device: every stored prompt in both profiles against the reference values, the
 * greedy text behind it, and the same text with graphs and without, bit by bit. Apart from the model lists of the tests
 * because those need a test runner, and a bare machine has none.
 */
import type { Backend } from "../../src/backend/backend.ts";
import type { Profile } from "../../src/program/storage.ts";
import { argmaxOf } from "../../test/conformance/argmax.ts";
import {
  openTestModel,
  pickRows,
  readRows,
  runPrompt,
  scatteredHome,
  step,
  type TestModel,
} from "../../test/model/fixture-model.ts";
import {
  hybridPrompts,
  hybridTensors,
  openFixtureArtifact,
  type PromptCase,
  tensor,
} from "../../test/model/fixtures.ts";

export interface PromptResult {
  readonly prompt: string;
  readonly profile: Profile;
  readonly result: "passed" | "failed";
  readonly maxAbs: number;
  readonly relRms: number;
  readonly greedyTokens: number;
  /** Steps where another token was chosen although the reference was sure. */
  readonly wrongTokens: number;
  /** Steps where the reference's two largest logits are closer than the profile tells apart, and the other one won. */
  readonly flips: number;
  readonly reason?: string;
}

const CAPACITY = { maxRows: 256, maxLanes: 1, maxPagesPerLane: 6, maxOutputs: 256, slots: 3, pages: 13 };
const MAX_POSITIONS = 512;

/** Limits on logits against f32, and the margin below which a greedy step may flip. */
function limitsOf(profile: Profile, c: PromptCase): { maxAbs: number; relRms: number; flipBelow: number } {
  if (profile === "exact") return { maxAbs: 2e-3, relRms: 1e-4, flipBelow: 4e-3 };
  const { max_abs, rel_rms } = c.err_bf16.logits;
  return { maxAbs: 2 * max_abs, relRms: 2 * rel_rms, flipBelow: 0.5 };
}

function deviation(expected: Float32Array, actual: Float32Array): { maxAbs: number; relRms: number } {
  let [maxAbs, squares, reference] = [0, 0, 0];
  for (const [i, value] of expected.entries()) {
    const difference = Math.abs(value - actual[i]!);
    // A NaN stays: no limit admits it.
    maxAbs = Number.isNaN(difference) ? Number.NaN : Math.max(maxAbs, difference);
    squares += difference * difference;
    reference += value * value;
  }
  return { maxAbs, relRms: Math.sqrt(squares / reference) };
}

function openCheckModel(backend: Backend, profile: Profile): Promise<TestModel> {
  return openFixtureArtifact("tiny-hybrid").then(async (artifact) => {
    const model = await openTestModel(artifact, backend, { profile, capacity: CAPACITY, maxPositions: MAX_POSITIONS });
    await artifact.close();
    return model;
  });
}

/** The stored prompt and `count` greedy tokens behind it, fed with the stored ones. */
async function runCase(model: TestModel, c: PromptCase, count: number) {
  const { vocabSize } = model.config;
  const run = await runPrompt(model, scatteredHome(CAPACITY, 0), c.ids);
  const tokens = [argmaxOf(run.logits.subarray(-vocabSize))];
  const logits = [run.logits];
  while (tokens.length < count) {
    step(model, [{ lane: run.lane, tokens: [c.greedy[tokens.length - 1]!], outputs: [0] }]);
    tokens.push((await model.runner.readTokens())[0]!);
    logits.push((await readRows(model)).logits.slice());
  }
  return { tokens, logits };
}

async function checkPrompt(model: TestModel, profile: Profile, c: PromptCase, count: number): Promise<PromptResult> {
  const limits = limitsOf(profile, c);
  const greedyTokens = Math.min(count, c.greedy.length);
  const { tokens, logits } = await runCase(model, c, greedyTokens);
  const rows = pickRows(logits[0]!, model.config.vocabSize, c.rows);
  const { maxAbs, relRms } = deviation(tensor(hybridTensors, `${c.name}.logits`), rows);
  const different = tokens.flatMap((token, i) => (token === c.greedy[i] ? [] : [i]));
  const flips = different.filter((i) => c.margin[i]! < limits.flipBelow).length;
  const wrongTokens = different.length - flips;
  const near = maxAbs <= limits.maxAbs && relRms <= limits.relRms;
  const result = near && wrongTokens === 0 ? "passed" : "failed";
  const reason = near
    ? `${wrongTokens} greedy tokens differ`
    : `logits: max abs ${maxAbs}, allowed ${limits.maxAbs}; rel rms ${relRms}, allowed ${limits.relRms}`;
  const facts = { prompt: c.name, profile, result, maxAbs, relRms, greedyTokens, wrongTokens, flips } as const;
  return result === "passed" ? facts : { ...facts, reason };
}

/** All stored prompts in a profile. */
export async function checkModel(backend: Backend, profile: Profile, tokens: number): Promise<PromptResult[]> {
  const model = await openCheckModel(backend, profile);
  const results: PromptResult[] = [];
  for (const c of hybridPrompts) results.push(await checkPrompt(model, profile, c, tokens));
  model.runner.dispose();
  return results;
}

/** One prompt and some tokens: all there is to run under a slow checker. */
export async function runShort(backend: Backend, profile: Profile, tokens: number): Promise<readonly Float32Array[]> {
  const model = await openCheckModel(backend, profile);
  const { logits } = await runCase(model, hybridPrompts[0]!, tokens);
  model.runner.dispose();
  return logits;
}

/** The first difference in bits of two runs; undefined when there is none. */
export function firstDifference(a: readonly Float32Array[], b: readonly Float32Array[]): string | undefined {
  if (a.length !== b.length) return `${a.length} and ${b.length} steps`;
  for (const [i, values] of a.entries()) {
    const at = values.findIndex((value, k) => !Object.is(value, b[i]![k]));
    if (at >= 0) return `step ${i}, logit ${at}: ${values[at]} and ${b[i]![at]}`;
  }
  return undefined;
}
