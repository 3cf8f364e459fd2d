/**
 * Text decoders as widths only: programs can be built, counted and traced without one weight. Apart from the
 * benchmarks because several of them need a model that is too large to load, or a narrow one with as many layers.
 */
import type { TensorInfo } from "../src/artifact/artifact.ts";
import type { Backend } from "../src/backend/backend.ts";
import type { WeightFormat } from "../src/base/formats/registry.ts";
import { type CompileOptions, compileProgram, compilePrograms, selectHead } from "../src/compile-model.ts";
import type { Model } from "../src/model/model.ts";
import type { Head } from "../src/model/open.ts";
import type { LayerType, TextConfig } from "../src/model/qwen3_5/config.ts";
import type { PoolCapacity } from "../src/passes/lower.ts";
import type { Selection } from "../src/passes/select.ts";
import type { Program } from "../src/program/program.ts";
import type { Profile } from "../src/program/storage.ts";
import { ModelRunner } from "../src/runtime/model-runner.ts";

const LAYERS = 64;

/** Three linear layers, then one of full attention. */
function pattern(layers: number): LayerType[] {
  return Array.from({ length: layers }, (_, i) => (i % 4 === 3 ? "full_attention" : "linear_attention"));
}

/** The published 27B text decoder. */
export const TEXT_27B: TextConfig = {
  hiddenSize: 5120,
  intermediateSize: 17408,
  layerTypes: pattern(LAYERS),
  vocabSize: 248320,
  normEpsilon: 1e-6,
  tiedEmbeddings: false,
  maxPositions: 262144,
  attention: {
    queryHeads: 24,
    keyValueHeads: 4,
    headWidth: 256,
    rotary: { theta: 1e7, rotaryWidth: 64, sections: [11, 11, 10] },
  },
  linearAttention: { keyHeads: 16, valueHeads: 48, keyWidth: 128, valueWidth: 128, convolutionKernel: 4 },
  mtpLayers: 1,
};

/** As many layers, hence launches, with widths that fit anywhere. */
export const TEXT_64_NARROW: TextConfig = {
  ...TEXT_27B,
  hiddenSize: 64,
  intermediateSize: 128,
  vocabSize: 1024,
  attention: {
    queryHeads: 6,
    keyValueHeads: 1,
    headWidth: 32,
    rotary: { theta: 1e7, rotaryWidth: 8, sections: [2, 1, 1] },
  },
  linearAttention: { keyHeads: 1, valueHeads: 3, keyWidth: 16, valueWidth: 16, convolutionKernel: 4 },
};

/** A decoder as the published ones of 0.8B, with a vocabulary of which a laptop's memory holds several copies. */
export const TEXT_08B: TextConfig = {
  ...TEXT_27B,
  hiddenSize: 1024,
  intermediateSize: 3584,
  layerTypes: pattern(24),
  vocabSize: 32_768,
  tiedEmbeddings: true,
  maxPositions: 32_768,
  attention: { ...TEXT_27B.attention, queryHeads: 8, keyValueHeads: 2 },
  linearAttention: { ...TEXT_27B.linearAttention, valueHeads: 16 },
  mtpLayers: 0,
};

/** Room for one sequence of `maxContext` tokens and prompt chunks of 256. */
export function oneLane(maxContext: number): PoolCapacity {
  const pages = Math.ceil(maxContext / 64);
  return { maxRows: 257, maxLanes: 1, maxOutputs: 1, maxPagesPerLane: pages, slots: 2, pages: pages + 1 };
}

/** The format of each tensor of a decoder. */
type FormatOf = (tensor: string) => WeightFormat;

/** The first rule whose pattern fits; vectors and what no rule names stay bf16. */
const byName =
  (...rules: readonly (readonly [RegExp, WeightFormat])[]): FormatOf =>
  (tensor) =>
    rules.find(([name]) => name.test(tensor))?.[1] ?? "bf16";
const TOKENS = /(embed_tokens|lm_head)\.weight$/;
const MIXER = /(in_proj_(qkv|z)|out_proj|[qkvo]_proj)\.weight$/;

/** Formats of published files and of recipes; a matrix whose parts differ there has the wider format here. */
export const QUANTISATIONS = {
  bf16: byName(),
  groupwise: byName(
    [TOKENS, "w8_g32"],
    [/(gate|up)_proj\.weight$/, "q4_g64"],
    [/down_proj\.weight$/, "q5_g64"],
    [MIXER, "q5_g64"],
  ),
  lean: byName([TOKENS, "q6_g64"], [MIXER, "q4_g64"]),
  float: byName([/(gate|up|down)_proj\.weight$/, "nvfp4"], [TOKENS, "fp8_row"], [MIXER, "fp8_row"]),
} as const satisfies Readonly<Record<string, FormatOf>>;

/** Any name is a tensor of which no byte is stored. */
class UnfilledTensors extends Map<string, TensorInfo> {
  readonly #formatOf: FormatOf;

  constructor(formatOf: FormatOf) {
    super();
    this.#formatOf = formatOf;
  }

  override get(name: string): TensorInfo {
    return { name, format: this.#formatOf(name), shape: [], bytes: 0 };
  }
}

function unfilled(text: TextConfig, formatOf: FormatOf = QUANTISATIONS.bf16): Model {
  const never = (): never => {
    throw new Error("an unfilled model has no bytes to read");
  };
  return {
    name: "unfilled",
    config: { modelType: "qwen3_5_text", text, tokens: { eos: [] }, generation: {} },
    tensors: new UnfilledTensors(formatOf),
    notes: [],
    readBytes: never,
    readInto: never,
    readFloat32: never,
  };
}

function optionsOf(config: TextConfig, profile: Profile, capacity: PoolCapacity): CompileOptions {
  return { profile, capacity, maxPositions: config.maxPositions };
}

/** Program of a decoder. @param formatOf default: all bf16 */
export function programOf(
  config: TextConfig,
  backend: Backend,
  head: Head,
  profile: Profile,
  capacity: PoolCapacity,
  formatOf?: FormatOf,
): Program {
  return compileProgram(unfilled(config, formatOf), backend, head, optionsOf(config, profile, capacity));
}

/** The calls of a decoder with their storage and routes. @param formatOf as `programOf` */
export function selectionOf(
  config: TextConfig,
  backend: Backend,
  head: Head,
  profile: Profile,
  capacity: PoolCapacity,
  formatOf?: FormatOf,
): Selection {
  return selectHead(unfilled(config, formatOf), backend, head, optionsOf(config, profile, capacity));
}

/** A runner of a decoder whose weights are never filled in, on a backend that reads bf16 as it is. */
export function emptyRunner(
  config: TextConfig,
  backend: Backend,
  profile: Profile,
  capacity: PoolCapacity,
): Promise<ModelRunner> {
  const programs = compilePrograms(unfilled(config), backend, optionsOf(config, profile, capacity));
  return ModelRunner.create(backend, programs, capacity, async () => {});
}
