/**
 * Products in f32, the body alone: sums and epilogues against float64 over the weights as they are stored, at odd sizes
 * and for every format that is taken, and the same bits for any number of rows, cut and memory.
 */
import { describe, expect, test } from "vitest";
import { floatFactories, linearRowsAndTiles } from "../../../src/backend/cpu/kernels/linear-rows-and-tiles.ts";
import { repackPanels } from "../../../src/backend/cpu/repack.ts";
import { matrixLayout, PANEL_FORMATS, type WeightFormat } from "../../../src/base/formats/registry.ts";
import { EPILOGUES, type LinearEpilogue } from "../../../src/ops/linear.ts";
import type { Problem } from "../../../src/program/candidate.ts";
import { SEED } from "../../base/seed.ts";
import { applyEpilogue, matrixProduct } from "../../conformance/linear.ts";
import { randomSource } from "../../conformance/random.ts";
import type { WeightData } from "../../conformance/types.ts";
import { randomWeight } from "../../conformance/weights.ts";
import { type BodyRunOptions, bitsOf, runBody } from "./run-body.ts";

interface FloatCase {
  readonly format: WeightFormat;
  readonly T: number;
  readonly N: number;
  readonly K: number;
  readonly epilogue: LinearEpilogue;
  readonly seed: number;
}

interface FloatData {
  readonly x: Float32Array;
  readonly residual: Float32Array;
  readonly weights: Readonly<Record<string, WeightData>>;
}

/** Rows with outliers. */
function dataOf({ format, T, N, K, epilogue, seed }: FloatCase): FloatData {
  const random = randomSource(seed);
  const pair = epilogue === "swiglu";
  return {
    x: random.values(T * K),
    residual: random.values(T * N),
    weights: {
      w: randomWeight(random, N, K, format),
      ...(pair && { w2: randomWeight(random, N, K, format) }),
      ...(epilogue === "decay" && {
        logDecay: randomWeight(random, 1, N, "f32", { scale: 1.4, shift: 1.4, outliers: 0 }),
        decayBias: randomWeight(random, 1, N, "bf16", { scale: 2, shift: -2 }),
      }),
    },
  };
}

const value = (width: number) => ({ extent: "tokens", width, storage: "f32" }) as const;
const inPanels = (format: WeightFormat): boolean => PANEL_FORMATS.includes(format);

function problemOf({ N, K, epilogue }: FloatCase, weights: FloatData["weights"]): Problem {
  return {
    op: "linear",
    attributes: { epilogue },
    inputs: { x: value(K), ...(epilogue === "residual" && { residual: value(N) }) },
    outputs: { y: value(N) },
    weights: Object.fromEntries(
      Object.entries(weights).map(([role, { rows, columns, format }]) => {
        const order = inPanels(format) ? ({ order: "panels" } as const) : {};
        return [role, { kind: "tensor", rows, columns, format, ...order } as const];
      }),
    ),
    states: {},
  };
}

/** A matrix as it lies in memory. */
function residentBytes({ format, rows, columns, bytes }: WeightData): Uint8Array {
  if (!inPanels(format)) return bytes;
  const panels = new Uint8Array(matrixLayout(format, rows, columns, "panels").bytes);
  repackPanels({ format, order: "panels", rows, columns, firstRow: 0, count: rows }, bytes, panels);
  return panels;
}

function run(test: FloatCase, { x, residual, weights }: FloatData, options: BodyRunOptions = {}): Float32Array {
  const matrices = Object.entries(weights).map(([role, weight]) => [role, residentBytes(weight)] as const);
  const operands = { x, residual, ...Object.fromEntries(matrices), y: new Float32Array(test.T * test.N) };
  const extents = { tokens: test.T, sequences: 1, outputs: 1 };
  const problem = problemOf(test, weights);
  return runBody(linearRowsAndTiles, floatFactories, problem, operands, extents, options)["y"]!;
}

const rms = (values: Float64Array): number => Math.sqrt(values.reduce((sum, v) => sum + v * v, 0) / values.length);

interface FormatShapes {
  readonly format: WeightFormat;
  readonly N: readonly number[];
  readonly K: readonly number[];
}

/** Items of one, two, four and eight quads. */
const COLUMNS = [4, 8, 12, 16, 20, 32, 64, 100, 164, 328];
/** Blocks of K: less than one, one, and one past a whole number of them. */
const SHAPES: readonly FormatShapes[] = [
  { format: "f32", N: COLUMNS, K: [4, 12, 64, 508, 512, 516, 1028, 1540] },
  { format: "bf16", N: COLUMNS, K: [8, 24, 64, 504, 512, 520, 1032, 1544] },
  ...PANEL_FORMATS.map((format) => ({ format, N: [4, 8, 20, 64, 100], K: [64, 192, 448, 512, 576, 1088] })),
];

describe.each(SHAPES)("$format", ({ format, N, K }) => {
  const draw = (i: number): FloatCase => {
    const random = randomSource(SEED + i);
    const pick = <T>(list: readonly T[]): T => list[random.integer(0, list.length - 1)]!;
    const T = pick([1, 2, 3, 4, 5, 6, 7, 8, 9, 16, 17, 33]);
    return { format, T, N: N[i % N.length]!, K: pick(K), epilogue: pick(EPILOGUES), seed: SEED + i };
  };
  const cases = Array.from({ length: 2 * N.length }, (_, i) => draw(i));

  test("sums are those of float64, to roundings of what was summed", () => {
    for (const drawn of cases) {
      const test = { ...drawn, epilogue: "none" } as const;
      const data = dataOf(test);
      const { w } = data.weights;
      const absolute = (values: Float32Array): Float32Array => values.map(Math.abs);
      const summed = matrixProduct(absolute(data.x), absolute(w!.values), test.N, test.K);
      const expected = matrixProduct(data.x, w!.values, test.N, test.K);
      const misses = Float64Array.from(run(test, data), (v, i) => v - expected[i]!);
      expect(rms(misses) / rms(summed), `${JSON.stringify(test)}, seed ${SEED}`).toBeLessThan(2.5e-7);
    }
  });

  test("every epilogue is the formula's of the sums", () => {
    for (const [i, epilogue] of [...EPILOGUES, ...EPILOGUES, ...EPILOGUES].entries()) {
      const test: FloatCase = { ...draw(2 * i + 1), T: 17, epilogue };
      const data = dataOf(test);
      const { w, w2, logDecay, decayBias } = data.weights;
      const sumsOf = (matrix: WeightData): Float64Array => {
        const plain = { ...test, epilogue: "none" } as const;
        return Float64Array.from(run(plain, { ...data, weights: { w: matrix } }));
      };
      const expected = applyEpilogue(epilogue, sumsOf(w!), test.N, {
        residual: data.residual,
        ...(w2 && { second: sumsOf(w2) }),
        ...(logDecay && { logDecay: logDecay.values }),
        ...(decayBias && { decayBias: decayBias.values }),
      });
      const misses = Float64Array.from(run(test, data), (v, i) => v - expected[i]!);
      expect(rms(misses) / rms(expected), `${JSON.stringify(test)}, seed ${SEED}`).toBeLessThan(5e-7);
    }
  });

  test("a row has the same bits among any rows, in any cut and in memory that threads share", () => {
    for (const drawn of cases.filter((_, i) => i % 3 === 0)) {
      const test = { ...drawn, T: 11 };
      const data = dataOf(test);
      const y = run(test, data);
      const note = `${JSON.stringify(test)}, seed ${SEED}`;
      for (const T of [1, 2, 3, 4, 6, 9]) {
        const own = run({ ...test, T }, { ...data, x: data.x.subarray(0, T * test.K) });
        expect(bitsOf(own), `${note}, ${T} rows`).toEqual(bitsOf(y.slice(0, T * test.N)));
      }
      for (const calls of [2, 3, 7]) {
        expect(bitsOf(run(test, data, { calls, shared: true })), `${note}, ${calls} calls`).toEqual(bitsOf(y));
      }
    }
  });

  test("rows beyond a chunk have the bits that they have alone", () => {
    const [columns, width] = [64, N.find((n) => n > 32) ?? 128];
    const test: FloatCase = { format, T: 270, N: width, K: columns, epilogue: "none", seed: SEED };
    const data = dataOf(test);
    const y = run(test, data);
    for (const r of [0, 255, 256, 259, 269]) {
      const own = run({ ...test, T: 1 }, { ...data, x: data.x.subarray(r * columns, (r + 1) * columns) });
      expect(bitsOf(own), `row ${r}, seed ${SEED}`).toEqual(bitsOf(y.slice(width * r, width * (r + 1))));
    }
  });

  test("no rows are no work", () => {
    const test: FloatCase = { format, T: 0, N: N.at(-1)!, K: K.at(-1)!, epilogue: "none", seed: SEED };
    expect(run(test, dataOf(test)).length).toBe(0);
  });
});

test("columns that fill no vector are left to other routes", () => {
  for (const [format, K] of [
    ["f32", 6],
    ["bf16", 12],
  ] as const) {
    const weights = { w: randomWeight(randomSource(SEED), 8, K, format) };
    const problem = problemOf({ format, T: 1, N: 8, K, epilogue: "none", seed: SEED }, weights);
    expect(linearRowsAndTiles.match(problem, undefined as never)).toBe(false);
  }
});
