/**
 * How much a model is asked to think, in the words of clients. Separate because command line, library and server take the
 * same words while templates of this family know three of them. Invariant: every word here becomes one that the
 * templates take, or no thinking at all.
 */

/** From no thinking to the most. */
export const REASONING_EFFORTS = ["none", "minimal", "low", "medium", "high", "xhigh", "max"] as const;
export type ReasoningEffort = (typeof REASONING_EFFORTS)[number];

/** What a template is given. */
export function templateEffort(effort: ReasoningEffort): "low" | "medium" | "xhigh" | undefined {
  switch (effort) {
    case "none":
      return undefined;
    case "minimal":
    case "low":
      return "low";
    case "medium":
      return "medium";
    case "high":
    case "xhigh":
    case "max":
      return "xhigh";
    default:
      return effort satisfies never;
  }
}
