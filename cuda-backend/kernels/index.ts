/** The table of native kernels of the CUDA backend, in its order of preference, and their texts by name. */
import type { Candidate, NativeKernel } from "../../shaders/candidate.ts";
import { invariant } from "../../src/base/invariant.ts";
import type { CudaKernelText } from "../kernel-text.ts";
import { attentionSplitKeys, splitKeysCombineText, splitKeysText } from "./attention/split-keys.ts";
import { linearRows, rowsText } from "./linear/rows.ts";
import { linearTileMma, tileMmaText } from "./linear/tile-mma.ts";

type NativeFactory = (parameters: NativeKernel["parameters"]) => CudaKernelText;

const factories: Readonly<Record<string, NativeFactory>> = {
  "attention/split_keys": splitKeysText,
  "attention/split_keys_combine": splitKeysCombineText,
  "linear/rows": rowsText,
  "linear/tile_mma": tileMmaText,
};

export const nativeCandidates: readonly Candidate[] = [attentionSplitKeys, linearRows, linearTileMma];

export function nativeKernelText(kernel: NativeKernel): CudaKernelText {
  const factory = factories[kernel.name];
  invariant(factory !== undefined, `no native CUDA kernel ${kernel.name}`);
  return factory(kernel.parameters);
}
