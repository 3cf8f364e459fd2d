/**
 * Products of coded rows with panels, alone: codes by their definition, sums against float64 over the weights as they are
 * stored and against the definition of every rounding, and the same bits for any number of rows, cut and instruction.
 */
import { execFileSync } from "node:child_process";
import { buildSync } from "esbuild";
import { describe, expect, test } from "vitest";
import { packageRoot } from "../../../node/package-root.ts";
import { codedRow } from "../../../src/backend/cpu/kernels/coded-rows.ts";
import { PANEL_FORMATS, type WeightFormat } from "../../../src/base/formats/registry.ts";
import { EPILOGUES } from "../../../src/ops/linear.ts";
import { SEED } from "../../base/seed.ts";
import { applyEpilogue } from "../../conformance/linear.ts";
import { randomSource } from "../../conformance/random.ts";
import { type IntegerCase, type IntegerData, integerData, runInteger } from "./integer-run.ts";

const LARGEST = 32639;

interface Codes {
  readonly codes: Int32Array;
  readonly scale: Float32Array;
  readonly sum: Int32Array;
}

/** What rows of codes hold, read as the description has it. */
function rowsOf(bytes: Uint8Array, T: number, K: number): Codes[] {
  const { stride, scales, sums } = codedRow(K);
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const list = <T>(count: number, read: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => read(i));
  return list(T, (r) => {
    const at = r * stride;
    const codes = list(K, (k) => view.getInt16(at + 2 * k, true));
    return {
      codes: Int32Array.from(codes),
      scale: Float32Array.from(list(K / 64, (g) => view.getFloat32(at + scales + 4 * g, true))),
      sum: Int32Array.from(list(K / 64, (g) => view.getInt32(at + sums + 4 * g, true))),
    };
  });
}

/** The sums in float64. */
function product(x: ArrayLike<number>, { values, rows, columns }: IntegerData["w"]): Float64Array {
  const T = x.length / columns;
  return Float64Array.from({ length: T * rows }, (_, i) => {
    const [r, n] = [Math.floor(i / rows), i % rows];
    let sum = 0;
    for (let k = 0; k < columns; k++) sum += x[r * columns + k]! * values[n * columns + k]!;
    return sum;
  });
}

function relativeRms(actual: ArrayLike<number>, expected: ArrayLike<number>): number {
  let [difference, size] = [0, 0];
  for (let i = 0; i < expected.length; i++) {
    difference += (actual[i]! - expected[i]!) ** 2;
    size += expected[i]! ** 2;
  }
  return Math.sqrt(difference / size);
}

const bitsOf = (values: Float32Array): Uint32Array => new Uint32Array(values.buffer.slice(0));
const groupOf = (format: WeightFormat): number => (format === "w8_g32" ? 32 : 64);

/** Every rounding by its definition: a group's products exactly, times both scales, added in the order of groups. */
function defined(
  rows: readonly Codes[],
  { values, rows: N, columns: K, format }: IntegerData["w"],
  scales: Float32Array,
): Float32Array {
  const group = groupOf(format);
  const out = new Float32Array(rows.length * N);
  for (const [r, { codes, scale }] of rows.entries()) {
    for (let n = 0; n < N; n++) {
      let total = 0;
      for (let k = 0; k < K; k += group) {
        const weightScale = scales[(n * K + k) / group]!;
        let sum = 0;
        for (let i = k; i < k + group; i++) sum += codes[i]! * Math.round(values[n * K + i]! / weightScale);
        const factor = Math.fround(weightScale * scale[Math.floor(k / 64)]!);
        total = Math.fround(total + Math.fround(Math.fround(sum) * factor));
      }
      out[r * N + n] = total;
    }
  }
  return out;
}

/** The f16 scales of a matrix as it is stored, behind its planes of codes. */
function scalesOf({ bytes, rows, columns, format }: IntegerData["w"]): Float32Array {
  const group = groupOf(format);
  const padded = 128 * Math.ceil(columns / 128);
  const codeBytes = { q4_g64: [0.5], q5_g64: [0.5, 0.125], q6_g64: [0.5, 0.25], w8_g32: [1] }[format as "q4_g64"];
  const offset = codeBytes.reduce((sum, bytesOfCode) => sum + 256 * Math.ceil((rows * padded * bytesOfCode) / 256), 0);
  const view = new DataView(bytes.buffer, bytes.byteOffset + offset);
  return Float32Array.from({ length: (rows * columns) / group }, (_, i) => {
    const [n, g] = [Math.floor(i / (columns / group)), i % (columns / group)];
    const word = view.getUint16(2 * ((n * padded) / group + g), true);
    const [exponent, mantissa] = [(word >> 10) & 31, word & 1023];
    return (
      (word & 0x8000 ? -1 : 1) * (exponent === 0 ? mantissa * 2 ** -24 : (1 + mantissa / 1024) * 2 ** (exponent - 15))
    );
  });
}

const draw = (seed: number, format: WeightFormat): IntegerCase => {
  const random = randomSource(seed);
  const pick = (list: readonly number[]): number => list[random.integer(0, list.length - 1)]!;
  const [T, N, K] = [pick([1, 2, 3, 4, 5, 7, 9, 13]), pick([4, 8, 12, 40]), 64 * pick([1, 2, 7, 8, 9, 17, 24])];
  return { format, T, N, K, seed };
};

describe("rows of codes", () => {
  test("are nearest to x 32639 / max |x|, with the scale of the largest and the sum of all", () => {
    const [T, K] = [5, 192];
    const test: IntegerCase = { format: "q4_g64", T, N: 4, K, seed: SEED };
    const data = integerData(test);
    for (const [r, { codes, scale, sum }] of rowsOf(runInteger(test, data).codes, T, K).entries()) {
      for (let g = 0; g < K / 64; g++) {
        const own = [...data.x.subarray(r * K + 64 * g, r * K + 64 * g + 64)];
        const largest = Math.max(...own.map(Math.abs));
        expect(scale[g]).toBe(Math.fround(largest / LARGEST));
        const misses = own.map((v, i) => Math.abs((largest === 0 ? 0 : (v * LARGEST) / largest) - codes[64 * g + i]!));
        // Half a code, and what rounding the factor and the product can move of the largest.
        expect(Math.max(...misses), `seed ${SEED}`).toBeLessThanOrEqual(0.5 + LARGEST * 2 ** -23);
        expect(sum[g]).toBe(own.reduce((total, _, i) => total + codes[64 * g + i]!, 0));
      }
    }
  });

  test("a group that is not finite keeps that as its scale, one below 2^-110 is zero, and neither reaches its neighbours", () => {
    const K = 64 * 6;
    const test: IntegerCase = { format: "w8_g32", T: 1, N: 8, K, seed: SEED };
    const data = integerData(test);
    data.x.fill(1);
    data.x[64 + 5] = Number.POSITIVE_INFINITY;
    data.x[128 + 63] = Number.NaN;
    data.x.fill(2 ** -111, 192, 256);
    data.x.fill(2 ** -110, 256, 320);
    data.x[320] = -3e38;
    const { codes, y } = runInteger(test, data);
    const [row] = rowsOf(codes, 1, K);
    expect([...row!.scale]).toEqual(
      [1 / LARGEST, Infinity, NaN, 0, 2 ** -110 / LARGEST, 3e38 / LARGEST].map(Math.fround),
    );
    const first = (g: number): number => row!.codes[64 * g + 1]!;
    expect([0, 1, 2, 3, 4, 5].map(first)).toEqual([LARGEST, 0, 0, 0, LARGEST, 0]);
    expect(row!.codes[320]).toBe(-LARGEST);
    expect([...y].every(Number.isNaN)).toBe(true);
  });
});

describe.each(PANEL_FORMATS)("%s", (format) => {
  const cases = Array.from({ length: 12 }, (_, i) => draw(SEED + i, format));

  test("sums have the bits of their definition", () => {
    for (const test of cases) {
      const data = integerData(test);
      const { y, codes } = runInteger(test, data);
      const expected = defined(rowsOf(codes, test.T, test.K), data.w, scalesOf(data.w));
      expect(bitsOf(y), JSON.stringify(test)).toEqual(bitsOf(expected));
    }
  });

  test("sums are those of float64 to 2e-5", () => {
    const test: IntegerCase = { format, T: 5, N: 24, K: 3584, seed: SEED };
    const data = integerData(test);
    const even = { ...data, x: randomSource(SEED).values(test.T * test.K, { outliers: 0 }) };
    const error = relativeRms(runInteger(test, even).y, product(even.x, even.w));
    expect(error, `seed ${SEED}`).toBeLessThan(2.5e-5);
    expect(relativeRms(runInteger(test, data).y, product(data.x, data.w)), `seed ${SEED}`).toBeLessThan(8e-5);
  });

  test("a row has the same bits among any rows, in any cut and in memory that threads share", () => {
    for (const drawn of cases.slice(0, 4)) {
      const test = { ...drawn, T: 11 };
      const data = integerData(test);
      const { y } = runInteger(test, data);
      for (const T of [1, 2, 3, 4, 5, 8, 9]) {
        const own = runInteger({ ...test, T }, { ...data, x: data.x.subarray(0, T * test.K) }).y;
        expect(bitsOf(own), JSON.stringify(test)).toEqual(bitsOf(y.slice(0, T * test.N)));
      }
      for (const calls of [2, 3, 7]) {
        expect(bitsOf(runInteger(test, data, { calls, shared: true }).y), JSON.stringify(test)).toEqual(bitsOf(y));
      }
    }
  });

  test("rows beyond a chunk have the bits that they have alone", () => {
    const test: IntegerCase = { format, T: 270, N: 8, K: 512, seed: SEED };
    const data = integerData(test);
    const { y } = runInteger(test, data);
    for (const r of [0, 255, 256, 259, 269]) {
      const own = runInteger({ ...test, T: 1 }, { ...data, x: data.x.subarray(r * 512, (r + 1) * 512) }).y;
      expect(bitsOf(own), `row ${r}, seed ${SEED}`).toEqual(bitsOf(y.slice(8 * r, 8 * r + 8)));
    }
  });

  test("every epilogue is the formula's of the sums", () => {
    for (const drawn of cases.slice(0, 3)) {
      const data = integerData(drawn);
      const sums = Float64Array.from(runInteger(drawn, data).y);
      const second = Float64Array.from(runInteger(drawn, { ...data, w: data.w2 }).y);
      const { residual, logDecay, decayBias } = data;
      const more = { residual, second, logDecay: logDecay.values, decayBias: decayBias.values };
      for (const epilogue of EPILOGUES) {
        const test: IntegerCase = { ...drawn, epilogue };
        const { y } = runInteger(test, data);
        expect(relativeRms(y, applyEpilogue(epilogue, sums, drawn.N, more)), JSON.stringify(test)).toBeLessThan(3e-7);
        expect(bitsOf(runInteger(test, data, { calls: 3 }).y), JSON.stringify(test)).toEqual(bitsOf(y));
      }
    }
  });

  test("no rows are no work", () => {
    const test: IntegerCase = { format, T: 0, N: 8, K: 128, seed: SEED };
    expect(runInteger(test, integerData(test)).y.length).toBe(0);
  });
});

test("two products of bytes have the bits of the one of halves", () => {
  const cases = PANEL_FORMATS.flatMap((format) => Array.from({ length: 8 }, (_, i) => draw(SEED + i, format)));
  const code = buildSync({
    absWorkingDir: packageRoot(),
    entryPoints: ["test/backend/cpu/relaxed-dots.ts"],
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
    target: "node20",
  }).outputFiles[0]!.text;
  const args = ["--input-type=module", "-e", code];
  const printed = execFileSync(process.execPath, args, { input: JSON.stringify(cases), encoding: "utf8" });
  const outputs = JSON.parse(printed) as readonly (readonly number[])[];
  expect(outputs.length).toBe(cases.length);
  for (const [i, test] of cases.entries()) {
    expect(outputs[i], JSON.stringify(test)).toEqual([...bitsOf(runInteger(test, integerData(test)).y)]);
  }
});
