/**
 * attention, route `split_keys`: which problems it takes, that it agrees with the oracle where keys, pages, splits and
 * tiles of rows begin and end, that a lane's bits depend on that lane alone (R0), and that tiles are read without bank
 * conflicts.
 */
import { describe, expect, test } from "vitest";
import type { CudaBackend } from "../../cuda-backend/index.ts";
import { attentionSplitKeys } from "../../cuda-backend/kernels/attention/split-keys.ts";
import type { Caps } from "../../src/base/caps.ts";
import { fromFloat32, toFloat32 } from "../../src/base/dtype.ts";
import { PAGE_TOKENS, StepBlock } from "../../src/base/step-block.ts";
import { applies, bindingsOf, type Problem } from "../../src/program/candidate.ts";
import type { Program } from "../../src/program/program.ts";
import { skipNote } from "../base/skip.ts";
import { attentionSuite } from "../conformance/attention.ts";
import { buildStep, type LaneSpec, makeCase, randomActivation } from "../conformance/build.ts";
import { pageElements, randomPages } from "../conformance/pages.ts";
import { randomSource } from "../conformance/random.ts";
import { runSuites } from "../conformance/run.ts";
import type { OpSuite } from "../conformance/types.ts";
import { bytesOf, emulationMissing, withEmulation } from "./fixtures.ts";

const missing = await emulationMissing();
const SEED = 23;

type Float = "f32" | "bf16";

interface Shape {
  readonly queryHeads: number;
  readonly heads: number;
  readonly headWidth: number;
}

/** The kinds of key/value storage with the narrowest query that goes with each. */
const STORAGES = [
  { kv: "f32", q: "f32" },
  { kv: "bf16", q: "f32" },
  { kv: "bf16", q: "bf16" },
] as const;

function problem({ queryHeads, heads, headWidth }: Shape, q: Float, kv: Float, rows?: number): Problem {
  return {
    op: "attention",
    ...(rows === undefined ? {} : { most: { tokens: rows, sequences: rows, outputs: rows } }),
    attributes: { queryHeads, heads, headWidth, gateStride: headWidth, gateOffset: 0, scale: headWidth ** -0.5 },
    inputs: {
      q: { extent: "tokens", width: queryHeads * headWidth, storage: q },
      gate: { extent: "tokens", width: queryHeads * headWidth, storage: q },
    },
    outputs: { y: { extent: "tokens", width: queryHeads * headWidth, storage: q } },
    weights: {},
    states: { kv: { ref: { kind: "kv", layer: 0, heads, headWidth }, storage: kv } },
  };
}

const caps = (computeCapability: number): Caps =>
  ({ cuda: { computeCapability, multiprocessors: 82, sharedBytesOptIn: 101376 } }) as unknown as Caps;

describe("which problems it takes", () => {
  const wide: Shape = { queryHeads: 24, heads: 4, headWidth: 256 };
  const takes = (shape: Shape, rows: number | undefined, capability = 86): boolean =>
    applies(attentionSplitKeys, problem(shape, "bf16", "bf16", rows), caps(capability));
  test("steps of at most 16 rows", () => {
    expect([1, 15, 16].map((rows) => takes(wide, rows))).toEqual([true, true, true]);
    expect([17, undefined].map((rows) => takes(wide, rows))).toEqual([false, false]);
  });
  test("heads of whole tiles up to 256, on cards of 8.0 and later", () => {
    expect([16, 48, 256].map((headWidth) => takes({ ...wide, headWidth }, 1))).toEqual([true, true, true]);
    expect([6, 24, 272].map((headWidth) => takes({ ...wide, headWidth }, 1))).toEqual([false, false, false]);
    expect([takes(wide, 1, 75), takes(wide, 1, 80)]).toEqual([false, true]);
    expect(attentionSplitKeys.match(problem(wide, "bf16", "bf16", 1), {} as Caps)).toBe(false);
  });
});

/** Around pages of 64, the 256 keys of four pages, and the 32 splits of a page each. */
const LENGTHS = [1, 63, 64, 65, 255, 256, 257, 2100];

/** Lanes of `rows` rows whose last row sees `keys` keys, as far as there are as many keys as rows. */
const lanes = (rows: number, keys: number): LaneSpec[] => [{ T: rows, length: Math.max(0, keys - rows) }];

/** The suite's op at the borders of this route. */
const borders: OpSuite = {
  ...attentionSuite,
  *cases(options) {
    const one = (shape: Shape, storage: Float, specs: readonly LaneSpec[]) => {
      const { queryHeads, headWidth } = shape;
      const gates = { gateStride: 2 * headWidth, gateOffset: headWidth };
      const query = { ...shape, storage, lanes: specs.map((s) => `${s.length ?? 0}+${s.T}`).join(",") };
      return makeCase("attention", query, options, (random) => {
        const step = buildStep(random, specs);
        return {
          step,
          attributes: { ...shape, ...gates, scale: headWidth ** -0.5 },
          inputs: {
            q: randomActivation(random, step.rows, queryHeads * headWidth, { scale: 2 }),
            gate: randomActivation(random, step.rows, queryHeads * gates.gateStride, { scale: 3 }),
          },
          states: {
            kv: randomPages(random, shape, step.pages, storage),
          },
        };
      });
    };
    for (const storage of ["f32", "bf16"] as const) {
      for (const keys of LENGTHS) yield one({ queryHeads: 6, heads: 1, headWidth: 32 }, storage, lanes(1, keys));
      for (const rows of [2, 15, 16]) {
        for (const ratio of [1, 2, 3, 6]) {
          yield one({ queryHeads: 2 * ratio, heads: 2, headWidth: 32 }, storage, lanes(rows, 130));
        }
      }
      for (const headWidth of [16, 48, 80, 256]) {
        yield one({ queryHeads: 2, heads: 1, headWidth }, storage, lanes(9, 70));
      }
      yield one({ queryHeads: 6, heads: 1, headWidth: 64 }, storage, [
        { T: 1, length: 2111 },
        { T: 3, length: 62 },
        { T: 0, length: 9 },
        { T: 5 },
        { T: 2, padding: true },
      ]);
    }
  },
};

/** One lane: rows of this step after `length` keys. Its data are drawn from its own seed. */
interface Lane {
  readonly seed: number;
  readonly length: number;
  readonly rows: number;
}

/** Bytes of every lane's outputs when `lanes` run together, their pages drawn by `pageSeed`. */
async function attend(
  backend: CudaBackend,
  shape: Shape,
  storage: { readonly q: Float; readonly kv: Float },
  lanes: readonly Lane[],
  pageSeed: number,
): Promise<Uint8Array[]> {
  const { queryHeads, heads, headWidth } = shape;
  const width = queryHeads * headWidth;
  const rows = lanes.reduce((sum, lane) => sum + lane.rows, 0);
  const p = problem(shape, storage.q, storage.kv, 16);
  const elements = pageElements(shape);
  const counts = lanes.map((lane) => Math.ceil((lane.length + lane.rows) / PAGE_TOKENS));
  const total = counts.reduce((a, b) => a + b, 0);
  const random = randomSource(pageSeed);
  const free = random.distinct(total, total + 2);
  // What no lane owns is not a number: reading it shows.
  const pool = new Float32Array((total + 3) * elements).fill(Number.NaN);
  const q = new Float32Array(rows * width);
  const gate = new Float32Array(rows * width);
  let row = 0;
  const stepLanes = lanes.map((lane, i) => {
    const own = randomSource(lane.seed);
    const pages = free.splice(0, counts[i]!);
    const keys = lane.length + lane.rows;
    for (let plane = 0; plane < 2 * heads; plane++) {
      const values = own.values(keys * headWidth);
      for (let key = 0; key < keys; key++) {
        const page = pages[Math.floor(key / PAGE_TOKENS)]!;
        const at = page * elements + (plane * PAGE_TOKENS + (key % PAGE_TOKENS)) * headWidth;
        pool.set(values.subarray(key * headWidth, (key + 1) * headWidth), at);
      }
    }
    q.set(own.values(lane.rows * width, { scale: 2 }), row * width);
    gate.set(own.values(lane.rows * width), row * width);
    row += lane.rows;
    const tokens = new Array<number>(lane.rows).fill(0);
    const sampling = { temperature: 0, topK: 0, topP: 1, minP: 0, presencePenalty: 0, frequencyPenalty: 0 };
    const settings = { ...sampling, repetitionPenalty: 1, seed: 0n };
    return { slot: i + 1, length: lane.length, pendingFold: 0, pages, tokens, outputs: [], sampling: settings };
  });
  const block = new StepBlock({
    maxRows: rows,
    maxLanes: lanes.length,
    maxPagesPerLane: Math.max(...counts),
    maxOutputs: 1,
    slots: lanes.length + 1,
  });
  block.write(stepLanes);
  const { launches, scratch } = attentionSplitKeys.lower(p, backend.caps);
  const partial = scratch["partial"]!;
  expect(partial.storage).toBe("f32");
  const scratchRows = { tokens: rows, sequences: lanes.length, outputs: 1 }[partial.extent];
  const yBytes = rows * width * (storage.q === "bf16" ? 2 : 4);
  const data: Record<string, Uint8Array> = {
    step: bytesOf(block.words),
    q: fromFloat32(q, storage.q),
    gate: fromFloat32(gate, storage.q),
    kv: fromFloat32(pool, storage.kv),
    // Junk of earlier launches: NaN where it is read unwritten.
    "scratch:partial": new Uint8Array(scratchRows * partial.width * 4).fill(0xff),
    y: new Uint8Array(yBytes),
  };
  const buffers = new Map(
    Object.entries(data).map(([name, bytes]) => {
      const buffer = backend.createBuffer(name, bytes.byteLength);
      backend.write(buffer, 0, bytes);
      return [name, buffer];
    }),
  );
  const program: Program = {
    name: "attention",
    kernels: Object.fromEntries(launches.map((l, i) => [`k${i}`, { id: `k${i}`, source: l.source }])),
    buffers: [],
    launches: launches.map((launch, i) => ({
      label: `attention ${i}`,
      candidate: "split_keys",
      kernel: `k${i}`,
      bindings: bindingsOf(launch.source).map(({ operand: buffer }) => ({
        buffer,
        offsetBytes: 0,
        sizeBytes: data[buffer]!.byteLength,
      })),
      grid: launch.grid,
    })),
    results: {},
  };
  backend.submit(await backend.load(program, buffers), { tokens: rows, sequences: lanes.length, outputs: 1 });
  const y = await backend.read(buffers.get("y")!, 0, yBytes);
  for (const buffer of buffers.values()) backend.destroyBuffer(buffer);
  let from = 0;
  return lanes.map((lane) => {
    const bytes = (lane.rows * yBytes) / rows;
    from += bytes;
    return y.slice(from - bytes, from);
  });
}

describe.skipIf(missing !== undefined)(`native attention${skipNote(missing)}`, () => {
  test("agrees with the oracle at borders of keys, rows and heads, without bank conflicts", async () => {
    await withEmulation({}, async ({ backend, control }) => {
      const conflicts = control.counter("shared_conflicts");
      const rows = await runSuites(backend, [borders], {
        seed: SEED,
        nightly: false,
        profiles: ["exact", "fast"],
        query: "/split_keys",
      });
      const failed = rows.filter((row) => row.result !== "passed");
      expect(failed.map((row) => `seed ${SEED}: ${row.id}: ${row.reason}`)).toEqual([]);
      // 50 cases in both profiles.
      expect(rows.length).toBe(100);
      expect(control.counter("shared_conflicts")).toBe(conflicts);
    });
  });

  test.each(STORAGES)("R0: $kv pages, $q queries: a lane's bits are its own", async (storage) => {
    const shape: Shape = { queryHeads: 6, heads: 2, headWidth: 64 };
    const a: Lane = { seed: 1, length: 2125, rows: 7 };
    const b: Lane = { seed: 2, length: 60, rows: 8 };
    const c: Lane = { seed: 3, length: 0, rows: 1 };
    await withEmulation({}, async ({ backend }) => {
      const run = (lanes: readonly Lane[], pages: number) => attend(backend, shape, storage, lanes, pages);
      const [alone] = await run([a], 5);
      // What no lane owns is not a number, and would show.
      expect(toFloat32(alone!, storage.q).every(Number.isFinite)).toBe(true);
      const [, , last] = await run([b, c, a], 6);
      const [first, , third] = await run([a, c, b], 7);
      const [ownB] = await run([b], 8);
      expect(last).toEqual(alone);
      expect(first).toEqual(alone);
      expect(third).toEqual(ownB);
    });
  });
});
