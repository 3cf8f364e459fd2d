/**
 * From token ids to text: stop strings wherever token borders fall, reasoning apart from the answer, the thinking
 * budget on the real model, cancellation, and the same seed giving the same answer.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { openModel } from "../../node/open-model.ts";
import { createCpuBackend } from "../../src/backend/cpu/cpu-backend.ts";
import { RequestError } from "../../src/base/errors.ts";
import { type Engine, openEngine } from "../../src/engine.ts";
import { type GenerateEvent, type GenerateResult, Generation } from "../../src/generation.ts";
import type { GenerateRequest } from "../../src/request/generate-request.ts";
import type { IncomingMessage } from "../../src/request/messages.ts";
import type { FinishReason } from "../../src/runtime/request.ts";
import { createTokenizer } from "../../src/text/tokenizer.ts";
import { TINY_MODEL } from "../cli/bundle.ts";

const tokenizer = createTokenizer(readFileSync(join(TINY_MODEL, "tokenizer.json"), "utf8"));
const EOS = 1218;
const TIMINGS = { ttftMs: 10, prefillMs: 8, decodeMs: 20 };

interface Taken {
  readonly text: string;
  readonly reasoning: string;
  readonly result: GenerateResult;
}

/** Feeds ids to a generation, as an engine would: no more after a stop. */
function generate(
  ids: readonly number[],
  options: {
    readonly stopStrings?: readonly string[];
    readonly prompt?: readonly number[];
    readonly reason?: FinishReason;
    readonly tools?: readonly unknown[];
  },
): Taken {
  const generation = new Generation(tokenizer, options.prompt ?? [5], options, [EOS]);
  const events: GenerateEvent[] = [];
  for (const token of ids) {
    if (generation.stopped) break;
    events.push(...generation.take({ kind: "token", token }));
  }
  events.push(...generation.take({ kind: "finished", reason: options.reason ?? "length", timings: TIMINGS }));
  const join_ = (kind: "text" | "reasoning"): string =>
    events.map((event) => (event.kind === kind ? event.text : "")).join("");
  const last = events.at(-1);
  if (last?.kind !== "finished") throw new Error("no result");
  return { text: join_("text"), reasoning: join_("reasoning"), result: last.result };
}

describe("stop strings", () => {
  it("end the text before their first appearance, whatever the tokens", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "b", "ab", " ", "\n", "é", "你", "the", "😀"), maxLength: 30 });
    const stop = fc.string({ unit: fc.constantFrom("a", "b", " ", "é", "你"), minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(text, stop, fc.boolean(), (whole, wanted, byCharacter) => {
        const pieces = byCharacter ? [...whole] : [whole];
        const ids = pieces.flatMap((piece) => tokenizer.encode(piece));
        const { text: got, result } = generate(ids, { stopStrings: [wanted] });
        const at = whole.indexOf(wanted);
        expect(got).toBe(at < 0 ? whole : whole.slice(0, at));
        expect(result.text).toBe(got);
        expect(result.finishReason).toBe(at < 0 ? "length" : "stop");
        expect(result.stopString).toBe(at < 0 ? undefined : wanted);
      }),
    );
  });

  it("of several, the first to be complete counts", () => {
    const ids = tokenizer.encode("one two three");
    expect(generate(ids, { stopStrings: ["three", "wo", "two three"] }).result).toMatchObject({
      text: "one t",
      stopString: "wo",
    });
  });

  it("are not looked for in the reasoning", () => {
    const prompt = tokenizer.encode("<think>\n", { allowControl: true });
    const ids = tokenizer.encode("12 stop\n</think>\n\n4 stop 2", { allowControl: true });
    const { text, reasoning } = generate(ids, { prompt, stopStrings: ["stop"] });
    expect({ text, reasoning }).toEqual({ text: "4 ", reasoning: "12 stop" });
  });
});

describe("stop strings that are a control token", () => {
  const CALL = tokenizer.tokenToId("<tool_call>")!;

  it("end on its id, although its text never comes to light", () => {
    const ids = [...tokenizer.encode("42"), EOS];
    expect(generate(ids, { stopStrings: ["<|im_end|>"], reason: "stop" }).result).toMatchObject({
      ...{ text: "42", stopString: "<|im_end|>", finishReason: "stop" },
    });
    const generation = new Generation(tokenizer, [5], { stopStrings: ["<|im_end|>", "x", "<tool_call>"] }, [7, EOS]);
    expect(generation.stopTokens).toEqual([7, EOS, CALL]);
  });

  it("end on the plain characters too", () => {
    const { text, result } = generate(tokenizer.encode("a <tool_call> b"), { stopStrings: ["<tool_call>"] });
    expect({ text, stop: result.stopString }).toEqual({ text: "a ", stop: "<tool_call>" });
  });

  it("give what was held for another stop string", () => {
    const ids = [...tokenizer.encode("one tw"), CALL];
    const { text, result } = generate(ids, { stopStrings: ["two", "<tool_call>"], reason: "stop" });
    expect({ text, stop: result.stopString }).toEqual({ text: "one tw", stop: "<tool_call>" });
  });

  it("name none that did not come", () => {
    expect(generate([EOS], { stopStrings: ["<tool_call>"], reason: "stop" }).result.stopString).toBeUndefined();
  });
});

describe("stop strings that hold a control token beside text", () => {
  const tools = [{ type: "function", function: { name: "say", parameters: {} } }];

  it.each<[stop: string, token: string, tools: readonly unknown[]]>([
    ["<|im_end|>\n", "<|im_end|>", []],
    ["\n<|im_start|>", "<|im_start|>", []],
    ["<|im_end|><|im_start|>", "<|im_end|>", []],
    ["</think>\n\n", "</think>", []],
    ["</tool_call>\n", "</tool_call>", tools],
  ])("%j would never be found, so it is refused", (stop, token, given) => {
    const options = { stopStrings: ["END", stop], tools: given };
    expect(() => new Generation(tokenizer, [5], options, [EOS])).toThrow(
      expect.objectContaining({
        code: "bad_stop",
        message: `stopStrings[1] is ${JSON.stringify(stop)}; needed text without control tokens, or one control token alone`,
        hint: expect.stringContaining(`a stop string ${token} ends the answer at it`),
        data: { param: "stopStrings[1]" },
      }),
    );
  });

  it("is found where the token is part of the text", () => {
    const ids = [...tokenizer.encode("a "), tokenizer.tokenToId("<tool_call>")!, ...tokenizer.encode("\nb")];
    const { text, result } = generate(ids, { stopStrings: ["<tool_call>\n"] });
    expect({ text, stop: result.stopString }).toEqual({ text: "a ", stop: "<tool_call>\n" });
  });
});

describe("the account of an answer", () => {
  it("counts tokens, reasoning and rates", () => {
    const prompt = tokenizer.encode("<think>\n", { allowControl: true });
    const ids = [...tokenizer.encode("1 2\n</think>\n\n3", { allowControl: true }), EOS];
    const { result } = generate(ids, { prompt, reason: "stop" });
    expect(result).toMatchObject({ text: "3", reasoning: "1 2", tokens: ids, promptTokens: prompt.length });
    const end = ids.indexOf(tokenizer.tokenToId("</think>")!);
    expect(result.reasoningTokens).toBe(end + 1);
    expect(result.timings).toEqual({
      ttftMs: 10,
      prefillTokensPerSecond: (1000 * prompt.length) / 8,
      decodeTokensPerSecond: (1000 * (ids.length - 1)) / 20,
    });
  });

  it("goes on inside a character", () => {
    const ids = tokenizer.encode("a\u{1F9FF}b");
    expect(ids.length).toBeGreaterThan(4);
    for (let cut = 1; cut < ids.length; cut++) {
      const generation = new Generation(tokenizer, [5], { answerSoFar: ids.slice(0, cut) }, [EOS]);
      const events = ids.slice(cut).flatMap((token) => generation.take({ kind: "token", token }));
      const last = generation.take({ kind: "finished", reason: "length", timings: TIMINGS }).at(-1);
      const text = events.map((event) => (event.kind === "text" ? event.text : "")).join("");
      expect(text).toBe(cut === ids.length - 1 ? "b" : "\u{1F9FF}b");
      expect(last).toMatchObject({ result: { text: "a\u{1F9FF}b", tokens: ids } });
    }
  });

  it("shows a character that was cut as such, and only at the end", () => {
    const ids = tokenizer.encode("\u{1F9FF}");
    expect(ids.length).toBeGreaterThan(1);
    expect(generate(ids, {}).text).toBe("\u{1F9FF}");
    expect(generate(ids.slice(0, -1), {}).text).toBe("\ufffd");
  });

  it("has no rate for a single token, and no answer without one", () => {
    expect(generate([EOS], { reason: "stop" }).result).toMatchObject({ text: "", tokens: [EOS] });
    expect(generate([EOS], {}).result.timings.decodeTokensPerSecond).toBe(0);
    expect(generate([], { reason: "cancelled" }).result).toMatchObject({
      text: "",
      tokens: [],
      finishReason: "cancelled",
    });
  });
});

test("a thinking limit knows who opens the block: the prompt, or the model behind newlines at most", () => {
  const limitOf = (prompt: string) =>
    new Generation(tokenizer, tokenizer.encode(prompt, { allowControl: true }), {}, [EOS]).thinkingLimit(7);
  const [thinkStartId, thinkEndId] = [tokenizer.tokenToId("<think>")!, tokenizer.tokenToId("</think>")!];
  expect(limitOf("a<think>\n")).toMatchObject({ budgetTokens: 7, thinkEndId });
  expect(limitOf("a<think>\n")).not.toHaveProperty("opening");
  const { opening } = limitOf("a<think>\n</think>\n\n")!;
  expect(opening?.thinkStartId).toBe(thinkStartId);
  expect(opening?.blankIds).toEqual(expect.arrayContaining(tokenizer.encode("\n\n")));
  expect(opening?.blankIds.every((id) => /^\n+$/.test(tokenizer.decode([id])))).toBe(true);
});

describe("tool calls", () => {
  const tools = [
    { type: "function", function: { name: "say", parameters: { properties: { it: { type: "string" } } } } },
  ];
  const encode = (text: string): number[] => tokenizer.encode(text, { allowControl: true });
  const call = (it_: string): string =>
    `<tool_call>\n<function=say>\n<parameter=it>\n${it_}\n</parameter>\n</function>\n</tool_call>`;

  it("are in the result and not in the text; a stop string does not reach across or into them", () => {
    const ids = encode(`one EN\n\n${call("END")}\nD two END three`);
    const { text, result } = generate(ids, { tools, stopStrings: ["END"] });
    expect(text).toBe("one EN\nD two ");
    expect(result).toMatchObject({ text, stopString: "END", finishReason: "stop" });
    expect(result.toolCalls).toEqual([{ name: "say", arguments: '{"it": "END"}' }]);
  });

  it("behind a stop string are not wanted any more", () => {
    const { result } = generate(encode(`END ${call("x")}`), { tools, stopStrings: ["END"] });
    expect(result).toMatchObject({ text: "", toolCalls: [] });
  });

  it("that were cut are named, and an answer cut in its thinking says so", () => {
    const cut = generate(encode(call("long text")).slice(0, -9), { tools });
    expect(cut.result).toMatchObject({ text: "", toolCalls: [], unfinishedToolCall: "say", unclosedThinking: false });
    const prompt = encode("<think>\n");
    const thinking = generate(encode("1 2 3"), { tools, prompt });
    expect(thinking.result).toMatchObject({ text: "", reasoning: "1 2 3", unclosedThinking: true });
    expect(thinking.result).not.toHaveProperty("unfinishedToolCall");
  });
});

describe("the real model", () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await openEngine({ artifact: await openModel(TINY_MODEL), backend: createCpuBackend(), maxContext: 256 });
  });
  afterAll(() => engine.close());

  function ask(content: string, thinking: boolean, options: Omit<GenerateRequest, "prompt"> = {}): GenerateRequest {
    const prompt = { kind: "chat", messages: [{ role: "user", content }], thinking } as const;
    return { prompt, sampling: { greedy: true }, ...options };
  }

  it("answers rightly although its thinking was cut", async () => {
    const free = await engine.complete(ask("What is 12 + 30?", true));
    expect(free).toMatchObject({ text: "42", reasoning: "2 + 0 = 2, 1 + 3 = 4.", finishReason: "stop" });
    for (const thinkingBudget of [0, 1, 5]) {
      const cut = await engine.complete(ask("What is 12 + 30?", true, { thinkingBudget }));
      expect(cut.text, `budget ${thinkingBudget}`).toBe("42");
      expect(free.reasoning.startsWith(cut.reasoning)).toBe(true);
      expect(cut.reasoning.length).toBeLessThan(free.reasoning.length);
      const end = cut.tokens.indexOf(engine.tokenizer!.tokenToId("</think>")!);
      expect(end).toBeGreaterThanOrEqual(0);
      expect(end).toBeLessThanOrEqual(thinkingBudget + 2);
    }
    const wide = await engine.complete(ask("What is 12 + 30?", true, { thinkingBudget: 200 }));
    expect(wide.tokens).toEqual(free.tokens);
  });

  it("keeps room for the answer when thinking could take all", async () => {
    const result = await engine.complete(ask("What is 12 + 30?", true, { thinkingBudget: 1000, maxNewTokens: 16 }));
    expect(result.text).toBe("42");
    expect(result.tokens.length).toBeLessThanOrEqual(16);
  });

  it("stops in the middle and is whole again afterwards", async () => {
    const request = ask("Count from 3 to 9.", false);
    const whole = await engine.complete(request);
    expect(whole.text).toBe("3 4 5 6 7 8 9");
    const controller = new AbortController();
    const seen: GenerateEvent[] = [];
    for await (const event of engine.generate(request, controller.signal)) {
      seen.push(event);
      if (seen.filter(({ kind }) => kind === "token").length === 5) controller.abort();
    }
    const last = seen.at(-1);
    expect(last).toMatchObject({ kind: "finished", result: { finishReason: "cancelled" } });
    const { result } = last as Extract<GenerateEvent, { kind: "finished" }>;
    expect(whole.tokens.slice(0, result.tokens.length)).toEqual(result.tokens);
    expect(whole.text.startsWith(result.text)).toBe(true);
    expect(result.tokens.length).toBeLessThan(whole.tokens.length);
    expect((await engine.complete(request)).tokens).toEqual(whole.tokens);
  });

  describe("an answer that goes on where it was cut", () => {
    const MOST = 24;
    /** The answer in one go, and cut behind each of its tokens and gone on with: all the same, and nothing shown twice. */
    async function expectSame(request: GenerateRequest, shownOnce = true): Promise<GenerateResult> {
      const whole = await engine.complete({ ...request, maxNewTokens: MOST });
      for (let cut = 1; cut < whole.tokens.length; cut++) {
        const answerSoFar = whole.tokens.slice(0, cut);
        let [text, reasoning] = ["", ""];
        for await (const event of engine.generate({ ...request, answerSoFar, maxNewTokens: MOST - cut })) {
          if (event.kind === "text") text += event.text;
          if (event.kind === "reasoning") reasoning += event.text;
          if (event.kind !== "finished") continue;
          const { timings: _, ...same } = whole;
          expect(event.result, `cut behind ${cut}`).toMatchObject(same);
        }
        expect(whole.reasoning.endsWith(reasoning) && whole.text.endsWith(text)).toBe(true);
        const before = await engine.complete({ ...request, maxNewTokens: cut });
        if (shownOnce)
          expect([before.text + text, before.reasoning + reasoning]).toEqual([whole.text, whole.reasoning]);
      }
      return whole;
    }

    it("is penalised for all it has, not for its prompt", async () => {
      const count = "Count from 3 to 9.";
      const plain = await engine.complete(ask(count, false));
      const sampling = { greedy: true, frequencyPenalty: 1.5, presencePenalty: 2 };
      const penalised = await expectSame(ask(count, false, { sampling }), false);
      expect(penalised.tokens).not.toEqual(plain.tokens);
      await expectSame(ask(count, false, { sampling: { temperature: 1.5, repetitionPenalty: 1.3, seed: 5 } }), false);
    });

    it("is penalised for what the thinking budget put in", async () => {
      const sampling = { greedy: true, frequencyPenalty: 1.5 };
      const options = { sampling, thinkingBudget: 5 };
      await expectSame(ask("What is 12 + 30?", true, options), false);
    });

    it("stops at a string that the cut went through", async () => {
      const whole = await expectSame(ask("Count from 3 to 9.", false, { stopStrings: [" 5 6"] }), false);
      expect(whole).toMatchObject({ text: "3 4", stopString: " 5 6" });
    });

    it("shows what looked like a stop string once", async () => {
      await expectSame(ask("Count from 3 to 9.", false, { stopStrings: ["5 6 8", " 4 5 6 7 9"] }));
    });

    it("has the thinking budget's rest", async () => {
      for (const thinkingBudget of [3, 8]) {
        await expectSame(ask("What is 12 + 30?", true, { thinkingBudget }), false);
      }
    });

    it("is refused where it was not cut", async () => {
      const request = ask("Count from 3 to 9.", false);
      const { tokens } = await engine.complete(request);
      const finished = { code: "answer_finished", constructor: RequestError };
      await expect(engine.complete({ ...request, answerSoFar: tokens })).rejects.toMatchObject(finished);
      const stopped = { ...request, answerSoFar: tokens.slice(0, 8), stopStrings: ["4"] };
      await expect(engine.complete(stopped)).rejects.toMatchObject(finished);
    });
  });

  it("stops at a string across tokens", async () => {
    const result = await engine.complete(ask("Count from 3 to 9.", false, { stopStrings: ["6 7"] }));
    expect(result).toMatchObject({ text: "3 4 5 ", finishReason: "stop", stopString: "6 7" });
  });

  it("gives the same answer for the same seed", async () => {
    const sampled = (seed: number) =>
      engine.complete(ask("Hello", false, { sampling: { temperature: 3, topK: 0, topP: 1, seed }, maxNewTokens: 16 }));
    const first = await sampled(11);
    expect((await sampled(11)).tokens).toEqual(first.tokens);
    const others = await Promise.all([12, 13, 14].map(sampled));
    for (const { tokens } of others) expect(tokens).not.toEqual(first.tokens);
  });

  it("calls a tool, and the answer to it comes of the call as it was read", async () => {
    const parameters = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };
    const tools = [
      { type: "function", function: { name: "get_weather", description: "Weather of a city", parameters } },
    ];
    const question = { role: "user", content: "What is the weather in Paris?" };
    const request = (messages: readonly IncomingMessage[]): GenerateRequest => ({
      prompt: { kind: "chat", messages, tools, thinking: false },
      sampling: { greedy: true },
    });
    const asked = await engine.complete(request([question]));
    expect(asked).toMatchObject({ text: "", finishReason: "stop" });
    expect(asked.toolCalls).toEqual([{ name: "get_weather", arguments: '{"city": "Paris"}' }]);
    const calls = asked.toolCalls.map((call) => ({ type: "function", function: call }));
    const answered = await engine.complete(
      request([question, { role: "assistant", tool_calls: calls }, { role: "tool", content: "13 sunny" }]),
    );
    expect(answered.text).toBe("It is 13 degrees and sunny in Paris.");
    expect(answered.toolCalls).toEqual([]);
  });

  it("refuses a bad request before it runs, and goes on", async () => {
    await expect(engine.complete(ask("Hello", false, { stopStrings: [""] }))).rejects.toMatchObject({
      code: "bad_stop",
    });
    await expect(engine.complete(ask("Hello", false, { sampling: { topP: 9 } }))).rejects.toMatchObject({
      code: "bad_sampling",
    });
    for (const maxNewTokens of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      await expect(engine.complete(ask("Hello", false, { maxNewTokens }))).rejects.toMatchObject({
        code: "bad_max_new_tokens",
        message: `maxNewTokens is ${maxNewTokens}; needed a whole number of at least 1`,
      });
    }
    for (const thinkingBudget of [-5, 0.5, Number.NaN]) {
      await expect(engine.complete(ask("Hello", true, { thinkingBudget }))).rejects.toMatchObject({
        code: "bad_thinking_budget",
        data: { param: "thinkingBudget" },
      });
    }
    const long = ask("river ".repeat(400), false);
    await expect(engine.complete(long)).rejects.toMatchObject({ code: "context_length_exceeded" });
    await expect(engine.complete({ prompt: { kind: "chat", messages: [] } })).rejects.toMatchObject({
      code: "messages_empty",
    });
    expect((await engine.complete(ask("What is 1 + 2?", false))).text).toBe("3");
  });
});
