/** The table of portable kernels: one per op, total over the op's domain. Backends put their own candidates before it. */

import type { Candidate } from "../src/program/candidate.ts";
import { argmax } from "./argmax.ts";
import { attention } from "./attention.ts";
import { causalConv1d } from "./causal-conv1d.ts";
import { deltaGates } from "./delta-gates.ts";
import { embedding } from "./embedding.ts";
import { gatedDeltaRule } from "./gated-delta-rule.ts";
import { gatedRmsNorm } from "./gated-rms-norm.ts";
import { gatherRows } from "./gather-rows.ts";
import { headNormRotary } from "./head-norm-rotary.ts";
import { join } from "./join.ts";
import { kvAppend } from "./kv-append.ts";
import { linear } from "./linear.ts";
import { quantise } from "./quantise.ts";
import { quantisedLinear } from "./quantised-linear.ts";
import { rmsNorm } from "./rms-norm.ts";
import { sample } from "./sample.ts";

export const portableCandidates: readonly Candidate[] = [
  argmax,
  attention,
  causalConv1d,
  deltaGates,
  embedding,
  gatedDeltaRule,
  gatedRmsNorm,
  gatherRows,
  headNormRotary,
  join,
  kvAppend,
  linear,
  quantise,
  quantisedLinear,
  rmsNorm,
  sample,
];
