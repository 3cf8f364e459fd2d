/**
 * Numbers that are none: a damaged weight ends the requests it reaches with their position, greedy and sampled, and
 * nobody beside them. Temperatures at the ends of f32 are ordinary settings.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { memoryDirectory } from "../../src/artifact/sources.ts";
import { createCpuBackend } from "../../src/backend/cpu/cpu-backend.ts";
import { RequestError } from "../../src/base/errors.ts";
import { type Engine, openEngine } from "../../src/engine.ts";
import { openRunnable } from "../../src/model/open.ts";
import type { GenerateRequest } from "../../src/request/generate-request.ts";
import { failureOf } from "../base/failure.ts";
import { TINY_MODEL } from "../cli/bundle.ts";

const BF16_NAN = 0x7fc0;
const HIDDEN = 192;

/** The embedded model with one bf16 element of a tensor replaced. */
async function damaged(tensor: string, element: number): Promise<Engine> {
  const files = Object.fromEntries(
    readdirSync(TINY_MODEL).map((name) => [name, new Uint8Array(readFileSync(join(TINY_MODEL, name)))]),
  );
  const weights = Buffer.from(files["model.safetensors"]!);
  const headerBytes = Number(weights.readBigUInt64LE(0));
  const header = JSON.parse(weights.toString("utf8", 8, 8 + headerBytes));
  weights.writeUInt16LE(BF16_NAN, 8 + headerBytes + header[tensor].data_offsets[0] + 2 * element);
  files["model.safetensors"] = new Uint8Array(weights);
  const artifact = await openRunnable(memoryDirectory("damaged", files));
  return openEngine({ artifact, backend: createCpuBackend(), maxContext: 256, maxLanes: 2 });
}

const request = (tokens: readonly number[], more: Partial<GenerateRequest> = {}): GenerateRequest => ({
  prompt: { kind: "tokens", tokens },
  sampling: { greedy: true },
  maxNewTokens: 12,
  ignoreEos: true,
  ...more,
});

describe("a weight every token meets", () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await damaged("model.language_model.layers.2.mlp.down_proj.weight", 0);
  });
  afterAll(() => engine.close());

  test.each([
    ["greedy", { greedy: true }],
    ["sampled", { temperature: 1, seed: 3 }],
  ] as const)("ends a %s request with the position its logits are of", async (_, sampling) => {
    const error = await failureOf(() => engine.complete(request([5, 6, 7], { sampling })));
    expect(error).toBeInstanceOf(RequestError);
    expect(error).toMatchObject({ code: "logits_not_finite", data: { position: 2 } });
    expect(error.message).toBe("logits are not finite at position 2; needed finite numbers to choose a token by");
    expect(error.hint).toBeTruthy();
  });
});

describe("a weight one token meets", () => {
  const BAD = 700;
  let engine: Engine;
  beforeAll(async () => {
    engine = await damaged("model.language_model.embed_tokens.weight", BAD * HIDDEN);
  });
  afterAll(() => engine.close());

  test("ends only the request that holds it; its neighbour's answer and the next owner of its slot stay right", async () => {
    const good = request([5, 6, 7, 8], { maxNewTokens: 30 });
    const alone = await engine.complete(good);
    const [beside, bad] = await Promise.all([
      engine.complete(good),
      failureOf(() => engine.complete(request([5, BAD, 7]))),
    ]);
    expect(bad).toMatchObject({ code: "logits_not_finite" });
    expect(beside.tokens).toEqual(alone.tokens);
    const [after, again] = await Promise.all([engine.complete(good), engine.complete(good)]);
    expect([after.tokens, again.tokens]).toEqual([alone.tokens, alone.tokens]);
  });

  test.each([1e-45, 1e-30, 1e30, 3e38])("temperature %s is a setting like any other", async (temperature) => {
    const { tokens } = await engine.complete(
      request([5, 6, 7, 8], { sampling: { temperature, topK: 0, topP: 1, seed: 1 } }),
    );
    expect(tokens).toHaveLength(12);
    // So cold that only the likeliest token is left.
    const greedy = await engine.complete(request([5, 6, 7, 8]));
    if (temperature < 1) expect(tokens).toEqual(greedy.tokens);
    else expect(new Set(tokens).size).toBeGreaterThan(1);
  });
});
