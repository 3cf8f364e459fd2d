/** The native kernels of the CUDA backend, in its order of preference. */
import type { Candidate } from "../../src/program/candidate.ts";
import { attentionSplitKeys } from "./attention/split-keys.ts";
import { linearRows, linearRowsMany } from "./linear/rows.ts";
import { linearRowsFragments, linearRowsFragmentsMany } from "./linear/rows-fragments.ts";
import { linearTileFragments } from "./linear/tile-fragments.ts";
import { linearTileMma } from "./linear/tile-mma.ts";

export const nativeCandidates: readonly Candidate[] = [
  attentionSplitKeys,
  linearRows,
  linearRowsFragments,
  linearTileMma,
  linearTileFragments,
  linearRowsMany,
  linearRowsFragmentsMany,
];
