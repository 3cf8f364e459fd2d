/**
 * Portable kernels end to end on the software adapter: lowered, loaded, run, read back, against values worked out in
 * f64 here. The whole domain of each op is the conformance suite's; this proves the path.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { portableCandidates } from "../../shaders/index.ts";
import type { WebGpuBackend } from "../../src/backend/webgpu/webgpu-backend.ts";
import { fromFloat32, toFloat32 } from "../../src/base/dtype.ts";
import { GREEDY, StepBlock, type StepCapacity, type StepLane, sampledLayout } from "../../src/base/step-block.ts";
import type { Launch, Problem, TensorType } from "../../src/program/candidate.ts";
import type { Extents, Program } from "../../src/program/program.ts";
import { skipNote } from "../base/skip.ts";
import { missingAdapter, openSoftwareBackend } from "./adapter.ts";
import { bytesOf, launchOf, programKernel } from "./small-program.ts";

const missing = missingAdapter("swiftshader");

const CAPACITY: StepCapacity = { maxRows: 16, maxLanes: 4, maxPagesPerLane: 2, maxOutputs: 4, slots: 4 };
const lane = (slot: number, rows: number, outputs: readonly number[]): StepLane => ({
  slot,
  length: 0,
  pendingFold: 0,
  pages: [1],
  tokens: new Array<number>(rows).fill(0),
  outputs,
  sampling: GREEDY,
});
const tensor = (
  width: number,
  storage: TensorType["storage"],
  extent: TensorType["extent"] = "tokens",
): TensorType => ({
  extent,
  width,
  storage,
});

/** Values that repeat after no short period, exact in bf16: halves in [-8, 8). */
const halves = (count: number, factor: number): Float32Array =>
  Float32Array.from({ length: count }, (_, i) => (((i * factor) % 32) - 16) / 2);

describe.skipIf(missing !== undefined)(`portable kernels${skipNote(missing)}`, () => {
  let backend: WebGpuBackend;
  beforeAll(async () => {
    backend = await openSoftwareBackend();
  });
  afterAll(() => backend?.dispose());

  /** Runs one op on operands by name and returns all of them as they are afterwards. */
  async function run(problem: Problem, operands: Readonly<Record<string, Uint8Array>>, extents: Extents) {
    const candidate = portableCandidates.find((c) => c.op === problem.op)!;
    const buffers = new Map(
      Object.entries(operands).map(([name, bytes]) => [name, backend.createBuffer(name, bytes.byteLength)]),
    );
    for (const [name, bytes] of Object.entries(operands)) backend.write(buffers.get(name)!, 0, bytes);
    const whole = (buffer: string) => ({ buffer, offsetBytes: 0, sizeBytes: buffers.get(buffer)!.bytes });
    const kernelOf = ({ source }: Launch) => {
      if (source.kind !== "portable") throw new Error(`${source.name} is not portable`);
      return source.kernel;
    };
    const launches = candidate.lower(problem, backend.caps).launches;
    const program: Program = {
      name: problem.op,
      kernels: Object.fromEntries(launches.map((l) => [kernelOf(l).name, programKernel(kernelOf(l))])),
      buffers: [],
      launches: launches.map((l) =>
        launchOf(
          kernelOf(l),
          kernelOf(l).bindings.map(({ operand }) => whole(operand)),
          l.grid,
        ),
      ),
      results: {},
    };
    backend.submit(await backend.load(program, buffers), extents);
    const read = async (name: string) => [name, await backend.read(buffers.get(name)!, 0, buffers.get(name)!.bytes)];
    return Object.fromEntries(await Promise.all([...buffers.keys()].map(read))) as Record<string, Uint8Array>;
  }

  test("argmax takes the lowest of equal ids and writes the device block", async () => {
    const vocabulary = 600;
    const logits = halves(2 * vocabulary, 7).map((x) => Math.min(x, 7));
    logits[300] = 9;
    logits[451] = 9;
    logits[vocabulary + 5] = Number.NaN;
    logits[vocabulary + 599] = 7.5;
    const block = new StepBlock(CAPACITY);
    block.write([lane(3, 2, [1]), lane(1, 3, [2])]);
    const { words, lastToken } = sampledLayout(CAPACITY);
    const after = await run(
      {
        op: "argmax",
        attributes: {},
        inputs: { logits: tensor(vocabulary, "f32", "outputs") },
        outputs: { token: tensor(1, "i32", "outputs") },
        weights: {},
        states: {},
      },
      {
        step: bytesOf(block.words),
        logits: bytesOf(logits),
        token: new Uint8Array(8),
        sampled: bytesOf(new Int32Array(words).fill(-7)),
      },
      { tokens: 5, sequences: 2, outputs: 2 },
    );
    expect(Array.from(new Int32Array(after["token"]!.buffer))).toEqual([300, 599]);
    const expected = new Int32Array(words).fill(-7);
    // A row with NaN is flagged.
    expected.set([300, 0, 599, 1], 0);
    expected[lastToken + 3] = 300;
    expected[lastToken + 1] = 599;
    expect(Array.from(new Int32Array(after["sampled"]!.buffer))).toEqual(Array.from(expected));
  });

  test("rms-norm of an odd width in f32, row by row", async () => {
    const [rows, width, epsilon] = [3, 33, 1e-6];
    const x = halves(rows * width, 13).map((v, i) => v + i / 7);
    const w = halves(width, 5);
    const after = await run(
      {
        op: "rms-norm",
        attributes: { epsilon, unitOffset: true },
        inputs: { x: tensor(width, "f32") },
        outputs: { y: tensor(width, "f32") },
        weights: { w: { kind: "tensor", rows: 1, columns: width, format: "bf16" } },
        states: {},
      },
      {
        x: bytesOf(x),
        // A plane of bf16 ends on a whole word.
        w: new Uint8Array([...fromFloat32(w, "bf16"), 0, 0]),
        y: new Uint8Array(4 * rows * width),
      },
      { tokens: rows, sequences: 1, outputs: 1 },
    );
    const y = toFloat32(after["y"]!, "f32");
    for (const [i, got] of y.entries()) {
      const row = x.subarray(Math.floor(i / width) * width).subarray(0, width);
      const mean = row.reduce((sum, v) => sum + v * v, 0) / width;
      const want = (x[i]! / Math.sqrt(mean + epsilon)) * (1 + w[i % width]!);
      // WGSL grants division and square root 2.5 ulp each, and the sum of 33 squares rounds.
      expect(Math.abs(got - want)).toBeLessThanOrEqual(Math.abs(want) * 2 ** -20);
    }
  });

  test.each([1, 8, 11])("linear of bf16 with residual is exact for %i rows of small integers", async (rows) => {
    const [N, K] = [34, 40];
    const x = halves(rows * K, 11).map((v) => Math.round(v) % 4);
    const w = halves(N * K, 3).map((v) => Math.round(v) % 3);
    const residual = halves(rows * N, 9);
    const after = await run(
      {
        op: "linear",
        attributes: { epilogue: "residual" },
        inputs: { x: tensor(K, "bf16"), residual: tensor(N, "bf16") },
        outputs: { y: tensor(N, "bf16") },
        weights: { w: { kind: "tensor", rows: N, columns: K, format: "bf16" } },
        states: {},
      },
      {
        step: bytesOf(stepOf(rows)),
        x: fromFloat32(x, "bf16"),
        w: fromFloat32(w, "bf16"),
        residual: fromFloat32(residual, "bf16"),
        y: new Uint8Array(2 * rows * N),
      },
      { tokens: rows, sequences: 1, outputs: 1 },
    );
    const expected = Float32Array.from({ length: rows * N }, (_, i) => {
      const [row, n] = [Math.floor(i / N), i % N];
      let sum = residual[i]!;
      for (let k = 0; k < K; k++) sum += x[row * K + k]! * w[n * K + k]!;
      return sum;
    });
    // Sums are multiples of 1/2 below 256, so f32 holds them exactly and bf16 rounds them once.
    expect(Array.from(after["y"]!)).toEqual(Array.from(fromFloat32(expected, "bf16")));
  });
});

function stepOf(rows: number): Int32Array {
  const block = new StepBlock(CAPACITY);
  block.write([lane(1, rows, [])]);
  return block.words;
}
