/**
 * The native linear kernels, of dense weights and of fragment order: which problems they take, that results depend on a
 * row alone and not on how many rows a step has (R1 for the `rows` routes, and R0 across neighbours for the tiles), and
 * that tiles are read without bank conflicts.
 */
import { describe, expect, test } from "vitest";
import type { CudaBackend } from "../../cuda-backend/index.ts";
import { nativeCandidates } from "../../cuda-backend/kernels/index.ts";
import { linearRows } from "../../cuda-backend/kernels/linear/rows.ts";
import { linearRowsFragments } from "../../cuda-backend/kernels/linear/rows-fragments.ts";
import { linearTileFragments } from "../../cuda-backend/kernels/linear/tile-fragments.ts";
import { linearTileMma } from "../../cuda-backend/kernels/linear/tile-mma.ts";
import type { Caps } from "../../src/base/caps.ts";
import { fromFloat32, toFloat32 } from "../../src/base/dtype.ts";
import { FRAGMENT_FORMATS, type WeightFormat } from "../../src/base/formats/registry.ts";
import { STEP } from "../../src/base/step-block.ts";
import { applies, bindingsOf, type Candidate, type Problem, type TensorType } from "../../src/program/candidate.ts";
import type { Program } from "../../src/program/program.ts";
import { skipNote } from "../base/skip.ts";
import { randomSource } from "../conformance/random.ts";
import { inFragments } from "../conformance/repack.ts";
import { randomWeight } from "../conformance/weights.ts";
import { bytesOf, emulationMissing, withEmulation } from "./fixtures.ts";

const missing = await emulationMissing();
const SEED = 11;
/** No multiple of any tile: partial pieces along K, partial column tiles. */
const DEPTH = 88;
const COLUMNS = 70;

const isPacked = (format: WeightFormat): boolean => FRAGMENT_FORMATS.includes(format);

function problem(storage: "f32" | "bf16", depth = DEPTH, format: WeightFormat = "bf16"): Problem {
  const order = isPacked(format) ? ({ order: "fragments" } as const) : {};
  return {
    op: "linear",
    attributes: { epilogue: "none" },
    inputs: { x: { extent: "tokens", width: depth, storage } },
    outputs: { y: { extent: "tokens", width: COLUMNS, storage: "f32" } },
    weights: { w: { kind: "tensor", rows: COLUMNS, columns: depth, format, ...order } },
    states: {},
  };
}

/** y of the first `rows` rows of `x`, through one candidate. */
async function multiply(
  backend: CudaBackend,
  candidate: Candidate,
  p: Problem,
  rows: number,
  x: Float32Array,
  w: Uint8Array,
): Promise<Float32Array> {
  const { storage, width: depth } = p.inputs["x"]! as TensorType & { readonly storage: "f32" | "bf16" };
  const columns = p.outputs["y"]!.width;
  const step = new Int32Array(STEP.headerWords);
  step[STEP.rows] = rows;
  const data: Record<string, Uint8Array> = {
    step: bytesOf(step),
    x: fromFloat32(x.subarray(0, rows * depth), storage),
    w,
    y: new Uint8Array(4 * rows * columns),
  };
  const buffers = new Map(
    Object.entries(data).map(([name, bytes]) => {
      const buffer = backend.createBuffer(name, bytes.byteLength);
      backend.write(buffer, 0, bytes);
      return [name, buffer];
    }),
  );
  const [launch] = candidate.lower(p, backend.caps).launches;
  const bindings = bindingsOf(launch!.source).map(({ operand: name }) => ({
    buffer: name,
    offsetBytes: 0,
    sizeBytes: buffers.get(name)!.bytes,
  }));
  const program: Program = {
    name: "linear",
    kernels: { linear: { id: "linear", source: launch!.source } },
    buffers: [],
    launches: [{ label: "linear", candidate: candidate.name, kernel: "linear", bindings, grid: launch!.grid }],
    results: {},
  };
  backend.submit(await backend.load(program, buffers), { tokens: rows, sequences: 1, outputs: 1 });
  const y = await backend.read(buffers.get("y")!, 0, 4 * rows * columns);
  for (const buffer of buffers.values()) backend.destroyBuffer(buffer);
  return toFloat32(y, "f32");
}

const caps = (computeCapability: number): Caps =>
  ({ cuda: { computeCapability, multiprocessors: 82, sharedBytesOptIn: 101376 } }) as unknown as Caps;

describe("which problems they take", () => {
  test("tile_mma needs bf16 on both sides and a card of 8.0", () => {
    expect(linearTileMma.match(problem("bf16"), caps(80))).toBe(true);
    expect(linearTileMma.match(problem("bf16"), caps(75))).toBe(false);
    expect(linearTileMma.match(problem("f32"), caps(86))).toBe(false);
    expect(linearTileMma.match(problem("bf16", 84), caps(86))).toBe(false);
  });
  test("rows takes any activations whose depth is of whole loads", () => {
    expect(linearRows.match(problem("f32"), caps(75))).toBe(true);
    expect(linearRows.match(problem("f32", 84), caps(75))).toBe(false);
  });
  test("in fragment order: tiles as tile_mma does, rows in registers of four inputs", () => {
    expect(linearTileFragments.match(problem("bf16", 88, "q5_g64"), caps(80))).toBe(true);
    expect(linearTileFragments.match(problem("bf16", 84, "q5_g64"), caps(80))).toBe(false);
    expect(linearTileFragments.match(problem("bf16", 88, "q5_g64"), caps(75))).toBe(false);
    expect(linearTileFragments.match(problem("f32", 88, "q5_g64"), caps(86))).toBe(false);
    expect(linearRowsFragments.match(problem("f32", 84, "q5_g64"), caps(75))).toBe(true);
    expect(linearRowsFragments.match(problem("f32", 82, "q5_g64"), caps(75))).toBe(false);
  });
  test("a pair of two formats goes the way of any weights", () => {
    const { weights, ...rest } = problem("bf16", 88, "q5_g64");
    const other = problem("bf16", 88, "q4_g64").weights["w"]!;
    const mixed: Problem = { ...rest, attributes: { epilogue: "swiglu" }, weights: { ...weights, w2: other } };
    const taken = nativeCandidates.filter((c) => applies(c, mixed, caps(86)));
    expect(taken.map((c) => c.name)).toEqual(["rows_many"]);
  });
  test.each([
    [31, ["rows", "tile_mma"]],
    [32, ["rows", "tile_mma"]],
    [33, ["tile_mma", "rows_many"]],
    [undefined, ["tile_mma", "rows_many"]],
  ])("for %s rows at most, in this order", (rows, names) => {
    const most = rows === undefined ? {} : { most: { tokens: rows, sequences: 1, outputs: 1 } };
    const taken = nativeCandidates.filter((c) => applies(c, { ...problem("bf16"), ...most }, caps(86)));
    expect(taken.map((c) => c.name)).toEqual(names);
  });
  test.each([
    [15, ["rows_fragments", "tile_fragments"]],
    [16, ["rows_fragments", "tile_fragments"]],
    [17, ["tile_fragments", "rows_fragments_many"]],
    [undefined, ["tile_fragments", "rows_fragments_many"]],
  ])("in fragment order for %s rows at most, in this order", (rows, names) => {
    const most = rows === undefined ? {} : { most: { tokens: rows, sequences: 1, outputs: 1 } };
    const taken = nativeCandidates.filter((c) => applies(c, { ...problem("bf16", 88, "w8_g32"), ...most }, caps(86)));
    expect(taken.map((c) => c.name)).toEqual(names);
  });
});

describe.skipIf(missing !== undefined)(`native linear${skipNote(missing)}`, () => {
  const routes = [
    { candidate: linearRows, storage: "f32", counts: [1, 7, 8, 9, 17], format: "bf16" },
    { candidate: linearRows, storage: "bf16", counts: [1, 8, 9], format: "bf16" },
    { candidate: linearTileMma, storage: "bf16", counts: [1, 16, 17, 63, 64, 65], format: "bf16" },
    // What it does for pairs of two formats, which no other native route takes.
    { candidate: linearRows, storage: "bf16", counts: [1, 9], format: "q6_g64" },
    { candidate: linearRowsFragments, storage: "f32", counts: [1, 7, 8, 9, 17], format: "q5_g64" },
    { candidate: linearRowsFragments, storage: "bf16", counts: [1, 9], format: "w8_g32" },
    { candidate: linearTileFragments, storage: "bf16", counts: [1, 16, 17, 63, 64, 65], format: "q6_g64" },
    { candidate: linearTileFragments, storage: "bf16", counts: [1, 33], format: "w8_g32" },
  ] as const;

  test.each(FRAGMENT_FORMATS)("rows_fragments reads every byte of %s once, in whole sectors", async (format) => {
    const [rows, columns] = [32, 512];
    const counted: Problem = {
      ...problem("bf16", columns, format),
      outputs: { y: { extent: "tokens", width: rows, storage: "f32" } },
      weights: { w: { kind: "tensor", rows, columns, format, order: "fragments" } },
    };
    const { bytes: stored } = randomWeight(randomSource(SEED), rows, columns, format);
    const w = inFragments(format, rows, columns, stored);
    const x = randomSource(SEED).values(columns);
    await withEmulation({ countAccesses: true }, async ({ backend, control }) => {
      const before = control.counter("global_sectors");
      await multiply(backend, linearRowsFragments, counted, 1, x, w);
      // Of each unit: inputs by 16, the count in four warps, two sectors of results.
      const beside = 2 * (columns / 16 + 4 + 2);
      expect(control.counter("global_sectors") - before).toBe(w.byteLength / 32 + beside);
    });
  });

  test.each(routes)(
    "$candidate.name, $storage, $format: right, and bits of a row do not depend on the number of rows",
    async (route) => {
      const { candidate, storage, counts, format } = route;
      const random = randomSource(SEED);
      const most = Math.max(...counts);
      const x = toFloat32(fromFloat32(random.values(most * DEPTH), storage), storage);
      const { values: w, bytes: stored } = randomWeight(random, COLUMNS, DEPTH, format);
      const bytes = isPacked(format) ? inFragments(format, COLUMNS, DEPTH, stored) : stored;
      const asked = problem(storage, DEPTH, format);
      await withEmulation({}, async ({ backend, control }) => {
        const conflicts = control.counter("shared_conflicts");
        const whole = await multiply(backend, candidate, asked, most, x, bytes);
        for (let i = 0; i < whole.length; i++) {
          const [row, column] = [Math.floor(i / COLUMNS), i % COLUMNS];
          let [sum, size] = [0, 0];
          for (let k = 0; k < DEPTH; k++) {
            const term = x[row * DEPTH + k]! * w[column * DEPTH + k]!;
            sum += term;
            size += Math.abs(term);
          }
          // f32 sums of DEPTH products in any order: exact ones, or exact before their tile's sum is scaled.
          const bound = DEPTH * 2 ** -24 * size;
          expect(Math.abs(whole[i]! - sum), `seed ${SEED}, row ${row}, column ${column}`).toBeLessThanOrEqual(bound);
        }
        for (const rows of counts) {
          const part = await multiply(backend, candidate, asked, rows, x, bytes);
          expect(bytesOf(part), `seed ${SEED}, ${rows} rows`).toEqual(bytesOf(whole.subarray(0, rows * COLUMNS)));
        }
        expect(control.counter("shared_conflicts")).toBe(conflicts);
      });
    },
  );
});
