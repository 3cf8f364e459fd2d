/**
 * A sequence's numbers do not depend on how many threads share a step, nor on which memories its operands lie in: the
 * same steps give identical bits. Each subject runs them twice, because what the first steps cost decides how later ones
 * are cut.
 */
import { describe, test } from "vitest";
import { scatteredHome } from "../fixture-model.ts";
import { hybridPrompt } from "../fixtures.ts";
import type { Subject } from "../subject.ts";
import { expectSameTrace, trace } from "./lanes.ts";

/** @param others run as `subject` does, in other threads and memories */
export function threadTests(subject: Subject, others: readonly Subject[]): void {
  describe("a step on other threads and in other memories", () => {
    test.each(others.map((other) => [other.name, other] as const))("%s: identical bits", async (_name, other) => {
      const { ids } = hybridPrompt("multi");
      for (const profile of ["exact", "fast"] as const) {
        const [model, same] = [await subject.model("tiny-hybrid", profile), await other.model("tiny-hybrid", profile)];
        const want = await trace(model, ids, scatteredHome(model.capacity, 2));
        for (const home of [2, 4]) {
          expectSameTrace(want, await trace(same, ids, scatteredHome(same.capacity, home)));
        }
      }
    });
  });
}
