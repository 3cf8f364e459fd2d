/** `qwerk run`: one prompt, one answer. The answer streams to stdout, reasoning and a statistics line to stderr. */

import { openNodeEngine } from "../../node/open-engine.ts";
import { UsageError } from "../../src/base/errors.ts";
import type { Engine, Prompt } from "../../src/engine.ts";
import type { GenerateResult } from "../../src/generation.ts";
import { collectAnswer, passedOverNotice, showAnswer, statisticsLine } from "../answer.ts";
import { EXIT, reportError } from "../exit.ts";
import { Interrupts } from "../interrupts.ts";
import { type AnswerOptions, backendChoice, engineOptions, type ModelOptions } from "../options.ts";
import { loadProgress } from "../progress.ts";
import { answerSettings, chatPrompt, conversationOf, nameTemplate, templateOf } from "../prompt.ts";
import { standardInput } from "../text-input.ts";

export interface RunOptions extends ModelOptions, AnswerOptions {
  readonly tokens?: string;
  readonly json?: boolean;
}

function parseTokens(text: string): number[] {
  const parts = text.split(",").map((part) => part.trim());
  const bad = parts.find((part) => !/^\d+$/.test(part));
  if (bad !== undefined) {
    throw new UsageError("bad_tokens", `--tokens: found "${bad}", needed whole numbers separated by commas`, {
      hint: "for example --tokens 1,2,3",
    });
  }
  return parts.map(Number);
}

function tokensPrompt(argument: string | undefined, options: RunOptions, text: string): Prompt {
  const other = argument !== undefined ? "a prompt" : options.messages !== undefined ? "--messages" : undefined;
  if (other !== undefined) {
    throw new UsageError("two_prompts", `found --tokens and ${other}, needed one of them`, {
      hint: "leave one of them out",
    });
  }
  return { kind: "tokens", tokens: parseTokens(text) };
}

/** @throws UsageError `no_prompt`, `empty_prompt`, `two_prompts`, `bad_tokens`, `bad_messages` */
async function promptOf(argument: string | undefined, options: RunOptions): Promise<Prompt> {
  if (options.tokens !== undefined) return tokensPrompt(argument, options, options.tokens);
  if (argument === undefined && options.messages === undefined) {
    throw new UsageError("no_prompt", "found no prompt, needed one", {
      hint: 'qwerk run "What is 12 + 30?", or - for standard input',
    });
  }
  if (argument === "-" && options.messages === "-") {
    throw new UsageError("two_prompts", "found - for the prompt and for --messages, needed standard input once");
  }
  const conversation = await conversationOf(options);
  if (argument === undefined) return chatPrompt(conversation, options);
  const text = argument === "-" ? (await standardInput()).replace(/\r?\n$/, "") : argument;
  if (text === "") {
    throw new UsageError("empty_prompt", "the prompt has 0 characters, needed at least one", {
      hint: 'qwerk run "What is 12 + 30?", or - for standard input',
    });
  }
  const messages = [...conversation.messages, { role: "user", content: text }];
  return chatPrompt({ ...conversation, messages }, options);
}

function jsonOf(engine: Engine, result: GenerateResult): string {
  const { text, reasoning, tokens, promptTokens, finishReason, timings } = result;
  return JSON.stringify({ text, reasoning, tokens, promptTokens, finishReason, backend: engine.info.backend, timings });
}

export async function runCommand(argument: string | undefined, options: RunOptions): Promise<number> {
  const json = options.json === true;
  const interrupts = new Interrupts();
  let engine: Engine | undefined;
  try {
    const settings = answerSettings(options);
    const prompt = await promptOf(argument, options);
    const progress = loadProgress(process.stderr);
    const opened = await openNodeEngine({
      model: options.model,
      backend: backendChoice(options),
      ...engineOptions(options),
      onProgress: progress.listener,
      ...(await templateOf(options)),
    });
    progress.end();
    engine = opened.engine;
    process.stderr.write(passedOverNotice(engine.info, opened.choice));
    const running = engine;
    const result = await interrupts.stoppable((signal) => {
      const events = running.generate({ prompt, ...settings }, signal);
      return json ? collectAnswer(events) : showAnswer(events);
    });
    if (json) process.stdout.write(`${jsonOf(engine, result)}\n`);
    else process.stderr.write(`${statisticsLine(engine.info, result, opened.choice)}\n`);
    return interrupts.exitCode ?? EXIT.ok;
  } catch (error) {
    return reportError(nameTemplate(error, options), json);
  } finally {
    await engine?.close();
  }
}
