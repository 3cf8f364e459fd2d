/** join: elementwise functions of two values of the same shape. Fusion removes most of them; this one is total. */
import { type F32, kernel } from "../codegen/builder.ts";
import { sigmoid, silu } from "../codegen/library/math.ts";
import { JOIN_KINDS, type JoinKind } from "../src/ops/join.ts";
import { choiceAttribute, groupsOf, operand, perExtent, portable, portableLaunch } from "./lowering.ts";
import { bindRows, threadsOf } from "./row-writer.ts";
import { widestRun } from "./storage.ts";

const THREADS = 64;

const FUNCTIONS: Readonly<Record<JoinKind, (a: F32, b: F32) => F32>> = {
  add: (a, b) => a.add(b),
  swiglu: (a, b) => silu(a).mul(b),
  "sigmoid-gate": (a, b) => a.mul(sigmoid(b)),
};

export const join = portable("join", (problem) => {
  const a = operand(problem.inputs, "a", "join");
  const b = operand(problem.inputs, "b", "join");
  const kind = choiceAttribute(problem, "kind", JOIN_KINDS);
  const apply = FUNCTIONS[kind];
  const run = widestRun(a.width, 4);
  const doc = `y = ${kind}(a, b)\ngroup.x: block of columns, group.y: row`;
  const body = kernel(`join_${kind.replace("-", "_")}_${a.width}`, { workgroupSize: THREADS, doc }, (k) => {
    const left = k.buffer("a", a.storage, "read");
    const right = k.buffer("b", b.storage, "read");
    const rows = bindRows(k, problem, run);
    const base = k.let("base", k.groupY.mul(a.width / run));
    rows.putBlock({ base, row: k.groupY, columns: a.width, width: a.width }, k.groupX, (_g, at) => {
      const lefts = k.loadGroup("l", left, at, run);
      const rights = k.loadGroup("r", right, at, run);
      return lefts.map((l, i) => apply(l, rights[i]!));
    });
  });
  const blocks = groupsOf(threadsOf(problem, a.width, run), THREADS);
  return { launches: [portableLaunch(body, [blocks, perExtent(a.extent)])], scratch: {} };
});
