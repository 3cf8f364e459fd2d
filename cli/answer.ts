/**
 * An answer on its way to the terminal: text to stdout, reasoning dimmed to stderr, and lines about it. Separate because
 * `run` and `chat` show answers alike. Invariant: stdout gets the answer's text and nothing else.
 */

import type { BackendReason } from "../node/open-backend.ts";
import { invariant } from "../src/base/invariant.ts";
import type { GenerateEvent, GenerateResult } from "../src/generation.ts";
import type { TokenEngineInfo } from "../src/runtime/request.ts";
import { stderrColours } from "./colour.ts";
import { inCommandWords } from "./wording.ts";

export interface ShowOptions {
  /** Leave out the reasoning. */
  readonly quiet?: boolean;
}

/** Writes events as they come and ends the answer's line. @returns the result, also of a stopped answer */
export async function showAnswer(
  events: AsyncIterable<GenerateEvent>,
  { quiet = false }: ShowOptions = {},
): Promise<GenerateResult> {
  let result: GenerateResult | undefined;
  let reasoningOpen = false;
  let textOpen = false;
  const note = (text: string): void => void process.stderr.write(stderrColours.dim(text));
  for await (const event of events) {
    switch (event.kind) {
      case "finished":
        result = event.result;
        break;
      case "reasoning":
        if (quiet) break;
        reasoningOpen = true;
        note(event.text);
        break;
      case "text":
        if (reasoningOpen) process.stderr.write("\n\n");
        reasoningOpen = false;
        textOpen = true;
        process.stdout.write(event.text);
        break;
      case "tool_call":
        if (textOpen) process.stdout.write("\n");
        if (reasoningOpen) process.stderr.write("\n\n");
        reasoningOpen = textOpen = false;
        note(`calls ${event.name} ${event.arguments}\n`);
        break;
      case "prefill":
      case "token":
      case "tool_call_start":
      case "tool_call_arguments":
        break;
      default:
        event satisfies never;
    }
  }
  if (reasoningOpen) process.stderr.write("\n");
  invariant(result !== undefined, "a generation ends with its result");
  const empty = result.text === "" && result.toolCalls.length === 0 && result.finishReason !== "cancelled";
  if (textOpen || empty) process.stdout.write("\n");
  return result;
}

/** Runs to the end without showing anything. */
export async function collectAnswer(events: AsyncIterable<GenerateEvent>): Promise<GenerateResult> {
  let result: GenerateResult | undefined;
  for await (const event of events) if (event.kind === "finished") result = event.result;
  invariant(result !== undefined, "a generation ends with its result");
  return result;
}

/** Lines about a better backend that this machine nearly has; empty where there is nothing to mend. */
export function passedOverNotice({ backend }: TokenEngineInfo, { reason, hint }: BackendReason): string {
  return hint === undefined
    ? ""
    : `${stderrColours.yellow(`running on ${backend}`)}: ${reason}\n  ${inCommandWords(hint)}\n`;
}

/** Why this backend, where nobody asked for it: one clause here, the whole under doctor. */
export function choiceClause({ automatic, reason, brief }: BackendReason): string {
  return automatic ? `, chosen because ${brief ?? reason}` : "";
}

function plural(tokens: number): string {
  return tokens === 1 ? "1 token" : `${tokens} tokens`;
}

/** What the ways to an answer are called where a notice is shown. */
interface Ways {
  readonly maxNew: string;
  readonly budget: string;
  readonly off: string;
}

export const RUN_WAYS: Ways = { maxNew: "--max-new", budget: "--thinking-budget", off: "--no-thinking" };
export const CHAT_WAYS: Ways = { maxNew: "/set max-new", budget: "/set thinking-budget", off: "/thinking off" };

/** What an answer without text is told by; empty where the thinking was closed. */
export function unclosedNotice(result: GenerateResult, maxNew: number | undefined, words: Ways): string {
  const { unclosedThinking, finishReason, reasoningTokens, tokens } = result;
  if (!unclosedThinking || finishReason === "cancelled") return "";
  const what = finishReason === "length" ? "was cut" : "ended";
  const more = tokens.length === maxNew ? words.maxNew : "--max-context";
  const ways = [...(finishReason === "length" ? [`a larger ${more}`] : []), `a ${words.budget}`, words.off];
  return (
    `${stderrColours.yellow("no answer")}: it ${what} inside its thinking, after ${plural(reasoningTokens)} of it\n` +
    `  ${ways.slice(0, -1).join(", ")} or ${ways.at(-1)} leaves room for one\n`
  );
}

/** A rate over fewer tokens than these is a number without meaning. */
const FEWEST_RATED = 2;

function counted(what: string, tokens: number, rated: number, rate: number): string {
  const speed = rated < FEWEST_RATED ? "" : ` at ${rate.toFixed(0)} tok/s`;
  return `${what} ${plural(tokens)}${speed}`;
}

/** @param more further facts, such as the context used */
export function statisticsLine(
  info: TokenEngineInfo,
  result: GenerateResult,
  { choice, more = [] }: { readonly choice?: BackendReason; readonly more?: readonly string[] } = {},
): string {
  const { ttftMs, prefillTokensPerSecond, decodeTokensPerSecond } = result.timings;
  const { promptTokens, tokens } = result;
  const line = [
    `${info.backend} (${info.device}), ${info.profile}${choice === undefined ? "" : choiceClause(choice)}`,
    counted("prompt", promptTokens, promptTokens, prefillTokensPerSecond),
    // The first token comes out of the prompt's last step.
    counted("answer", tokens.length, tokens.length - 1, decodeTokensPerSecond),
    ...(tokens.length === 0 ? [] : [`first token after ${ttftMs.toFixed(0)} ms`]),
    ...more,
    result.finishReason,
  ].join(" · ");
  return stderrColours.dim(line);
}
