/**
 * Outputs of ops that make rows elementwise from what they have loaded: as rows, as int8 codes, or both. Apart from the
 * ops, whose texts say what a value is and not how it is stored. A part of a row that is written as codes is made by
 * whole groups, and what lies behind the row's end is zero.
 */
import { type F32, type I32, type KernelBuilder, select } from "../codegen/builder.ts";
import { codeColumns, groupCount } from "../src/base/int8-groups.ts";
import { invariant, present } from "../src/base/invariant.ts";
import type { Problem } from "../src/program/candidate.ts";
import { bindCodes, CODE_RUN, givesCodes, THREADS_OF_GROUP } from "./quantised.ts";

/** What a workgroup writes of: a head of a row, or a row. */
interface RowPart {
  /** First run of the part among all runs of the writer's width. */
  readonly base: I32;
  readonly row: I32;
  /** Number of the part in its row; absent where the row is one part. */
  readonly part?: I32;
  /** Columns of the part, and of the row. */
  readonly columns: number;
  readonly width: number;
}

/** A run of values, by its number in the part and among all runs. */
type RunValues = (group: I32, at: I32) => readonly F32[];

export interface RowWriter {
  /** All of a part, by one workgroup. */
  putAll(of: RowPart, values: RunValues): void;
  /** Block `block` of a part, by a workgroup that has a thread for each of its runs. */
  putBlock(of: RowPart, block: I32, values: RunValues): void;
}

/** Threads that make a part: one for each run, or for each word of codes. */
export function threadsOf(problem: Problem, columns: number, run: number): number {
  return givesCodes(problem) ? codeColumns(columns) / CODE_RUN : columns / run;
}

/** Declares the outputs; call it behind the other buffers. @param run columns that are made at once, at most four */
export function bindRows(k: KernelBuilder, problem: Problem, run: number): RowWriter {
  return givesCodes(problem) ? bindQuantisedRows(k, problem, run) : bindPlainRows(k, problem, run);
}

function bindPlainRows(k: KernelBuilder, { op, outputs }: Problem, run: number): RowWriter {
  const rows = k.buffer("y", present(outputs["y"], `rows of ${op}`).storage, "write");
  const put = ({ base }: RowPart, group: I32, values: RunValues): void => {
    const at = k.let("at", base.add(group));
    k.storeGroup(rows, at, values(group, at));
  };
  return {
    putAll: (of, values) =>
      k.for("column", k.local, of.columns / run, k.workgroupSize, (group) => put(of, group, values)),
    putBlock: (of, block, values) => {
      const column = k.let("column", block.mul(k.workgroupSize).add(k.local));
      k.if(column.lt(of.columns / run), () => put(of, column, values));
    },
  };
}

function bindQuantisedRows(k: KernelBuilder, problem: Problem, run: number): RowWriter {
  invariant(CODE_RUN % run === 0, `${problem.op}: runs of ${run} make no word of codes`);
  const { y } = problem.outputs;
  const rows = y === undefined ? undefined : k.buffer("y", y.storage, "write");
  const codes = bindCodes(k, problem);
  const perThread = CODE_RUN / run;
  /** Word `word` of a part, one of each thread of the workgroup. */
  const put = (of: RowPart, word: I32, values: RunValues, again: boolean): void => {
    const all = Array.from({ length: perThread }, (_, i) => {
      const group = perThread === 1 ? word : k.let(`column${i}`, word.mul(perThread).add(i));
      const inside = k.let(`inside${i}`, group.lt(of.columns / run));
      const safe = k.let(`safe${i}`, group.min(of.columns / run - 1));
      const at = k.let(`at${i}`, of.base.add(safe));
      const made = values(safe, at).map((value, c) => k.let(`value${CODE_RUN * i + c}`, value));
      if (rows !== undefined) k.if(inside, () => k.storeGroup(rows, at, made));
      return made.map((value) => select(inside, value, 0));
    }).flat();
    const place = (perRow: number, perPart: number): I32 =>
      of.part === undefined ? of.row.mul(perRow) : of.row.mul(perRow).add(of.part.mul(perPart));
    const words = (columns: number): number => codeColumns(columns) / CODE_RUN;
    const group = place(groupCount(of.width), groupCount(of.columns)).add(word.div(THREADS_OF_GROUP));
    const exists = k.let("exists", word.lt(words(of.columns)));
    codes.put(all, { exists, word: place(words(of.width), words(of.columns)).add(word), group }, again);
  };
  return {
    putAll(of, values) {
      const words = codeColumns(of.columns) / CODE_RUN;
      if (words <= k.workgroupSize) return put(of, k.local, values, false);
      k.for("first_word", 0, words, k.workgroupSize, (first) =>
        put(of, k.let("word", first.add(k.local)), values, true),
      );
    },
    putBlock: (of, block, values) => put(of, k.let("word", block.mul(k.workgroupSize).add(k.local)), values, false),
  };
}
