/**
 * Conversations over the real engine on the CPU: a stopped and continued answer is the answer that was not stopped, and
 * a turn that fails leaves no trace.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chatAction } from "../../cli/chat-commands.ts";
import { Conversation } from "../../cli/conversation.ts";
import { openModel } from "../../node/open-model.ts";
import { createCpuBackend } from "../../src/backend/cpu/cpu-backend.ts";
import { RequestError, UsageError } from "../../src/base/errors.ts";
import { type Engine, openEngine } from "../../src/engine.ts";
import type { GenerateEvent, GenerateResult } from "../../src/generation.ts";
import type { GenerateRequest } from "../../src/request/generate-request.ts";
import { TINY_MODEL } from "./bundle.ts";

let engine: Engine;

beforeAll(async () => {
  engine = await openEngine({ artifact: await openModel(TINY_MODEL), backend: createCpuBackend(), maxContext: 256 });
});
afterAll(() => engine.close());

function conversation(settings: Omit<GenerateRequest, "prompt"> = {}, thinking = false): Conversation {
  return new Conversation(engine, {
    settings,
    thinking,
    promptOf: (messages, think) => ({ kind: "chat", messages, thinking: think }),
  });
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

describe("chat commands", () => {
  it("change the conversation", () => {
    const chat = conversation();
    expect(chatAction(chat, "/system You are brief. ").kind).toBe("note");
    expect(chat.messages).toEqual([{ role: "system", content: "You are brief." }]);
    chatAction(chat, "/clear");
    expect(chat.messages).toHaveLength(1);
    chatAction(chat, "/system");
    expect(chat.messages).toEqual([]);
    chatAction(chat, "/thinking on");
    expect(chat.thinking).toBe(true);
    expect(chatAction(chat, "/quit")).toEqual({ kind: "quit" });
    expect(chatAction(chat, "//etc is a folder").kind).toBe("answer");
  });

  it("refuse what they do not know, with the near name", () => {
    const chat = conversation();
    expect(() => chatAction(chat, "/thinking maybe")).toThrow(/"maybe", needed on or off/);
    expect(() => chatAction(chat, "/save")).toThrow(/no file name/);
    try {
      chatAction(chat, "/hepl");
      expect.unreachable();
    } catch (error) {
      expect(error).toMatchObject({ code: "unknown_chat_command", hint: "did you mean /help?" });
    }
    expect(() => chatAction(chat, "/constructor")).toThrow(UsageError);
  });
});
