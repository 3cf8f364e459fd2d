/** delta-gates: log decay and write strength of the delta rule, from their two projections. */
import { exp, kernel } from "../codegen/builder.ts";
import { sigmoid, softplus } from "../codegen/library/math.ts";
import { groupsOf, operand, perExtent, portable, portableLaunch } from "./lowering.ts";
import { bindWeight } from "./weights/registry.ts";

const THREADS = 64;

export const deltaGates = portable("delta-gates", (problem) => {
  const a = operand(problem.inputs, "a", "delta-gates");
  const b = operand(problem.inputs, "b", "delta-gates");
  const heads = a.width;
  const doc = [
    "g = -exp(logDecay) * softplus(a + decayBias); beta = 1 / (1 + exp(-b))",
    "group.x: block of heads, group.y: row",
  ].join("\n");
  const body = kernel(`delta_gates_${heads}`, { workgroupSize: THREADS, doc }, (k) => {
    const aInput = k.buffer("a", a.storage, "read");
    const bInput = k.buffer("b", b.storage, "read");
    const logDecay = bindWeight(k, "logDecay", operand(problem.weights, "logDecay", "delta-gates"), "log_decay");
    const bias = bindWeight(k, "decayBias", operand(problem.weights, "decayBias", "delta-gates"), "decay_bias");
    const g = k.buffer("g", "f32", "write");
    const beta = k.buffer("beta", "f32", "write", { name: "strength" });
    const head = k.let("head", k.groupX.mul(THREADS).add(k.local));
    k.if(head.lt(heads), () => {
      const at = k.let("at", k.groupY.mul(heads).add(head));
      const rate = logDecay.run("rate", 0, head, 1)[0]!;
      const shift = bias.run("shift", 0, head, 1)[0]!;
      const aValue = k.load("a_value", aInput, at);
      const bValue = k.load("b_value", bInput, at);
      k.store(
        g,
        at,
        exp(rate)
          .mul(softplus(aValue.add(shift)))
          .neg(),
      );
      k.store(beta, at, sigmoid(bValue));
    });
  });
  const grid = [groupsOf(heads, THREADS), perExtent("tokens")] as const;
  return { launches: [portableLaunch(body, grid)], scratch: {} };
});
