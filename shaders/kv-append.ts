/** kv-append: keys and values of the step's rows go into the pages of their lanes; a workgroup writes a head of a row. */
import { kernel } from "../codegen/builder.ts";
import { PAGE_TOKENS } from "../src/base/step-block.ts";
import type { Lowering, Problem } from "../src/program/candidate.ts";
import { bindPages } from "./kv/registry.ts";
import { groupsOf, numberAttribute, operand, perExtent, portable, portableLaunch } from "./lowering.ts";
import { bindStep } from "./step.ts";

const THREADS = 64;

function lower(problem: Problem): Lowering {
  const keys = operand(problem.inputs, "k", "kv-append");
  const values = operand(problem.inputs, "v", "kv-append");
  const state = operand(problem.states, "kv", "kv-append");
  const heads = numberAttribute(problem, "heads");
  const headWidth = numberAttribute(problem, "headWidth");
  const doc = [
    `page of (length + row in lane) / ${PAGE_TOKENS} takes k and v of ${heads} heads of ${headWidth}`,
    "group.x: head, group.y: row",
  ].join("\n");
  const body = kernel(`kv_append_${heads}x${headWidth}`, { workgroupSize: THREADS, doc }, (k) => {
    const step = bindStep(k);
    const inputs = { keys: k.buffer("k", keys.storage, "read"), values: k.buffer("v", values.storage, "read") };
    const pages = bindPages(k, "kv", state, "read_write");
    const [head, row] = [k.let("head", k.groupX), k.let("row", k.groupY)];
    const lane = step.row("lane", "rowLane", row);
    const start = step.lane("begin", "laneStart", lane);
    const length = step.lane("length", "length", lane);
    const index = k.let("index", length.add(row.sub(start)));
    const page = step.page("page", lane, index.div(PAGE_TOKENS));
    const token = k.let("token", index.rem(PAGE_TOKENS));
    const vector = k.let("vector", row.mul(heads).add(head));
    for (const plane of ["keys", "values"] as const) {
      pages.append(plane, page, head, token, (name, group, width) =>
        k.loadGroup(name, inputs[plane], vector.mul(headWidth / width).add(group), width),
      );
    }
  });
  return { launches: [portableLaunch(body, [groupsOf(heads, 1), perExtent("tokens")])], scratch: {} };
}

export const kvAppend = portable("kv-append", lower, { segments: true });
