/** kv-append: keys and values of the step's rows go into the pages of their lanes; one thread writes one run. */
import { kernel } from "../codegen/builder.ts";
import { PAGE_TOKENS } from "../src/base/step-block.ts";
import { bindPages } from "./kv/registry.ts";
import { groupsOf, numberAttribute, operand, perExtent, portable, portableLaunch } from "./lowering.ts";
import { bindStep } from "./step.ts";
import { widestRun } from "./storage.ts";

const THREADS = 64;

export const kvAppend = portable("kv-append", (problem) => {
  const keys = operand(problem.inputs, "k", "kv-append");
  const values = operand(problem.inputs, "v", "kv-append");
  const state = operand(problem.states, "kv", "kv-append");
  const heads = numberAttribute(problem, "heads");
  const headWidth = numberAttribute(problem, "headWidth");
  const run = widestRun(headWidth, 4);
  const groups = headWidth / run;
  const doc = [
    `page of (length + row in lane) / ${PAGE_TOKENS} takes k and v of ${heads} heads of ${headWidth}`,
    `group.x: block of runs of ${run}, group.y: row`,
  ].join("\n");
  const body = kernel(`kv_append_${heads}x${headWidth}`, { workgroupSize: THREADS, doc }, (k) => {
    const step = bindStep(k);
    const keyInput = k.buffer("k", keys.storage, "read");
    const valueInput = k.buffer("v", values.storage, "read");
    const pages = bindPages(k, "kv", state, "read_write");
    const row = k.let("row", k.groupY);
    const lane = step.row("lane", "rowLane", row);
    const start = step.lane("begin", "laneStart", lane);
    const length = step.lane("length", "length", lane);
    const index = k.let("index", length.add(row.sub(start)));
    const page = step.page("page", lane, index.div(PAGE_TOKENS));
    const token = k.let("token", index.rem(PAGE_TOKENS));
    const at = k.let("at", k.groupX.mul(THREADS).add(k.local));
    k.if(at.lt(heads * groups), () => {
      const head = k.let("head", at.div(groups));
      const group = k.let("group_of_head", at.rem(groups));
      const from = k.let("source_at", row.mul(heads * groups).add(at));
      pages.store("keys", page, head, token, group, k.loadGroup("key", keyInput, from, run));
      pages.store("values", page, head, token, group, k.loadGroup("value", valueInput, from, run));
    });
  });
  const grid = [groupsOf(heads * groups, THREADS), perExtent("tokens")] as const;
  return { launches: [portableLaunch(body, grid)], scratch: {} };
});
