/**
 * The ids that close a think block by force. Apart from the policy in `base/thinking-budget.ts`, which runs beside the
 * device and knows no tokenizer.
 */
import type { Tokenizer } from "./tokenizer.ts";

/** The block's end the way the template writes it: newline, tag, blank line. */
export function thinkingCloseIds(tokenizer: Tokenizer): readonly number[] {
  return tokenizer.encode("\n</think>\n\n", { allowControl: new Set(["</think>"]) });
}
