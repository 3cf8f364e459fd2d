/**
 * sample: penalties, temperature, min-p, top-k, top-p and the draw, one workgroup per output row. Nothing is sorted:
 * the k-th largest value and the nucleus border are found by bisection over keys that order like floats. The
 * probabilities buffer holds the penalised logits until the end; the temperature acts where weights are made.
 */
import {
  type Bool,
  exp,
  type F32,
  f32,
  type I32,
  i32,
  type KernelBuilder,
  kernel,
  type Memory,
  select,
  type U32,
  u32,
  type Variable,
} from "../codegen/builder.ts";
import type { Kernel } from "../codegen/ir.ts";
import { LOWEST } from "../codegen/library/math.ts";
import { counterUniform } from "../codegen/library/random.ts";
import { isNan, isNotFinite, orderedKey, type WorkgroupReducer, workgroupReducer } from "../codegen/library/reduce.ts";
import { COUNT_WORD } from "../src/base/operands.ts";
import { CHOICE } from "../src/base/step-block.ts";
import { writeToken } from "./argmax.ts";
import { operand, perExtent, portable, portableLaunch } from "./lowering.ts";
import { bindStep, type StepReader } from "./step.ts";

const THREADS = 256;
/** Adjusted logits at or below this are masked. */
const MASKED = -3e38;

interface Row {
  readonly k: KernelBuilder;
  readonly reduce: WorkgroupReducer;
  readonly adjusted: Memory;
  readonly base: I32;
  readonly vocabulary: number;
}

/** Visits this thread's ids; threads take neighbouring ids in turn. */
function eachId({ k, vocabulary }: Row, name: string, body: (id: I32) => void): void {
  k.for(name, k.local, vocabulary, THREADS, body);
}

function keyOf(value: F32): U32 {
  return select(value.le(MASKED), u32(0), orderedKey(value));
}

/** Penalties; writes the adjusted logits and returns the largest with its lowest id. */
function adjust(row: Row, step: StepReader, logits: Memory, counts: Memory, lane: I32, slot: I32) {
  const { k, vocabulary } = row;
  const repetition = step.samplingF32("repetition", lane, "repetition");
  const frequency = step.samplingF32("frequency", lane, "frequency");
  const presence = step.samplingF32("presence", lane, "presence");
  const temperature = step.samplingF32("temperature", lane, "temperature");
  const best = k.var("best", f32(LOWEST));
  const bestId = k.var("best_id", i32(0x7fffffff));
  const bad = k.var("bad", i32(0));
  eachId(row, "c", (c) => {
    const raw = k.load("raw", logits, row.base.add(c));
    k.assign(bad, bad.max(select(isNotFinite(raw), i32(1), 0)));
    const count = k.loadU32("count", counts, slot.mul(vocabulary).add(c));
    const times = k.let("times", count.and(COUNT_WORD.generated).toF32());
    const repeated = select(raw.gt(0), raw.div(repetition), raw.mul(repetition));
    const penalised = k.let("penalised", select(count.ne(0), repeated, raw));
    const reduced = penalised.sub(frequency.mul(times)).sub(select(times.gt(0), presence, 0));
    const value = k.let("value", select(isNan(raw), f32(LOWEST), reduced).max(LOWEST));
    k.store(row.adjusted, row.base.add(c), value);
    k.if(value.gt(best).or(bestId.eq(0x7fffffff)), () => {
      k.assign(best, value);
      k.assign(bestId, c);
    });
  });
  const winner = row.reduce.argmax("winner", best, bestId);
  const notFinite = k.let("not_finite", row.reduce.sumI32("bad_threads", bad).min(1));
  return { heat: { best: winner.value, temperature }, bestId: k.let("greedy_id", winner.id), notFinite };
}

/** What turns an adjusted logit into its weight. */
interface Heat {
  readonly best: F32;
  readonly temperature: F32;
}

/**
 * Weight of an adjusted logit against the largest one, whose weight is 1. The largest is subtracted before the division,
 * so no temperature is too small or too large: it only decides how fast weights fall.
 */
function heated(value: F32, { best, temperature }: Heat): F32 {
  const below = value.sub(best);
  return exp(select(below.lt(0), below.div(temperature).max(-100), 0));
}

/** Masks tokens less likely than minP times the likeliest. */
function maskMinP(row: Row, minP: F32, heat: Heat): void {
  const { k } = row;
  k.if(minP.gt(0), () => {
    eachId(row, "c_min", (c) => {
      const value = k.load("min_value", row.adjusted, row.base.add(c));
      k.if(heated(value, heat).lt(minP), () => k.store(row.adjusted, row.base.add(c), f32(LOWEST)));
    });
  });
}

/** Largest key for which `holds` is still true; `holds` is true at 0 and only gets falser. */
function bisectKey(k: KernelBuilder, holds: (key: U32) => Bool): Variable<"u32"> {
  const key = k.var("border", u32(0));
  k.for("bit", 0, 32, 1, (bit) => {
    const trial = k.let("trial", key.or(u32(0x80000000).shr(bit)));
    k.if(holds(trial), () => k.assign(key, trial));
  });
  return key;
}

/** Masks all below the k-th largest; values equal to it stay. */
function maskTopK(row: Row, topK: I32): void {
  const { k, reduce } = row;
  k.if(topK.gt(0).and(topK.lt(row.vocabulary)), () => {
    const border = bisectKey(k, (key) => {
      const mine = k.var("mine", i32(0));
      eachId(row, "c_k", (c) => {
        const value = k.load("k_value", row.adjusted, row.base.add(c));
        k.if(keyOf(value).ge(key), () => k.assign(mine, mine.add(1)));
      });
      return reduce.sumI32("above", mine).ge(topK);
    });
    eachId(row, "c_cut", (c) => {
      const value = k.load("cut_value", row.adjusted, row.base.add(c));
      k.if(keyOf(value).lt(border), () => k.store(row.adjusted, row.base.add(c), f32(LOWEST)));
    });
  });
}

function weightOf(value: F32, heat: Heat): F32 {
  return select(value.le(MASKED), f32(0), heated(value, heat));
}

/** Sum of the weights of tokens that satisfy a condition on their key. */
function mass(row: Row, name: string, heat: Heat, counts: (key: U32) => Bool): F32 {
  const { k } = row;
  const mine = k.var(`${name}_mine`, f32(0));
  eachId(row, `${name}_c`, (c) => {
    const value = k.load(`${name}_value`, row.adjusted, row.base.add(c));
    k.if(counts(keyOf(value)), () => k.assign(mine, mine.add(weightOf(value, heat))));
  });
  return row.reduce.sum(name, mine);
}

/** First of this thread's consecutive ids, when ids are dealt in blocks. */
function blockOf({ k, vocabulary }: Row): { readonly first: I32; readonly end: I32 } {
  const size = Math.ceil(vocabulary / THREADS);
  const first = k.let("block_first", k.local.mul(size).min(vocabulary));
  return { first, end: k.let("block_end", first.add(size).min(vocabulary)) };
}

/** Drops the least likely tokens while their sum stays within 1 - p; among equals, lower ids go first. */
function maskTopP(row: Row, topP: F32, heat: Heat, prefix: (name: string, value: F32) => F32): void {
  const { k, reduce } = row;
  k.if(topP.lt(1), () => {
    const total = mass(row, "kept", heat, (key) => key.ne(0));
    const limit = k.let("limit", f32(1).sub(topP).mul(total));
    const top = k.let("top_key", orderedKey(heat.best));
    const found = bisectKey(k, (key) => mass(row, "below", heat, (other) => other.lt(key)).le(limit));
    const border = k.let("border_key", select(found.lt(top), found, top));
    const below = mass(row, "under", heat, (key) => key.lt(border));
    const equal = k.var("equal", f32(0));
    const block = blockOf(row);
    const atBorder = (name: string, c: I32): Bool => keyOf(k.load(name, row.adjusted, row.base.add(c))).eq(border);
    k.for("c_tie", block.first, block.end, 1, (c) => {
      k.if(atBorder("tie_value", c), () => k.assign(equal, equal.add(1)));
    });
    const before = prefix("ties_before", equal);
    const ties = reduce.sum("ties", equal);
    const tieWeight = k.var("tie_weight", f32(0));
    k.for("c_tied", block.first, block.end, 1, (c) => {
      const value = k.load("tied_value", row.adjusted, row.base.add(c));
      k.if(keyOf(value).eq(border), () => k.assign(tieWeight, weightOf(value, heat)));
    });
    const each = reduce.max("each", tieWeight);
    const fits = k.let("fits", limit.sub(below).div(each.max(1e-30)).max(0));
    const drop = k.let("drop", fits.min(ties.sub(1)));
    const seen = k.var("seen", before);
    k.for("c_drop", block.first, block.end, 1, (c) => {
      const value = k.load("drop_value", row.adjusted, row.base.add(c));
      const key = k.let("drop_key", keyOf(value));
      k.if(key.eq(border), () => k.assign(seen, seen.add(1)));
      k.if(key.lt(border).or(key.eq(border).and(seen.le(drop))), () => {
        k.store(row.adjusted, row.base.add(c), f32(LOWEST));
      });
    });
    k.barrier();
  });
}

export const sample = portable("sample", (problem) => {
  const logits = operand(problem.inputs, "logits", "sample");
  const vocabulary = logits.width;
  const doc = [
    "p = softmax of the logits behind repetition, frequency, presence, temperature, min-p, top-k, top-p",
    "token = first id whose cumulative p exceeds the lane's random number; temperature 0 takes the largest",
    "group.x: output",
  ].join("\n");
  const body = kernel(`sample_${vocabulary}`, { workgroupSize: THREADS, doc }, (k) => {
    const step = bindStep(k);
    const input = k.buffer("logits", logits.storage, "read");
    const counts = k.buffer("counts", "u32", "read");
    const adjusted = k.buffer("probabilities", "f32", "read_write");
    const token = k.buffer("token", "i32", "write");
    const sampled = k.buffer("sampled", "i32", "write");
    const reduce = workgroupReducer(k);
    const sums = k.shared("sums", "f32", THREADS);
    const prefix = (name: string, value: F32): F32 => {
      k.barrier();
      k.store(sums, k.local, value);
      k.barrier();
      const before = k.var(name, f32(0));
      k.for("lower", 0, k.local, 1, (j) => k.assign(before, before.add(k.load("lower_sum", sums, j))));
      return before;
    };
    const output = k.let("output", k.groupX);
    const outputRow = step.outputRow("row", output);
    const lane = step.row("lane", "rowLane", outputRow);
    const slot = step.lane("slot", "slot", lane);
    const row: Row = { k, reduce, adjusted, base: k.let("base", output.mul(vocabulary)), vocabulary };
    const { heat, bestId, notFinite } = adjust(row, step, input, counts, lane, slot);
    const chosen = k.var("chosen", bestId);
    k.if(
      heat.temperature.gt(0),
      () => {
        maskMinP(row, step.samplingF32("min_p", lane, "minP"), heat);
        k.barrier();
        maskTopK(row, step.sampling("top_k", lane, "topK"));
        k.barrier();
        maskTopP(row, step.samplingF32("top_p", lane, "topP"), heat, prefix);
        k.assign(chosen, draw(row, step, lane, outputRow, heat, prefix));
      },
      () => {
        eachId(row, "c_one", (c) => {
          const share = select(c.eq(bestId), f32(1), 0);
          k.store(adjusted, row.base.add(c), share);
        });
      },
    );
    k.if(k.local.eq(0), () => writeToken(k, step, { token, sampled }, output, lane, chosen, notFinite));
  });
  const perOutput = [perExtent("outputs")] as const;
  return {
    launches: [portableLaunch(body, perOutput), portableLaunch(countTokens(vocabulary), perOutput)],
    scratch: {},
  };
});

/**
 * Counts what was chosen, in a launch of its own: every row is judged by the counts from before the step, whatever the
 * lane's other rows choose beside it. One thread counts all outputs of a lane, so none is lost.
 */
function countTokens(vocabulary: number): Kernel {
  const doc = "counts[slot][token] += 1 for every output of a lane\ngroup.x: output; the last of a lane counts for all";
  return kernel(`count_tokens_${vocabulary}`, { workgroupSize: 1, doc }, (k) => {
    const step = bindStep(k);
    const sampled = k.buffer("sampled", "i32", "read");
    const counts = k.buffer("counts", "u32", "read_write");
    const last = k.let("last", k.groupX);
    const lane = step.row("lane", "rowLane", step.outputRow("row", last));
    k.if(step.isLastOfLane(last, lane), () => {
      const slot = step.lane("slot", "slot", lane);
      k.for("output", 0, last.add(1), 1, (output) => {
        const owner = step.row("owner", "rowLane", step.outputRow("output_row", output));
        k.if(owner.eq(lane), () => {
          const at = k.let(
            "at",
            slot.mul(vocabulary).add(k.loadI32("token", sampled, output.mul(CHOICE.words).add(CHOICE.token))),
          );
          k.store(counts, at, k.loadU32("before", counts, at).add(1));
        });
      });
    });
  });
}

/** Turns adjusted logits into probabilities and picks by the lane's random number. */
function draw(
  row: Row,
  step: StepReader,
  lane: I32,
  outputRow: I32,
  heat: Heat,
  prefix: (name: string, value: F32) => F32,
): I32 {
  const { k, reduce } = row;
  const block = blockOf(row);
  const mine = k.var("block_mass", f32(0));
  k.for("c_mass", block.first, block.end, 1, (c) => {
    k.assign(mine, mine.add(weightOf(k.load("mass_value", row.adjusted, row.base.add(c)), heat)));
  });
  const before = prefix("mass_before", mine);
  const total = reduce.sum("total", mine);
  const start = step.lane("lane_start", "laneStart", lane);
  const length = step.lane("lane_length", "length", lane);
  const position = k.let("position", length.add(outputRow.sub(start)).add(1));
  const seedLow = step.sampling("seed_low", lane, "seedLow");
  const seedHigh = step.sampling("seed_high", lane, "seedHigh");
  const uniform = counterUniform(k, seedLow, seedHigh, position, i32(0));
  const target = k.let("mass_target", uniform.mul(total));
  const running = k.var("running", before);
  const first = k.var("first_above", i32(0x7fffffff));
  const lastKept = k.var("last_kept", i32(0));
  k.for("c_draw", block.first, block.end, 1, (c) => {
    const weight = k.let("draw_weight", weightOf(k.load("draw_value", row.adjusted, row.base.add(c)), heat));
    k.assign(running, running.add(weight));
    k.if(weight.gt(0), () => {
      k.assign(lastKept, c);
      k.if(running.gt(target).and(first.eq(0x7fffffff)), () => k.assign(first, c));
    });
    // A row without a finite logit: all the probability goes to id 0.
    const lone = select(c.eq(0), f32(1), 0);
    k.store(row.adjusted, row.base.add(c), select(total.gt(0), weight.div(total.max(1e-37)), lone));
  });
  const found = reduce.minI32("found", first);
  const last = reduce.minI32("last", lastKept.neg()).neg();
  return k.let("drawn", select(found.eq(0x7fffffff), last, found));
}
