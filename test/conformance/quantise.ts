/**
 * quantise: oracle and cases of int8 rows. The formula fixes every bit, so that every device makes the same codes: cases
 * lie on the borders between them, and where devices differ, at subnormal numbers and at those that are none.
 */
import { activation, buildStep, lanesOf, makeCase } from "./build.ts";
import { exactDefinition } from "./criteria.ts";
import { GROUP, int8Rows, TO_THE_BIT } from "./int8.ts";
import type { RandomSource } from "./random.ts";
import { outputsOnly } from "./step-rows.ts";
import type { CaseOptions, OpCase, OpSuite, OracleCall } from "./types.ts";

function oracle(call: OracleCall) {
  const { data, width } = call.inputs["x"]!;
  return outputsOnly(call, { ...int8Rows(data, width, TO_THE_BIT) });
}

const LARGEST_F32 = 3.4028234663852886e38;
const LEAST = 2 ** -118;

/** Values of a group, by kind; each kind fills every third group of a row, the others are random. */
const KINDS: Readonly<Record<string, (random: RandomSource, i: number) => number>> = {
  random: (random) => random.uniform() * 2 - 1,
  zero: () => 0,
  /** One value hides the others. */
  outlier: (random, i) => (i === 5 ? 3e20 : random.uniform() * 10 ** random.integer(0, 20)),
  largest: (_random, i) => (i % 2 === 0 ? LARGEST_F32 : -LARGEST_F32),
  /** Halves of codes: the largest is 127, so that a ratio is the value itself. */
  ties: (random, i) => (i === 0 ? -127 : random.integer(-127, 126) + 0.5),
  /** Below the border: zero; on devices that keep subnormal numbers too. */
  subnormal: (random) => (random.uniform() - 0.5) * 2 ** -126,
  under: (random, i) => (i === 3 ? LEAST * (1 - 2 ** -24) : random.uniform() * LEAST),
  /** On the border: normal scales, and values around 2^-126 that are less than half a code. */
  border: (random, i) => (i === 3 ? -LEAST : (random.uniform() - 0.5) * 2 ** random.integer(-127, -119)),
  infinite: (random, i) => (i === 7 ? -Infinity : random.uniform()),
  nan: (random, i) => (i === 7 ? Number.NaN : i === 9 ? Infinity : random.uniform()),
};

function quantiseCase(kind: string, N: number, T: number, options: CaseOptions): OpCase {
  return makeCase("quantise", { kind, N, T }, options, (random) => {
    const step = buildStep(random, lanesOf(...(T > 1 ? [1, T - 1] : [1])));
    const data = new Float32Array(T * N);
    for (let i = 0; i < data.length; i++) {
      const column = i % N;
      const chosen = Math.floor(column / GROUP) % 3 === 0 ? KINDS[kind]! : KINDS["random"]!;
      data[i] = chosen(random, column % GROUP);
    }
    return { step, inputs: { x: activation(data, N) } };
  });
}

export const quantiseSuite: OpSuite = {
  op: "quantise",
  criteria: { codes: exactDefinition, scales: exactDefinition },
  oracle,
  *cases(options) {
    for (const kind of Object.keys(KINDS)) yield quantiseCase(kind, 192, kind === "random" ? 33 : 2, options);
    for (const T of [1, 2, 4, 7, 16, 17]) yield quantiseCase("ties", 5120, T, options);
    for (const N of [36, 129, 130]) yield quantiseCase("ties", N, 3, options);
    if (!options.nightly) return;
    for (const N of [1, 2, 63, 65, 127, 256, 257, 17408]) {
      for (const kind of Object.keys(KINDS)) yield quantiseCase(kind, N, 5, options);
    }
  },
};
