/** quantise: a workgroup makes four groups of codes of a row. */
import { kernel } from "../codegen/builder.ts";
import { groupsOf, operand, perExtent, portable, portableLaunch } from "./lowering.ts";
import { bindRows, threadsOf } from "./row-writer.ts";
import { widestRun } from "./storage.ts";

const THREADS = 64;

export const quantise = portable("quantise", (problem) => {
  const x = operand(problem.inputs, "x", "quantise");
  const run = widestRun(x.width, 4);
  const doc = [
    "scale = max |x| / 127 of 64 columns, code = x / scale to the nearest integer",
    "group.x: block of columns, group.y: row",
  ].join("\n");
  const body = kernel(`quantise_${x.width}`, { workgroupSize: THREADS, doc }, (k) => {
    const input = k.buffer("x", x.storage, "read");
    const rows = bindRows(k, problem, run);
    const base = k.let("base", k.groupY.mul(x.width / run));
    rows.putBlock({ base, row: k.groupY, columns: x.width, width: x.width }, k.groupX, (_g, at) =>
      k.loadGroup("x_value", input, at, run),
    );
  });
  const blocks = groupsOf(threadsOf(problem, x.width, run), THREADS);
  return { launches: [portableLaunch(body, [blocks, perExtent(x.extent)])], scratch: {} };
});
