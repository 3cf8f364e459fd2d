/**
 * Activation functions in forms that neither overflow nor lose digits in f32: arguments of exp are bounded, because
 * infinities are not dependable in WGSL.
 */
import { abs, exp, type F32, f32, log, select } from "../builder.ts";

/** exp of anything above this is far outside what a product needs, and still finite in f32. */
const EXP_LIMIT = 80;
/** Finite stand-in for minus infinity. */
export const LOWEST = -3.4028234663852886e38;

/** 1 / (1 + exp(-x)) */
export function sigmoid(x: F32): F32 {
  return f32(1).div(f32(1).add(exp(x.neg().min(EXP_LIMIT))));
}

/** x * sigmoid(x) */
export function silu(x: F32): F32 {
  return x.div(f32(1).add(exp(x.neg().min(EXP_LIMIT))));
}

/** log(1 + exp(x)); a series keeps relative accuracy where exp(x) is small. */
export function softplus(x: F32): F32 {
  const e = exp(abs(x).neg());
  const series = e.mul(f32(1).sub(e.mul(f32(0.5).sub(e.mul(f32(1 / 3).sub(e.mul(0.25)))))));
  return x.max(0).add(select(e.lt(0.02), series, log(f32(1).add(e))));
}
