/**
 * Sine and cosine of four f32. Apart from `math.ts` because angles are reduced in more than 32 bits:
 * in f64 up to 2^24, and beyond by the bits of 2 / pi that whole turns leave over, so that every f32 has its right
 * quadrant. Sines and cosines are rounded to f32 once.
 */
import { call, f64, i32, ifThen, type Local, lane, op, select, type Wasm, WasmFunction } from "./ir.ts";

/** 240 bits of 2 / pi behind the point, and words of them that begin with the place of 2, two before the point. */
const TWO_OVER_PI = BigInt("0xa2f9836e4e441529fc2757d1f534ddc0db6295993c439041fe5163abdebb");
const WORDS = Array.from({ length: 7 }, (_, i) => Number(BigInt.asUintN(32, TWO_OVER_PI >> BigInt(210 - 32 * i))));

/** pi / 2 in three parts; products of the first two with whole numbers up to 2^24 are exact. */
const part = (bits: number, x: number): number => Math.round(x * 2 ** bits) / 2 ** bits;
const FIRST = part(27, Math.PI / 2);
const SECOND = part(54, Math.PI / 2 - FIRST);
/** What is left of pi / 2 = 1.5707963267948966 + 6.123233995736766e-17. */
const THIRD = Math.PI / 2 - FIRST - SECOND + 6.123233995736766e-17;

const add64 = (a: Wasm, b: Wasm): Wasm => op("f64.add", a, b);
const mul64 = (a: Wasm, b: Wasm): Wasm => op("f64.mul", a, b);
const wide = (word: Wasm): Wasm => op("i64.extend_i32_u", word);
const wideNumber = (x: number): Wasm => wide(i32(x));

/** Word of 2 / pi by its number. */
const wordAt = (index: Wasm): Wasm =>
  WORDS.slice(1).reduce((rest, word, i) => select(op("i32.eq", index, i32(i + 1)), i32(word), rest), i32(WORDS[0]!));

/** The fraction of a quarter turn that a large angle is beyond the nearest one: quarter turns times 2^62, mod 2^64. */
function turns(f: WasmFunction, bits: Local): Wasm {
  const exponent = f.local("exponent", "i32");
  const word = f.local("word", "i32");
  const shift = f.local("shift", "i64");
  const high = f.local("high", "i64");
  const low = f.local("low", "i64");
  const mantissa = f.local("mantissa", "i64");
  const pair = (from: number): Wasm =>
    op(
      "i64.or",
      op("i64.shl", wide(wordAt(op("i32.add", word.get, i32(from)))), wideNumber(32)),
      wide(wordAt(op("i32.add", word.get, i32(from + 1)))),
    );
  f.put(
    // The angle is mantissa * 2^exponent.
    exponent.set(op("i32.sub", op("i32.and", op("i32.shr_u", bits.get, i32(23)), i32(255)), i32(150))),
    mantissa.set(wide(op("i32.or", op("i32.and", bits.get, i32(0x7fffff)), i32(0x800000)))),
    word.set(op("i32.shr_u", exponent.get, i32(5))),
    shift.set(wide(op("i32.and", exponent.get, i32(31)))),
    high.set(pair(0)),
    low.set(pair(2)),
  );
  const carried = op("i64.shr_u", op("i64.shr_u", low.get, wideNumber(1)), op("i64.sub", wideNumber(63), shift.get));
  const upper = op("i64.or", op("i64.shl", high.get, shift.get), carried);
  const lower = op("i64.shr_u", op("i64.shl", low.get, shift.get), wideNumber(32));
  const rest = op("i64.shr_u", op("i64.mul", mantissa.get, lower), wideNumber(32));
  return op("i64.add", op("i64.mul", mantissa.get, upper), rest);
}

/** Taylor coefficients in the square of an angle up to pi / 4, highest first: beyond them there is nothing of an f32. */
const SIN_TERMS = [-1 / 39916800, 1 / 362880, -1 / 5040, 1 / 120, -1 / 6, 1];
const COS_TERMS = [1 / 479001600, -1 / 3628800, 1 / 40320, -1 / 720, 1 / 24, -1 / 2, 1];
const polynomial = (x: Local, terms: readonly number[]): Wasm =>
  terms.slice(1).reduce((sum, c) => add64(mul64(sum, x.get), f64(c)), f64(terms[0]!));

/** Sine of one f32 and of so many quarter turns more. */
function sineOf(name: string, quarters: number): WasmFunction {
  const f = new WasmFunction(name, "f32");
  const x = f.param("x", "f32");
  const bits = f.local("bits", "i32");
  const quadrant = f.local("quadrant", "i32");
  const angle = f.local("angle", "f64");
  const count = f.local("count", "f64");
  const fixed = f.local("fixed", "i64");
  const magnitude = op("i32.and", bits.get, i32(0x7fffffff));
  const isLarge = op("i32.and", op("i32.ge_u", magnitude, i32(0x4b800000)), op("i32.lt_u", magnitude, i32(0x7f800000)));
  const reducer = new WasmFunction(`${name}_turns`, "i64");
  const reduced = reducer.param("bits", "i32");
  reducer.put(turns(reducer, reduced));
  const half = op("i64.shl", wideNumber(1), wideNumber(61));
  const negative = op("i32.lt_s", bits.get, i32(0));
  const large = [
    fixed.set(call(reducer, bits.get)),
    quadrant.set(op("i32.wrap_i64", op("i64.shr_u", op("i64.add", fixed.get, half), wideNumber(62)))),
    fixed.set(op("i64.sub", fixed.get, op("i64.shl", wide(quadrant.get), wideNumber(62)))),
    angle.set(mul64(op("f64.convert_i64_s", fixed.get), f64((Math.PI / 2) * 2 ** -62))),
    ifThen(negative, [angle.set(op("f64.neg", angle.get)), quadrant.set(op("i32.sub", i32(0), quadrant.get))]),
  ];
  const exact = op("f64.promote_f32", x.get);
  const without = (from: Wasm, c: number): Wasm => op("f64.sub", from, mul64(count.get, f64(c)));
  const small = [
    count.set(op("f64.nearest", mul64(exact, f64(2 / Math.PI)))),
    quadrant.set(op("i32.trunc_sat_f64_s", count.get)),
    // Without turns the angle is itself, -0 included.
    angle.set(exact),
    ifThen(quadrant.get, [angle.set(without(without(without(exact, FIRST), SECOND), THIRD))]),
  ];
  const square = f.local("square", "f64");
  const result = f.local("result", "f64");
  f.put(
    bits.set(op("i32.reinterpret_f32", x.get)),
    ifThen(isLarge, large, small),
    quadrant.set(op("i32.add", quadrant.get, i32(quarters))),
    square.set(mul64(angle.get, angle.get)),
    ifThen(
      op("i32.and", quadrant.get, i32(1)),
      [result.set(polynomial(square, COS_TERMS))],
      [result.set(mul64(angle.get, polynomial(square, SIN_TERMS)))],
    ),
    ifThen(op("i32.and", quadrant.get, i32(2)), [result.set(op("f64.neg", result.get))]),
    op("f32.demote_f64", result.get),
  );
  return f;
}

const SINE = sineOf("sine", 0);
const COSINE = sineOf("cosine", 1);

function lanesOf(f: WasmFunction, callee: WasmFunction, x: Wasm): Wasm {
  const angles = f.local("angles", "v128");
  // Operands run from left to right: the vector whose lanes are replaced is reached first.
  return [0, 1, 2, 3].reduce(
    (v, i) => lane("f32x4.replace_lane", i, v, call(callee, lane("f32x4.extract_lane", i, angles.get))),
    angles.tee(x),
  );
}

/** Sine of an angle in radians, any f32. */
export const sin4 = (f: WasmFunction, x: Wasm): Wasm => lanesOf(f, SINE, x);
/** Cosine of an angle in radians, any f32. */
export const cos4 = (f: WasmFunction, x: Wasm): Wasm => lanesOf(f, COSINE, x);
