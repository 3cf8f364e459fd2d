/** argmax: the most likely token of each output row, lowest id among equals, written where the next step reads it. */
import { f32, type I32, i32, type KernelBuilder, kernel, select } from "../codegen/builder.ts";
import { LOWEST } from "../codegen/library/math.ts";
import { isNan, isNotFinite, workgroupReducer } from "../codegen/library/reduce.ts";
import { CHOICE } from "../src/base/step-block.ts";
import { operand, perExtent, portable, portableLaunch } from "./lowering.ts";
import { bindStep, type StepReader } from "./step.ts";

const THREADS = 256;

/**
 * Writes a chosen token: as this step's output with the flag beside it and, where it is its lane's last output, as its
 * slot's last token. So two outputs of a lane never write the same word. One thread calls it.
 */
export function writeToken(
  k: KernelBuilder,
  step: StepReader,
  memory: {
    readonly token: ReturnType<KernelBuilder["buffer"]>;
    readonly sampled: ReturnType<KernelBuilder["buffer"]>;
  },
  output: I32,
  lane: I32,
  token: I32,
  notFinite: I32,
): void {
  k.store(memory.token, output, token);
  const choice = k.let("choice", output.mul(CHOICE.words));
  k.store(memory.sampled, choice.add(CHOICE.token), token);
  k.store(memory.sampled, choice.add(CHOICE.notFinite), notFinite);
  k.if(step.isLastOfLane(output, lane), () => {
    const slot = step.lane("slot", "slot", lane);
    k.store(memory.sampled, step.lastTokenOffset("last_offset").add(slot), token);
  });
}

export const argmax = portable("argmax", (problem) => {
  const logits = operand(problem.inputs, "logits", "argmax");
  const doc = [
    "token = lowest id of the largest logit, NaN below all; beside it 1 where a logit is no finite number",
    "group.x: output",
  ].join("\n");
  const body = kernel(`argmax_${logits.width}`, { workgroupSize: THREADS, doc }, (k) => {
    const step = bindStep(k);
    const input = k.buffer("logits", logits.storage, "read");
    const token = k.buffer("token", "i32", "write");
    const sampled = k.buffer("sampled", "i32", "write");
    const reduce = workgroupReducer(k);
    const output = k.let("output", k.groupX);
    const row = step.outputRow("row", output);
    const lane = step.row("lane", "rowLane", row);
    const best = k.var("best", f32(LOWEST));
    const id = k.var("id", i32(0x7fffffff));
    const bad = k.var("bad", i32(0));
    k.for("c", k.local, logits.width, THREADS, (c) => {
      const raw = k.load("raw", input, output.mul(logits.width).add(c));
      k.assign(bad, bad.max(select(isNotFinite(raw), i32(1), 0)));
      const value = k.let("value", select(isNan(raw), f32(LOWEST), raw).max(LOWEST));
      k.if(value.gt(best).or(id.eq(0x7fffffff)), () => {
        k.assign(best, value);
        k.assign(id, c);
      });
    });
    const winner = reduce.argmax("winner", best, id);
    const notFinite = k.let("not_finite", reduce.sumI32("bad_threads", bad).min(1));
    k.if(k.local.eq(0), () => writeToken(k, step, { token, sampled }, output, lane, winner.id, notFinite));
  });
  return {
    launches: [portableLaunch(body, [perExtent("outputs")])],
    scratch: {},
  };
});
