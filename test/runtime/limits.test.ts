/**
 * How long a sequence may become, whatever joins it: random prompts, limits, contexts, thinking budgets and lanes through
 * the real loop over a small random model. Every answer is the one that the request gives alone, keeps its limits, and
 * holds its forced ids whole. The step block's writer refuses a row without a page, so a page too few fails here too.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Artifact } from "../../src/artifact/open.ts";
import { createCpuBackend } from "../../src/backend/cpu/cpu-backend.ts";
import { GREEDY } from "../../src/base/step-block.ts";
import { openTokenEngine } from "../../src/open-token-engine.ts";
import type { TokenEngine, TokenRequest } from "../../src/runtime/request.ts";
import { type RandomSource, randomSource } from "../conformance/random.ts";
import { openRandomModel, seedOf } from "../model/random-model.ts";

const VOCABULARY = 67;
const THINK_END = 66;
const ROUNDS = 12;

let artifact: Artifact;
beforeAll(async () => {
  artifact = await openRandomModel(seedOf(2), 2, { text: { vocab_size: VOCABULARY } });
});
afterAll(() => artifact.close());

/** A request near the borders: those of the context, of pages and of its own limit. */
function drawRequest(random: RandomSource, maxContext: number): TokenRequest {
  const border = random.integer(0, 1) === 0 ? maxContext : Math.min(64, maxContext);
  const room = random.integer(1, 8);
  const promptTokens = Math.max(1, border - (random.integer(0, 3) === 0 ? random.integer(1, border - 1) : room));
  const closeIds = Array.from({ length: random.integer(0, 3) }, () => random.integer(0, VOCABULARY - 2));
  closeIds.splice(random.integer(0, closeIds.length), 0, THINK_END);
  const sampling = { ...GREEDY, seed: BigInt(random.integer(0, 999)) };
  return {
    prompt: Array.from({ length: promptTokens }, () => random.integer(0, VOCABULARY - 2)),
    sampling: random.integer(0, 1) === 0 ? sampling : { ...sampling, temperature: 2, frequencyPenalty: 0.5 },
    maxNewTokens: random.integer(1, 3) === 1 ? random.integer(1, 3) : random.integer(1, 20),
    stopTokens: [],
    ...(random.integer(0, 3) === 0
      ? {}
      : { thinking: { budgetTokens: random.integer(0, 4), thinkEndId: THINK_END, closeIds } }),
  };
}

async function answer(engine: TokenEngine, request: TokenRequest): Promise<readonly number[]> {
  const tokens: number[] = [];
  for await (const event of engine.run(request)) if (event.kind === "token") tokens.push(event.token);
  return tokens;
}

/** Whether the forced ids stand whole behind the budget's tokens, where the thinking did not end before. */
function closesWhole(tokens: readonly number[], { thinking }: TokenRequest): boolean {
  const end = tokens.indexOf(THINK_END);
  if (thinking === undefined || end < 0) return true;
  const start = end - thinking.closeIds.indexOf(THINK_END);
  const whole = thinking.closeIds.every((id, i) => tokens[start + i] === id);
  return whole || end < thinking.budgetTokens;
}

test("every answer keeps its limits and is the one alone", async () => {
  let forcedAnswers = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const seed = 9100 + round;
    const random = randomSource(seed);
    const maxContext = [63, 64, 65, 128, random.integer(16, 140)][random.integer(0, 4)]!;
    const options = { maxContext, prefillChunk: random.integer(3, 80) };
    const requests = Array.from({ length: random.integer(3, 7) }, () => drawRequest(random, maxContext));
    const single = await openTokenEngine(artifact, createCpuBackend(), options);
    const alone: (readonly number[])[] = [];
    for (const request of requests) alone.push(await answer(single, request));
    await single.close();
    const shared = await openTokenEngine(artifact, createCpuBackend(), { ...options, maxLanes: random.integer(2, 4) });
    const beside = await Promise.all(requests.map((request) => answer(shared, request)));
    await shared.close();
    for (const [at, request] of requests.entries()) {
      const where = `seed ${seed}, request ${at} of context ${maxContext}: ${request.prompt.length} ids`;
      const room = Math.min(request.maxNewTokens, maxContext - request.prompt.length);
      expect(alone[at]!.length, where).toBe(room);
      expect(beside[at], where).toEqual(alone[at]);
      expect(closesWhole(alone[at]!, request), where).toBe(true);
      if (request.thinking !== undefined && alone[at]!.includes(THINK_END)) forcedAnswers++;
    }
  }
  expect(forcedAnswers).toBeGreaterThan(ROUNDS);
});
