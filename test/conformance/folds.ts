/**
 * Lanes for ops whose slots keep records: every pair of accepted records (0..16) and rows (0..17), packed into ragged
 * steps. 17 rows is one past what a slot records, so each pair of regimes meets in one step.
 */
import type { LaneSpec } from "./build.ts";
import { RECORDS } from "./step-rows.ts";

const GRID_STEPS = 20;

/** All pairs, spread so that each step mixes short and long lanes, with one padding lane each. */
export function foldGrid(): readonly (readonly LaneSpec[])[] {
  const pairs: LaneSpec[] = [];
  for (let fold = 0; fold <= RECORDS; fold++) {
    for (let T = 0; T <= RECORDS + 1; T++) pairs.push({ T, fold, length: fold + 5 });
  }
  return Array.from({ length: GRID_STEPS }, (_, i) => [
    ...pairs.filter((_, index) => index % GRID_STEPS === i),
    { T: 1 + (i % 3), padding: true },
  ]);
}

/** `fold+T` of each lane, `p` for padding. */
export function foldText(specs: readonly LaneSpec[]): string {
  return specs.map((s) => `${s.padding ? "p" : (s.fold ?? 0)}+${s.T}`).join(",");
}
