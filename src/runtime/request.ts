/**
 * What goes into the token engine and what comes out: plain data that survives structured cloning, the rules a request
 * must keep, and the interface both sides of a port share. The loop that serves it is in `token-engine.ts`.
 */
import { RequestError } from "../base/errors.ts";
import type { SamplingSettings } from "../base/step-block.ts";
import type { ThinkingOpening } from "../base/thinking-budget.ts";

export interface TokenRequest {
  readonly prompt: readonly number[];
  /**
   * Ids of an answer that goes on where it was cut. They stand behind the prompt and are the answer's: penalties count
   * them as generated, and so does the thinking limit. They are not reported again.
   */
  readonly answerSoFar?: readonly number[];
  readonly sampling: SamplingSettings;
  /** Most tokens to generate, at least 1. */
  readonly maxNewTokens: number;
  /** Ids that end the sequence; the ending id is still reported. */
  readonly stopTokens: readonly number[];
  /** How long a thinking block may become. */
  readonly thinking?: ThinkingLimit;
}

export interface ThinkingLimit {
  /** Most thinking tokens; less where the answer needs the room. */
  readonly budgetTokens: number;
  /** How the model opens a block; left out where the prompt ends inside one. */
  readonly opening?: ThinkingOpening;
  /** Id that closes the block; once seen, the limit is off. */
  readonly thinkEndId: number;
  /** Ids that close the block by force, `thinkEndId` among them. */
  readonly closeIds: readonly number[];
}

/**
 * Events of a request that wait for whoever asked, in one place, before it is not computed further: enough that nobody who
 * reads ever waits, little against a whole context. Others' requests go on.
 */
export const LOOK_AHEAD_EVENTS = 64;

export type FinishReason = "stop" | "length" | "cancelled";

export type TokenEvent =
  /** Tokens of the prompt, and of the answer so far, that are in the pages. */
  | { readonly kind: "prefill"; readonly done: number; readonly total: number }
  | { readonly kind: "token"; readonly token: number }
  | { readonly kind: "finished"; readonly reason: FinishReason; readonly timings: TokenTimings };

export interface TokenTimings {
  /** From the request's arrival to its first token. */
  readonly ttftMs: number;
  readonly prefillMs: number;
  readonly decodeMs: number;
}

export interface TokenEngine {
  readonly info: TokenEngineInfo;
  /**
   * Runs a request, not further ahead of its reader than `LOOK_AHEAD_EVENTS` at each side of a port; a stream that is not
   * read keeps its lane. Leaving the iteration, or the signal, frees the lane after the step in flight.
   * @throws RequestError, CapacityError for this request; DeviceLostError for all
   */
  run(request: TokenRequest, signal?: AbortSignal): AsyncIterable<TokenEvent>;
  close(): Promise<void>;
}

export interface TokenEngineInfo {
  readonly backend: string;
  readonly device: string;
  readonly profile: string;
  readonly vocabulary: number;
  readonly maxContext: number;
  readonly maxLanes: number;
  /** Bytes on the device by purpose. */
  readonly memory: {
    readonly weights: number;
    readonly keyValues: number;
    readonly states: number;
    readonly other: number;
  };
}

/**
 * How long a request's sequence may become: the one account of it. Whatever joins the sequence counts, sampled, forced or
 * injected; pages for so many tokens are taken before the first row runs.
 */
export function mostSequenceTokens(
  { prompt, answerSoFar = [], maxNewTokens }: Pick<TokenRequest, "prompt" | "answerSoFar" | "maxNewTokens">,
  maxContext: number,
): number {
  return Math.min(prompt.length + answerSoFar.length + maxNewTokens, maxContext);
}

function checkIds(param: "prompt" | "answerSoFar", ids: readonly number[], vocabulary: number): void {
  const wrong = ids.find((id) => !Number.isInteger(id) || id < 0 || id >= vocabulary);
  if (wrong === undefined) return;
  throw new RequestError("token_out_of_range", `token id ${wrong}: needed an integer from 0 to ${vocabulary - 1}`, {
    hint: "ids are those of the model's own tokenizer",
    data: { param, token: wrong, vocabulary },
  });
}

/** @throws RequestError that says what was found and what an engine of these sizes takes */
export function checkRequest(
  { prompt, answerSoFar = [], maxNewTokens }: TokenRequest,
  { maxContext, vocabulary }: Pick<TokenEngineInfo, "maxContext" | "vocabulary">,
): void {
  if (prompt.length === 0) {
    const message = "the prompt has no token; at least one is needed";
    throw new RequestError("empty_prompt", message, { data: { param: "prompt" } });
  }
  checkIds("prompt", prompt, vocabulary);
  checkIds("answerSoFar", answerSoFar, vocabulary);
  if (!Number.isInteger(maxNewTokens) || maxNewTokens < 1) {
    throw new RequestError(
      "bad_max_new_tokens",
      `max new tokens is ${maxNewTokens}; needed a whole number of at least 1`,
      { data: { param: "maxNewTokens" } },
    );
  }
  if (prompt.length + answerSoFar.length + 1 > maxContext) {
    const answer = answerSoFar.length === 0 ? "" : ` and the answer so far ${answerSoFar.length}`;
    throw new RequestError(
      "context_length_exceeded",
      `the prompt has ${prompt.length} tokens${answer}; the context holds ${maxContext}, one of them for the answer`,
      {
        hint: "shorten the prompt or start with a larger `maxContext`",
        data: { param: "prompt", promptTokens: prompt.length, answerTokens: answerSoFar.length, maxContext },
      },
    );
  }
}
