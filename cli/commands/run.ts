/** `qwerk run`: one prompt, one answer. The answer streams to stdout, reasoning and a statistics line to stderr. */
import pc from "picocolors";
import { RequestError, UsageError } from "../../src/base/errors.ts";
import type { Engine, GenerateRequest, Prompt } from "../../src/engine.ts";
import type { GenerateResult } from "../../src/generation.ts";
import { EXIT, reportError } from "../exit.ts";
import { openWorkerEngine } from "../node/open-engine.ts";
import { backendChoice, type ModelOptions, samplingOf } from "../options.ts";

export interface RunOptions extends ModelOptions {
  readonly system?: string;
  readonly thinking: boolean;
  readonly thinkingBudget?: number;
  readonly maxNew?: number;
  readonly stop?: readonly string[];
  readonly tokens?: string;
  readonly ignoreEos?: boolean;
  readonly json?: boolean;
  readonly [option: string]: unknown;
}

async function standardInput(): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Uint8Array);
  return decodeUtf8(Buffer.concat(chunks), "standard input");
}

/** @throws RequestError `invalid_utf8` with the place of the first bad byte */
function decodeUtf8(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new RequestError("invalid_utf8", `${name} is not valid UTF-8`, {
      hint: "convert it, for example with iconv",
    });
  }
}

function parseTokens(text: string): number[] {
  const parts = text.split(",").map((part) => part.trim());
  const bad = parts.find((part) => !/^\d+$/.test(part));
  if (bad !== undefined) {
    throw new UsageError("bad_tokens", `--tokens: "${bad}" is no token id; needed whole numbers separated by commas`);
  }
  return parts.map(Number);
}

async function promptOf(argument: string | undefined, options: RunOptions): Promise<Prompt> {
  if (options.tokens !== undefined) {
    if (argument !== undefined) throw new UsageError("two_prompts", "give a prompt or --tokens, not both");
    return { kind: "tokens", tokens: parseTokens(options.tokens) };
  }
  if (argument === undefined) {
    throw new UsageError("no_prompt", "no prompt was given", {
      hint: 'qwerk run "What is 12 + 30?", or - for standard input',
    });
  }
  const text = argument === "-" ? (await standardInput()).replace(/\r?\n$/, "") : argument;
  if (text === "") throw new UsageError("empty_prompt", "the prompt is empty; needed at least one character");
  const system = options.system === undefined ? [] : [{ role: "system", content: options.system }];
  return { kind: "chat", messages: [...system, { role: "user", content: text }], thinking: options.thinking };
}

function requestOf(prompt: Prompt, options: RunOptions): GenerateRequest {
  return {
    prompt,
    sampling: samplingOf(options),
    ...(options.maxNew === undefined ? {} : { maxNewTokens: options.maxNew }),
    ...(options.stop === undefined ? {} : { stopStrings: options.stop }),
    ...(options.thinkingBudget === undefined ? {} : { thinkingBudget: options.thinkingBudget }),
    ignoreEos: options.ignoreEos ?? false,
  };
}

function statisticsLine(engine: Engine, result: GenerateResult): string {
  const { ttftMs, prefillTokensPerSecond, decodeTokensPerSecond } = result.timings;
  return [
    `${engine.info.backend} (${engine.info.device}), ${engine.info.profile}`,
    `prompt ${result.promptTokens} tokens at ${prefillTokensPerSecond.toFixed(0)} tok/s`,
    `answer ${result.tokens.length} tokens at ${decodeTokensPerSecond.toFixed(0)} tok/s`,
    `first token after ${ttftMs.toFixed(0)} ms`,
    result.finishReason,
  ].join(" · ");
}

function jsonOf(engine: Engine, result: GenerateResult): string {
  const { text, reasoning, tokens, promptTokens, finishReason, timings } = result;
  return JSON.stringify({ text, reasoning, tokens, promptTokens, finishReason, backend: engine.info.backend, timings });
}

/** Streams the answer; returns the result. */
async function stream(
  engine: Engine,
  request: GenerateRequest,
  quiet: boolean,
  signal: AbortSignal,
): Promise<GenerateResult> {
  let result: GenerateResult | undefined;
  let reasoningOpen = false;
  for await (const event of engine.generate(request, signal)) {
    if (event.kind === "finished") result = event.result;
    if (quiet) continue;
    if (event.kind === "reasoning") {
      reasoningOpen = true;
      process.stderr.write(pc.dim(event.text));
    } else if (event.kind === "text") {
      if (reasoningOpen) process.stderr.write("\n\n");
      reasoningOpen = false;
      process.stdout.write(event.text);
    }
  }
  if (reasoningOpen) process.stderr.write("\n");
  if (result === undefined) throw new RequestError("no_result", "the generation ended without a result");
  return result;
}

export async function runCommand(argument: string | undefined, options: RunOptions): Promise<number> {
  const json = options.json === true;
  const controller = new AbortController();
  let exit: number = EXIT.ok;
  const interrupt = (code: number) => () => {
    if (controller.signal.aborted) process.exit(code);
    exit = code;
    controller.abort();
  };
  process.on("SIGINT", interrupt(EXIT.interrupted));
  process.on("SIGTERM", interrupt(EXIT.terminated));
  let engine: Engine | undefined;
  try {
    const request = requestOf(await promptOf(argument, options), options);
    engine = await openWorkerEngine({
      model: options.model,
      backend: backendChoice(options),
      options: engineOptions(options),
    });
    const result = await stream(engine, request, json, controller.signal);
    if (json) process.stdout.write(`${jsonOf(engine, result)}\n`);
    else {
      process.stdout.write("\n");
      process.stderr.write(`${pc.dim(statisticsLine(engine, result))}\n`);
    }
    return exit;
  } catch (error) {
    return reportError(error, json);
  } finally {
    await engine?.close();
  }
}

export function engineOptions(options: ModelOptions) {
  return {
    profile: options.profile,
    ...(options.maxContext === undefined ? {} : { maxContext: options.maxContext }),
    ...(options.prefillChunk === undefined ? {} : { prefillChunk: options.prefillChunk }),
  };
}
