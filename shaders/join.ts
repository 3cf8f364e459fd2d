/** join: elementwise functions of two values of the same shape. Fusion removes most of them; this one is total. */
import { type F32, kernel } from "../codegen/builder.ts";
import { sigmoid, silu } from "../codegen/library/math.ts";
import { JOIN_KINDS, type JoinKind } from "../src/ops/join.ts";
import { choiceAttribute, groupsOf, operand, perExtent, portable, portableLaunch } from "./lowering.ts";
import { storageRun } from "./storage.ts";

const THREADS = 64;

const FUNCTIONS: Readonly<Record<JoinKind, (a: F32, b: F32) => F32>> = {
  add: (a, b) => a.add(b),
  swiglu: (a, b) => silu(a).mul(b),
  "sigmoid-gate": (a, b) => a.mul(sigmoid(b)),
};

export const join = portable("join", (problem) => {
  const a = operand(problem.inputs, "a", "join");
  const b = operand(problem.inputs, "b", "join");
  const y = operand(problem.outputs, "y", "join");
  const kind = choiceAttribute(problem, "kind", JOIN_KINDS);
  const apply = FUNCTIONS[kind];
  const run = storageRun(y, 4);
  const groups = y.width / run;
  const doc = `y = ${kind}(a, b)\ngroup.x: block of columns, group.y: row`;
  const body = kernel(`join_${kind.replace("-", "_")}_${y.width}`, { workgroupSize: THREADS, doc }, (k) => {
    const left = k.buffer("a", a.storage, "read");
    const right = k.buffer("b", b.storage, "read");
    const out = k.buffer("y", y.storage, "write");
    const column = k.let("column", k.groupX.mul(THREADS).add(k.local));
    k.if(column.lt(groups), () => {
      const at = k.let("at", k.groupY.mul(groups).add(column));
      const lefts = k.loadGroup("l", left, at, run);
      const rights = k.loadGroup("r", right, at, run);
      k.storeGroup(
        out,
        at,
        lefts.map((l, i) => apply(l, rights[i]!)),
      );
    });
  });
  return {
    launches: [portableLaunch(body, [groupsOf(groups, THREADS), perExtent(y.extent)])],
    scratch: {},
  };
});
