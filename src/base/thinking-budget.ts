/**
 * Decides when thinking must end so that an answer still fits. Separate from the sampler, which only obeys: this is a
 * pure state machine over accepted ids. Invariants: it counts thinking tokens only, whoever opened the block; it is
 * disarmed for good by the first `</think>` or the first word of an answer; and it never forces anything into an answer
 * or a tool call.
 */
import { invariant, present } from "./invariant.ts";

/** How a model opens a block by itself, before the first word of its answer. */
export interface ThinkingOpening {
  readonly thinkStartId: number;
  /** Ids that may stand before the tag: nothing but newlines. */
  readonly blankIds: readonly number[];
}

export interface ThinkingBudgetOptions {
  readonly startsInThinking: boolean;
  /** Where the answer does not start in thinking: what may open a block. Without it there is none to limit. */
  readonly opening?: ThinkingOpening | undefined;
  /** Most thinking tokens; undefined lets the model think until its tokens run out. */
  readonly budgetTokens: number | undefined;
  /** Most tokens of the whole answer. */
  readonly maxNewTokens: number;
  /** Ids of an answer that is continued, maybe inside its closing; other ids than were to be forced are thinking. */
  readonly answerSoFar?: readonly number[];
  /** Tokens kept for the answer when the budget would leave less. Default: a quarter of `maxNewTokens`, at most 1024. */
  readonly answerReserveTokens?: number;
  /** Ids to force, the end tag among them. */
  readonly closeIds: readonly number[];
  readonly thinkEndId: number;
}

export interface ThinkingBudget {
  readonly phase: "waiting" | "thinking" | "closing" | "disarmed";
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
  const { closeIds, thinkEndId, budgetTokens, maxNewTokens, opening, answerSoFar = [] } = options;
  invariant(closeIds.includes(thinkEndId), "the ids that close thinking hold its end tag");
  const reserve = options.answerReserveTokens ?? Math.min(1024, Math.floor(maxNewTokens / 4));
  const blankIds = new Set(opening?.blankIds);
  /** Tokens before the thinking: its opening tag, and newlines before that. */
  let before = 0;
  let thinkingTokens = 0;
  let closed = 0;
  let phase: ThinkingBudget["phase"] = "disarmed";
  if (budgetTokens !== undefined && options.startsInThinking) phase = "thinking";
  else if (budgetTokens !== undefined && opening !== undefined) phase = "waiting";

  const limitBehind = (tokens: number): number => {
    if (budgetTokens === undefined) return Number.POSITIVE_INFINITY;
    return Math.max(0, Math.min(budgetTokens, maxNewTokens - reserve - closeIds.length - tokens));
  };
  const closeAtLimit = (): void => {
    if (phase === "thinking" && thinkingTokens >= limitBehind(before)) phase = "closing";
  };
  const follow = (id: number): void => {
    if (phase === "waiting") {
      before++;
      if (id === opening?.thinkStartId) phase = "thinking";
      else if (!blankIds.has(id)) phase = "disarmed";
    } else if (phase === "thinking") {
      if (id === thinkEndId) phase = "disarmed";
      else thinkingTokens++;
    }
  };
  const close = (): void => {
    if (++closed === closeIds.length) phase = "disarmed";
  };
  const followGiven = (id: number): void => {
    if (phase === "closing" && id === closeIds[closed]) return close();
    if (phase === "closing") {
      // It was not closed here: another budget held then, or the closing had no room.
      phase = "thinking";
      thinkingTokens += closed;
      closed = 0;
    }
    follow(id);
    closeAtLimit();
  };
  closeAtLimit();
  for (const id of answerSoFar) followGiven(id);
  return {
    get limitTokens() {
      return limitBehind(before);
    },
    get phase() {
      return phase;
    },
    forcedId: () => (phase === "closing" ? present(closeIds[closed], "id that closes thinking") : undefined),
    freeTokens() {
      if (phase === "disarmed") return Number.POSITIVE_INFINITY;
      if (phase === "waiting") return 1 + limitBehind(before + 1);
      return phase === "closing" ? 0 : limitBehind(before) - thinkingTokens;
    },
    accept(id) {
      if (phase === "closing") {
        invariant(id === closeIds[closed], `token ${id} accepted where ${closeIds[closed]} was forced`);
        return close();
      }
      follow(id);
      closeAtLimit();
    },
  };
}
