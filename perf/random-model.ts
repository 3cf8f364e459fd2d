/**
 * A text decoder of any shape with made-up weights in one format, and a token engine on it: what is measured needs a
 * model's sizes and formats, and no file of gigabytes. Apart from `syntheticModel`, whose numbers have the statistics of
 * trained weights and are drawn one by one; here a short stretch of numbers comes again and again, as no kernel's time
 * depends on them. Invariant: a byte depends on tensor, format and place alone, so any range may be read, and twice.
 */
import type { TensorInfo } from "../src/artifact/artifact.ts";
import { DECODERS } from "../src/artifact/formats/decoders.ts";
import type { Backend } from "../src/backend/backend.ts";
import { product } from "../src/base/bytes.ts";
import { f32ToBf16, f32ToF16 } from "../src/base/dtype.ts";
import { planeBytes, planeSpans, type StorageLayout } from "../src/base/formats/layout.ts";
import { WEIGHT_LAYOUTS } from "../src/base/formats/registry.ts";
import { invariant, present } from "../src/base/invariant.ts";
import { loadRunner } from "../src/compile-model.ts";
import type { TokenEngineOptions } from "../src/engine-options.ts";
import type { Model } from "../src/model/model.ts";
import type { ModelConfig, TextConfig } from "../src/model/qwen3_5/config.ts";
import { expectedTextTensors } from "../src/model/qwen3_5/tensors.ts";
import { planTokenEngine } from "../src/open-token-engine.ts";
import type { TokenEngine } from "../src/runtime/request.ts";
import { LocalTokenEngine } from "../src/runtime/token-engine.ts";
import { randomNumbers, SEED } from "./benchmark.ts";

/** Formats the matrices of a random model may have; vectors and convolutions are bf16 in each. */
export type MatrixFormat = "bf16" | "w8_g32" | "q4_g64";

/** Numbers before they come again: no power of two, so that they fall on other columns in each row. */
const STRETCH = 65_521;
/** Bound of a vector's numbers: norms near 1 (they are stored as the difference), decays and taps of usual size. */
const VECTOR_BOUND = 0.1;

/** Largest number of a matrix whose products keep the size of their input. */
export function matrixBound(columns: number): number {
  return Math.sqrt(3 / columns);
}

/** Bytes of bf16 numbers within ±bound. */
export function bf16Stretch(bound: number, random: () => number): Uint8Array {
  const words = Uint16Array.from({ length: STRETCH }, () => f32ToBf16(bound * (2 * random() - 1)));
  return new Uint8Array(words.buffer);
}

/** Any bytes but 0x80, which is no signed 8-bit code. */
export function codeStretch(random: () => number): Uint8Array {
  return Uint8Array.from({ length: STRETCH }, () => {
    const byte = Math.floor(256 * random());
    return byte === 0x80 ? 0x81 : byte;
  });
}

/** Copies into `target` the stretch that begins again and again from byte `at` on. */
export function repeatStretch(stretch: Uint8Array, at: number, target: Uint8Array): void {
  for (let done = 0; done < target.byteLength; ) {
    const part = stretch.subarray((at + done) % stretch.byteLength).subarray(0, target.byteLength - done);
    target.set(part, done);
    done += part.byteLength;
  }
}

interface RandomTensor extends TensorInfo {
  readonly layout: StorageLayout;
  /** What each plane repeats. */
  readonly stretches: readonly Uint8Array[];
}

/** Makes tensors that share what they repeat. */
function tensorMaker(format: MatrixFormat): (name: string, shape: readonly number[]) => RandomTensor {
  const random = randomNumbers(SEED);
  const codes = codeStretch(random);
  const dense = new Map<number, Uint8Array>();
  const denseOf = (bound: number): Uint8Array => {
    const found = dense.get(bound) ?? bf16Stretch(bound, random);
    dense.set(bound, found);
    return found;
  };
  return (name, shape) => {
    const own = shape.length === 2 ? format : "bf16";
    const layout = WEIGHT_LAYOUTS[own].storage(shape);
    invariant(typeof layout !== "string", `${name}: ${String(layout)}`);
    const bound = shape.length === 2 ? matrixBound(present(shape[1], "columns")) : VECTOR_BOUND;
    if (own === "bf16") return { name, format: own, shape, bytes: layout.bytes, layout, stretches: [denseOf(bound)] };
    const scale = new Uint8Array(Uint16Array.of(f32ToF16(bound / (own === "q4_g64" ? 8 : 127))).buffer);
    return { name, format: own, shape, bytes: layout.bytes, layout, stretches: [codes, scale] };
  };
}

/** Bytes `[offset, offset + target.byteLength)` of a tensor: planes, with zeros between them. */
function fillBytes({ layout, stretches }: RandomTensor, offset: number, target: Uint8Array): void {
  target.fill(0);
  const end = offset + target.byteLength;
  for (const [index, plane] of layout.planes.entries()) {
    const from = Math.max(offset, plane.offset);
    const to = Math.min(end, plane.offset + planeBytes(layout, index));
    if (from >= to) continue;
    const stretch = present(stretches[index], `plane ${index}`);
    repeatStretch(stretch, from - plane.offset, target.subarray(from - offset, to - offset));
  }
}

export function randomModel(text: TextConfig, format: MatrixFormat): Model {
  const config: ModelConfig = { modelType: "qwen3_5_text", text, tokens: { eos: [] }, generation: {} };
  const make = tensorMaker(format);
  const tensors = new Map(expectedTextTensors(config).map(({ name, shape }) => [name, make(name, shape)]));
  const readInto = async (name: string, offset: number, target: Uint8Array): Promise<void> =>
    fillBytes(present(tensors.get(name), name), offset, target);
  const readBytes = async (name: string, offset: number, length: number): Promise<Uint8Array> => {
    const bytes = new Uint8Array(length);
    await readInto(name, offset, bytes);
    return bytes;
  };
  return {
    ...{ name: "random", config, tensors, notes: [], readBytes, readInto },
    async readFloat32(name, start = 0, rowEnd) {
      const { format: own, layout } = present(tensors.get(name), name);
      const end = rowEnd ?? layout.rows;
      const planes = await Promise.all(
        planeSpans(layout, start, end).map(({ offset, length }) => readBytes(name, offset, length)),
      );
      const { columns } = layout;
      return DECODERS[own]({ columns, firstRow: start, planes, trailer: new Uint8Array() }, start, end);
    },
  };
}

/** Elements of all matrices and vectors. */
export function parameterCount(model: Model): number {
  return [...model.tensors.values()].reduce((sum, { shape }) => sum + product(shape), 0);
}

export async function openRandomModel(
  model: Model,
  backend: Backend,
  options: TokenEngineOptions,
): Promise<TokenEngine> {
  const { profile, maxContext, prefillChunk, capacity, programs, memory } = planTokenEngine(model, backend, options);
  const runner = await loadRunner(model, backend, programs, capacity);
  const { maxLanes } = capacity;
  const vocabulary = model.config.text.vocabSize;
  const info = {
    ...{ backend: backend.name, device: backend.caps.device, profile },
    ...{ vocabulary, maxContext, maxLanes, memory },
  };
  return new LocalTokenEngine(runner, info, { maxContext, prefillChunk, pages: capacity.pages });
}
