/** rms-norm: one workgroup per row; every thread sums its columns, the workgroup adds the sums in a fixed order. */
import { type F32, f32, kernel, sqrt } from "../codegen/builder.ts";
import { workgroupReducer } from "../codegen/library/reduce.ts";
import { numberAttribute, operand, perExtent, portable, portableLaunch } from "./lowering.ts";
import { bindRows } from "./row-writer.ts";
import { widestRun } from "./storage.ts";
import { bindWeight } from "./weights/registry.ts";

const THREADS = 64;

export const rmsNorm = portable("rms-norm", (problem) => {
  const x = operand(problem.inputs, "x", "rms-norm");
  const w = operand(problem.weights, "w", "rms-norm");
  const epsilon = numberAttribute(problem, "epsilon");
  const unitOffset = problem.attributes["unitOffset"] === true;
  const run = widestRun(x.width, 4);
  const groups = x.width / run;
  const body = kernel(
    `rms_norm_${x.width}`,
    {
      workgroupSize: THREADS,
      doc: `y = x / sqrt(mean(x^2) + ${epsilon}) * ${unitOffset ? "(1 + w)" : "w"}\ngroup.x: row`,
    },
    (k) => {
      const input = k.buffer("x", x.storage, "read");
      const weight = bindWeight(k, "w", w);
      const rows = bindRows(k, problem, run);
      const reduce = workgroupReducer(k);
      const base = k.let("base", k.groupX.mul(groups));
      const squares = k.var("squares", f32(0));
      k.for("g", k.local, groups, THREADS, (g) => {
        for (const value of k.loadGroup("v", input, base.add(g), run)) k.assign(squares, squares.add(value.mul(value)));
      });
      const total = reduce.sum("squares", squares);
      const scale = k.let("scale", f32(1).div(sqrt(total.div(x.width).add(epsilon))));
      rows.putAll({ base, row: k.groupX, columns: x.width, width: x.width }, (g, at) => {
        const values = k.loadGroup("x_value", input, at, run);
        const gains = weight.run("gain", 0, g, run);
        return values.map((v, i): F32 => v.mul(scale).mul(unitOffset ? gains[i]!.add(1) : gains[i]!));
      });
    },
  );
  return { launches: [portableLaunch(body, [perExtent(x.extent)])], scratch: {} };
});
