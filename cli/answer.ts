/**
 * An answer on its way to the terminal: text to stdout, reasoning dimmed to stderr, and one line of statistics. Separate
 * because `run` and `chat` show answers alike. Invariant: stdout gets the answer's text and nothing else.
 */

import type { BackendReason } from "../node/open-backend.ts";
import { invariant } from "../src/base/invariant.ts";
import type { GenerateEvent, GenerateResult } from "../src/generation.ts";
import type { TokenEngineInfo } from "../src/runtime/request.ts";
import { stderrColours } from "./colour.ts";
import { inCommandWords } from "./wording.ts";

/** Writes events as they come and ends the answer's line. @returns the result, also of a stopped answer */
export async function showAnswer(events: AsyncIterable<GenerateEvent>): Promise<GenerateResult> {
  let result: GenerateResult | undefined;
  let reasoningOpen = false;
  let wrote = false;
  for await (const event of events) {
    if (event.kind === "finished") result = event.result;
    else if (event.kind === "reasoning") {
      reasoningOpen = true;
      process.stderr.write(stderrColours.dim(event.text));
    } else if (event.kind === "text") {
      if (reasoningOpen) process.stderr.write("\n\n");
      reasoningOpen = false;
      wrote = true;
      process.stdout.write(event.text);
    }
  }
  if (reasoningOpen) process.stderr.write("\n");
  invariant(result !== undefined, "a generation ends with its result");
  if (wrote || result.finishReason !== "cancelled") process.stdout.write("\n");
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

/** @param choice why this backend; left out where it was said before */
export function statisticsLine(info: TokenEngineInfo, result: GenerateResult, choice?: BackendReason): string {
  const { ttftMs, prefillTokensPerSecond, decodeTokensPerSecond } = result.timings;
  const why = choice?.automatic ? `, chosen because ${choice.reason}` : "";
  const line = [
    `${info.backend} (${info.device}), ${info.profile}${why}`,
    `prompt ${result.promptTokens} tokens at ${prefillTokensPerSecond.toFixed(0)} tok/s`,
    `answer ${result.tokens.length} tokens at ${decodeTokensPerSecond.toFixed(0)} tok/s`,
    `first token after ${ttftMs.toFixed(0)} ms`,
    result.finishReason,
  ].join(" · ");
  return stderrColours.dim(line);
}
