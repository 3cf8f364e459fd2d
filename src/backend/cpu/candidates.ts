/** The CPU's own candidates, in order of preference, and the bodies they name. */
import type { Candidate } from "../../program/candidate.ts";
import { attentionFactories, attentionPages } from "./kernels/attention.ts";
import type { BodyFactory } from "./kernels/body.ts";
import { deltaRuleFactories, deltaRulePasses } from "./kernels/delta-rule.ts";
import { integerFactories, linearInteger } from "./kernels/linear-integer.ts";
import { floatFactories, linearRowsAndTiles } from "./kernels/linear-rows-and-tiles.ts";

/** Routes in WebAssembly; they need SIMD. */
export const bodyCandidates: readonly Candidate[] = [
  attentionPages,
  deltaRulePasses,
  linearInteger,
  linearRowsAndTiles,
];

export const bodyFactories: Readonly<Record<string, BodyFactory>> = {
  ...attentionFactories,
  ...deltaRuleFactories,
  ...integerFactories,
  ...floatFactories,
};
