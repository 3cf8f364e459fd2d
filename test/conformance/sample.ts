/**
 * sample: oracle and cases. Seeds and logits of a case are redrawn until every cut and every draw is farther from its
 * border than f32 sums can move it; then token and probabilities have one right answer.
 */
import { invariant } from "../../src/base/invariant.ts";
import { COUNT_WORD } from "../../src/base/operands.ts";
import { GREEDY, type SamplingSettings } from "../../src/base/step-block.ts";
import { buildStep, exact, type LaneSpec, makeCase } from "./build.ts";
import { exactIndex, f32Sum } from "./criteria.ts";
import type { RandomSource } from "./random.ts";
import { distribution, drawToken, uniformAt } from "./sampling.ts";
import { outputRows, setElement, unchangedPool, writtenTokens } from "./step-rows.ts";
import { type CaseOptions, EFFECT, type OpCase, type OpSuite, type OracleCall, type OracleResult } from "./types.ts";

/** Farther than f32 sums over a vocabulary stray. */
const CUT_MARGIN = 1e-4;
const DRAW_MARGIN = 2e-5;

function oracle(call: OracleCall): OracleResult {
  const { data, width } = call.inputs["logits"]!;
  const state = call.states["counts"]!;
  const counts = unchangedPool(state.data, state.entries);
  const probabilities = new Float64Array(data.length);
  const tokens = outputRows(call.lanes).map(({ lane, index }, o) => {
    const words = state.data.subarray(lane.slot * width, (lane.slot + 1) * width);
    const row = distribution(data.subarray(o * width, (o + 1) * width), words, lane.sampling);
    probabilities.set(row.probabilities, o * width);
    const { token } = drawToken(row.probabilities, uniformAt(lane.sampling.seed, index + 1));
    const at = lane.slot * width + token;
    setElement(counts, at, counts.values[at]! + 1, EFFECT.copied);
    return token;
  });
  return {
    outputs: { token: Float64Array.from(tokens), probabilities },
    states: { counts },
    sampled: writtenTokens(call, tokens),
    ignoredRows: new Set(),
  };
}

type Settings = Partial<SamplingSettings>;

const SETTINGS: readonly Settings[] = [
  {},
  { temperature: 1 },
  { temperature: 0.7 },
  // Far outside what f32 divides logits by.
  { temperature: 1e-30 },
  { temperature: 1e-40, topP: 0.9 },
  { temperature: 1e30 },
  { temperature: 1.5, topK: 5 },
  { temperature: 1, topP: 0.8 },
  { temperature: 1, minP: 0.1 },
  { temperature: 0.7, topK: 20, topP: 0.8 },
  { repetitionPenalty: 1.3 },
  { temperature: 1, repetitionPenalty: 0.8, presencePenalty: 1.5 },
  {
    temperature: 0.9,
    presencePenalty: 0.4,
    frequencyPenalty: 0.3,
    repetitionPenalty: 1.2,
    topK: 10,
    topP: 0.9,
    minP: 0.03,
  },
  { temperature: 1, topK: 1 },
  { temperature: 1, topP: 1e-6 },
  { temperature: 0.6, topK: 20, topP: 0.95, minP: 0.02, repetitionPenalty: 1.1 },
  { temperature: 1, frequencyPenalty: -0.3, presencePenalty: -0.5 },
  // The winner is a penalised logit, which no f32 of the input equals.
  { repetitionPenalty: 0.7 },
];

/** Count words: a fifth of the ids in the prompt, a tenth generated up to four times. */
function randomCounts(random: RandomSource, length: number): Uint32Array {
  return Uint32Array.from({ length }, () => {
    const prompt = random.uniform() < 0.2 ? COUNT_WORD.inPrompt : 0;
    return prompt + (random.uniform() < 0.1 ? random.integer(1, 4) : 0);
  });
}

/** Logits with a few heavy ids; some rows have tied heavy ids, NaN or -infinity. */
function randomLogits(random: RandomSource, V: number, row: number): Float32Array {
  const logits = random.values(V, { scale: 3, outliers: 0 });
  const heavy = Math.min(V, 12);
  for (let i = 0; i < heavy; i++) logits[random.integer(0, V - 1)] = Math.log(V) + 3 + 4 * random.uniform();
  if (row % 4 === 1) for (let i = 0; i < V; i++) logits[i] = Math.round(logits[i]!);
  if (row % 4 === 2 && V > 2) {
    logits[random.integer(0, V - 1)] = Number.NaN;
    logits[random.integer(0, V - 1)] = Number.NEGATIVE_INFINITY;
  }
  // One thread sees it, and it is not the one that writes.
  if (row % 4 === 3 && V > 2) logits[V - 1] = Number.NEGATIVE_INFINITY;
  return logits;
}

interface Rows {
  readonly logits: readonly Float32Array[];
  readonly seed: bigint;
}

/**
 * Logits and a seed whose decisions keep their margins at all of a lane's positions. The last row of several has the
 * logits of the first: whoever let one row see what another chose would choose otherwise there.
 */
function decidedRows(
  random: RandomSource,
  V: number,
  kind: number,
  words: Uint32Array,
  s: SamplingSettings,
  positions: readonly number[],
): Rows {
  for (let attempt = 0; attempt < 200; attempt++) {
    const drawn = positions.map(() => randomLogits(random, V, kind));
    const logits = drawn.map((row, i) => (i > 0 && i === drawn.length - 1 ? drawn[0]! : row));
    const rows = logits.map((row) => distribution(row, words, s));
    if (rows.some(({ cutMargin }) => cutMargin < CUT_MARGIN)) continue;
    for (let draw = 0; draw < 50; draw++) {
      const seed = (BigInt(random.integer(0, 0xffffff)) << 40n) | BigInt(random.integer(0, 0xffffff));
      const margins = rows.map(
        ({ probabilities }, i) => drawToken(probabilities, uniformAt(seed, positions[i]!)).margin,
      );
      if (margins.every((margin) => margin >= DRAW_MARGIN)) return { logits, seed };
    }
  }
  return invariant(false, "no logits with decisions away from their borders") as never;
}

interface Lane {
  readonly T: number;
  readonly outputs: readonly number[];
  readonly settings: Settings;
}

function lanesCase(V: number, wanted: readonly Lane[], query: Readonly<Record<string, number>>, options: CaseOptions) {
  return makeCase("sample", { V, ...query }, options, (random) => {
    const specs = wanted.map(
      ({ T, outputs, settings }, i): LaneSpec => ({ T, length: 7 * i, outputs, sampling: { ...GREEDY, ...settings } }),
    );
    const built = buildStep(random, [...specs, { T: 3 }, { T: 1, padding: true }], V);
    const words = randomCounts(random, built.capacity.slots * V);
    const rows: Float32Array[] = [];
    const lanes = built.lanes.map((lane, i) => {
      if (lane.outputs.length === 0) return lane;
      const own = words.subarray(lane.slot * V, (lane.slot + 1) * V);
      const positions = lane.outputs.map((output) => lane.length + output + 1);
      const { logits, seed } = decidedRows(random, V, i, own, lane.sampling, positions);
      rows.push(...logits);
      return { ...lane, sampling: { ...lane.sampling, seed } };
    });
    const logits = new Float32Array(rows.length * V);
    for (const [o, row] of rows.entries()) logits.set(row, o * V);
    const ref = { kind: "token-counts", vocabulary: V } as const;
    return {
      step: { ...built, lanes },
      inputs: { logits: exact(logits, V, "outputs") },
      states: { counts: { ref, storage: "u32", entries: built.capacity.slots, data: words } },
    };
  });
}

function sampleCase(V: number, settings: readonly Settings[], options: CaseOptions): OpCase {
  const lanes = settings.map((s, i): Lane => ({ T: 1 + (i % 3), outputs: [i % 3], settings: s }));
  return lanesCase(V, lanes, { outputs: settings.length }, options);
}

/** Lanes that want several rows, before, between and behind lanes that want one. */
function severalCase(V: number, options: CaseOptions): OpCase {
  const lanes: readonly Lane[] = [
    // A token that counted against its own lane's later row would lose there.
    { T: 4, outputs: [0, 1, 3], settings: { repetitionPenalty: 1.3, presencePenalty: 50 } },
    { T: 1, outputs: [0], settings: { temperature: 1 } },
    { T: 3, outputs: [1, 2], settings: { temperature: 0.9, frequencyPenalty: 0.5, topK: 10 } },
    { T: 2, outputs: [0], settings: {} },
    { T: 17, outputs: [0, 8, 16], settings: { presencePenalty: 50 } },
  ];
  return lanesCase(V, lanes, { outputs: 10, of: 5 }, options);
}

/** Rows without any finite logit: id 0, certain, greedy and drawn. */
function emptyCase(V: number, options: CaseOptions): OpCase {
  return makeCase("sample", { V, logits: "empty" }, options, (random) => {
    const specs = [{}, { temperature: 1 }, { temperature: 0.8, topK: 3, topP: 0.9, minP: 0.1 }].map(
      (s): LaneSpec => ({ T: 1, outputs: [0], sampling: { ...GREEDY, ...s } }),
    );
    const step = buildStep(random, specs, V);
    const logits = new Float32Array(3 * V).fill(Number.NEGATIVE_INFINITY).fill(Number.NaN, V, 2 * V);
    const ref = { kind: "token-counts", vocabulary: V } as const;
    const entries = step.capacity.slots;
    return {
      step,
      inputs: { logits: exact(logits, V, "outputs") },
      states: { counts: { ref, storage: "u32", entries, data: randomCounts(random, entries * V) } },
    };
  });
}

export const sampleSuite: OpSuite = {
  op: "sample",
  criteria: { token: exactIndex, probabilities: f32Sum, counts: exactIndex },
  oracle,
  *cases(options) {
    yield sampleCase(48, SETTINGS, options);
    yield sampleCase(48, [{ temperature: 1 }], options);
    yield emptyCase(48, options);
    for (const V of [48, 1279]) yield severalCase(V, options);
    yield sampleCase(1279, SETTINGS, options);
    yield sampleCase(8192, SETTINGS.slice(4, 10), options);
    if (!options.nightly) return;
    for (const V of [1, 2, 255, 257]) yield sampleCase(V, SETTINGS, options);
    // Of so many ids a flat row has no draw away from a border.
    const peaked = SETTINGS.filter(({ temperature = 0 }) => temperature < 1e3);
    yield sampleCase(248320, peaked.slice(1, 7), options);
  },
};
