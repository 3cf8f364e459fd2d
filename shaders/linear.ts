/**
 * linear, portable: y = epilogue(x wT). A workgroup makes 16 columns of up to 8 rows. Eight threads share a pair of
 * columns and split K in runs, so neighbouring threads read neighbouring weights; the eight partial sums are added in
 * a fixed order. Rows that do not exist cost a branch, so one row is as cheap as it can be without another pipeline.
 */
import { type F32, f32, type I32, i32, type KernelBuilder, kernel, type Variable } from "../codegen/builder.ts";
import { invariant } from "../src/base/invariant.ts";
import type { Problem } from "../src/program/candidate.ts";
import { type Epilogue, epilogueOf } from "./epilogue.ts";
import { groupsOf, operand, perExtent, portable, portableLaunch } from "./lowering.ts";
import { bindStep } from "./step.ts";
import { storageRun } from "./storage.ts";
import type { FactoredRun, WeightReader } from "./weights/reader.ts";
import { bindWeight } from "./weights/registry.ts";

const THREADS = 64;
const SPLITS = 8;
const COLUMN_GROUPS = THREADS / SPLITS;

interface Tile {
  readonly rows: number;
  /** Neighbouring columns of one thread: 2, or 1 where the width is odd. */
  readonly run: number;
}

/** Partial sums of one thread: [row][column], first for `w`, then for `w2`. */
function accumulate(
  k: KernelBuilder,
  tile: Tile,
  weights: readonly WeightReader[],
  inputGroup: (row: number, group: I32, width: number) => F32[],
  exists: (row: number) => ReturnType<I32["lt"]>,
  column: I32,
  split: I32,
): Variable<"f32">[][] {
  const longest = Math.min(...weights.map(({ runWidth }) => runWidth));
  const width = Math.min(longest, Math.max(...weights.map(({ bestRun }) => bestRun)));
  const columns = weights[0]!.rows;
  const sums = Array.from({ length: tile.rows }, (_, r) =>
    Array.from({ length: weights.length * tile.run }, (_, c) => k.var(`sum${r}_${c}`, f32(0))),
  );
  const rowsOfW = Array.from({ length: tile.run }, (_, c) =>
    k.let(
      `n${c}`,
      column
        .mul(tile.run)
        .add(c)
        .min(i32(columns - 1)),
    ),
  );
  k.for("kg", split, weights[0]!.columns / width, SPLITS, (kg) => {
    const w = weights.flatMap((reader, m) => rowsOfW.map((n, c) => reader.factors(`w${m}${c}_`, n, kg, width)));
    for (let r = 0; r < tile.rows; r++) {
      k.if(exists(r), () => {
        const x = inputGroup(r, kg, width);
        for (const [c, run] of w.entries()) k.assign(sums[r]![c]!, addProducts(sums[r]![c]!, run, x));
      });
    }
  });
  return sums;
}

/** sum + w x over one run; where the codes share a scale, theirs are added up first. */
function addProducts(sum: F32, { codes, scale }: FactoredRun, x: readonly F32[]): F32 {
  const products = codes.map((code, i) => code.mul(x[i]!));
  if (scale === undefined) return products.reduce((total, product) => total.add(product), sum);
  return sum.add(scale.mul(products.slice(1).reduce((total, product) => total.add(product), products[0]!)));
}

function linearKernel(problem: Problem, epilogue: Epilogue, tile: Tile) {
  const x = operand(problem.inputs, "x", "linear");
  const y = operand(problem.outputs, "y", "linear");
  const w = operand(problem.weights, "w", "linear");
  invariant(w.kind === "tensor", "linear multiplies with a tensor");
  const columns = w.rows;
  const matrices = epilogue.pair ? 2 : 1;
  const perRow = matrices * tile.run;
  const doc = [
    columns === y.width
      ? `y[${y.extent}, ${y.width}] = ${epilogue.name}(x[${x.extent}, ${x.width}] wT)`
      : `${columns} columns of y[${y.extent}, ${y.width}] = ${epilogue.name}(x[${x.extent}, ${x.width}] wT)`,
    `group.x: ${COLUMN_GROUPS} groups of ${tile.run} columns, group.y: ${tile.rows} rows`,
    `thread: column group local / ${SPLITS}, share local % ${SPLITS} of K`,
  ].join("\n");
  return kernel(`linear_${columns}x${x.width}_${epilogue.name}`, { workgroupSize: THREADS, doc }, (k) => {
    const step = bindStep(k);
    const input = k.buffer("x", x.storage, "read");
    const weights = [bindWeight(k, "w", w)];
    if (epilogue.pair) weights.push(bindWeight(k, "w2", operand(problem.weights, "w2", "linear")));
    const finish = epilogue.bind(k);
    const out = k.buffer("y", y.storage, "write");
    const partial = k.shared("partial", "f32", tile.rows * perRow * THREADS);
    const firstRow = k.let("first_row", k.groupY.mul(tile.rows));
    const rows = k.let("rows", step.count(x.extent).sub(firstRow));
    const split = k.let("split", k.local.rem(SPLITS));
    const column = k.let("column", k.groupX.mul(COLUMN_GROUPS).add(k.local.div(SPLITS)));
    const sums = accumulate(
      k,
      tile,
      weights,
      (r, group, width) =>
        k.loadGroup(
          `x${r}_`,
          input,
          firstRow
            .add(r)
            .mul(x.width / width)
            .add(group),
          width,
        ),
      (r) => rows.gt(r),
      column,
      split,
    );
    for (const [r, row] of sums.entries()) {
      for (const [c, sum] of row.entries()) k.store(partial, i32((r * perRow + c) * THREADS).add(k.local), sum);
    }
    k.barrier();
    // From here on a thread owns one row of one column group.
    const row = k.let("row", k.local.div(COLUMN_GROUPS));
    const group = k.let("group_of_row", k.local.rem(COLUMN_GROUPS));
    const target = k.let("target_group", k.groupX.mul(COLUMN_GROUPS).add(group));
    k.if(
      row
        .lt(tile.rows)
        .and(row.lt(rows))
        .and(target.lt(columns / tile.run)),
      () => {
        const totals = Array.from({ length: perRow }, (_, c) => {
          const base = k.let(`base${c}`, row.mul(perRow).add(c).mul(THREADS).add(group.mul(SPLITS)));
          const parts = Array.from({ length: SPLITS }, (_, s) => k.load(`part${c}_${s}`, partial, base.add(s)));
          return k.let(
            `total${c}`,
            parts.slice(1).reduce((a, b) => a.add(b), parts[0]!),
          );
        });
        const global = k.let("y_row", firstRow.add(row));
        const values = finish.apply(global, target, totals.slice(0, tile.run), totals.slice(tile.run));
        k.storeGroup(out, global.mul(y.width / tile.run).add(target), values);
      },
    );
  });
}

export const linear = portable(
  "linear",
  (problem) => {
    const x = operand(problem.inputs, "x", "linear");
    const y = operand(problem.outputs, "y", "linear");
    const w = operand(problem.weights, "w", "linear");
    invariant(w.kind === "tensor", "linear multiplies with a tensor");
    const epilogue = epilogueOf(problem);
    const tile: Tile = { rows: epilogue.pair ? 4 : 8, run: storageRun(y, 2) };
    const body = linearKernel(problem, epilogue, tile);
    const grid = [groupsOf(w.rows, tile.run * COLUMN_GROUPS), perExtent(x.extent, tile.rows)] as const;
    return { launches: [portableLaunch(body, grid)], scratch: {} };
  },
  { slices: true },
);
