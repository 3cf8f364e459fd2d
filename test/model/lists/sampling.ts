/**
 * Sampling through the token engine: the same seed gives the same text wherever and beside whomever the sequence runs,
 * and many seeds give the tokens as often as the naive forward says they are likely.
 */
import { afterAll, describe, expect, test } from "vitest";
import type { Artifact } from "../../../src/artifact/open.ts";
import type { SamplingSettings } from "../../../src/base/step-block.ts";
import { GREEDY } from "../../../src/base/step-block.ts";
import type { TokenEngineOptions } from "../../../src/engine-options.ts";
import { openTokenEngine } from "../../../src/open-token-engine.ts";
import type { TokenEngine, TokenRequest } from "../../../src/runtime/request.ts";
import { hybridPrompt, openFixtureArtifact } from "../fixtures.ts";
import { naiveForward, naiveModelOf } from "../naive-forward.ts";
import { openRandomModel, seedOf } from "../random-model.ts";
import type { Subject } from "../subject.ts";

const VOCABULARY = 24;
const DRAWS = 2000;
const PLAIN: SamplingSettings = { ...GREEDY, temperature: 1 };
const EVERYTHING: SamplingSettings = {
  temperature: 0.9,
  topK: 12,
  topP: 0.95,
  minP: 0.02,
  presencePenalty: 0.3,
  frequencyPenalty: 0.2,
  repetitionPenalty: 1.1,
  seed: 0x1234_5678_9abcn,
};

/** Shares its kernels with a model of the list of shapes: linear and full attention. */
const openModel = () => openRandomModel(seedOf(2), 2, { text: { vocab_size: VOCABULARY } });

/** As little model as gives logits: what is judged with it is the draw. */
const openSmallModel = () =>
  openRandomModel(seedOf(4), 4, {
    text: { vocab_size: VOCABULARY, num_hidden_layers: 1, layer_types: ["full_attention"] },
  });

async function open(subject: Subject, artifact: Artifact, options: TokenEngineOptions): Promise<TokenEngine> {
  const engine = await openTokenEngine(artifact, await subject.backend(), { maxContext: 128, ...options });
  await artifact.close();
  return engine;
}

function request(prompt: readonly number[], sampling: SamplingSettings, maxNewTokens: number): TokenRequest {
  return { prompt, sampling, maxNewTokens, stopTokens: [] };
}

async function textOf(engine: TokenEngine, asked: TokenRequest): Promise<number[]> {
  const tokens: number[] = [];
  for await (const event of engine.run(asked)) if (event.kind === "token") tokens.push(event.token);
  return tokens;
}

/** The value a chi-square sum passes once in a thousand times (Wilson and Hilferty's approximation). */
function chiSquareLimit(freedom: number): number {
  const share = 2 / (9 * freedom);
  return freedom * (1 - share + 3.0902 * Math.sqrt(share)) ** 3;
}

/** Chi-square of counts against probabilities; ids that are hardly ever drawn share one bin. */
function chiSquare(counts: readonly number[], probabilities: readonly number[]): { sum: number; freedom: number } {
  const draws = counts.reduce((a, b) => a + b, 0);
  const bins: { count: number; expected: number }[] = [];
  const rare = { count: 0, expected: 0 };
  for (const [id, p] of probabilities.entries()) {
    const bin = { count: counts[id]!, expected: p * draws };
    if (bin.expected >= 5) bins.push(bin);
    else {
      rare.count += bin.count;
      rare.expected += bin.expected;
    }
  }
  if (rare.expected > 0) bins.push(rare);
  const sum = bins.reduce((total, { count, expected }) => total + (count - expected) ** 2 / expected, 0);
  return { sum, freedom: bins.length - 1 };
}

async function nextTokenProbabilities(prompt: readonly number[]): Promise<number[]> {
  const { logits } = naiveForward(await naiveModelOf(await openSmallModel()), prompt, undefined, {
    logitRows: [prompt.length - 1],
  });
  const largest = Math.max(...logits);
  const weights = Array.from(logits, (v) => Math.exp(v - largest));
  const total = weights.reduce((a, b) => a + b, 0);
  return weights.map((w) => w / total);
}

export function samplingTests(subject: Subject): void {
  describe("sampling through the token engine", () => {
    const prompt = Array.from({ length: 21 }, (_, i) => (5 * i + 3) % VOCABULARY);
    const asked = request(prompt, EVERYTHING, 16);
    const engines: TokenEngine[] = [];
    const engine = async (options: TokenEngineOptions, artifact?: Artifact): Promise<TokenEngine> => {
      const opened = await open(subject, artifact ?? (await openModel()), options);
      engines.push(opened);
      return opened;
    };
    afterAll(async () => {
      for (const each of engines) await each.close();
    });

    test("one seed, one text: whatever the lane, slot, neighbours and chunks", async () => {
      const wide = await engine({ maxLanes: 3, prefillChunk: 64 });
      const alone = await textOf(wide, asked);
      expect(alone.length).toBe(16);
      const neighbours = [7, 18].map((length, i) =>
        textOf(wide, request(prompt.slice(0, length), { ...PLAIN, seed: BigInt(i) }, 20)),
      );
      expect(await textOf(wide, asked)).toEqual(alone);
      await Promise.all(neighbours);
      expect(await textOf(await engine({ maxLanes: 1, prefillChunk: 5 }), asked)).toEqual(alone);
      expect(await textOf(wide, { ...asked, sampling: { ...EVERYTHING, seed: EVERYTHING.seed + 1n } })).not.toEqual(
        alone,
      );
      const high = { ...EVERYTHING, seed: EVERYTHING.seed + (1n << 40n) };
      expect(await textOf(wide, { ...asked, sampling: high })).not.toEqual(alone);
    });

    test(`${DRAWS} seeds draw as the probabilities say`, async () => {
      const many = await engine({ maxLanes: 64, prefillChunk: 8 }, await openSmallModel());
      const first = [prompt[0]!];
      const seeds = Array.from({ length: DRAWS }, (_, i) => BigInt(i));
      const drawn = await Promise.all(seeds.map((seed) => textOf(many, request(first, { ...PLAIN, seed }, 1))));
      const counts = new Array<number>(VOCABULARY).fill(0);
      for (const [token] of drawn) counts[token!]!++;
      const { sum, freedom } = chiSquare(counts, await nextTokenProbabilities(first));
      console.log(`${subject.name}: chi-square ${sum.toFixed(1)} of ${freedom} degrees of freedom`);
      expect(freedom).toBeGreaterThan(10);
      expect(sum, `counts ${counts.join(" ")}`).toBeLessThan(chiSquareLimit(freedom));
    });

    test("greedy text of a stored prompt, in chunks of 7", async () => {
      const { ids, greedy } = hybridPrompt("add");
      const hybrid = await engine({ prefillChunk: 7 }, await openFixtureArtifact("tiny-hybrid"));
      expect(await textOf(hybrid, request(ids, GREEDY, 24))).toEqual(greedy.slice(0, 24));
    });
  });
}
