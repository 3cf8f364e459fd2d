/**
 * head-norm-rotary: RMSNorm with 1 + w over a head, then rotation of its first entries by interleaved mRoPE angles.
 * Angles come from a table of exact cosines (position = 256 * high + low, joined by the addition theorem), because the
 * precision of sine and cosine in shaders is not dependable for large angles.
 */
import { f32, type I32, i32, type KernelBuilder, kernel, select, sqrt } from "../codegen/builder.ts";
import { workgroupReducer } from "../codegen/library/reduce.ts";
import { invariant } from "../src/base/invariant.ts";
import type { Problem } from "../src/program/candidate.ts";
import { groupsOf, numberAttribute, operand, perExtent, portable, portableLaunch } from "./lowering.ts";
import { bindStep, type StepReader } from "./step.ts";
import { storageRun } from "./storage.ts";
import { bindWeight } from "./weights/registry.ts";

const THREADS = 64;
const LOW_POSITIONS = 256;

/** Position of frequency i: axis H or W where the interleaved sections say so, else T. */
function axisPosition(k: KernelBuilder, step: StepReader, sections: readonly number[], row: I32, i: I32): I32 {
  const inSection = (axis: number) =>
    i
      .rem(3)
      .eq(axis)
      .and(i.lt(3 * sections[axis]!));
  const axis = k.let("axis", select(inSection(1), i32(1), select(inSection(2), i32(2), 0)));
  return step.position("position", axis, row);
}

function sectionsOf(problem: Problem): readonly number[] {
  const sections = problem.attributes["sections"];
  invariant(Array.isArray(sections) && sections.length === 3, "head-norm-rotary needs three sections");
  return sections as readonly number[];
}

export const headNormRotary = portable("head-norm-rotary", (problem) => {
  const x = operand(problem.inputs, "x", "head-norm-rotary");
  const y = operand(problem.outputs, "y", "head-norm-rotary");
  const heads = numberAttribute(problem, "heads");
  const width = numberAttribute(problem, "headWidth");
  const stride = numberAttribute(problem, "headStride");
  const epsilon = numberAttribute(problem, "epsilon");
  const half = numberAttribute(problem, "rotaryWidth") / 2;
  const sections = sectionsOf(problem);
  const run = storageRun({ ...y, width }, 2);
  const doc = [
    `y = rotate(x / sqrt(mean(x^2) + ${epsilon}) * (1 + w)) per head of ${width}, stride ${stride} in x`,
    `pairs (i, i + ${half}); group.x: head, group.y: row`,
  ].join("\n");
  const body = kernel(`head_norm_rotary_${heads}x${width}`, { workgroupSize: THREADS, doc }, (k) => {
    const step = bindStep(k);
    const input = k.buffer("x", x.storage, "read");
    const weight = bindWeight(k, "w", operand(problem.weights, "w", "head-norm-rotary"));
    const table = k.buffer("rotary", "f32", "read");
    const out = k.buffer("y", y.storage, "write");
    const normed = k.shared("normed", "f32", width);
    const reduce = workgroupReducer(k);
    const row = k.let("row", k.groupY);
    const base = k.let("base", row.mul(x.width).add(k.groupX.mul(stride)));
    const squares = k.var("squares", f32(0));
    k.for("d", k.local, width, THREADS, (d) => {
      const value = k.load("v", input, base.add(d));
      k.assign(squares, squares.add(value.mul(value)));
    });
    const total = reduce.sum("squares", squares);
    const scale = k.let("scale", f32(1).div(sqrt(total.div(width).add(epsilon))));
    k.for("e", k.local, width, THREADS, (e) => {
      const value = k.load("x_value", input, base.add(e));
      const gain = weight.run("gain", 0, e, 1)[0]!;
      k.store(normed, e, value.mul(scale).mul(gain.add(1)));
    });
    k.barrier();
    const rotated = k.shared("rotated", "f32", width);
    k.for("i", k.local, width, THREADS, (i) => {
      const value = k.load("value", normed, i);
      k.store(rotated, i, value);
    });
    k.barrier();
    k.for("f", k.local, half, THREADS, (f) => {
      const position = axisPosition(k, step, sections, row, f);
      const low = k.let("low", position.rem(LOW_POSITIONS).mul(half).add(f));
      const high = k.let("high", position.div(LOW_POSITIONS).add(LOW_POSITIONS).mul(half).add(f));
      const [cosLow, sinLow] = k.loadGroup("low_angle", table, low, 2) as [typeof scale, typeof scale];
      const [cosHigh, sinHigh] = k.loadGroup("high_angle", table, high, 2) as [typeof scale, typeof scale];
      const cos = k.let("cosine", cosHigh.mul(cosLow).sub(sinHigh.mul(sinLow)));
      const sin = k.let("sine", sinHigh.mul(cosLow).add(cosHigh.mul(sinLow)));
      const a = k.load("a", normed, f);
      const b = k.load("b", normed, f.add(half));
      k.store(rotated, f, a.mul(cos).sub(b.mul(sin)));
      k.store(rotated, f.add(half), b.mul(cos).add(a.mul(sin)));
    });
    k.barrier();
    const target = k.let(
      "out_base",
      row
        .mul(heads)
        .add(k.groupX)
        .mul(width / run),
    );
    k.for("g", k.local, width / run, THREADS, (g) => {
      const values = k.loadGroup("r", rotated, g, run);
      k.storeGroup(out, target.add(g), values);
    });
  });
  const grid = [groupsOf(heads, 1), perExtent("tokens")] as const;
  return { launches: [portableLaunch(body, grid)], scratch: {} };
});
