/**
 * Rows of activations as 16-bit codes: how they lie in the scratch of a launch. Apart from the kernels because the one
 * that writes them and those that read them agree on nothing else. A row is its codes, group after group, then a scale
 * and the sum of the codes for each group: value = scale * code, and the sum takes the bias of unsigned weights out.
 */
import { alignUp } from "../../../base/bytes.ts";
import type { WeightFormat } from "../../../base/formats/registry.ts";
import { invariant } from "../../../base/invariant.ts";
import type { TensorType } from "../../../program/candidate.ts";
import type { CpuFeatures } from "./body.ts";

/** Columns that share a scale: those of a block of a panel. */
export const CODED_GROUP = 64;
/** Magnitude of the code of a group's largest value: 127 * 257, so that both its digits are signed bytes. */
export const LARGEST_CODE = 32639;
/** Groups whose largest magnitude is less are zero: above it no scale is subnormal and no factor infinite. */
export const LEAST_LARGEST = 2 ** -110;

/**
 * How codes are multiplied. `halves`: as 16-bit numbers, two columns a lane. `digits`: code = 256 high + low, both signed
 * bytes, four columns a lane; 64 low digits of a group lie before its 64 high ones, in the order of the bytes that a
 * vector of nibbles has.
 */
export type DotRoute = "halves" | "digits";

/** Columns of a step of eight in the order of their digits. */
export const DIGIT_ORDER = [0, 4, 1, 5, 2, 6, 3, 7] as const;

/** Products of bytes take unsigned weights only, and of those all that fit seven bits. */
export function dotRoute(format: WeightFormat, { relaxedDots }: CpuFeatures): DotRoute {
  return relaxedDots && format !== "w8_g32" ? "digits" : "halves";
}

export interface CodedRow {
  /** Bytes from the row's start. */
  readonly scales: number;
  readonly sums: number;
  /** Bytes from row to row. */
  readonly stride: number;
}

export function codedRow(columns: number): CodedRow {
  invariant(columns % CODED_GROUP === 0, `${columns} columns are not whole groups`);
  const groups = columns / CODED_GROUP;
  const scales = 2 * columns;
  return { scales, sums: scales + 4 * groups, stride: alignUp(scales + 8 * groups, 64) };
}

/** Rows of codes as scratch of a lowering. */
export function codedRows({ extent, width }: TensorType): TensorType {
  return { extent, width: codedRow(width).stride / 4, storage: "i32" };
}
