/**
 * Models of the family that nobody trained: any config, weights drawn from a seed. For benchmarks and fit tests, which need
 * a model's sizes and the statistics of its weights and no answers. Invariant: a number depends on the seed, its tensor's
 * name and its place alone, so that any rows may be read in any order and twice.
 */
import type { RawConfig } from "../../artifact/artifact.ts";
import { product } from "../../base/bytes.ts";
import { UsageError } from "../../base/errors.ts";
import { present } from "../../base/invariant.ts";
import { nearestName } from "../../base/nearest-name.ts";
import type { Model } from "../model.ts";
import type { ExpectedTensor } from "../tensor-check.ts";
import { type ModelConfig, parseConfig } from "./config.ts";
import { recipeOf } from "./container-names.ts";
import { SYNTHETIC_MODELS } from "./named-models.ts";
import { expectedTensors } from "./tensors.ts";

/** @throws UsageError `unknown_model` */
export function namedConfig(name: string): RawConfig {
  const root = Object.hasOwn(SYNTHETIC_MODELS, name) ? SYNTHETIC_MODELS[name] : undefined;
  if (root !== undefined) return { kind: "checkpoint", root: { where: name, values: root } };
  const names = Object.keys(SYNTHETIC_MODELS);
  const near = nearestName(name, names);
  throw new UsageError("unknown_model", `model: found ${JSON.stringify(name)}, needed one of ${names.join(", ")}`, {
    hint: near === undefined ? "the path of a config.json describes any other" : `did you mean ${near}?`,
  });
}

/** @throws as `parseConfig` */
export function syntheticModel(name: string, raw: RawConfig, seed: number): Model {
  const config = parseConfig(raw);
  const tensors = new Map(expectedTensors(config).map((tensor) => [tensor.name, tensor]));
  const columnScales = new Map<string, Float32Array>();
  const rows = (tensor: ExpectedTensor, start: number, end: number): Float32Array => {
    const columns = product(tensor.shape.slice(1));
    const known = columnScales.get(tensor.name) ?? scalesOf(tensor.name, columns, seed);
    // One tensor after another is read, so the last one's are enough.
    columnScales.clear();
    columnScales.set(tensor.name, known);
    return draw(tensor, config, known, start * columns, end * columns, seed);
  };
  const refuse = () => Promise.reject(new Error("internal error: drawn weights have no stored bytes"));
  return {
    ...{ name, config, notes: [] },
    tensors: new Map([...tensors.values()].map((t) => [t.name, { ...t, format: "bf16", bytes: 2 * product(t.shape) }])),
    readBytes: refuse,
    readInto: refuse,
    async readFloat32(tensor, rowStart = 0, rowEnd) {
      const found = tensors.get(tensor)!;
      return rows(found, rowStart, rowEnd ?? found.shape[0]!);
    },
  };
}

/** 32 well-mixed bits of an index and a key. */
function mix(index: number, key: number): number {
  let x = Math.imul(index, 0x9e3779b1) ^ key;
  x = Math.imul(x ^ (x >>> 16), 0x7feb352d);
  x = Math.imul(x ^ (x >>> 15), 0x846ca68b);
  return x ^ (x >>> 16);
}

function keyOf(name: string, seed: number): number {
  let key = seed | 0;
  for (let i = 0; i < name.length; i++) key = mix(name.charCodeAt(i), key);
  return key;
}

/** Four uniform bytes of a word, summed: near to normal, with mean 0 and deviation 1. */
function normal(word: number): number {
  const sum = (word & 255) + ((word >>> 8) & 255) + ((word >>> 16) & 255) + (word >>> 24);
  return (sum - 510) / Math.sqrt((4 * (256 * 256 - 1)) / 12);
}

/** Input channels differ in size, some by much: what makes groups of weights hard to quantise. */
function scalesOf(name: string, columns: number, seed: number): Float32Array {
  const key = keyOf(`${name} columns`, seed);
  return Float32Array.from({ length: columns }, (_, k) => {
    const word = mix(k, key);
    return 2 ** (0.3 * normal(word)) * ((word & 127) === 0 ? 4 : 1);
  });
}

/** Elements `[begin, end)` as a checkpoint in bf16 has them. */
function draw(
  { name, shape }: ExpectedTensor,
  config: ModelConfig,
  columnScales: Float32Array,
  begin: number,
  end: number,
  seed: number,
): Float32Array {
  const values = new Float32Array(end - begin);
  const key = keyOf(name, seed);
  const role = present(recipeOf(name)?.roles[0], `a parameter for ${name}`);
  const special = specialNumber(role);
  const deviation = 0.02 / (isResidual(role) ? Math.sqrt(2 * config.text.layerTypes.length) : 1);
  const columns = columnScales.length;
  let column = begin % columns;
  for (let i = begin; i < end; i++) {
    const word = mix(i, key);
    if (special !== undefined) values[i - begin] = special(word);
    else values[i - begin] = shape.length < 2 ? 0.02 * normal(word) : deviation * columnScales[column]! * normal(word);
    column = column + 1 === columns ? 0 : column + 1;
  }
  const words = new Uint32Array(values.buffer);
  for (let i = 0; i < words.length; i++) words[i]! &= 0xffff0000;
  return values;
}

/** Products that end in the residual stream start smaller, the deeper the model is. */
function isResidual(role: string): boolean {
  return /\/(output|mlp\/down|mlp\/fc2)$/.test(role);
}

const unit = (word: number): number => (word >>> 0) / 2 ** 32;

/** Numbers that are no plain weights: decays in their usual ranges, norms around what leaves a row alone, taps. */
function specialNumber(role: string): ((word: number) => number) | undefined {
  if (role.endsWith("/a_log")) return (word) => Math.log(1 + 15 * unit(word));
  if (role.endsWith("/dt_bias")) {
    return (word) => {
      const step = Math.exp(Math.log(0.001) + unit(word) * Math.log(100));
      return step + Math.log(-Math.expm1(-step));
    };
  }
  if (role.endsWith("/convolution")) return (word) => unit(word) - 0.5;
  if (/(gdn\/norm|norm\d?_weight)$/.test(role)) return (word) => 1 + 0.1 * normal(word);
  if (/norm$/.test(role)) return (word) => 0.1 * normal(word);
  return undefined;
}
