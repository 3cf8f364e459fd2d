/** linear: oracle and cases of the matrix product and its epilogues, at odd sizes and on slices of real widths. */
import type { WeightFormat } from "../../src/base/formats/registry.ts";
import type { OperandType } from "../../src/ops/contract.ts";
import { EPILOGUES, type LinearEpilogue } from "../../src/ops/linear.ts";
import { buildStep, type LaneSpec, lanesOf, makeCase, randomActivation } from "./build.ts";
import { f32Sum } from "./criteria.ts";
import { outputsOnly } from "./step-rows.ts";
import type { CaseOptions, InputData, OpCase, OpSuite, OracleCall, WeightData } from "./types.ts";
import { PACKED_FORMATS, randomWeight, storesShape } from "./weights.ts";

export const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x));
export const silu = (x: number): number => x * sigmoid(x);
/** log(1 + exp(x)) without overflow. */
export const softplus = (x: number): number => Math.max(x, 0) + Math.log1p(Math.exp(-Math.abs(x)));

/** x wT for x [., columns] and w [rows, columns]. */
export function matrixProduct(x: ArrayLike<number>, w: Float32Array, rows: number, columns: number): Float64Array {
  const input = x instanceof Float64Array ? x : Float64Array.from(x);
  const count = input.length / columns;
  const out = new Float64Array(count * rows);
  for (let n = 0; n < rows; n++) {
    for (let r = 0; r < count; r++) {
      let sum = 0;
      for (let k = 0, a = r * columns, b = n * columns; k < columns; k++) sum += input[a + k]! * w[b + k]!;
      out[r * rows + n] = sum;
    }
  }
  return out;
}

interface EpilogueOperands {
  readonly residual?: ArrayLike<number>;
  readonly second?: ArrayLike<number>;
  readonly logDecay?: ArrayLike<number>;
  readonly decayBias?: ArrayLike<number>;
}

/** The epilogue on complete sums [., width]. */
export function applyEpilogue(
  kind: LinearEpilogue,
  sums: Float64Array,
  width: number,
  more: EpilogueOperands,
): Float64Array {
  switch (kind) {
    case "none":
      return sums;
    case "residual":
      return sums.map((s, i) => more.residual![i]! + s);
    case "swiglu":
      return sums.map((s, i) => silu(s) * more.second![i]!);
    case "sigmoid":
      return sums.map(sigmoid);
    case "decay":
      return sums.map((s, i) => -Math.exp(more.logDecay![i % width]!) * softplus(s + more.decayBias![i % width]!));
    default:
      return kind satisfies never;
  }
}

function oracle(call: OracleCall) {
  const x = call.inputs["x"]!.data;
  const product = (w: WeightData): Float64Array => matrixProduct(x, w.values, w.rows, w.columns);
  const { w, w2, logDecay, decayBias } = call.weights;
  const y = applyEpilogue(call.attributes["epilogue"] as LinearEpilogue, product(w!), w!.rows, {
    ...(call.inputs["residual"] && { residual: call.inputs["residual"].data }),
    ...(w2 && { second: product(w2) }),
    ...(logDecay && { logDecay: logDecay.values }),
    ...(decayBias && { decayBias: decayBias.values }),
  });
  return outputsOnly(call, { y });
}

interface LinearShape {
  readonly N: number;
  readonly K: number;
  readonly epilogue: LinearEpilogue;
  readonly format: WeightFormat;
  readonly outputType?: OperandType["type"];
  readonly extent?: "outputs";
}

function linearCase(shape: LinearShape, T: number, options: CaseOptions): OpCase {
  const { N, K, epilogue, format, outputType, extent } = shape;
  return makeCase("linear", { T, ...shape }, options, (random) => {
    const first = Math.ceil(T / 2);
    const all: LaneSpec[] = [{ T, outputs: Array.from({ length: T }, (_, i) => i) }];
    const step = buildStep(random, extent === "outputs" ? all : lanesOf(...(T > 1 ? [first, T - first] : [1])));
    const scale = 1 / Math.sqrt(K);
    const matrix = (): WeightData => randomWeight(random, N, K, format, { scale });
    const x: InputData = { ...randomActivation(random, T, K), extent: extent ?? "tokens" };
    return {
      step,
      attributes: { epilogue, ...(outputType === undefined ? {} : { outputType }) },
      inputs: {
        x,
        ...(epilogue === "residual" && { residual: { ...randomActivation(random, T, N), extent: x.extent } }),
      },
      weights: {
        w: matrix(),
        ...(epilogue === "swiglu" && { w2: matrix() }),
        ...(epilogue === "decay" && {
          logDecay: randomWeight(random, 1, N, "f32", { scale: 1.4, shift: 1.4, outliers: 0 }),
          decayBias: randomWeight(random, 1, N, "bf16", { scale: 1.5, shift: -2.5, outliers: 0 }),
        }),
      },
    };
  });
}

/** Row counts at which routes and tiles change, and their neighbours. */
const ROWS = [1, 2, 4, 7, 16, 17, 33] as const;
/** Elements along K of the 27B decoder, and counts that end within a group of every format. */
const FULL_K = [5120, 17408] as const;
const RAGGED_K = [129, 130, 36] as const;

/**
 * Cases of a packed format, number `i` of them: nightly each row count with each epilogue and each size along K; else
 * every row count on every format, and of the rest a part that turns from format to format, because each size and each
 * epilogue is a kernel that some target compiles slowly.
 */
function* packedCases(format: WeightFormat, i: number, options: CaseOptions): Generator<OpCase> {
  const turn = <T>(all: readonly T[], count: number): readonly T[] =>
    options.nightly ? all : Array.from({ length: count }, (_, n) => all[(i + n) % all.length]!);
  const epilogues = turn(EPILOGUES, 3);
  for (const [r, T] of ROWS.entries()) {
    for (const epilogue of options.nightly ? epilogues : [epilogues[r % epilogues.length]!]) {
      yield linearCase({ N: 128, K: 192, epilogue, format }, T, options);
    }
  }
  // As few rows as the format stores: slices of matrices whose rows are as long as those of the 27B decoder. By day the
  // shorter ones where those few rows are many: each element is drawn, summed by the oracle and emulated.
  const N = storesShape(format, 4, 64) ? 4 : 128;
  for (const K of N > 4 && !options.nightly ? FULL_K.slice(0, 1) : turn(FULL_K, 1)) {
    for (const T of turn(ROWS, 2)) yield linearCase({ N, K, epilogue: "residual", format }, T, options);
  }
  for (const K of turn(RAGGED_K, 1)) {
    if (!storesShape(format, 6, K)) continue;
    for (const T of turn(ROWS, 2)) yield linearCase({ N: 6, K, epilogue: "none", format }, T, options);
  }
}

export const linearSuite: OpSuite = {
  op: "linear",
  criteria: { y: f32Sum },
  oracle,
  *cases(options) {
    const each = function* (shape: LinearShape, counts: readonly number[]): Generator<OpCase> {
      for (const T of counts) yield linearCase(shape, T, options);
    };
    yield* each({ N: 96, K: 64, epilogue: "none", format: "bf16" }, [1, 2, 7, 8, 9, 16, 17, 33, 64, 65]);
    yield* each({ N: 64, K: 192, epilogue: "residual", format: "f32" }, [1, 4, 5, 17]);
    yield* each({ N: 66, K: 36, epilogue: "swiglu", format: "bf16" }, [1, 3, 4, 5, 17]);
    yield* each({ N: 6, K: 192, epilogue: "decay", format: "bf16" }, [1, 17]);
    yield* each({ N: 6, K: 192, epilogue: "sigmoid", format: "bf16" }, [1, 9]);
    yield* each({ N: 1, K: 1, epilogue: "none", format: "f32" }, [1, 3]);
    yield* each({ N: 17, K: 7, epilogue: "none", format: "f32" }, [1, 13]);
    yield* each({ N: 65, K: 129, epilogue: "residual", format: "f16" }, [1, 10]);
    const logits: LinearShape = {
      N: 128,
      K: 96,
      epilogue: "none",
      format: "bf16",
      outputType: "exact",
      extent: "outputs",
    };
    yield* each(logits, [1, 5]);
    yield* each({ N: 32, K: 5120, epilogue: "none", format: "bf16" }, [1, 9]);
    yield* each({ N: 16, K: 17408, epilogue: "residual", format: "bf16" }, [1, 2]);
    yield* each({ N: 48, K: 5120, epilogue: "decay", format: "bf16" }, [2]);
    for (const [i, format] of PACKED_FORMATS.entries()) yield* packedCases(format, i, options);
    if (!options.nightly) return;
    for (const format of ["f32", "f16", "bf16"] as const) {
      for (const epilogue of ["none", "residual", "swiglu", "sigmoid", "decay"] as const) {
        yield* each({ N: 130, K: 260, epilogue, format }, [1, 8, 31, 127, 128, 129]);
      }
    }
    yield* each({ N: 512, K: 5120, epilogue: "swiglu", format: "bf16" }, [1, 17]);
    yield* each({ N: 256, K: 6144, epilogue: "residual", format: "bf16" }, [1, 33]);
  },
};
