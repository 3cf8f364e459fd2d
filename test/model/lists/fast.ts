/**
 * The `fast` profile against the f32 reference: within twice what the reference itself loses when it runs in bf16, and
 * the same greedy text wherever the choice is clear.
 */
import { afterAll, beforeAll, describe, test } from "vitest";
import { Tally } from "../comparison.ts";
import { type PromptRun, pickRows, runPrompt, scatteredHome, type TestModel } from "../fixture-model.ts";
import { bf16Limit, hybridTensors, tensor } from "../fixtures.ts";
import { expectGreedy } from "../greedy.ts";
import type { Subject } from "../subject.ts";

/** The fixtures' own rule for bf16: closer logits may change places. */
const FLIP_MARGIN = 0.5;

export function fastTests(subject: Subject): void {
  describe("fast: tiny-hybrid", () => {
    const tally = new Tally(`${subject.name}: fast, tiny-hybrid`);
    let model: TestModel;
    const prompts = subject.prompts("fast");
    const runs: PromptRun[] = [];
    beforeAll(async () => {
      model = await subject.model("tiny-hybrid", "fast");
      for (const [i, c] of prompts.entries()) {
        runs.push(await runPrompt(model, scatteredHome(model.capacity, i), c.ids));
      }
    });
    afterAll(() => tally.print());

    test.each(prompts)("$name: logits", (c) => {
      const rows = pickRows(runs[prompts.indexOf(c)]!.logits, model.config.vocabSize, c.rows);
      tally.close("logits", c.name, tensor(hybridTensors, `${c.name}.logits`), rows, bf16Limit(c));
    });

    test("greedy text of these prompts, decoded together", async () => {
      const lanes = prompts.map((expected, i) => {
        const { lane, logits } = runs[i]!;
        return { lane, expected, logits: logits.subarray(-model.config.vocabSize) };
      });
      await expectGreedy(model, tally, lanes, { flipBelow: FLIP_MARGIN });
    });
  });
}
