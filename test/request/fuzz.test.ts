/**
 * Requests of every kind through the library, spoilt at random: each ends in a valid answer or in a typed error that
 * names a path, and nothing that reaches the token engine is out of its ranges. The token engine is a script, so that
 * what is tested is everything before and behind it. Every run draws others.
 */
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openModel } from "../../node/open-model.ts";
import { QwerkError } from "../../src/base/errors.ts";
import { type Engine, openEngine } from "../../src/engine.ts";
import type { GenerateRequest } from "../../src/request/generate-request.ts";
import { checkRequest, type TokenEngine, type TokenEngineInfo, type TokenRequest } from "../../src/runtime/request.ts";
import { ExactNumber, parseExactJson } from "../../src/text/exact-json.ts";
import { SEED } from "../base/seed.ts";
import { TINY_MODEL } from "../cli/bundle.ts";

const COUNT = 4000;
const ANSWER = [340, 17, 900, 25];

const INFO: TokenEngineInfo = {
  ...{ backend: "script", device: "none", profile: "exact", vocabulary: 1280, maxContext: 1 << 18, maxLanes: 1 },
  memory: { weights: 0, keyValues: 0, states: 0, other: 0 },
};

/** What every token engine may rely on, beside what `checkRequest` makes sure of. */
function expectInRange(request: TokenRequest): void {
  expect(structuredClone(request)).toEqual(request);
  const { sampling, stopTokens, thinking } = request;
  const { temperature, topK, topP, minP, presencePenalty, frequencyPenalty, repetitionPenalty, seed } = sampling;
  expect(temperature >= 0 && temperature <= 100).toBe(true);
  expect(Number.isInteger(topK) && topK >= 0 && topK < 2 ** 31).toBe(true);
  expect(topP > 0 && topP <= 1 && minP >= 0 && minP <= 1).toBe(true);
  expect(Math.abs(presencePenalty) <= 2 && Math.abs(frequencyPenalty) <= 2).toBe(true);
  expect(repetitionPenalty >= 0.01 && repetitionPenalty <= 100).toBe(true);
  expect(BigInt.asIntN(64, seed)).toBe(seed);
  for (const id of stopTokens) expect(Number.isInteger(id)).toBe(true);
  if (thinking !== undefined) expect(Number.isSafeInteger(thinking.budgetTokens)).toBe(true);
}

/** The ids of an answer that the last request went on with. */
let before: readonly number[] = [];

const script: TokenEngine = {
  info: INFO,
  async *run(request) {
    checkRequest(request, INFO);
    expectInRange(request);
    before = request.answerSoFar ?? [];
    const answer = ANSWER.slice(0, request.maxNewTokens);
    yield { kind: "prefill", done: request.prompt.length, total: request.prompt.length };
    for (const token of answer) yield { kind: "token", token };
    yield { kind: "finished", reason: "length", timings: { ttftMs: 1, prefillMs: 1, decodeMs: 1 } };
  },
  async close() {},
};

const words = fc.oneof(
  fc.constantFrom("", "Hello", "<think>", "<|im_end|>", "\ud800", "\u0000", "你好 😀"),
  fc.string(),
);
const json = fc.jsonValue({ maxDepth: 3 });
const record = fc.dictionary(fc.oneof(fc.constantFrom("2", "1", "__proto__"), fc.string()), json, { maxKeys: 4 });
const parts = fc.array(fc.record({ type: fc.constant("text"), text: words }), { maxLength: 3 });
const call = fc
  .record({
    name: fc.constantFrom("f", "get_weather"),
    arguments: fc.oneof(
      record,
      record.map((r) => JSON.stringify(r)),
    ),
  })
  .chain((inner) =>
    fc.constantFrom<object>(inner, { function: inner }, { id: "c", type: "function", function: inner }),
  );
const message = fc.oneof(
  fc.record({ role: fc.constantFrom("system", "developer", "user", "tool"), content: fc.oneof(words, parts) }),
  fc.record(
    { role: fc.constant("assistant"), content: words, reasoning_content: words },
    { requiredKeys: ["role", "content"] },
  ),
  fc.record({
    role: fc.constant("assistant"),
    content: fc.constant(null),
    tool_calls: fc.array(call, { minLength: 1 }),
  }),
);
const tool = fc.record({
  type: fc.constant("function"),
  function: fc.record({ name: fc.constant("f"), parameters: record }),
});
const chat = fc.record(
  {
    kind: fc.constant("chat"),
    messages: fc
      .tuple(fc.array(message, { maxLength: 4 }), words)
      .map(([list, content]) => [...list, { role: "user", content }]),
    tools: fc.array(tool, { maxLength: 2 }),
    ...{ thinking: fc.boolean(), preserveThinking: fc.boolean(), reasoningEffort: fc.constantFrom("low", "high") },
  },
  { requiredKeys: ["kind", "messages"] },
);
const prompt = fc.oneof(
  { weight: 4, arbitrary: chat as fc.Arbitrary<object> },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("text"), text: words, allowControl: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("tokens"),
      tokens: fc.array(fc.nat(1279), { minLength: 1, maxLength: 9 }),
    }),
  },
);
const request = fc.record(
  {
    prompt,
    sampling: fc.record(
      {
        ...{ temperature: fc.double({ min: 0, max: 100, noNaN: true }), topK: fc.nat(), seed: fc.bigInt() },
        ...{ topP: fc.double({ min: 0.1, max: 1, noNaN: true }), minP: fc.double({ min: 0, max: 1, noNaN: true }) },
      },
      { requiredKeys: [] },
    ),
    ...{ maxNewTokens: fc.integer({ min: 1, max: 9 }), ignoreEos: fc.boolean(), thinkingBudget: fc.nat() },
    stopStrings: fc.array(fc.string({ minLength: 1 }), { maxLength: 2 }),
    answerSoFar: fc.array(fc.nat({ max: 1279 }), { maxLength: 3 }),
    tools: fc.array(tool, { maxLength: 1 }),
  },
  { requiredKeys: ["prompt"] },
);

/** What JavaScript can put anywhere. */
const junk = fc.oneof(
  fc.constantFrom<unknown>(undefined, null, true, 0, -0, -1, 0.5, 1e308, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53),
  fc.constantFrom<unknown>(
    "",
    "a",
    "none",
    "text",
    "chat",
    "\udfff",
    "{}",
    "[]",
    '{"a":',
    "x".repeat(1e5),
    5n,
    -(2n ** 70n),
  ),
  fc.constantFrom<unknown>([], {}, [null], [[]], { type: "image" }, new Map(), new Map([[1, 2]]), new Date(0), /x/),
  fc.constantFrom<unknown>(
    new ExactNumber("1.0"),
    new ExactNumber("1e999"),
    new ExactNumber("one"),
    new Int32Array(2),
    new Array(3),
  ),
  fc.constantFrom<unknown>(() => 0, Symbol("s"), new Error("e"), new Uint8Array(3).buffer, new Set([1])),
  fc.anything({ maxDepth: 2, withBigInt: true, withMap: true, withSparseArray: true, withNullPrototype: true }),
);
const name = fc.oneof(
  fc.constantFrom(
    "max_tokens",
    "tempreature",
    "tool_cals",
    "content",
    "function",
    "images",
    "audio",
    "__proto__",
    "toJSON",
  ),
  fc.string(),
);
const share = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const mutation = fc.tuple(share, fc.constantFrom("replace", "replace", "remove", "add", "rename"), junk, name);

type Container = Record<string, unknown> | unknown[];

/** Every list and object of a value, with the place of each member, from the outside in. */
function members(root: object): [Container, string][] {
  const found: [Container, string][] = [];
  let level: unknown[] = [root];
  while (level.length > 0) {
    const containers = level.filter((value) => typeof value === "object" && value !== null) as Container[];
    for (const container of containers) for (const key of Object.keys(container)) found.push([container, key]);
    level = containers.flatMap((container) => Object.values(container));
  }
  return found;
}

function set(container: Container, key: string, value: unknown): void {
  Object.defineProperty(container, key, { value, enumerable: true, configurable: true, writable: true });
}

type Mutation = typeof mutation extends fc.Arbitrary<infer M> ? M : never;

/** A copy with mutations. What they put in stays as it is: it may be in other requests too. */
function spoil(given: object, mutations: readonly Mutation[]): unknown {
  const root = { request: structuredClone(given) as unknown };
  const own = new Set(members(root).map(([container]) => container));
  for (const [at, kind, value, newName] of mutations) {
    const places = members(root).filter(([container]) => own.has(container));
    if (places.length === 0) break;
    // Half of them in the outer quarter: free JSON lies inside, where anything is right.
    const [container, key] = places[Math.floor(at * at * places.length)]!;
    if (kind === "replace") set(container, key, value);
    else if (kind === "add") set(container, Array.isArray(container) ? String(container.length) : newName, value);
    else {
      if (kind === "rename" && !Array.isArray(container)) set(container, newName, Reflect.get(container, key));
      Reflect.deleteProperty(container, key);
    }
  }
  return root.request;
}

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine({ artifact: await openModel(TINY_MODEL), tokens: script });
});
afterAll(() => engine.close());

/** Whether the request was answered. */
async function outcome(given: unknown): Promise<boolean> {
  try {
    const result = await engine.complete(given as GenerateRequest);
    const fresh = result.tokens.slice(before.length);
    expect(result.tokens).toEqual([...before, ...ANSWER.slice(0, fresh.length)]);
    expect(fresh.length).toBeGreaterThan(0);
    expect(typeof result.text).toBe("string");
    return true;
  } catch (error) {
    if (!(error instanceof QwerkError)) throw error;
    expect(error.name).toBe("RequestError");
    expect(error.code).toMatch(/^[a-z][a-z_]+$/);
    expect(error.data["param"]).toEqual(expect.stringMatching(/./));
    expect(error.message.length).toBeLessThan(9000);
    return false;
  }
}

it("are answered as they are when nothing is spoilt", async () => {
  let answered = 0;
  await fc.assert(
    fc.asyncProperty(request, async (given) => {
      if (await outcome(given)) answered++;
    }),
    { seed: SEED, numRuns: 200 },
  );
  // The rest are plain texts of no character.
  expect(answered).toBeGreaterThan(180);
});

it(`end in an answer or in a typed error with a path, ${COUNT} of them`, async () => {
  const seen = { answered: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(request, fc.array(mutation, { minLength: 1, maxLength: 3 }), async (given, mutations) => {
      seen[(await outcome(spoil(given, mutations))) ? "answered" : "refused"]++;
    }),
    { seed: SEED, numRuns: COUNT },
  );
  expect(seen.answered).toBeGreaterThan(COUNT / 20);
  expect(seen.refused).toBeGreaterThan(COUNT / 2);
});

it("end so as JSON bodies too, read exactly", async () => {
  await fc.assert(
    fc.asyncProperty(request, fc.array(mutation, { maxLength: 2 }), async (given, mutations) => {
      const spoilt = spoil(given, mutations);
      let text: string | undefined;
      try {
        text = JSON.stringify(spoilt, (_, value: unknown) => (typeof value === "bigint" ? Number(value) : value));
      } catch {
        // What JSON cannot say, no body holds.
      }
      if (text !== undefined) await outcome(parseExactJson(text));
    }),
    { seed: SEED, numRuns: COUNT / 5 },
  );
});
