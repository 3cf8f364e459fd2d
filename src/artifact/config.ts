/**
 * The validated configuration of a Qwen3.5-family model, independent of the container it came from. Everything the
 * graph builder may depend on is here, in our own names; nothing else of a checkpoint's config.json is ever read.
 */

export type LayerType = "linear_attention" | "full_attention";

export interface RotaryConfig {
  readonly theta: number;
  /** Number of leading head dimensions that are rotated; even. */
  readonly rotaryWidth: number;
  /** Frequencies per axis (T, H, W); interleaved mRoPE. Sum is at most `rotaryWidth / 2`. */
  readonly sections: readonly [number, number, number];
}

export interface TextConfig {
  readonly hiddenSize: number;
  readonly intermediateSize: number;
  readonly layerTypes: readonly LayerType[];
  /** Rows of the embedding and the head, padding included. */
  readonly vocabSize: number;
  readonly normEpsilon: number;
  readonly tiedEmbeddings: boolean;
  readonly maxPositions: number;
  readonly attention: {
    readonly queryHeads: number;
    readonly keyValueHeads: number;
    readonly headWidth: number;
    readonly rotary: RotaryConfig;
  };
  readonly linearAttention: {
    readonly keyHeads: number;
    readonly valueHeads: number;
    readonly keyWidth: number;
    readonly valueWidth: number;
    readonly convolutionKernel: number;
  };
  readonly mtpLayers: number;
}

export interface VisionConfig {
  readonly depth: number;
  readonly hiddenSize: number;
  readonly intermediateSize: number;
  readonly heads: number;
  readonly patchSize: number;
  readonly temporalPatchSize: number;
  readonly spatialMergeSize: number;
  readonly inChannels: number;
  readonly outHiddenSize: number;
  readonly positionEmbeddings: number;
}

export interface ModelConfig {
  readonly modelType: string;
  readonly text: TextConfig;
  readonly vision?: VisionConfig;
  /** Token ids with a meaning, where the config names them. */
  readonly tokens: {
    readonly eos: readonly number[];
    readonly image?: number;
    readonly video?: number;
    readonly visionStart?: number;
    readonly visionEnd?: number;
  };
  /** Sampling defaults of generation_config.json, as published. */
  readonly generation: {
    readonly temperature?: number;
    readonly topK?: number;
    readonly topP?: number;
    readonly minP?: number;
    readonly repetitionPenalty?: number;
    readonly doSample?: boolean;
  };
}
