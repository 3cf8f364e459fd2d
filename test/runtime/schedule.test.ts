/**
 * Who runs: admission and the rows of a step over plain numbers, without a device. Rules are stated as properties of
 * every queue; a few cases show them with numbers.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { GREEDY, type SamplingSettings } from "../../src/base/step-block.ts";
import { admit, composeLanes, type LaneDemand, programFor } from "../../src/runtime/schedule.ts";

describe("admission", () => {
  test.each([
    ["all that fit", [2, 3], { lanes: 4, pages: 5 }, 1, 2],
    ["no more than there are lanes", [1, 1, 1], { lanes: 2, pages: 9 }, 0, 2],
    ["none before one that does not fit", [6, 1], { lanes: 4, pages: 5 }, 1, 0],
    ["one that never fits, where nothing runs, for the pool to refuse", [6, 1], { lanes: 4, pages: 5 }, 0, 1],
    ["none when no lane is free", [1], { lanes: 0, pages: 5 }, 4, 0],
  ] as const)("%s", (_, wanted, free, active, admitted) => {
    expect(admit(wanted, free, active)).toBe(admitted);
  });

  test("takes a longest prefix: it fits, and the next request has no room", () => {
    const queue = fc.array(fc.integer({ min: 1, max: 20 }), { maxLength: 12 });
    const small = fc.integer({ min: 0, max: 40 });
    fc.assert(
      fc.property(queue, small, small, fc.integer({ min: 1, max: 4 }), (wanted, lanes, pages, active) => {
        const admitted = admit(wanted, { lanes, pages }, active);
        const sum = (count: number): number => wanted.slice(0, count).reduce((a, b) => a + b, 0);
        expect(admitted).toBeLessThanOrEqual(lanes);
        expect(sum(admitted)).toBeLessThanOrEqual(pages);
        if (admitted < Math.min(lanes, wanted.length)) expect(sum(admitted + 1)).toBeGreaterThan(pages);
      }),
    );
  });

  test("every queue is served to its end when what runs ends", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 20 }), { maxLength: 30 }), (wanted) => {
        let [queue, active] = [wanted, [] as number[]];
        const served: number[] = [];
        for (let turn = 0; queue.length + active.length > 0; turn++) {
          expect(turn, "turns").toBeLessThan(3 * wanted.length);
          const pages = 16 - active.reduce((a, b) => a + b, 0);
          const admitted = admit(queue, { lanes: 4 - active.length, pages }, active.length);
          // More pages than the pool has: refused at once.
          active.push(...queue.slice(0, admitted).filter((pages) => pages <= 16));
          served.push(...queue.slice(0, admitted));
          queue = queue.slice(admitted);
          active = active.slice(1);
        }
        expect(served).toEqual(wanted);
      }),
    );
  });
});

describe("rows of a step", () => {
  const decode: LaneDemand = { rows: 1, prefilling: false };
  const prompt = (rows: number): LaneDemand => ({ rows, prefilling: true });

  test("decoding comes first, then one chunk is dealt out in order", () => {
    const shares = composeLanes([prompt(100), decode, prompt(5), decode], { maxRows: 64, prefillChunk: 8 });
    expect(shares).toEqual([
      { index: 1, rows: 1 },
      { index: 3, rows: 1 },
      { index: 0, rows: 8 },
      { index: 2, rows: 2 },
    ]);
  });

  test("a step takes no more rows than it holds", () => {
    expect(composeLanes([decode, prompt(9), prompt(9)], { maxRows: 6, prefillChunk: 8 })).toEqual([
      { index: 0, rows: 1 },
      { index: 1, rows: 5 },
    ]);
  });

  test("of any demands: nobody twice, nobody more than wanted, no row left that somebody wants", () => {
    const demand = fc.record({ rows: fc.integer({ min: 1, max: 300 }), prefilling: fc.boolean() });
    const limits = fc.record({
      maxRows: fc.integer({ min: 1, max: 300 }),
      prefillChunk: fc.integer({ min: 1, max: 64 }),
    });
    fc.assert(
      fc.property(fc.array(demand, { minLength: 1, maxLength: 20 }), limits, (demands, given) => {
        const shares = composeLanes(demands, given);
        const budget = Math.min(given.maxRows, given.prefillChunk + demands.length);
        const taken = new Map(shares.map(({ index, rows }) => [index, rows]));
        expect(taken.size).toBe(shares.length);
        for (const [index, rows] of taken) {
          expect(rows).toBeGreaterThan(0);
          expect(rows).toBeLessThanOrEqual(Math.min(demands[index]!.rows, given.prefillChunk));
        }
        const sum = shares.reduce((total, { rows }) => total + rows, 0);
        expect(sum).toBeLessThanOrEqual(budget);
        const short = demands.some(({ rows }, i) => (taken.get(i) ?? 0) < Math.min(rows, given.prefillChunk));
        if (short) expect(sum).toBe(budget);
        // Whoever decodes has its rows before any prompt has one.
        const starved = demands.some(({ prefilling }, i) => !prefilling && !taken.has(i));
        if (starved) expect(shares.every(({ index }) => !demands[index]!.prefilling)).toBe(true);
        const kinds = shares.map(({ index }) => Number(demands[index]!.prefilling));
        expect(kinds).toEqual([...kinds].sort());
      }),
    );
  });
});

test("one lane that needs more than the largest logit makes the step sample", () => {
  const needing: Partial<SamplingSettings>[] = [
    { temperature: 0.1 },
    { repetitionPenalty: 1.1 },
    { presencePenalty: -0.5 },
    { frequencyPenalty: 0.5 },
  ];
  // Cuts and a seed decide nothing where the largest logit is taken.
  expect(programFor([GREEDY, { ...GREEDY, topK: 5, topP: 0.5, minP: 0.1, seed: 3n }])).toBe("argmax");
  for (const settings of needing) expect(programFor([GREEDY, { ...GREEDY, ...settings }])).toBe("sample");
});
