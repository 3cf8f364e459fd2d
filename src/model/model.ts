/**
 * What a model is to the rest of the engine: a validated config and tensors by canonical name. Apart from what opens one,
 * so that a family can make models without knowing the others.
 */
import type { TensorInfo } from "../artifact/artifact.ts";
import type { ModelConfig } from "./qwen3_5/config.ts";

export type { ModelConfig } from "./qwen3_5/config.ts";

/** What a graph, a plan and a loader read of a model. Reads go to the artifact, which must be open. */
export interface Model {
  readonly name: string;
  readonly config: ModelConfig;
  /**
   * By canonical name, the Hugging Face checkpoint's, e.g. `model.language_model.layers.0.mlp.up_proj.weight`. Components
   * without one keep the container's, e.g. `proposal/head` of `.ninfer`.
   */
  readonly tensors: ReadonlyMap<string, TensorInfo>;
  /** Further names that reads accept: stored parents and parts. They hold the same bytes again, so never sum them. */
  readonly pieces?: ReadonlyMap<string, TensorInfo>;
  /** What a person should know: components that are not used, fields that were not verified. */
  readonly notes: readonly string[];
  /**
   * Bytes of part of a tensor: `length` bytes from `offset` within it. Always those of the tensor on its own, laid out
   * as `format` and `shape` say, even where it is stored inside a larger one.
   */
  readBytes(tensor: string, offset: number, length: number): Promise<Uint8Array>;
  /** Fills `target` with the bytes that `readBytes` would give from `offset`. */
  readInto(tensor: string, offset: number, target: Uint8Array): Promise<void>;
  /** The tensor (or rows `[rowStart, rowEnd)` of its first dimension) decoded to float32, row-major, logical shape. */
  readFloat32(tensor: string, rowStart?: number, rowEnd?: number): Promise<Float32Array>;
}
