/** All ops by name. The one list that graph verification, the conformance suite and listings share. */
import { argmax } from "./argmax.ts";
import { attention } from "./attention.ts";
import { causalConv1d } from "./causal-conv1d.ts";
import type { OpContract } from "./contract.ts";
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

const CONTRACTS: readonly OpContract[] = [
  embedding,
  rmsNorm,
  linear,
  gatedRmsNorm,
  headNormRotary,
  kvAppend,
  attention,
  causalConv1d,
  gatedDeltaRule,
  deltaGates,
  join,
  quantise,
  quantisedLinear,
  gatherRows,
  argmax,
  sample,
];

export const opContracts: ReadonlyMap<string, OpContract> = new Map(CONTRACTS.map((op) => [op.name, op]));
