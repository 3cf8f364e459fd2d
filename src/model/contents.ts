/**
 * All that a container stores of a model, in the container's words: logical parameters in their order, which of them may
 * share a matrix, what multiplies them, configs by component, text files. Apart from `Model`, which is what a graph reads:
 * a converter must neither know a family nor lose what this version does not run. Nothing is read before it is asked for.
 */
import type { JsonObject } from "../artifact/json-fields.ts";
import type { WeightFormat } from "../base/formats/registry.ts";

/** One logical parameter and how to read it. Rows are those of its first dimension; a vector is one row. */
export interface StoredParameter {
  readonly name: string;
  readonly shape: readonly number[];
  /** Format of its own bytes. */
  readonly format: WeightFormat;
  /** The stored object that it is a part of, or all of; undefined where its rows come from several places. */
  readonly parent?: string;
  /** Rows `[start, end)` of the matrix `[shape[0], rest]`, decoded. Vectors are read whole. */
  readRows(start: number, end: number): Promise<Float32Array>;
  /** Part of its bytes, laid out by itself in `format`. Only where `copyable`. */
  readBytes(offset: number, length: number): Promise<Uint8Array>;
  /** Whether its bytes stand in the source as its format lays them out, so that they may be taken over. */
  readonly copyable: boolean;
}

/** What 4-bit activations of one product are divided by: a positive number that was measured, stored as a scalar. */
export interface ActivationDivisor {
  readonly parameter: string;
  /** What the parameter is multiplied with. */
  readonly input: string;
  readonly divisor: StoredParameter;
}

export interface TextResource {
  /** Component that owns it. */
  readonly component: string;
  /** File name, as whoever reads the container asks for it. */
  readonly role: string;
  readonly text: string;
}

export interface ModelContents {
  /** What the model calls itself: a title of the container. */
  readonly title: string;
  /** By name, in the container's order. */
  readonly parameters: ReadonlyMap<string, StoredParameter>;
  /** Further names of the same parameters. */
  readonly aliases: ReadonlyMap<string, string>;
  /** Runs of parameters that may be one matrix, rows in this order; where runs share parameters, the wider comes first. */
  readonly fusions: readonly (readonly string[])[];
  /** Names of what a parameter is multiplied with; empty for vectors, tables and kernels. */
  inputs(parameter: string): readonly string[];
  /** Only for parameters whose format allows activations of 4 bits. */
  readonly activationDivisors: readonly ActivationDivisor[];
  /** Config objects by component, `text` first. */
  readonly components: ReadonlyMap<string, JsonObject>;
  readonly resources: readonly TextResource[];
  /** The matrix whose rows score tokens: what a shorter draft head takes rows of. */
  readonly outputHead: string;
  /** What a person should know: what is left behind. */
  readonly notes: readonly string[];
  /** Facts about where all this comes from, for the record. */
  readonly source: JsonObject;
}
