/**
 * embedding: rows of the table chosen by token id. A token of -1 stands for the last token the device sampled for the
 * row's slot, so a decode step can be submitted before the host knows that token.
 */
import { type I32, i32, kernel } from "../codegen/builder.ts";
import type { Lowering, Problem } from "../src/program/candidate.ts";
import { groupsOf, operand, perExtent, portable, portableLaunch } from "./lowering.ts";
import { bindStep } from "./step.ts";
import { storageRun } from "./storage.ts";
import { bindWeight } from "./weights/registry.ts";

const THREADS = 64;

function lower(problem: Problem): Lowering {
  const y = operand(problem.outputs, "y", "embedding");
  const table = operand(problem.weights, "table", "embedding");
  const run = storageRun(y, 4);
  const body = kernel(
    `embedding_${y.width}`,
    {
      workgroupSize: THREADS,
      doc: "y[row] = table[token[row]]; token -1 is lastToken[slot of the row]\ngroup.x: block of columns, group.y: row",
    },
    (k) => {
      const step = bindStep(k);
      const sampled = k.buffer("sampled", "i32", "read");
      const weights = bindWeight(k, "table", table, "embedding_table");
      const out = k.buffer("y", y.storage, "write");
      const row = k.let("row", k.groupY);
      const given = step.row("given", "token", row);
      const lane = step.row("lane", "rowLane", row);
      const slot = step.lane("slot", "slot", lane);
      // Read only where it is meant: a slot that never sampled has no last token.
      const token = k.var("token", given);
      k.if(given.lt(0), () => {
        k.assign(token, k.loadI32("last", sampled, step.lastTokenOffset("last_offset").add(slot)));
      });
      const column = k.let("column", k.groupX.mul(THREADS).add(k.local));
      const put = (from: I32): void =>
        k.storeGroup(out, row.mul(y.width / run).add(column), weights.run("value", from, column, run));
      k.if(column.lt(y.width / run), () => {
        const safe = k.let("safe", token.max(0).min(i32((problem.slice?.of ?? weights.rows) - 1)));
        if (problem.slice === undefined) return put(safe);
        // Of rows that another launch has, nothing is written.
        const own = k.let("own", safe.sub(problem.slice.first));
        k.if(own.ge(0).and(own.lt(weights.rows)), () => put(own));
      });
    },
  );
  const grid = [groupsOf(y.width / run, THREADS), perExtent("tokens")] as const;
  return { launches: [portableLaunch(body, grid)], scratch: {} };
}

export const embedding = portable("embedding", lower, { slices: true });
