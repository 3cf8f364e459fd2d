/**
 * causal-conv1d: depthwise convolution over time and silu. A thread owns a run of channels of one lane: it folds the
 * accepted records into the tail, then walks the lane's rows. Because a channel's state belongs to one thread, it is
 * changed in place.
 */
import { type F32, f32, type I32, type KernelBuilder, kernel, type Memory, type Variable } from "../codegen/builder.ts";
import { silu } from "../codegen/library/math.ts";
import { invariant } from "../src/base/invariant.ts";
import { RECORD_TOKENS } from "../src/base/step-block.ts";
import { convolutionSlot } from "../src/ops/causal-conv1d.ts";
import { groupsOf, operand, perExtent, portable, portableLaunch } from "./lowering.ts";
import { bindStep } from "./step.ts";
import { storageRun } from "./storage.ts";
import { bindWeight } from "./weights/registry.ts";

const THREADS = 64;

type Window = readonly (readonly Variable<"f32">[])[];

/** Moves the window one step: the oldest column leaves, `next` enters. */
function shift(k: KernelBuilder, window: Window, next: readonly F32[]): void {
  for (let tap = 0; tap < window.length; tap++) {
    for (const [c, cell] of window[tap]!.entries()) k.assign(cell, window[tap + 1]?.[c] ?? next[c]!);
  }
}

export const causalConv1d = portable("causal-conv1d", (problem) => {
  const x = operand(problem.inputs, "x", "causal-conv1d");
  const y = operand(problem.outputs, "y", "causal-conv1d");
  const w = operand(problem.weights, "w", "causal-conv1d");
  const state = operand(problem.states, "convolution", "causal-conv1d");
  invariant(state.ref.kind === "convolution" && w.kind === "tensor", "causal-conv1d operands");
  const channels = x.width;
  const taps = w.columns;
  const run = storageRun(y, 2);
  const groups = channels / run;
  const slotGroups = convolutionSlot({ channels, taps }).elements / run;
  const doc = [
    `y[t] = silu(sum over i < ${taps} of w[c, i] * x[t - ${taps - 1} + i]), history from the slot`,
    `slot: tail [${taps - 1}][${channels}], records [${RECORD_TOKENS}][${channels}]`,
    `group.x: block of channel groups of ${run}, group.y: lane`,
  ].join("\n");
  const body = kernel(`causal_conv1d_${channels}`, { workgroupSize: THREADS, doc }, (k) => {
    const step = bindStep(k);
    const input = k.buffer("x", x.storage, "read");
    const weight = bindWeight(k, "w", w);
    const slots: Memory = k.buffer("convolution", "f32", "read_write", { name: "slots" });
    const out = k.buffer("y", y.storage, "write");
    const lane = k.let("lane", k.groupY);
    const slot = step.lane("slot", "slot", lane);
    const fold = step.lane("fold", "pendingFold", lane);
    const start = step.lane("begin", "laneStart", lane);
    const end = step.lane("stop", "laneStart", lane.add(1));
    const rows = k.let("rows", end.sub(start));
    const group = k.let("channel_group", k.groupX.mul(THREADS).add(k.local));
    k.if(group.lt(groups), () => {
      const base = k.let("base", slot.mul(slotGroups).add(group));
      const at = (column: I32 | number): I32 =>
        base.add(typeof column === "number" ? column * groups : column.mul(groups));
      const window: Window = Array.from({ length: taps - 1 }, (_, i) =>
        k.loadGroup(`tail${i}_`, slots, at(i), run).map((value, c) => k.var(`h${i}_${c}`, value)),
      );
      const saveTail = (): void => {
        for (const [i, cells] of window.entries()) k.storeGroup(slots, at(i), cells);
      };
      k.for("f", 0, fold, 1, (f) => shift(k, window, k.loadGroup("record", slots, at(f.add(taps - 1)), run)));
      k.if(fold.gt(0).and(rows.le(RECORD_TOKENS)), saveTail);
      const gains = Array.from({ length: run }, (_, c) =>
        Array.from({ length: taps }, (_, i) => weight.run(`w${c}_${i}`, group.mul(run).add(c), i, 1)[0]!),
      );
      k.for("t", 0, rows, 1, (t) => {
        const row = k.let("row", start.add(t).mul(groups).add(group));
        const values = k.loadGroup("x_value", input, row, run);
        const sums = values.map((value, c) => {
          const past = window.map((cells, i) => cells[c]!.mul(gains[c]![i]!));
          return k.let(`sum${c}`, past.reduce<F32>((a, b) => a.add(b), f32(0)).add(value.mul(gains[c]![taps - 1]!)));
        });
        k.storeGroup(out, row, sums.map(silu));
        shift(k, window, values);
        k.if(rows.le(RECORD_TOKENS), () => k.storeGroup(slots, at(t.add(taps - 1)), values));
      });
      k.if(rows.gt(RECORD_TOKENS), saveTail);
    });
  });
  const grid = [groupsOf(groups, THREADS), perExtent("sequences")] as const;
  return { launches: [portableLaunch(body, grid)], scratch: {} };
});
