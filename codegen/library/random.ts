/**
 * Counter-based random numbers: the value depends on seed, absolute position and purpose and on nothing else, so a step
 * can be repeated, moved to another lane or run ahead and draws the same.
 */
import { type F32, type I32, type KernelBuilder, type U32, u32 } from "../builder.ts";

const GOLDEN = 0x9e3779b1;

/** A number in [0, 1) that depends on the four words alone. */
export function counterUniform(k: KernelBuilder, seedLow: I32, seedHigh: I32, position: I32, purpose: I32): F32 {
  const h = k.var("hash", seedLow.bitsU32() as U32);
  for (const word of [seedHigh, position, purpose]) {
    k.assign(h, h.xor(word.bitsU32().mul(u32(GOLDEN))));
    k.assign(h, h.xor(h.shr(16)));
    k.assign(h, h.mul(u32(0x7feb352d)));
    k.assign(h, h.xor(h.shr(15)));
    k.assign(h, h.mul(u32(0x846ca68b)));
    k.assign(h, h.xor(h.shr(16)));
  }
  return k.let(
    "uniform",
    h
      .shr(8)
      .toF32()
      .mul(2 ** -24),
  );
}
