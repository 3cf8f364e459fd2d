/**
 * attention, portable: one workgroup per query head of a row walks the lane's pages with an online softmax. Keys are cut
 * at page borders of absolute positions, so the order of sums depends on nothing but the position.
 */
import {
  exp,
  type F32,
  f32,
  type I32,
  type KernelBuilder,
  kernel,
  type Memory,
  select,
  type Variable,
} from "../codegen/builder.ts";
import { LOWEST, sigmoid } from "../codegen/library/math.ts";
import { workgroupReducer } from "../codegen/library/reduce.ts";
import { invariant } from "../src/base/invariant.ts";
import { PAGE_TOKENS } from "../src/base/step-block.ts";
import type { Lowering, Problem } from "../src/program/candidate.ts";
import { bindPages } from "./kv/registry.ts";
import { groupsOf, numberAttribute, operand, perExtent, portable, portableLaunch } from "./lowering.ts";
import { bindStep } from "./step.ts";
import { storageRun, widestRun } from "./storage.ts";

/** One thread per key of a page. */
const THREADS = PAGE_TOKENS;
/** Elements of a key that are loaded at once. */
const KEY_RUN = 4;

function dot(k: KernelBuilder, query: Memory, width: number, loadKeys: (group: I32) => F32[]): F32 {
  const run = widestRun(width, KEY_RUN);
  const sum = k.var("score", f32(0));
  k.for("g", 0, width / run, 1, (g) => {
    const keys = loadKeys(g);
    const queries = k.loadGroup("q_value", query, g, run);
    k.assign(
      sum,
      keys.reduce<F32>((total, key, i) => total.add(key.mul(queries[i]!)), sum),
    );
  });
  return sum;
}

function lower(problem: Problem): Lowering {
  const q = operand(problem.inputs, "q", "attention");
  const gate = operand(problem.inputs, "gate", "attention");
  const y = operand(problem.outputs, "y", "attention");
  const kv = operand(problem.states, "kv", "attention");
  const queryHeads = numberAttribute(problem, "queryHeads");
  const heads = numberAttribute(problem, "heads");
  const headWidth = numberAttribute(problem, "headWidth");
  const gateStride = numberAttribute(problem, "gateStride");
  const gateOffset = numberAttribute(problem, "gateOffset");
  const scale = numberAttribute(problem, "scale");
  invariant(queryHeads % heads === 0, `${queryHeads} query heads over ${heads} kv heads`);
  const run = storageRun({ ...y, width: headWidth }, 2);
  const runs = headWidth / run;
  const perThread = Math.ceil(runs / THREADS);
  const doc = [
    `y = softmax(q kT * ${scale}) v * sigmoid(gate), causal over the lane's pages`,
    `group.x: query head, group.y: row; thread: one key of a page, then ${run} neighbouring outputs`,
  ].join("\n");
  const body = kernel(`attention_${queryHeads}_${heads}x${headWidth}`, { workgroupSize: THREADS, doc }, (k) => {
    const step = bindStep(k);
    const queries = k.buffer("q", q.storage, "read");
    const gates = k.buffer("gate", gate.storage, "read");
    const pages = bindPages(k, "kv", kv, "read");
    const out = k.buffer("y", y.storage, "write");
    const query = k.shared("query", "f32", headWidth);
    const weights = k.shared("weights", "f32", THREADS);
    const reduce = workgroupReducer(k);
    const row = k.let("row", k.groupY);
    const head = k.let("head", k.groupX.div(queryHeads / heads));
    const lane = step.row("lane", "rowLane", row);
    const start = step.lane("begin", "laneStart", lane);
    const length = step.lane("length", "length", lane);
    const last = k.let("last", length.add(row.sub(start)));
    const base = k.let("base", row.mul(queryHeads).add(k.groupX).mul(headWidth));
    k.for("d", k.local, headWidth, THREADS, (d) => {
      const value = k.load("q_part", queries, base.add(d));
      k.store(query, d, value.mul(scale));
    });
    const best = k.var("best", f32(LOWEST));
    const sum = k.var("sum", f32(0));
    const outputs: Variable<"f32">[][] = Array.from({ length: perThread }, (_, i) =>
      Array.from({ length: run }, (_, j) => k.var(`o${i}_${j}`, f32(0))),
    );
    k.barrier();
    k.for("p", 0, last.div(PAGE_TOKENS).add(1), 1, (p) => {
      const page = step.page("page", lane, p);
      const keys = k.let("keys_here", last.sub(p.mul(PAGE_TOKENS)).add(1).min(PAGE_TOKENS));
      const score = k.var("masked", f32(LOWEST));
      k.if(k.local.lt(keys), () => {
        const dotted = dot(k, query, headWidth, (g) =>
          pages.load("key", "keys", page, head, k.local, g, widestRun(headWidth, KEY_RUN)),
        );
        k.assign(score, dotted);
      });
      const pageBest = reduce.max("page_best", score);
      const newBest = k.let("new_best", best.max(pageBest));
      const weight = k.let("weight", select(k.local.lt(keys), exp(score.sub(newBest)), 0));
      const shrink = k.let("shrink", exp(best.sub(newBest)));
      k.store(weights, k.local, weight);
      const pageSum = reduce.sum("page_sum", weight);
      k.assign(sum, sum.mul(shrink).add(pageSum));
      k.assign(best, newBest);
      for (const [i, parts] of outputs.entries()) {
        const group = k.let("column", k.local.add(i * THREADS));
        k.if(group.lt(runs), () => {
          for (const part of parts) k.assign(part, part.mul(shrink));
          k.for("t", 0, keys, 1, (t) => {
            const w = k.load("w", weights, t);
            const values = pages.load("value", "values", page, head, t, group, run);
            for (const [j, part] of parts.entries()) k.assign(part, part.add(w.mul(values[j]!)));
          });
        });
      }
      k.barrier();
    });
    for (const [i, parts] of outputs.entries()) {
      const group = k.let("out_column", k.local.add(i * THREADS));
      k.if(group.lt(runs), () => {
        const gateBase = k.let("gate_base", row.mul(gate.width).add(k.groupX.mul(gateStride)).add(gateOffset));
        const values = parts.map((part, j) => {
          const g = k.load("gate_value", gates, gateBase.add(group.mul(run)).add(j));
          return part.div(sum).mul(sigmoid(g));
        });
        k.storeGroup(out, row.mul(queryHeads).add(k.groupX).mul(runs).add(group), values);
      });
    }
  });
  const grid = [groupsOf(queryHeads, 1), perExtent("tokens")] as const;
  return { launches: [portableLaunch(body, grid)], scratch: {} };
}

export const attention = portable("attention", lower, { segments: true });
