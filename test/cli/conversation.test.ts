/**
 * Conversations over the real engine on the CPU: a stopped and continued answer is the answer that was not stopped, and
 * a turn that fails leaves no trace.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ChatAction, chatAction } from "../../cli/chat-commands.ts";
import { Conversation } from "../../cli/conversation.ts";
import { openModel } from "../../node/open-model.ts";
import { createCpuBackend } from "../../src/backend/cpu/cpu-backend.ts";
import { RequestError, UsageError } from "../../src/base/errors.ts";
import { type Engine, openEngine } from "../../src/engine.ts";
import type { GenerateEvent, GenerateResult } from "../../src/generation.ts";
import type { GenerateSettings } from "../../src/request/generate-request.ts";
import { failureOf } from "../base/failure.ts";
import { TINY_MODEL } from "./bundle.ts";

type AnswerAction = Extract<ChatAction, { kind: "answer" }>;

let engine: Engine;

beforeAll(async () => {
  engine = await openEngine({ artifact: await openModel(TINY_MODEL), backend: createCpuBackend(), maxContext: 256 });
});
afterAll(() => engine.close());

function conversation(settings: GenerateSettings = {}, thinking = false): Conversation {
  return new Conversation(engine, {
    settings,
    thinking,
    promptOf: (given, think) => ({ kind: "chat", ...given, thinking: think }),
  });
}

/** What a typed line does; `literal` as a paste or a block is. */
function act(chat: Conversation, text: string, literal = false): Promise<ChatAction> {
  return chatAction(chat, { text, literal });
}

/** What a line says that only says something. */
async function said(chat: Conversation, text: string): Promise<string> {
  const action = await act(chat, text);
  if (action.kind !== "note") throw new Error(`${text} does ${action.kind}`);
  return action.text;
}

/** Runs to the end, stopping after `stopAfter` tokens. */
async function take(
  start: (signal: AbortSignal) => AsyncIterable<GenerateEvent>,
  stopAfter = Number.POSITIVE_INFINITY,
): Promise<GenerateResult> {
  const controller = new AbortController();
  let result: GenerateResult | undefined;
  let tokens = 0;
  for await (const event of start(controller.signal)) {
    if (event.kind === "token" && ++tokens >= stopAfter) controller.abort();
    if (event.kind === "finished") result = event.result;
  }
  return result!;
}

describe("Conversation", () => {
  it("keeps what was said, reasoning apart", async () => {
    const chat = conversation({ sampling: { greedy: true } }, true);
    await take((signal) => chat.ask("What is 12 + 30?", signal));
    expect(chat.messages).toEqual([
      { role: "user", content: "What is 12 + 30?" },
      { role: "assistant", content: "42", reasoning_content: "2 + 0 = 2, 1 + 3 = 4." },
    ]);
    expect(chat.canContinue).toBe(false);
  });

  it.each([1, 2, 5, 9])("a stopped answer stays and goes on as if not stopped (after %i tokens)", async (stopAfter) => {
    const sampling = { seed: 3, temperature: 1.2 };
    const whole = conversation({ sampling });
    await take((signal) => whole.ask("Count from 3 to 9.", signal));
    const chat = conversation({ sampling });
    const first = await take((signal) => chat.ask("Count from 3 to 9.", signal), stopAfter);
    expect(first.finishReason).toBe("cancelled");
    expect(chat.messages.at(-1)).toMatchObject({ role: "assistant", content: first.text });
    expect(chat.canContinue).toBe(true);
    await take((signal) => chat.resume(signal));
    expect(chat.messages).toEqual(whole.messages);
    expect(chat.canContinue).toBe(false);
  });

  it("goes on inside the thinking too", async () => {
    const whole = conversation({ sampling: { greedy: true } }, true);
    await take((signal) => whole.ask("What is 12 + 30?", signal));
    const chat = conversation({ sampling: { greedy: true } }, true);
    const first = await take((signal) => chat.ask("What is 12 + 30?", signal), 4);
    expect(first.text).toBe("");
    await take((signal) => chat.resume(signal));
    expect(chat.messages).toEqual(whole.messages);
  });

  it("is the same answer under penalties, and stops at a string that the cut went through", async () => {
    const penalised = { sampling: { greedy: true, frequencyPenalty: 0.5 }, ignoreEos: true };
    const whole = conversation({ ...penalised, maxNewTokens: 24 });
    const { tokens } = await take((signal) => whole.ask("Count from 3 to 9.", signal));
    const chat = conversation({ ...penalised, maxNewTokens: 12 });
    await take((signal) => chat.ask("Count from 3 to 9.", signal));
    expect((await take((signal) => chat.resume(signal))).tokens).toEqual(tokens);
    expect(chat.messages).toEqual(whole.messages);

    const stopping = conversation({ sampling: { greedy: true }, stopStrings: [" 5 6"], maxNewTokens: 5 });
    const first = await take((signal) => stopping.ask("Count from 3 to 9.", signal));
    expect(first).toMatchObject({ text: "3 4 5", finishReason: "length" });
    const last = await take((signal) => stopping.resume(signal));
    expect(last).toMatchObject({ text: "3 4", finishReason: "stop", stopString: " 5 6" });
    expect(stopping.messages.at(-1)).toEqual({ role: "assistant", content: "3 4" });
  });

  it("goes on with the conversation behind a stopped answer", async () => {
    const chat = conversation({ sampling: { greedy: true } });
    const first = await take((signal) => chat.ask("Count from 3 to 9.", signal), 3);
    await take((signal) => chat.ask("What is 1 + 2?", signal));
    expect(chat.messages.map(({ content }) => content)).toEqual([
      ...["Count from 3 to 9.", first.text, "What is 1 + 2?", "3"],
    ]);
    await expect(take((signal) => chat.resume(signal))).rejects.toThrow(UsageError);
  });

  it("is as before when a turn fails", async () => {
    const chat = conversation({ sampling: { greedy: true } });
    await take((signal) => chat.ask("What is 1 + 2?", signal));
    const before = [...chat.messages];
    const failing = take((signal) => chat.ask("river ".repeat(300), signal));
    await expect(failing).rejects.toMatchObject({ constructor: RequestError, code: "context_length_exceeded" });
    expect(chat.messages).toEqual(before);
  });

  it("retries with other seeds, and the same greedy answer", async () => {
    const sampled = conversation({ sampling: { seed: 1, temperature: 3, topK: 0, topP: 1 }, maxNewTokens: 12 });
    const first = await take((signal) => sampled.ask("Hello", signal));
    const second = await take((signal) => sampled.retry(signal));
    expect(second.tokens).not.toEqual(first.tokens);
    expect(sampled.messages).toHaveLength(2);
    const greedy = conversation({ sampling: { greedy: true } });
    const once = await take((signal) => greedy.ask("Hello", signal));
    expect((await take((signal) => greedy.retry(signal))).tokens).toEqual(once.tokens);
    await expect(take((signal) => conversation().retry(signal))).rejects.toThrow(UsageError);
  });
});

describe("a full context", () => {
  const settings = { sampling: { greedy: true }, maxNewTokens: 24 };

  it("is counted, and trimming makes room from the oldest turns on", async () => {
    const chat = conversation(settings);
    chat.setSystem("You are tiny-hybrid.");
    for (const question of [
      "Count from 3 to 9.",
      "What is 12 + 30?",
      "What is 1 + 2?",
      "Count from 2 to 9.",
      "Hello",
    ]) {
      const result = await take((signal) => chat.ask(question, signal));
      expect(chat.usedTokens).toBe(result.promptTokens + result.tokens.length);
    }
    const before = chat.messages;
    const [system, ...turns] = before;
    const { dropped, tokens } = await chat.trim();
    expect(dropped % 2).toBe(0);
    expect(dropped).toBeGreaterThan(0);
    expect(chat.messages).toEqual([system, ...turns.slice(dropped)]);
    expect(tokens).toBeLessThanOrEqual(chat.maxTokens / 2);
    const less = await engine.encode({
      kind: "chat",
      messages: [system!, ...turns.slice(dropped - 2)],
      thinking: false,
    });
    expect(less.length).toBeGreaterThan(chat.maxTokens / 2);
    expect(await chat.trim()).toEqual({ dropped: 0, tokens });
  });

  it("keeps the message that did not fit, and asks it again after room was made", async () => {
    const chat = conversation(settings);
    for (let i = 0; i < 12 && chat.usedTokens < 200; i++)
      await take((signal) => chat.ask("Count from 3 to 9.", signal));
    const question = `Repeat:\n${"river fox moon ".repeat(20)}`;
    const before = chat.messages;
    await expect(take((signal) => chat.ask(question, signal))).rejects.toMatchObject({
      code: "context_length_exceeded",
    });
    expect(chat.messages).toEqual(before);
    expect((await chat.trim()).dropped).toBeGreaterThan(0);
    await take((signal) => chat.retry(signal));
    expect(chat.messages.at(-2)).toEqual({ role: "user", content: question });
    expect(chat.messages.at(-1)?.role).toBe("assistant");
  });

  it("an answer that it cut goes on behind the trimmed conversation, from its very tokens", async () => {
    const chat = conversation({ sampling: { greedy: true }, ignoreEos: true });
    await take((signal) => chat.ask("What is 12 + 30?", signal), 40);
    const first = await take((signal) => chat.ask("Count from 3 to 9.", signal));
    expect(chat.usedTokens).toBe(chat.maxTokens);
    expect(chat.canContinue).toBe(true);
    const { dropped, tokens } = await chat.trim();
    expect(dropped).toBe(2);
    const prompt = await engine.encode({ kind: "chat", messages: [chat.messages[0]!], thinking: false });
    expect(tokens).toBe(prompt.length + first.tokens.length);
    const rest = await take((signal) => chat.resume(signal), 3);
    expect(rest.promptTokens).toBe(prompt.length);
    expect(rest.tokens.slice(0, first.tokens.length)).toEqual(first.tokens);
    expect(rest.tokens).toHaveLength(first.tokens.length + 3);
    expect(chat.messages).toHaveLength(2);
    expect(chat.messages[1]?.content).toBe(rest.text);
  });
});

describe("tools of a conversation", () => {
  const parameters = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };
  const tools = [{ type: "function", function: { name: "get_weather", description: "Weather of a city", parameters } }];

  it("are kept with it, and their calls are in its messages", async () => {
    const chat = conversation({ sampling: { greedy: true } });
    chat.load({ messages: [], tools });
    const { toolCalls } = await take((signal) => chat.ask("What is the weather in Paris?", signal));
    expect(toolCalls).toEqual([{ name: "get_weather", arguments: '{"city": "Paris"}' }]);
    expect(chat.file).toEqual({
      tools,
      messages: [
        { role: "user", content: "What is the weather in Paris?" },
        { role: "assistant", content: "", tool_calls: [{ type: "function", function: toolCalls[0] }] },
      ],
    });
  });
});

describe("chat commands", () => {
  const folder = mkdtempSync(join(tmpdir(), "qwerk-chat-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("change the conversation", async () => {
    const chat = conversation();
    expect((await act(chat, "/system You are brief. ")).kind).toBe("note");
    expect(chat.messages).toEqual([{ role: "system", content: "You are brief." }]);
    await act(chat, "/clear");
    expect(chat.messages).toHaveLength(1);
    await act(chat, "/system");
    expect(chat.messages).toEqual([]);
    await act(chat, "/thinking on");
    expect(chat.thinking).toBe(true);
    expect(await act(chat, "/quit")).toEqual({ kind: "quit" });
  });

  it("are no commands where they are text", async () => {
    const chat = conversation({ sampling: { greedy: true }, maxNewTokens: 1 });
    const asked = async (text: string, literal: boolean): Promise<unknown> => {
      const action = await act(chat, text, literal);
      if (action.kind !== "answer") throw new Error(`${text} was taken for a command`);
      await take(action.events);
      return chat.messages.at(-2)?.content;
    };
    expect(await asked("//etc is a folder", false)).toBe("/etc is a folder");
    expect(await asked("/clear the table", true)).toBe("/clear the table");
    expect(await asked("//etc", true)).toBe("//etc");
    expect(chat.messages).toHaveLength(6);
  });

  it("refuse what they do not know, with the near name", async () => {
    const chat = conversation();
    await expect(act(chat, "/thinking maybe")).rejects.toThrow(/"maybe", needed on or off/);
    await expect(act(chat, "/save")).rejects.toThrow(/no file name/);
    await expect(act(chat, "/hepl")).rejects.toMatchObject({
      ...{ code: "unknown_chat_command", hint: "did you mean /help?" },
    });
    await expect(act(chat, "/constructor")).rejects.toThrow(UsageError);
  });

  it("save where nothing is, replace when told to, and load what they saved", async () => {
    const chat = conversation();
    chat.setSystem("One.");
    const file = join(folder, "my chat.json");
    expect(await said(chat, `/save "${file}"`)).toBe(`1 messages written to ${file}`);
    const saved = readFileSync(file, "utf8");
    expect(JSON.parse(saved)).toEqual([{ role: "system", content: "One." }]);
    chat.setSystem("Two.");
    await expect(act(chat, `/save ${file}`)).rejects.toMatchObject({
      ...{ code: "file_exists", hint: `/save! "${file}" writes over it` },
    });
    expect(readFileSync(file, "utf8")).toBe(saved);
    await act(chat, `/save! '${file}'`);
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual([{ role: "system", content: "Two." }]);
    expect(readdirSync(folder)).toEqual(["my chat.json"]);
    const other = conversation();
    other.setSystem("Before.");
    expect(await said(other, `/load ${file}`)).toBe(`1 messages from ${file}; the 1 before are forgotten`);
    expect(other.messages).toEqual(chat.messages);
    const tools = [{ type: "function", function: { name: "now" } }];
    other.load({ messages: chat.messages, tools });
    await act(other, `/save "${join(folder, "tools.json")}"`);
    await act(chat, `/load "${join(folder, "tools.json")}"`);
    expect(chat.messages).toEqual(other.messages);
    await act(chat, `/save "${join(folder, "tools again.json")}"`);
    const [once, again] = ["tools.json", "tools again.json"].map((name) => readFileSync(join(folder, name), "utf8"));
    expect(JSON.parse(again!)).toEqual({ messages: other.messages, tools });
    expect(again).toBe(once);
  });

  it("write a loaded conversation as it was read, numbers and keys too", async () => {
    const call = '{"function": {"name": "f", "arguments": {"x": 1.0, "2": 1e-05, "n": 9007199254740993}}}';
    const text = `[{"role": "user", "content": "a\\"b"}, {"role": "assistant", "tool_calls": [${call}]}]`;
    const [from, to] = [join(folder, "exact.json"), join(folder, "again.json")];
    writeFileSync(from, text);
    const chat = conversation();
    await act(chat, `/load ${from}`);
    await act(chat, `/save ${to}`);
    expect(readFileSync(to, "utf8").replace(/\n */g, "")).toBe(text.replaceAll(", ", ","));
  });

  it("leave nothing behind where a file cannot be written or read", async () => {
    const chat = conversation();
    chat.setSystem("One.");
    await expect(act(chat, `/save ${join(folder, "none", "x.json")}`)).rejects.toMatchObject({
      code: "file_unwritable",
    });
    await expect(act(chat, "/save! /dev/full/x")).rejects.toMatchObject({ code: "file_unwritable" });
    await expect(act(chat, `/save "a" b`)).rejects.toThrow(/found "a" b, needed one file name/);
    await expect(act(chat, `/save ""`)).rejects.toThrow(/needed one file name/);
    await expect(act(chat, `/load ${join(folder, "none")}`)).rejects.toMatchObject({ code: "file_unreadable" });
    const bad = join(folder, "bad.json");
    writeFileSync(bad, '[{"role": "user", "content": "x"}, 1]');
    await expect(act(chat, `/load ${bad}`)).rejects.toThrow(/messages\[1\] is 1; needed/);
    expect(chat.messages).toEqual([{ role: "system", content: "One." }]);
  });

  it("set what the command line sets, and refuse what it refuses", async () => {
    const chat = conversation({ sampling: { greedy: true, seed: 7 } });
    expect(await said(chat, "/set temperature 0.7")).toBe("temperature is 0.7");
    expect(await said(chat, "/set top-k 20")).toBe("top-k is 20");
    expect(await said(chat, "/set max-new 5")).toBe("max-new is 5");
    expect(chat.settings).toEqual({ sampling: { seed: 7, temperature: 0.7, topK: 20 }, maxNewTokens: 5 });
    expect(await said(chat, "/set greedy on")).toBe("greedy is on");
    expect(chat.settings.sampling).toEqual({ seed: 7, topK: 20, greedy: true });
    expect(await said(chat, "/set top-k default")).toBe("top-k is the default");
    expect(await said(chat, "/set max-new default")).toBe("max-new is the default");
    expect(await said(chat, "/set seed")).toBe("seed is 7");
    expect(chat.settings).toEqual({ sampling: { seed: 7, greedy: true } });
    const list = (await said(chat, "/set")).split("\n");
    expect(list).toHaveLength(11);
    expect(list[0]).toMatch(/^greedy on\|off +on$/);
    for (const [line, says] of [
      ["/set temperature warm", "a number such as 0.7"],
      ["/set temperature -1", "temperature is -1; needed a number from 0"],
      ["/set top-p 0", "/set top-p: topP is 0; needed a number above 0"],
      ["/set max-new 0", "at least 1"],
      ["/set greedy maybe", "on or off"],
      ["/set seed 1 2", "found 2 values, needed one"],
      ["/set temprature 1", "there is no setting temprature"],
    ] as const) {
      const error = await failureOf(() => act(chat, line));
      expect(error).toMatchObject({ name: "UsageError", code: "bad_chat_command" });
      expect(error.message).toContain(says);
      expect(error.hint).toBeTruthy();
    }
    expect(chat.settings).toEqual({ sampling: { seed: 7, greedy: true } });
    const result = await take(((await act(chat, "Count from 3 to 9.")) as AnswerAction).events);
    expect(result.text).toBe("3 4 5 6 7 8 9");
    await act(chat, "/set max-new 2");
    expect((await take((signal) => chat.retry(signal))).tokens).toHaveLength(2);
  });
});
