/** quantised-linear: oracle and cases of products of int8 rows with every format whose numbers are integers. */
import type { WeightFormat } from "../../src/base/formats/registry.ts";
import { buildStep, lanesOf, makeCase, randomActivation } from "./build.ts";
import { GROUP, inForm, int8Values, QUANTISABLE_CRITERIA } from "./int8.ts";
import { applyEpilogue, matrixProduct } from "./linear.ts";
import type { RandomSource } from "./random.ts";
import { outputsOnly } from "./step-rows.ts";
import type { CaseOptions, InputData, OpCase, OpSuite, OracleCall, WeightData } from "./types.ts";
import { randomWeight } from "./weights.ts";

const EPILOGUES = ["none", "residual", "swiglu"] as const;
type Epilogue = (typeof EPILOGUES)[number];

/** Formats whose value is an integer times a scale. */
const INTEGER_FORMATS = ["q4_g64", "q5_g64", "q6_g64", "w8_g32"] as const satisfies readonly WeightFormat[];

function oracle(call: OracleCall) {
  const { w, w2 } = call.weights;
  const { x: codes, xScales, residual } = call.inputs;
  const padded = int8Values(codes!, xScales!);
  const [width, columns] = [codes!.width, w!.columns];
  const x = padded.filter((_, i) => i % width < columns);
  const product = ({ values, rows }: WeightData): Float64Array => matrixProduct(x, values, rows, columns);
  const y = applyEpilogue(call.attributes["epilogue"] as Epilogue, product(w!), w!.rows, {
    ...(residual && { residual: residual.data }),
    ...(w2 && { second: product(w2) }),
  });
  return outputsOnly(call, inForm(call, y, w!.rows));
}

interface Shape {
  readonly N: number;
  readonly K: number;
  readonly epilogue: Epilogue;
  readonly format: WeightFormat;
  readonly outputs?: "quantised" | "both";
  /** Every code as large as it can be. */
  readonly largest?: true;
}

/** Codes of rows, some of them zero, padded with zeros; the scales of groups differ by orders of magnitude. */
function randomCodes(random: RandomSource, T: number, { K, largest }: Shape): { x: InputData; xScales: InputData } {
  const groups = Math.ceil(K / GROUP);
  const codes = new Float32Array(T * groups * GROUP);
  const scales = new Float32Array(T * groups);
  for (let i = 0; i < codes.length; i++) {
    if (i % (groups * GROUP) >= K) continue;
    const row = Math.floor(i / (groups * GROUP));
    if (row % 5 === 3) continue;
    codes[i] = largest ? (random.uniform() < 0.5 ? -127 : 127) : random.integer(-127, 127);
  }
  for (let i = 0; i < scales.length; i++) scales[i] = (random.uniform() < 0.1 ? 20 : 1) * random.uniform() * (1 / 127);
  return {
    x: { width: groups * GROUP, extent: "tokens", type: "codes", data: codes },
    xScales: { width: groups, extent: "tokens", type: "exact", data: scales },
  };
}

function productCase(shape: Shape, T: number, options: CaseOptions): OpCase {
  const { N, K, epilogue, format, outputs } = shape;
  return makeCase("quantised-linear", { T, ...shape }, options, (random) => {
    const matrix = (): WeightData => randomWeight(random, N, K, format, { scale: 1 / Math.sqrt(K) });
    return {
      step: buildStep(random, lanesOf(...(T > 1 ? [Math.ceil(T / 2), Math.floor(T / 2)] : [1]))),
      attributes: { epilogue, ...(outputs && { outputs }) },
      inputs: {
        ...randomCodes(random, T, shape),
        ...(epilogue === "residual" && { residual: randomActivation(random, T, N) }),
      },
      weights: { w: matrix(), ...(epilogue === "swiglu" && { w2: matrix() }) },
    };
  });
}

const ROWS = [1, 2, 4, 7, 16, 17, 33] as const;
const FULL_K = [5120, 17408] as const;
const RAGGED_K = [129, 130, 36, 32] as const;

/**
 * As with `linear`: everything nightly, else what turns from format to format, and less of it. These kernels are the
 * longest, and formats differ in how an integer is read alone.
 */
function* casesOf(format: WeightFormat, i: number, options: CaseOptions): Generator<OpCase> {
  const turn = <T>(all: readonly T[], count: number): readonly T[] =>
    options.nightly ? all : Array.from({ length: count }, (_, n) => all[(i + n) % all.length]!);
  const epilogues = turn(EPILOGUES, 1);
  for (const [r, T] of ROWS.entries()) {
    for (const epilogue of options.nightly ? epilogues : [epilogues[r % epilogues.length]!]) {
      yield productCase({ N: 66, K: 192, epilogue, format }, T, options);
    }
  }
  yield productCase({ N: 66, K: 192, epilogue: epilogues[0]!, format, largest: true }, 5, options);
  for (const K of i < 2 || options.nightly ? turn(FULL_K, 1) : []) {
    for (const T of turn(ROWS, 2)) yield productCase({ N: 4, K, epilogue: "none", format }, T, options);
  }
  for (const K of turn(RAGGED_K, 1)) {
    for (const T of turn(ROWS, 2)) yield productCase({ N: 5, K, epilogue: "residual", format }, T, options);
  }
  for (const outputs of i >= 2 || options.nightly ? turn(["quantised", "both"] as const, 1) : []) {
    for (const T of turn(ROWS, 3)) {
      yield productCase({ N: i % 2 === 0 ? 128 : 36, K: 64, epilogue: "swiglu", format, outputs }, T, options);
    }
  }
}

export const quantisedLinearSuite: OpSuite = {
  op: "quantised-linear",
  criteria: QUANTISABLE_CRITERIA,
  oracle,
  *cases(options) {
    for (const [i, format] of INTEGER_FORMATS.entries()) yield* casesOf(format, i, options);
    yield productCase({ N: 36, K: 128, epilogue: "residual", format: "q4_g64", outputs: "both" }, 7, options);
    if (!options.nightly) return;
    for (const N of [1, 65, 130]) {
      for (const outputs of ["quantised", "both"] as const) {
        yield productCase({ N, K: 160, epilogue: "none", format: "w8_g32", outputs }, 9, options);
      }
    }
  },
};
