/** gather-rows: the rows whose logits are wanted, so that the head is not computed for a whole prompt. */
import { kernel } from "../codegen/builder.ts";
import { groupsOf, operand, perExtent, portable, portableLaunch } from "./lowering.ts";
import { bindStep } from "./step.ts";
import { storageRun } from "./storage.ts";

const THREADS = 64;

export const gatherRows = portable("gather-rows", (problem) => {
  const x = operand(problem.inputs, "x", "gather-rows");
  const y = operand(problem.outputs, "y", "gather-rows");
  const run = storageRun(y, 4);
  const groups = y.width / run;
  const doc = "y[output] = x[outputRow[output]]\ngroup.x: block of columns, group.y: output";
  const body = kernel(`gather_rows_${y.width}`, { workgroupSize: THREADS, doc }, (k) => {
    const step = bindStep(k);
    const input = k.buffer("x", x.storage, "read");
    const out = k.buffer("y", y.storage, "write");
    const row = step.outputRow("row", k.groupY);
    const column = k.let("column", k.groupX.mul(THREADS).add(k.local));
    k.if(column.lt(groups), () => {
      const values = k.loadGroup("value", input, row.mul(groups).add(column), run);
      k.storeGroup(out, k.groupY.mul(groups).add(column), values);
    });
  });
  const grid = [groupsOf(groups, THREADS), perExtent("outputs")] as const;
  return { launches: [portableLaunch(body, grid)], scratch: {} };
});
