/**
 * How a decode step grows with the tokens before it: attention alone may grow, and by the same time for each key. Apart
 * from the comparison with llama.cpp because it compares an engine with itself. One request runs through all depths, so
 * that a busy minute falls on all of them; the median step of a window stands for its depth.
 */
import { GREEDY } from "../src/base/step-block.ts";
import type { TokenEngine } from "../src/runtime/request.ts";
import { type Figure, median, type Row } from "./benchmark.ts";
import { promptIds } from "./step.ts";

const PROMPT_TOKENS = 16;
/** Tokens of context in the middle of a window, behind the first window. */
const DEPTHS = [500, 2000] as const;
const WINDOW = 128;

/** Milliseconds of the median step around each depth: at the start, then at `DEPTHS`. */
type StepTimes = readonly [number, number, number];

/** One request, the time of each of its steps. */
async function stepTimes(engine: TokenEngine, vocabulary: number): Promise<StepTimes> {
  const prompt = promptIds(PROMPT_TOKENS, vocabulary);
  const maxNewTokens = DEPTHS[1] + WINDOW - PROMPT_TOKENS;
  const times: number[] = [];
  let before: number | undefined;
  for await (const event of engine.run({ prompt, sampling: GREEDY, maxNewTokens, stopTokens: [] })) {
    if (event.kind !== "token") continue;
    const now = performance.now();
    if (before !== undefined) times.push(now - before);
    before = now;
  }
  const around = (depth: number): number => {
    const from = depth - WINDOW / 2 - PROMPT_TOKENS;
    return median(times.slice(from, from + WINDOW));
  };
  return [median(times.slice(0, WINDOW)), around(DEPTHS[0]), around(DEPTHS[1])];
}

/** @param rounds whose medians are taken, behind one that warms up */
export async function growthFigures(
  engine: TokenEngine,
  vocabulary: number,
  rounds: number,
): Promise<{ readonly figures: readonly Figure[]; readonly rows: readonly Row[] }> {
  const all: StepTimes[] = [];
  for (let round = 0; round <= rounds; round++) {
    const times = await stepTimes(engine, vocabulary);
    if (round > 0) all.push(times);
  }
  const [start, near, far] = [0, 1, 2].map((at) => median(all.map((times) => times[at]!))) as [number, number, number];
  const first = PROMPT_TOKENS + WINDOW / 2;
  const perKey = (time: number, depth: number): number => (time - start) / (depth - first);
  const [nearKey, farKey] = [perKey(near, DEPTHS[0]), perKey(far, DEPTHS[1])];
  const row = (depth: number, time: number): Row => ({
    "tokens before": depth,
    "step us": Number((1000 * time).toFixed(1)),
    "us a key": depth === first ? "" : Number((1000 * perKey(time, depth)).toFixed(4)),
  });
  return {
    figures: [
      {
        name: `embedded, time added per key, ${DEPTHS[1]} tokens of context over ${DEPTHS[0]}`,
        value: farKey / nearKey,
        unit: "x",
        bar: { kind: "at most", value: 1.1 },
      },
      {
        name: `embedded, decode rate at ${DEPTHS[1]} tokens of context over that at the start`,
        value: start / far,
        unit: "x",
        bar: { kind: "at least", value: 0.8 },
      },
    ],
    rows: [row(first, start), row(DEPTHS[0], near), row(DEPTHS[1], far)],
  };
}
