/**
 * Decides when thinking must end so that an answer still fits. Separate from the sampler, which only obeys: this is a
 * pure state machine over accepted ids. Invariants: it counts thinking tokens only, it is disarmed for good by the
 * first `</think>` whoever wrote it, and it never forces anything into an answer or a tool call.
 */
import { invariant, present } from "./invariant.ts";

export interface ThinkingBudgetOptions {
  readonly startsInThinking: boolean;
  /** Most thinking tokens; undefined lets the model think until its tokens run out. */
  readonly budgetTokens: number | undefined;
  readonly maxNewTokens: number;
  /** Tokens kept for the answer when the budget would leave less. Default: a quarter of `maxNewTokens`, at most 1024. */
  readonly answerReserveTokens?: number;
  /** Ids to force, the end tag among them. */
  readonly closeIds: readonly number[];
  readonly thinkEndId: number;
}

export interface ThinkingBudget {
  readonly phase: "thinking" | "closing" | "disarmed";
  /** Thinking tokens allowed: the budget, or less where the answer needs the room; Infinity without a budget. */
  readonly limitTokens: number;
  /** The id that must come next, or undefined while the model is free. */
  forcedId(): number | undefined;
  /** Tokens the model may still write before an id is forced; a draft must not be longer. Infinity when disarmed. */
  freeTokens(): number;
  /** Every token in order, sampled or forced. */
  accept(id: number): void;
}

export function createThinkingBudget(options: ThinkingBudgetOptions): ThinkingBudget {
  const { closeIds, thinkEndId, budgetTokens, maxNewTokens } = options;
  invariant(closeIds.includes(thinkEndId), "the ids that close thinking hold its end tag");
  const reserve = options.answerReserveTokens ?? Math.min(1024, Math.floor(maxNewTokens / 4));
  const room = Math.max(0, maxNewTokens - reserve - closeIds.length);
  const limitTokens = budgetTokens === undefined ? Number.POSITIVE_INFINITY : Math.min(Math.max(0, budgetTokens), room);
  let phase: ThinkingBudget["phase"] = "disarmed";
  if (options.startsInThinking && budgetTokens !== undefined) phase = limitTokens === 0 ? "closing" : "thinking";
  let thinkingTokens = 0;
  let closed = 0;
  return {
    limitTokens,
    get phase() {
      return phase;
    },
    forcedId: () => (phase === "closing" ? present(closeIds[closed], "id that closes thinking") : undefined),
    freeTokens() {
      if (phase === "disarmed") return Number.POSITIVE_INFINITY;
      return phase === "closing" ? 0 : limitTokens - thinkingTokens;
    },
    accept(id) {
      if (phase === "closing") {
        invariant(id === closeIds[closed], `token ${id} accepted where ${closeIds[closed]} was forced`);
        if (++closed === closeIds.length) phase = "disarmed";
      } else if (phase === "thinking") {
        if (id === thinkEndId) phase = "disarmed";
        else if (++thinkingTokens >= limitTokens) phase = "closing";
      }
    },
  };
}
