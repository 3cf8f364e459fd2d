/** All suites by op. The runner, the CLI and the page take them from here. */
import { argmaxSuite } from "./argmax.ts";
import { attentionSuite } from "./attention.ts";
import { causalConv1dSuite } from "./causal-conv1d.ts";
import { deltaGatesSuite } from "./delta-gates.ts";
import { embeddingSuite } from "./embedding.ts";
import { gatedDeltaRuleSuite } from "./gated-delta-rule.ts";
import { gatedRmsNormSuite } from "./gated-rms-norm.ts";
import { gatherRowsSuite } from "./gather-rows.ts";
import { headNormRotarySuite } from "./head-norm-rotary.ts";
import { joinSuite } from "./join.ts";
import { kvAppendSuite } from "./kv-append.ts";
import { linearSuite } from "./linear.ts";
import { quantiseSuite } from "./quantise.ts";
import { quantisedLinearSuite } from "./quantised-linear.ts";
import { rmsNormSuite } from "./rms-norm.ts";
import { sampleSuite } from "./sample.ts";
import type { OpSuite } from "./types.ts";

const SUITES: readonly OpSuite[] = [
  embeddingSuite,
  rmsNormSuite,
  linearSuite,
  gatedRmsNormSuite,
  headNormRotarySuite,
  kvAppendSuite,
  attentionSuite,
  causalConv1dSuite,
  gatedDeltaRuleSuite,
  deltaGatesSuite,
  joinSuite,
  quantiseSuite,
  quantisedLinearSuite,
  gatherRowsSuite,
  argmaxSuite,
  sampleSuite,
];

export const opSuites: ReadonlyMap<string, OpSuite> = new Map(SUITES.map((suite) => [suite.op, suite]));
