/**
 * Rows of int8 codes as kernels write them: the tile epilogue that every op shares which may give codes beside or instead
 * of its rows. A thread holds four neighbouring columns, sixteen threads a group, and they exchange nothing but the
 * largest magnitude, as bits. From there on all is integer arithmetic, because quotients of floats differ from device to
 * device; so codes and scales are those of `quantise` bit by bit.
 */
import { type Bool, type F32, f32, type I32, i32, type KernelBuilder, select } from "../codegen/builder.ts";
import { f32Bits } from "../src/base/dtype.ts";
import { GROUP_COLUMNS, LARGEST_CODE, LEAST_LARGEST } from "../src/base/int8-groups.ts";
import { invariant } from "../src/base/invariant.ts";
import type { Problem } from "../src/program/candidate.ts";

/** Neighbouring columns of one thread: a word of codes. */
export const CODE_RUN = 4;
/** Threads of a workgroup that share a group: neighbours, the first at a multiple of their number. */
export const THREADS_OF_GROUP = GROUP_COLUMNS / CODE_RUN;

const MAGNITUDE = 0x7fffffff;
const FRACTION_BITS = 23;
const NOT_FINITE = 0x7f800000;
/** An element this many binary places below the largest still has a code; one place more is less than half a code. */
const MOST_PLACES = 8;

/** Whether a problem's op gives codes. */
export const givesCodes = ({ outputs }: Problem): boolean => outputs["codes"] !== undefined;

/** Bits of one code. With |x| = m 2^e and the largest M 2^E it is 127 m / (M 2^(E - e)): whole numbers below 2^32. */
function codeOf(k: KernelBuilder, i: number, bits: I32, largest: I32, usable: Bool): I32 {
  const size = k.let(`size${i}`, bits.and(MAGNITUDE));
  const mantissa = (of: I32) =>
    of
      .and(2 ** FRACTION_BITS - 1)
      .or(2 ** FRACTION_BITS)
      .bitsU32();
  const places = k.let(`places${i}`, largest.shr(FRACTION_BITS).sub(size.shr(FRACTION_BITS)));
  const whole = k.let(`whole${i}`, mantissa(size).mul(LARGEST_CODE));
  const unit = k.let(`unit${i}`, mantissa(largest).shl(places.min(MOST_PLACES)));
  const down = k.let(`down${i}`, whole.div(unit));
  const rest = k.let(`rest${i}`, whole.sub(down.mul(unit)));
  const missing = k.let(`missing${i}`, unit.sub(rest));
  const odd = down.and(1).eq(1);
  const up = k.let(`up${i}`, rest.gt(missing).or(rest.eq(missing).and(odd)));
  const code = k.let(`near${i}`, select(up, down.add(1), down).bitsI32());
  return k.let(`code${i}`, select(usable.and(places.le(MOST_PLACES)), select(bits.lt(0), code.neg(), code), i32(0)));
}

/** Where four columns of a thread lie; in threads that have no columns nothing is stored. */
interface CodePlace {
  readonly exists: Bool;
  /** Their word of codes, among all. */
  readonly word: I32;
  /** Number of their group among all scales. */
  readonly group: I32;
}

export interface CodeWriter {
  /**
   * Quantises the workgroup's groups. Every thread calls it, in uniform control flow; columns that do not exist are 0.
   * @param again whether the workgroup may call it once more
   */
  put(values: readonly F32[], place: CodePlace, again: boolean): void;
}

/** Declares the buffers of codes and scales; call once, behind the output of rows. */
export function bindCodes(k: KernelBuilder, { outputs }: Problem): CodeWriter {
  const [codes, scales] = [outputs["codes"], outputs["scales"]];
  invariant(codes !== undefined && scales !== undefined, "codes have scales");
  const codeMemory = k.buffer("codes", codes.storage, "write");
  const scaleMemory = k.buffer("scales", scales.storage, "write");
  const peaks = k.shared("peaks", "i32", k.workgroupSize);
  return {
    put(values, { exists, word, group }, again) {
      const bits = values.map((value, i) => k.let(`bits${i}`, value.bitsI32()));
      const sizes = bits.map((b) => b.and(MAGNITUDE));
      k.store(
        peaks,
        k.local,
        sizes.reduce((a, b) => a.max(b)),
      );
      k.barrier();
      const first = k.let("first_of_group", k.local.div(THREADS_OF_GROUP).mul(THREADS_OF_GROUP));
      const largest = k.var("largest", i32(0));
      k.for("i", 0, THREADS_OF_GROUP, 1, (i) => k.assign(largest, largest.max(k.loadI32("peak", peaks, first.add(i)))));
      // The order of bits is the order of magnitudes, with NaN last.
      const finite = k.let("finite", largest.lt(NOT_FINITE));
      const usable = k.let("usable", largest.ge(f32Bits(LEAST_LARGEST)).and(finite));
      k.if(exists, () => {
        const words = bits.map((b, i) => codeOf(k, i, b, largest, usable));
        k.storeGroup(codeMemory, word, words);
        k.if(k.local.eq(first), () => {
          const size = k.let("largest_value", largest.bitsF32());
          const scale = select(usable, size.mul(1 / LARGEST_CODE), select(finite, f32(0), size));
          k.store(scaleMemory, group, scale);
        });
      });
      if (again) k.barrier();
    },
  };
}
