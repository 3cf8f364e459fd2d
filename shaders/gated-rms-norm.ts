/** gated-rms-norm: one workgroup per head of a row; the norm is scaled by w and by silu of the gate. */
import { f32, kernel, sqrt } from "../codegen/builder.ts";
import { silu } from "../codegen/library/math.ts";
import { workgroupReducer } from "../codegen/library/reduce.ts";
import { groupsOf, numberAttribute, operand, perExtent, portable, portableLaunch } from "./lowering.ts";
import { bindRows } from "./row-writer.ts";
import { widestRun } from "./storage.ts";
import { bindWeight } from "./weights/registry.ts";

const THREADS = 64;

export const gatedRmsNorm = portable("gated-rms-norm", (problem) => {
  const x = operand(problem.inputs, "x", "gated-rms-norm");
  const z = operand(problem.inputs, "z", "gated-rms-norm");
  const heads = numberAttribute(problem, "heads");
  const epsilon = numberAttribute(problem, "epsilon");
  const width = x.width / heads;
  const run = widestRun(width, 2);
  const groups = width / run;
  const body = kernel(
    `gated_rms_norm_${heads}x${width}`,
    {
      workgroupSize: THREADS,
      doc: `y = x / sqrt(mean(x^2) + ${epsilon}) * w * silu(z), per head of ${width}\ngroup.x: head, group.y: row`,
    },
    (k) => {
      const input = k.buffer("x", x.storage, "read");
      const gate = k.buffer("z", z.storage, "read");
      const weight = bindWeight(k, "w", operand(problem.weights, "w", "gated-rms-norm"));
      const rows = bindRows(k, problem, run);
      const reduce = workgroupReducer(k);
      const base = k.let("base", k.groupY.mul(heads).add(k.groupX).mul(groups));
      const squares = k.var("squares", f32(0));
      k.for("g", k.local, groups, THREADS, (g) => {
        for (const value of k.loadGroup("v", input, base.add(g), run)) k.assign(squares, squares.add(value.mul(value)));
      });
      const total = reduce.sum("squares", squares);
      const scale = k.let("scale", f32(1).div(sqrt(total.div(width).add(epsilon))));
      const head = { base, row: k.groupY, part: k.groupX, columns: width, width: x.width };
      rows.putAll(head, (g, at) => {
        const values = k.loadGroup("x_value", input, at, run);
        const gates = k.loadGroup("z_value", gate, at, run);
        const gains = weight.run("gain", 0, g, run);
        return values.map((v, i) => v.mul(scale).mul(gains[i]!).mul(silu(gates[i]!)));
      });
    },
  );
  return {
    launches: [portableLaunch(body, [groupsOf(heads, 1), perExtent("tokens")])],
    scratch: {},
  };
});
