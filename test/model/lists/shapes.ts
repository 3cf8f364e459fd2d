/**
 * Random models of odd shapes against the naive forward in float64: logits, and the states of every layer. A failure
 * names the seed and the whole config.
 */
import { afterAll, describe, expect, test } from "vitest";
import { modelOf } from "../../../src/model/open.ts";
import { SEED } from "../../base/seed.ts";
import { randomSource } from "../../conformance/random.ts";
import { F32_STATES, Tally } from "../comparison.ts";
import { openTestModel, type Positions, runPrompt, scatteredHome } from "../fixture-model.ts";
import { naiveForward, naiveModelOf } from "../naive-forward.ts";
import { openRandomModel, seedOf } from "../random-model.ts";
import type { Subject } from "../subject.ts";

const ROWS = 75;
const CAPACITY = { maxRows: 64, maxLanes: 2, maxPagesPerLane: 2, maxOutputs: 64, slots: 4, pages: 8 };
const LIMIT = { maxAbs: Number.POSITIVE_INFINITY, relRms: F32_STATES.relRms };

/** A text with an image in it: three axes that part and meet again. */
function imagePositions(rows: number): Positions {
  const axis = (a: number): number[] =>
    Array.from({ length: rows }, (_, r) => {
      if (r < 10 || r >= 34) return r < 10 ? r : r - 18;
      return 10 + [0, Math.floor((r - 10) / 6), (r - 10) % 6][a]!;
    });
  return [axis(0), axis(1), axis(2)];
}

/** One model: its prompt in chunks longer than the records, shorter, and over a page border. */
async function compareWithNaive(subject: Subject, tally: Tally, seed: number, index: number): Promise<void> {
  const artifact = await openRandomModel(seed, index);
  const { text } = modelOf(artifact).config;
  const what = `seed ${seed}, index ${index}, ${JSON.stringify(text)}`;
  const model = await openTestModel(artifact, await subject.backend(), { capacity: CAPACITY, maxPositions: 128 });
  const random = randomSource(seed + 1);
  const ids = Array.from({ length: ROWS }, () => random.integer(0, text.vocabSize - 1));
  const positions = index % 2 === 0 ? imagePositions(ROWS) : undefined;
  const run = await runPrompt(model, scatteredHome(CAPACITY, 1), ids, {
    chunks: [21, 1, 2, 40, 11],
    ...(positions === undefined ? {} : { positions }),
  });
  const naive = naiveForward(await naiveModelOf(artifact), ids, positions);
  tally.close("logits", `logits of ${what}`, naive.logits, run.logits, LIMIT);
  for (const [i, hidden] of naive.hidden.entries()) {
    tally.close("hidden", `hidden ${i} of ${what}`, hidden, run.hidden[i]!, LIMIT);
  }
  for (const [layer, state] of naive.state.layers.entries()) {
    const { delta, tail, keys, values } = run.states[layer]!;
    if (state.kind === "linear_attention") {
      tally.close("gdn", `gdn.${layer} of ${what}`, state.S, delta!, LIMIT);
      tally.close("conv", `conv.${layer} of ${what}`, state.tail, tail!, LIMIT);
    } else {
      tally.close("k", `k.${layer} of ${what}`, state.keys, keys!, LIMIT);
      tally.close("v", `v.${layer} of ${what}`, state.values, values!, LIMIT);
    }
  }
  model.runner.dispose();
  await artifact.close();
}

export function shapeTests(subject: Subject): void {
  describe("shapes: random models against the naive forward", () => {
    const tally = new Tally(`${subject.name}: shapes`);
    afterAll(() => tally.print());
    // Layer orders by index: all linear, all full, alternating, full first; odd ones are tied. By day one of the mixed.
    const draws = subject.thorough ? [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13] : [2 + (SEED % 2)];
    test.each(draws)("model %i", async (index) => {
      await compareWithNaive(subject, tally, seedOf(index), index);
      expect.hasAssertions();
    });
  });
}
