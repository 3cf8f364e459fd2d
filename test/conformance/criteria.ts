/**
 * What "equal" means, by name and with the reason. Criteria belong to the mathematics and the storage type, never to a
 * backend. When a test fails, the kernel is fixed, not the criterion.
 */
import { bf16ToF32, type DType, f16ToF32, f32ToBf16, f32ToF16 } from "../../src/base/dtype.ts";

export interface Criterion {
  readonly name: string;
  readonly reason: string;
  /** True: equal to the expected value rounded to the storage type. The limits below are then not used. */
  readonly exact: boolean;
  /** Limit of rms(actual - expected) / rms(expected). */
  readonly relativeRms: number;
  /** Limit of max |actual - expected| as a share of max |expected|. */
  readonly maxShare: number;
  /** Limit of an element's error as a share of that element, on top of `maxShare`. */
  readonly elementShare: number;
}

export const f32Sum: Criterion = {
  name: "f32_sum",
  reason: "f32 sums in any order, exp within a few units: what whole, chunked and stepwise f32 references differ by",
  exact: false,
  relativeRms: 2e-5,
  maxShare: 1e-4,
  elementShare: 0,
};

const bf16Storage: Criterion = {
  name: "bf16_storage",
  reason: "an f32 result rounded to 8 bits of mantissa; twice the rounding error, since an f32 error may move a tie",
  exact: false,
  relativeRms: 2 ** -8,
  maxShare: 1e-4,
  elementShare: 2 ** -8,
};

const f16Storage: Criterion = {
  name: "f16_storage",
  reason: "an f32 result rounded to 11 bits of mantissa; twice the rounding error, since an f32 error may move a tie",
  exact: false,
  relativeRms: 2 ** -11,
  maxShare: 1e-4,
  elementShare: 2 ** -11,
};

export const exactCopy: Criterion = {
  name: "exact_copy",
  reason: "moved, not computed: rounding to the storage type is the only change",
  exact: true,
  relativeRms: 0,
  maxShare: 0,
  elementShare: 0,
};

export const exactIndex: Criterion = {
  name: "exact_index",
  reason: "ids and counts have no tolerance; cases keep decisions away from borders that f32 could cross",
  exact: true,
  relativeRms: 0,
  maxShare: 0,
  elementShare: 0,
};

export const exactDefinition: Criterion = {
  name: "exact_definition",
  reason: "the formula says how every bit is rounded, in integers and correctly rounded products",
  exact: true,
  relativeRms: 0,
  maxShare: 0,
  elementShare: 0,
};

/** Codes against the ratios 127 x / a they are to be nearest to; every group that is not zero has one of 127. */
export const int8Nearest: Criterion = {
  name: "int8_nearest",
  reason: "half a code of 127, and where the rows were computed in f32, the share of a row that f32_sum allows",
  exact: false,
  // 63 codes off by half beside one of 127.
  relativeRms: 0.032,
  maxShare: 0.5 / 127 + 1e-4,
  elementShare: 0,
};

/** Sums of products whose rows may be read as 16-bit codes. */
const codedRows: Criterion = {
  name: "coded_rows",
  reason:
    "codes of groups of 64 miss by 2e-5 of a sum, by 7e-5 where one value stands out; few columns may nearly cancel, " +
    "and pairs of sums are multiplied",
  exact: false,
  relativeRms: 1e-3,
  maxShare: 2e-3,
  elementShare: 0,
};

/** The criterion for a value that is stored as `storage`. @param coded whether its op may code its rows */
export function criterionFor(base: Criterion, storage: DType, coded = false): Criterion {
  if (base.exact) return base;
  if (coded && storage === "f32") return codedRows;
  if (storage === "bf16") return bf16Storage;
  return storage === "f16" ? f16Storage : base;
}

export interface Judgement {
  readonly ok: boolean;
  /** Largest absolute difference. */
  readonly abs: number;
  /** rms of the difference over rms of the expected values. */
  readonly rel: number;
  /** Index of the first element that breaks the criterion on its own, or of the worst one; -1 without elements. */
  readonly worst: number;
}

export interface JudgeOptions {
  /** How the actual values are stored; exact criteria round to it. Default f32. */
  readonly storage?: DType;
  /** Whether an element counts. Default: all. */
  readonly counts?: (index: number) => boolean;
}

function rounded(value: number, storage: DType): number {
  if (storage === "bf16") return bf16ToF32(f32ToBf16(value));
  if (storage === "f16") return f16ToF32(f32ToF16(value));
  return storage === "f32" ? Math.fround(value) : value;
}

function judgeExact(expected: ArrayLike<number>, actual: ArrayLike<number>, options: JudgeOptions): Judgement {
  let abs = 0;
  let worst = -1;
  for (let i = 0; i < expected.length; i++) {
    if (options.counts?.(i) === false) continue;
    const wanted = rounded(expected[i]!, options.storage ?? "f32");
    if (wanted === actual[i] || (Number.isNaN(wanted) && Number.isNaN(actual[i]))) continue;
    if (worst < 0) worst = i;
    const difference = Math.abs(wanted - actual[i]!);
    abs = Math.max(abs, Number.isNaN(difference) ? Infinity : difference);
  }
  return { ok: worst < 0, abs, rel: abs, worst };
}

/** Largest magnitude and sum of squares of the finite values that count. */
function sizeOf(values: ArrayLike<number>, counts: (index: number) => boolean): { largest: number; squares: number } {
  let largest = 0;
  let squares = 0;
  for (let i = 0; i < values.length; i++) {
    if (!counts(i) || !Number.isFinite(values[i])) continue;
    largest = Math.max(largest, Math.abs(values[i]!));
    squares += values[i]! * values[i]!;
  }
  return { largest, squares };
}

/** Compares actual with expected values. A value that is not finite fails, unless the same one is expected. */
export function judge(
  criterion: Criterion,
  expected: ArrayLike<number>,
  actual: ArrayLike<number>,
  options: JudgeOptions = {},
): Judgement {
  if (expected.length !== actual.length) return { ok: false, abs: Infinity, rel: Infinity, worst: -1 };
  if (criterion.exact) return judgeExact(expected, actual, options);
  const counts = options.counts ?? (() => true);
  const reference = sizeOf(expected, counts);
  let abs = 0;
  let squares = 0;
  let worst = -1;
  let excess = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < expected.length; i++) {
    if (!counts(i) || Object.is(expected[i], actual[i])) continue;
    const raw = Math.abs(expected[i]! - actual[i]!);
    const difference = Number.isNaN(raw) ? Infinity : raw;
    const over = difference - criterion.maxShare * reference.largest - criterion.elementShare * Math.abs(expected[i]!);
    if (worst < 0 || over > excess) {
      excess = over;
      worst = i;
    }
    abs = Math.max(abs, difference);
    squares += difference * difference;
  }
  const rel = squares === 0 ? 0 : Math.sqrt(squares / reference.squares);
  return { ok: excess <= 0 && rel <= criterion.relativeRms, abs, rel, worst };
}
