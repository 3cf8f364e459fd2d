/**
 * Answers as JSON for scripts: one object for a whole answer, or one line for each event. Separate because its keys are
 * what scripts rely on: they are the same in every answer, and what is absent is null.
 */
import type { GenerateEvent, GenerateResult } from "../src/generation.ts";
import type { TokenEngineInfo } from "../src/runtime/request.ts";
import { shownError } from "./exit.ts";

/** The object of `run --json`, also the `result` of a stream's last line. */
function resultRecord({ backend }: TokenEngineInfo, result: GenerateResult): Readonly<Record<string, unknown>> {
  const { text, reasoning, toolCalls, tokens, promptTokens, reasoningTokens, finishReason, timings } = result;
  return {
    ...{ text, reasoning, toolCalls, tokens, promptTokens, reasoningTokens, finishReason },
    stopString: result.stopString ?? null,
    unclosedThinking: result.unclosedThinking,
    unfinishedToolCall: result.unfinishedToolCall ?? null,
    ...{ backend, timings },
  };
}

export function resultJson(info: TokenEngineInfo, result: GenerateResult): string {
  return JSON.stringify(resultRecord(info, result));
}

/** A line of `run --json-stream`. */
function eventJson(info: TokenEngineInfo, event: GenerateEvent): string {
  const record = event.kind === "finished" ? { kind: event.kind, result: resultRecord(info, event.result) } : event;
  return JSON.stringify(record);
}

/** Writes a line for each event, the last one with the whole answer. */
export async function streamJson(info: TokenEngineInfo, events: AsyncIterable<GenerateEvent>): Promise<void> {
  for await (const event of events) process.stdout.write(`${eventJson(info, event)}\n`);
}

/** The last line of a stream that failed. */
export function errorLine(error: unknown): string {
  return `${JSON.stringify({ kind: "error", error: shownError(error) })}\n`;
}
