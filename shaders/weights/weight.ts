/**
 * How kernels read a weight of any format: rows of a matrix, in runs of consecutive columns, as f32. A format is one
 * file here; kernels never see bits. Adding a format touches no kernel.
 */
import type { F32, I32, KernelBuilder } from "../../codegen/builder.ts";
import { invariant } from "../../src/base/invariant.ts";
import type { WeightFormat } from "../../src/base/weight-format.ts";
import type { WeightType } from "../candidate.ts";
import { dense } from "./dense.ts";

/** Longest run of columns, at most four, that divides a row. */
export function widestRun(columns: number): number {
  if (columns % 4 === 0) return 4;
  return columns % 2 === 0 ? 2 : 1;
}

/** A weight bound to a kernel. */
export interface WeightReader {
  readonly rows: number;
  readonly columns: number;
  /** Longest run that `run` accepts for every row: a power of two that divides the columns. */
  readonly runWidth: number;
  /** Columns [group * width, (group + 1) * width) of a row. */
  run(name: string, row: I32 | number, group: I32 | number, width: number): F32[];
}

export interface WeightCodec {
  /** Declares the planes of a weight as read-only buffers, `name` first, and returns its reader. */
  bind(k: KernelBuilder, name: string, rows: number, columns: number): WeightReader;
  /** Names of the planes after the first, for operands with several. */
  readonly planes: readonly string[];
  /** Bytes of each plane in memory. */
  planeBytes(rows: number, columns: number): readonly number[];
}

const CODECS: Partial<Readonly<Record<WeightFormat, () => WeightCodec>>> = {
  f32: () => dense("f32"),
  f16: () => dense("f16"),
  bf16: () => dense("bf16"),
};

export function weightCodec(format: WeightFormat): WeightCodec {
  const codec = CODECS[format];
  invariant(codec !== undefined, `no kernel decodes ${format}`);
  return codec();
}

export function hasWeightCodec(format: WeightFormat): boolean {
  return CODECS[format] !== undefined;
}

/** Binds a weight operand; rotary tables and other constants are not weights. */
export function bindWeight(k: KernelBuilder, name: string, type: WeightType): WeightReader {
  invariant(type.kind === "tensor", `${name} is not a tensor`);
  return weightCodec(type.format).bind(k, name, type.rows, type.columns);
}
