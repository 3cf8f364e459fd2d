/**
 * The tile that products of rows and matrices share: a workgroup makes some columns of a few rows. Eight threads share a
 * run of columns and split K, the eight partial sums are added in a fixed order, and a thread then owns the finished
 * columns of one row. Apart from the ops, because what a sum is made of and what becomes of it do not depend on each
 * other. A workgroup whose rows are written as int8 codes makes a whole group of columns.
 */
import {
  type Bool,
  type F32,
  type I32,
  i32,
  type KernelBuilder,
  kernel,
  type Memory,
  select,
  type Variable,
} from "../codegen/builder.ts";
import type { Kernel } from "../codegen/ir.ts";
import { codeColumns, GROUP_COLUMNS, groupCount } from "../src/base/int8-groups.ts";
import { invariant } from "../src/base/invariant.ts";
import type { Candidate, Lowering, Problem, TensorType } from "../src/program/candidate.ts";
import { type BoundEpilogue, type Epilogue, epilogueOf } from "./epilogue.ts";
import { groupsOf, operand, perExtent, portable, portableLaunch } from "./lowering.ts";
import { bindCodes, CODE_RUN, givesCodes } from "./quantised.ts";
import { bindStep } from "./step.ts";
import { storageRun, widestRun } from "./storage.ts";
import type { WeightReader } from "./weights/reader.ts";
import { bindWeight } from "./weights/registry.ts";

/** Threads that share a run of columns. */
export const SPLITS = 8;

interface Tile {
  readonly rows: number;
  /** Neighbouring columns of one thread. */
  readonly run: number;
  /** Runs of a workgroup. */
  readonly columnGroups: number;
  readonly pair: boolean;
}

const threadsOfTile = ({ columnGroups }: Tile): number => SPLITS * columnGroups;

/** What a thread adds up of a product: its rows of the inputs, its run of columns, its share of K. */
interface Share {
  readonly weights: readonly WeightReader[];
  readonly firstRow: I32;
  /** Whether row number `r` of the tile is one of the step's. */
  exists(r: number): Bool;
  /** Rows of a weight, one for each column of the thread; call it where they are to be named. */
  rowsOfWeight(): readonly I32[];
  readonly split: I32;
}

export interface Product {
  /** Kernels are called `<name>_<N>x<K>_<epilogue>`. */
  readonly name: string;
  /** What is multiplied, for the formula. */
  readonly formula: string;
  readonly input: TensorType;
  /** Columns of the matrices. */
  readonly depth: number;
  /** Declares the inputs and gives the way to sums: [row][column], first those of `w`, then those of `w2`. */
  bind(k: KernelBuilder): (share: Share, tile: Tile) => readonly (readonly Variable<"f32">[])[];
}

function tileOf(problem: Problem, pair: boolean): Tile {
  if (givesCodes(problem)) {
    return { rows: 4, run: CODE_RUN, columnGroups: GROUP_COLUMNS / CODE_RUN, pair };
  }
  const y = operand(problem.outputs, "y", problem.op);
  return { rows: pair ? 4 : 8, run: storageRun(y, 2), columnGroups: 8, pair };
}

type Sums = ReturnType<ReturnType<Product["bind"]>>;

/** A thread's row of the tile and its run of columns, behind the sums. */
interface Owned {
  readonly row: I32;
  readonly group: I32;
}

/** Puts the sums of all threads in shared memory: [row][column][thread]. */
function share(k: KernelBuilder, tile: Tile, partial: Memory, sums: Sums): void {
  for (const [r, row] of sums.entries()) {
    for (const [c, sum] of row.entries()) {
      k.store(partial, i32((r * row.length + c) * threadsOfTile(tile)).add(k.local), sum);
    }
  }
  k.barrier();
}

/** Totals of a row's run of columns, of which `columns` are shared: the splits' sums in their order. */
function totalsOf(k: KernelBuilder, tile: Tile, partial: Memory, { row, group }: Owned, columns: number): F32[] {
  return Array.from({ length: columns }, (_, c) => {
    const first = row.mul(columns).add(c).mul(threadsOfTile(tile)).add(group.mul(SPLITS));
    const base = k.let(`base${c}`, first);
    const parts = Array.from({ length: SPLITS }, (_, s) => k.load(`part${c}_${s}`, partial, base.add(s)));
    return k.let(
      `total${c}`,
      parts.slice(1).reduce((a, b) => a.add(b), parts[0]!),
    );
  });
}

function productKernel(problem: Problem, product: Product, epilogue: Epilogue, tile: Tile, columns: number): Kernel {
  const { input } = product;
  const width = problem.outputs["y"]?.width ?? columns;
  const doc = [
    `${columns === width ? "" : `${columns} columns of `}y[${input.extent}, ${width}] = ${epilogue.name}(${product.formula})`,
    `group.x: ${tile.columnGroups} groups of ${tile.run} columns, group.y: ${tile.rows} rows`,
    `thread: column group local / ${SPLITS}, share local % ${SPLITS} of K`,
  ].join("\n");
  const name = `${product.name}_${columns}x${product.depth}_${epilogue.name}`;
  return kernel(name, { workgroupSize: threadsOfTile(tile), doc }, (k) => {
    const step = bindStep(k);
    const accumulate = product.bind(k);
    const weights = (epilogue.pair ? ["w", "w2"] : ["w"]).map((role) =>
      bindWeight(k, role, operand(problem.weights, role, problem.op)),
    );
    const finish = epilogue.bind(k);
    const put = givesCodes(problem)
      ? codesOf(k, problem, tile, finish, columns)
      : rowsOf(k, problem, tile, finish, columns);
    const firstRow = k.let("first_row", k.groupY.mul(tile.rows));
    const rows = k.let("rows", step.count(input.extent).sub(firstRow));
    const split = k.let("split", k.local.rem(SPLITS));
    const column = k.let("column", k.groupX.mul(tile.columnGroups).add(k.local.div(SPLITS)));
    const sums = accumulate(
      {
        weights,
        firstRow,
        exists: (r) => rows.gt(r),
        rowsOfWeight: () =>
          Array.from({ length: tile.run }, (_, c) =>
            k.let(
              `n${c}`,
              column
                .mul(tile.run)
                .add(c)
                .min(i32(columns - 1)),
            ),
          ),
        split,
      },
      tile,
    );
    put(sums, firstRow, rows);
  });
}

/** What becomes of the sums. */
type Finish = (sums: Sums, firstRow: I32, rows: I32) => void;

/** From here on a thread owns one row of one column group. */
function ownedBy(k: KernelBuilder, { columnGroups }: Tile): Owned & { readonly target: I32 } {
  const row = k.let("row", k.local.div(columnGroups));
  const group = k.let("group_of_row", k.local.rem(columnGroups));
  return { row, group, target: k.let("target_group", k.groupX.mul(columnGroups).add(group)) };
}

/** Declares the rows and writes them. */
function rowsOf(k: KernelBuilder, problem: Problem, tile: Tile, finish: BoundEpilogue, columns: number): Finish {
  const y = operand(problem.outputs, "y", problem.op);
  const out = k.buffer("y", y.storage, "write");
  const perRow = (tile.pair ? 2 : 1) * tile.run;
  const partial = k.shared("partial", "f32", tile.rows * perRow * threadsOfTile(tile));
  return (sums, firstRow, rows) => {
    share(k, tile, partial, sums);
    const { row, group, target } = ownedBy(k, tile);
    const exists = row
      .lt(tile.rows)
      .and(row.lt(rows))
      .and(target.lt(columns / tile.run));
    k.if(exists, () => {
      const totals = totalsOf(k, tile, partial, { row, group }, perRow);
      const global = k.let("y_row", firstRow.add(row));
      const values = finish.apply(global, target, totals.slice(0, tile.run), totals.slice(tile.run));
      k.storeGroup(out, global.mul(y.width / tile.run).add(target), values);
    });
  };
}

/**
 * Declares codes and scales, and rows where they are wanted too, and writes them. All threads take part: those without a
 * row repeat the last one, and columns behind the matrix are zero. The matrices of a pair use the shared sums in turn.
 */
function codesOf(k: KernelBuilder, problem: Problem, tile: Tile, finish: BoundEpilogue, columns: number): Finish {
  const { y } = problem.outputs;
  const out = y === undefined ? undefined : k.buffer("y", y.storage, "write");
  const codes = bindCodes(k, problem);
  const partial = k.shared("partial", "f32", tile.rows * tile.run * threadsOfTile(tile));
  const run = widestRun(columns, tile.run);
  const perThread = tile.run / run;
  return (sums, firstRow, rows) => {
    const { row, group, target } = ownedBy(k, tile);
    const safeRow = k.let("safe_row", row.min(rows.min(tile.rows).sub(1)));
    const totals = Array.from({ length: tile.pair ? 2 : 1 }, (_, m) => {
      if (m > 0) k.barrier();
      const own = sums.map((columnsOfRow) => columnsOfRow.slice(m * tile.run, (m + 1) * tile.run));
      share(k, tile, partial, own);
      return totalsOf(k, tile, partial, { row: safeRow, group }, tile.run);
    });
    const global = k.let("y_row", firstRow.add(safeRow));
    const hasRow = k.let("has_row", row.lt(tile.rows).and(row.lt(rows)));
    const values = Array.from({ length: perThread }, (_, i) => {
      const at = perThread === 1 ? target : k.let(`target${i}`, target.mul(perThread).add(i));
      const inside = k.let(`inside${i}`, at.lt(columns / run));
      const part = (matrix: readonly F32[] = []): F32[] => matrix.slice(i * run, (i + 1) * run);
      const safe = k.let(`safe${i}`, at.min(columns / run - 1));
      const made = finish.apply(global, safe, part(totals[0]), part(totals[1])).map((value, c) => {
        return k.let(`value${i * run + c}`, value);
      });
      if (out !== undefined) {
        k.if(hasRow.and(inside), () => k.storeGroup(out, global.mul(columns / run).add(at), made));
      }
      return made.map((value) => select(inside, value, 0));
    }).flat();
    const words = codeColumns(columns) / CODE_RUN;
    const place = {
      exists: k.let("exists", hasRow.and(target.lt(words))),
      word: global.mul(words).add(target),
      group: global.mul(groupCount(columns)).add(k.groupX),
    };
    codes.put(values, place, false);
  };
}

/** The candidate of an op that is a product. */
export function portableProduct(op: string, productOf: (problem: Problem) => Product): Candidate {
  const candidate = portable(op, (problem) => lowerProduct(problem, productOf(problem)), { slices: true });
  // Codes of a run of rows have no place of their own: a group of columns has one scale.
  return { ...candidate, match: (problem) => problem.slice === undefined || !givesCodes(problem) };
}

function lowerProduct(problem: Problem, product: Product): Lowering {
  const w = operand(problem.weights, "w", problem.op);
  invariant(w.kind === "tensor", `${problem.op} multiplies with a tensor`);
  const epilogue = epilogueOf(problem);
  const tile = tileOf(problem, epilogue.pair);
  const body = productKernel(problem, product, epilogue, tile, w.rows);
  const grid = [groupsOf(w.rows, tile.run * tile.columnGroups), perExtent(product.input.extent, tile.rows)] as const;
  return { launches: [portableLaunch(body, grid)], scratch: {} };
}
