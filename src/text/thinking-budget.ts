/**
 * The ids that open a think block and those that close it by force. Apart from the policy in `base/thinking-budget.ts`, which runs beside the
 * device and knows no tokenizer.
 */
import type { ThinkingOpening } from "../base/thinking-budget.ts";
import type { Tokenizer } from "./tokenizer.ts";

/** Newlines that a vocabulary may have as one token. */
const MOST_NEWLINES = 8;

/** The block's end the way the template writes it: newline, tag, blank line. */
export function thinkingCloseIds(tokenizer: Tokenizer): readonly number[] {
  return tokenizer.encode("\n</think>\n\n", { allowControl: new Set(["</think>"]) });
}

/** How a model may open a block itself, as the output parser reads it; undefined where the vocabulary has no tag. */
export function thinkingOpening(tokenizer: Tokenizer): ThinkingOpening | undefined {
  const thinkStartId = tokenizer.tokenToId("<think>");
  if (thinkStartId === undefined) return undefined;
  const newlines = Array.from({ length: MOST_NEWLINES }, (_, i) => tokenizer.encode("\n".repeat(i + 1)));
  return { thinkStartId, blankIds: [...new Set(newlines.flat())] };
}
