/**
 * Small numbers in words as f32, shared by the packed formats. The narrow floats are moved to where an f16 has its sign,
 * exponent and fraction and are read as one: subnormals come out right, and the other bias is a power of two, which the
 * format puts into its scale.
 */
import { type F32, halfHigh, halfLow, type I32, type KernelBuilder, type U32 } from "../../codegen/builder.ts";

/** The signed integer of `bits` bits at bit `at` of a word. */
export function signedField(word: I32, at: number, bits: number): I32 {
  return word.shl(32 - bits - at).shr(32 - bits);
}

/** The bits of `mask` of a word, from bit `at` down: `word >> at`, or `word << -at`, and the mask. */
export function moved(word: I32, at: number, mask: number): I32 {
  return (at >= 0 ? word.shr(at) : word.shl(-at)).and(mask);
}

/** The f16 in the low half of a word. */
export const half = (word: I32): F32 => halfLow(word.bitsU32());

/** The bf16 in the low half of a word. */
export const brainHalf = (word: I32): F32 => word.shl(16).bitsF32();

/** What an E4M3FN read as f16 is to be multiplied with. */
export const E4M3_FACTOR = 2 ** 8;
/** What an E2M1 read as f16 is to be multiplied with. */
export const E2M1_FACTOR = 2 ** 14;

/** How a float of fewer bits than f16 lies in its field: the sign, and the bits of the fraction below the exponent. */
export interface NarrowFloat {
  readonly signBit: number;
  readonly fractionBits: number;
}

/** The numbers at bits 0 and 16 of a word as the two f16 of a word. */
function narrowPair(word: U32, { signBit, fractionBits }: NarrowFloat): U32 {
  const sign = 1 << signBit;
  const both = (mask: number): number => mask * 0x10001;
  return word
    .and(both(sign))
    .shl(15 - signBit)
    .or(word.and(both(sign - 1)).shl(10 - fractionBits));
}

/** The numbers of a run. Two that lie half a word apart become the two f16 of a word. */
export function narrowRun(
  k: KernelBuilder,
  name: string,
  words: readonly I32[],
  width: number,
  format: NarrowFloat,
): F32[] {
  const bits = format.signBit + 1;
  const [perWord, perHalf] = [32 / bits, 16 / bits];
  return words.flatMap((word, w) => {
    const pairs = Array.from({ length: Math.min(perHalf, width) }, (_, i) =>
      k.let(`${name}pair${w * perHalf + i}`, narrowPair(word.bitsU32().shr(bits * i), format)),
    );
    return Array.from({ length: Math.min(perWord, width) }, (_, i) =>
      k.let(`${name}${w * perWord + i}`, (i < perHalf ? halfLow : halfHigh)(pairs[i % perHalf]!)),
    );
  });
}

/** The E4M3FN in the low byte of a word, divided by `E4M3_FACTOR`. Its sign is not read. */
export const positiveE4m3 = (word: I32): F32 => half(word.and(0x7f).shl(7));
