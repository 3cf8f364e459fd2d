/**
 * The step block against a reader that follows the header alone, the way a kernel does, and its change ranges against
 * a copy kept up to date by them. Kernels trust every word here.
 */
import { describe, expect, test } from "vitest";
import {
  GREEDY,
  SAMPLING,
  STEP,
  StepBlock,
  type StepCapacity,
  type StepLane,
  sampledLayout,
} from "../../src/base/step-block.ts";
import { buildStep } from "../conformance/build.ts";
import { randomSource } from "../conformance/random.ts";
import { outputRows, stepRows } from "../conformance/step-rows.ts";

const CAPACITY: StepCapacity = { maxRows: 40, maxLanes: 6, maxPagesPerLane: 5, maxOutputs: 9, slots: 12 };

/** Word `index` of an array of the block, found through the header. */
const at = (words: Int32Array, field: number, index: number): number => words[words[field]! + index]!;

const LANES: readonly StepLane[] = [
  {
    slot: 3,
    length: 70,
    pendingFold: 2,
    pages: [9, 4],
    tokens: [11, -1, 12],
    outputs: [2],
    sampling: { ...GREEDY, temperature: 0.5, topK: 20, topP: 0.75, minP: 0.125, seed: 0x123456789abcdef0n },
  },
  { slot: 5, length: 7, pendingFold: 16, pages: [2], tokens: [], outputs: [], sampling: GREEDY },
  {
    slot: 1,
    length: 0,
    pendingFold: 0,
    pages: [7],
    tokens: [5, 6],
    positions: [
      [100, 101],
      [200, 201],
      [300, 301],
    ],
    outputs: [0, 1],
    sampling: { ...GREEDY, presencePenalty: 1.5, frequencyPenalty: -0.25, repetitionPenalty: 1.25, seed: -1n },
  },
];

describe("write", () => {
  const block = new StepBlock(CAPACITY);
  const counts = block.write(LANES);
  const { words } = block;

  test("counts and capacities", () => {
    expect(counts).toEqual({ rows: 5, lanes: 3, outputs: 3 });
    expect([words[STEP.rows], words[STEP.lanes], words[STEP.outputs]]).toEqual([5, 3, 3]);
    expect([words[STEP.maxRows], words[STEP.maxPages]]).toEqual([40, 5]);
    expect(words[STEP.lastToken]).toBe(18);
    expect(sampledLayout(CAPACITY)).toEqual({ lastToken: 18, words: 30 });
  });

  test("rows", () => {
    const row = (field: number): number[] => [0, 1, 2, 3, 4].map((r) => at(words, field, r));
    expect(row(STEP.token)).toEqual([11, -1, 12, 5, 6]);
    expect(row(STEP.rowLane)).toEqual([0, 0, 0, 2, 2]);
    const axis = (a: number): number[] => [0, 1, 2, 3, 4].map((r) => at(words, STEP.position, a * 40 + r));
    expect([axis(0), axis(1), axis(2)]).toEqual([
      [70, 71, 72, 100, 101],
      [70, 71, 72, 200, 201],
      [70, 71, 72, 300, 301],
    ]);
    expect([0, 1, 2].map((o) => at(words, STEP.outputRow, o))).toEqual([2, 3, 4]);
  });

  test("lanes", () => {
    const lane = (field: number): number[] => [0, 1, 2].map((l) => at(words, field, l));
    expect([...lane(STEP.laneStart), at(words, STEP.laneStart, 3)]).toEqual([0, 3, 3, 5]);
    expect(lane(STEP.length)).toEqual([70, 7, 0]);
    expect(lane(STEP.slot)).toEqual([3, 5, 1]);
    expect(lane(STEP.pendingFold)).toEqual([2, 16, 0]);
    expect([at(words, STEP.pageTable, 0), at(words, STEP.pageTable, 1)]).toEqual([9, 4]);
    expect([at(words, STEP.pageTable, 5), at(words, STEP.pageTable, 10)]).toEqual([2, 7]);
  });

  test("sampling: floats by their bits, seeds in two words", () => {
    const floats = new Float32Array(words.buffer);
    const float = (lane: number, field: number): number =>
      floats[words[STEP.sampling]! + lane * SAMPLING.words + field]!;
    const word = (lane: number, field: number): number => at(words, STEP.sampling, lane * SAMPLING.words + field);
    expect([float(0, SAMPLING.temperature), float(0, SAMPLING.topP), float(0, SAMPLING.minP)]).toEqual([
      0.5, 0.75, 0.125,
    ]);
    expect(word(0, SAMPLING.topK)).toBe(20);
    expect([word(0, SAMPLING.seedLow) >>> 0, word(0, SAMPLING.seedHigh) >>> 0]).toEqual([0x9abcdef0, 0x12345678]);
    expect([word(2, SAMPLING.seedLow), word(2, SAMPLING.seedHigh)]).toEqual([-1, -1]);
    const penalties = [SAMPLING.presence, SAMPLING.frequency, SAMPLING.repetition].map((field) => float(2, field));
    expect(penalties).toEqual([1.5, -0.25, 1.25]);
  });

  test("arrays do not overlap and end with the block", () => {
    const sizes: readonly (readonly [number, number])[] = [
      [STEP.token, 40],
      [STEP.rowLane, 40],
      [STEP.position, 120],
      [STEP.laneStart, 7],
      [STEP.length, 6],
      [STEP.slot, 6],
      [STEP.pendingFold, 6],
      [STEP.outputRow, 9],
      [STEP.pageTable, 30],
      [STEP.sampling, 6 * SAMPLING.words],
    ];
    const used = new Uint8Array(words.length).fill(1, 0, STEP.headerWords);
    for (const [field, size] of sizes) for (let i = 0; i < size; i++) used[words[field]! + i]!++;
    expect(Array.from(used).every((n) => n === 1)).toBe(true);
  });
});

test("more than the capacity is refused", () => {
  const lane = LANES[0]!;
  const small = (change: Partial<StepCapacity>): StepBlock => new StepBlock({ ...CAPACITY, ...change });
  expect(() => small({ maxRows: 2 }).write([lane])).toThrow("rows");
  expect(() => small({ maxLanes: 2 }).write(LANES)).toThrow("lanes");
  expect(() => small({ maxPagesPerLane: 1 }).write([lane])).toThrow("pages");
  expect(() => small({ maxOutputs: 2 }).write(LANES)).toThrow("outputs");
});

test("a row without a page of its lane is refused, whatever stands behind the lane's pages", () => {
  const pages = [9, 4];
  const lane = (length: number, rows: number): StepLane => ({
    ...{ slot: 3, length, pendingFold: 0, pages, outputs: [], sampling: GREEDY },
    tokens: new Array<number>(rows).fill(5),
  });
  const beside: StepLane = { ...lane(0, 1), slot: 4, pages: [7] };
  for (const [length, rows] of [
    [0, 39],
    [127, 1],
    [90, 38],
    [128, 0],
  ] as const) {
    expect(() => new StepBlock(CAPACITY).write([lane(length, rows), beside])).not.toThrow();
  }
  for (const [length, rows] of [
    [128, 1],
    [127, 2],
    [90, 39],
    [129, 0],
  ] as const) {
    expect(() => new StepBlock(CAPACITY).write([beside, lane(length, rows)])).toThrow(
      `lane 1: ${rows} rows behind ${length} tokens need 3 pages, 2 are there`,
    );
  }
});

test("uploads by change ranges alone keep a copy equal, over random steps", () => {
  const seed = 20250;
  const random = randomSource(seed);
  const block = new StepBlock({ maxRows: 64, maxLanes: 8, maxPagesPerLane: 8, maxOutputs: 64, slots: 12 });
  const copy = new Int32Array(block.words.length);
  for (let step = 0; step < 60; step++) {
    const specs = Array.from({ length: random.integer(1, 7) }, () => ({
      T: random.integer(0, 8),
      length: random.integer(0, 200),
      fold: random.integer(0, 16),
      sampling: { ...GREEDY, temperature: random.integer(0, 3) / 2, seed: BigInt(random.integer(0, 99)) },
    }));
    const withOutputs = specs.map((s) => ({ ...s, outputs: s.T > 0 ? [s.T - 1] : [] }));
    const { lanes } = buildStep(random, withOutputs);
    block.write(lanes);
    let last = -1;
    for (const { start, end } of block.takeChanges()) {
      expect(start, `seed ${seed}, step ${step}`).toBeGreaterThan(last);
      copy.set(block.words.subarray(start, end), start);
      last = end;
    }
    expect(
      Buffer.compare(Buffer.from(copy.buffer), Buffer.from(block.words.buffer)),
      `seed ${seed}, step ${step}`,
    ).toBe(0);
    const rows = stepRows(lanes);
    expect(rows.map((r) => at(copy, STEP.token, r.row))).toEqual(rows.map((r) => r.token));
    expect(outputRows(lanes).map((_, o) => at(copy, STEP.outputRow, o))).toEqual(outputRows(lanes).map((r) => r.row));
  }
});

test("a step that repeats the last one uploads nothing; a decode step uploads little", () => {
  const block = new StepBlock(CAPACITY);
  block.write(LANES);
  block.takeChanges();
  block.write(LANES);
  expect(block.takeChanges()).toEqual([]);
  block.write(LANES.map((lane) => ({ ...lane, length: lane.length + 1 })));
  const words = block.takeChanges().reduce((sum, r) => sum + r.end - r.start, 0);
  expect(words).toBeGreaterThan(0);
  expect(words).toBeLessThan(block.words.length);
});
