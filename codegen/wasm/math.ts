/**
 * Elementary functions of four f32 at once, as expressions: one set of formulas for emitted kernels and bodies by hand, so
 * that a result does not depend on who computed it. Every operation rounds to f32. Within 2 units in the last place of
 * the right value, with the right limits: infinities, zeros, subnormal results, NaN.
 */
import { f32x4, i32, i32x4, type Local, op, type Wasm, type WasmFunction } from "./ir.ts";

const addf = (a: Wasm, b: Wasm): Wasm => op("f32x4.add", a, b);
const subf = (a: Wasm, b: Wasm): Wasm => op("f32x4.sub", a, b);
const mulf = (a: Wasm, b: Wasm): Wasm => op("f32x4.mul", a, b);

/** Highest coefficient first. */
const polynomial = (x: Local, coefficients: readonly number[]): Wasm =>
  coefficients.slice(1).reduce((sum, c) => addf(mulf(sum, x.get), f32x4(c)), f32x4(coefficients[0]!));

/** ln 2 in two parts: products of the first with whole numbers of an f32's exponent are exact. */
const LN2_HIGH = 0.693359375;
const LN2_LOW = -2.1219444005469057e-4;
/** Of (exp(r) - 1 - r) / r^2 on [-ln 2 / 2, ln 2 / 2]: the coefficients of Cephes. */
const EXP_TERMS = [1.98756915e-4, 1.3981999507e-3, 8.3334519073e-3, 4.1665795894e-2, 1.6666665459e-1, 5.0000001201e-1];

/** 2^n for lanes of whole numbers that are exponents of normal f32. */
const powerOfTwo = (n: Wasm): Wasm => op("i32x4.shl", op("i32x4.add", n, i32x4(127)), i32(23));

/** e^x */
export function exp4(f: WasmFunction, x: Wasm): Wasm {
  const bounded = f.local("exp_x", "v128");
  const whole = f.local("exp_whole", "v128");
  const rest = f.local("exp_rest", "v128");
  const power = f.local("exp_power", "v128");
  const half = f.local("exp_half", "v128");
  // Operands run from left to right: each local is set in the place that is reached first.
  // Beyond these bounds the result is 0 or infinite, and stays so; NaN stays NaN.
  const argument = bounded.tee(op("f32x4.max", op("f32x4.min", x, f32x4(89)), f32x4(-104)));
  const nearest = whole.tee(op("f32x4.nearest", mulf(bounded.get, f32x4(Math.LOG2E))));
  const high = subf(argument, mulf(nearest, f32x4(LN2_HIGH)));
  const square = mulf(rest.tee(subf(high, mulf(whole.get, f32x4(LN2_LOW)))), rest.get);
  const fraction = addf(addf(mulf(square, polynomial(rest, EXP_TERMS)), rest.get), f32x4(1));
  const exponent = power.tee(op("i32x4.trunc_sat_f32x4_s", whole.get));
  // In two steps, so that subnormal results are rounded once and large ones become infinite.
  const low = powerOfTwo(half.tee(op("i32x4.shr_s", exponent, i32(1))));
  return mulf(mulf(fraction, low), powerOfTwo(op("i32x4.sub", power.get, half.get)));
}

/** Of (log(1 + r) - r + r^2 / 2) / r^3 on [sqrt(1/2) - 1, sqrt(2) - 1]: the coefficients of Cephes. */
const LOG_TERMS = [
  7.0376836292e-2, -1.151461031e-1, 1.167699874e-1, -1.2420140846e-1, 1.4249322787e-1, -1.6668057665e-1,
  2.0000714765e-1, -2.4999993993e-1, 3.3333331174e-1,
];
const LEAST_NORMAL = 2 ** -126;

/** The natural logarithm of x. */
export function log4(f: WasmFunction, x: Wasm): Wasm {
  const argument = f.local("log_x", "v128");
  const bits = f.local("log_bits", "v128");
  const exponent = f.local("log_exponent", "v128");
  const rest = f.local("log_rest", "v128");
  const square = f.local("log_square", "v128");
  const small = f.local("log_small", "v128");
  // Subnormal arguments are scaled to normal ones. As above, what is reached first sets a local.
  const larger = mulf(argument.tee(x), f32x4(2 ** 23));
  const isSmall = small.tee(op("f32x4.lt", argument.get, f32x4(LEAST_NORMAL)));
  const scaled = bits.tee(op("v128.bitselect", larger, argument.get, isSmall));
  // The exponent, negated, of a fraction in [sqrt(1/2), sqrt(2)): what is added carries into it from sqrt(2) on.
  const carried = op("i32x4.add", scaled, i32x4(0x3f800000 - 0x3f3504f3));
  const negated = exponent.tee(op("i32x4.sub", i32x4(127), op("i32x4.shr_s", carried, i32(23))));
  const fraction = op("i32x4.add", op("i32x4.shl", negated, i32(23)), bits.get);
  const r = rest.tee(subf(fraction, f32x4(1)));
  const whole = op("i32x4.add", exponent.get, op("v128.and", small.get, i32x4(23)));
  const power = exponent.tee(op("f32x4.neg", op("f32x4.convert_i32x4_s", whole)));
  const cubic = mulf(mulf(square.tee(mulf(r, rest.get)), rest.get), polynomial(rest, LOG_TERMS));
  const low = subf(addf(cubic, mulf(power, f32x4(LN2_LOW))), mulf(square.get, f32x4(0.5)));
  const finite = addf(addf(low, rest.get), mulf(exponent.get, f32x4(LN2_HIGH)));
  // 0 is -infinity; what is infinite or NaN is itself, and below 0 there is nothing.
  const above = op("f32x4.gt", argument.get, f32x4(0));
  const isUsual = op("v128.and", above, op("f32x4.lt", argument.get, f32x4(Number.POSITIVE_INFINITY)));
  const isZero = op("f32x4.eq", argument.get, f32x4(0));
  const isBelow = op("f32x4.lt", argument.get, f32x4(0));
  const unusual = op("v128.bitselect", f32x4(Number.NaN), argument.get, isBelow);
  const limit = op("v128.bitselect", f32x4(Number.NEGATIVE_INFINITY), unusual, isZero);
  return op("v128.bitselect", finite, limit, isUsual);
}

/** Of tanh(x) / x - 1 by x^2, for |x| < 0.625: the coefficients of Cephes. */
const TANH_TERMS = [-5.70498872745e-3, 2.06390887954e-2, -5.37397155531e-2, 1.33314422036e-1, -3.33332819422e-1];

/** The hyperbolic tangent of x. */
export function tanh4(f: WasmFunction, x: Wasm): Wasm {
  const argument = f.local("tanh_x", "v128");
  const square = f.local("tanh_square", "v128");
  const squared = mulf(argument.tee(x), argument.get);
  const near = mulf(mulf(square.tee(squared), polynomial(square, TANH_TERMS)), argument.get);
  const sign = op("v128.and", argument.get, i32x4(-2147483648));
  const small = op("v128.or", addf(near, argument.get), sign);
  const power = exp4(f, mulf(op("f32x4.abs", argument.get), f32x4(2)));
  const size = subf(f32x4(1), op("f32x4.div", f32x4(2), addf(power, f32x4(1))));
  const large = op("v128.or", size, sign);
  return op("v128.bitselect", small, large, op("f32x4.lt", op("f32x4.abs", argument.get), f32x4(0.625)));
}
