/**
 * Python's numbers: operators on ints of any size and floats, their text, parsing and rounding. Separate because all
 * of it is arithmetic that knows no template. Invariant: exact where Python is exact (ints, comparison, rounding), and
 * its exceptions where Python has exceptions.
 */
import { spend, spendBits, typeError, valueError } from "./limits.ts";
import { strip, textOf } from "./text.ts";
import { isNumber, numeric, typeName, type Value } from "./values.ts";

type Num = bigint | number;
export type Operator = "+" | "-" | "*" | "/" | "//" | "%" | "**";
const bitsOf = (value: bigint): number => value.toString(16).length * 4;
const absolute = (value: bigint): bigint => (value < 0n ? -value : value);

export function toFloat(value: Num): number {
  const float = Number(value);
  if (typeof value === "bigint" && !Number.isFinite(float)) throw valueError("int too large to convert to float");
  return float;
}

export function arithmetic(operator: Operator, left: Num, right: Num): Num {
  if (typeof left === "bigint" && typeof right === "bigint") {
    if (operator === "/") return divide(left, right);
    if (operator !== "**" || right >= 0n) return integers(operator, left, right);
  }
  return floats(operator, toFloat(left), toFloat(right));
}

function integers(operator: Operator, left: bigint, right: bigint): bigint {
  if (operator === "+") return left + right;
  if (operator === "-") return left - right;
  if (operator === "*") {
    spendBits(bitsOf(left) + bitsOf(right));
    return left * right;
  }
  if (operator === "**") {
    if (absolute(left) > 1n) spendBits(bitsOf(left) * Number(right));
    return left ** right;
  }
  if (right === 0n) throw valueError("integer division or modulo by zero");
  const rest = left % right;
  const down = rest !== 0n && rest < 0n !== right < 0n;
  if (operator === "%") return down ? rest + right : rest;
  return left / right - (down ? 1n : 0n);
}

/** The float nearest to a quotient of ints. */
function divide(left: bigint, right: bigint): number {
  if (right === 0n) throw valueError("division by zero");
  const [a, b] = [absolute(left), absolute(right)];
  const sign = left < 0n === right < 0n || a === 0n ? 1 : -1;
  if (a <= 2n ** 53n && b <= 2n ** 53n) return (sign * Number(a)) / Number(b);
  // With 64 bits and a last one that says whether more follows, a quotient rounds as the true one would.
  const shift = Math.max(0, 68 + bitsOf(b) - bitsOf(a));
  const scaled = (a << BigInt(shift)) / b;
  const sticky = scaled * b === a << BigInt(shift) ? 0n : 1n;
  const quotient = Number(scaled | sticky) / 2 ** (shift >> 1) / 2 ** (shift - (shift >> 1));
  if (!Number.isFinite(quotient)) throw valueError("integer division result too large for a float");
  return sign * quotient;
}

function floats(operator: Operator, left: number, right: number): number {
  if (operator === "+") return left + right;
  if (operator === "-") return left - right;
  if (operator === "*") return left * right;
  if (operator === "**") return power(left, right);
  if (right === 0) throw valueError(`float ${operator === "/" ? "" : "floor "}division by zero`);
  if (operator === "/") return left / right;
  const rest = left % right;
  const down = rest !== 0 && rest < 0 !== right < 0;
  if (operator === "%") return rest === 0 ? (right < 0 ? -0 : 0) : down ? rest + right : rest;
  const quotient = (left - rest) / right - (down ? 1 : 0);
  const floor = Math.floor(quotient);
  return quotient === 0 ? 0 * (left / right) : quotient - floor > 0.5 ? floor + 1 : floor;
}

function power(base: number, exponent: number): number {
  if (base === 1 || (base === -1 && Math.abs(exponent) === Number.POSITIVE_INFINITY)) return 1;
  if (base === 0 && exponent < 0) throw valueError("0.0 cannot be raised to a negative power");
  const result = base ** exponent;
  if (Number.isFinite(result) || !Number.isFinite(base) || !Number.isFinite(exponent)) return result;
  throw valueError(Number.isNaN(result) ? "complex numbers are not supported" : "Numerical result out of range");
}

/** Python's limit of digits when ints become text or text becomes an int. */
const MOST_DIGITS = 4300;

export function printInt(value: bigint): string {
  const text = value.toString();
  if (text.length <= MOST_DIGITS + (value < 0n ? 1 : 0)) return text;
  throw valueError(`Exceeds the limit (${MOST_DIGITS} digits) for integer string conversion`);
}

/** Lays out digits of which the first is worth 10^exponent: with an `e` where that is below -4 or reaches `most`. */
export function layOut(digits: string, exponent: number, most: number): string {
  if (exponent < -4 || exponent >= most) {
    const shown = String(Math.abs(exponent)).padStart(2, "0");
    return `${digits[0]}${digits.length > 1 ? "." : ""}${digits.slice(1)}e${exponent < 0 ? "-" : "+"}${shown}`;
  }
  const padded = digits.padEnd(exponent + 1, "0").padStart(digits.length - exponent, "0");
  const point = Math.max(1, exponent + 1);
  return padded.slice(0, point) + (padded.length > point ? "." : "") + padded.slice(point);
}

export function printFloat(value: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? "nan" : value > 0 ? "inf" : "-inf";
  const [digits = "", exponent] = Math.abs(value).toExponential().split("e");
  const text = layOut(digits.replace(".", ""), Number(exponent), 16);
  return (value < 0 || Object.is(value, -0) ? "-" : "") + (/[.e]/.test(text) ? text : `${text}.0`);
}

const halfEven = (value: bigint, unit: bigint): bigint => {
  const [floor, twice] = [value / unit, (value % unit) * 2n];
  return twice > unit || (twice === unit && floor % 2n === 1n) ? floor + 1n : floor;
};

/** value * 10^places as an int, ties to even, exactly; for values that are finite and not negative. */
export function scaledInt(value: number, places: number): bigint {
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, value);
  const raw = bits.getBigUint64(0);
  const exponent = Math.max(1, Number(raw >> 52n)) - 1075;
  const mantissa = (raw & (2n ** 52n - 1n)) | (raw >> 52n === 0n ? 0n : 2n ** 52n);
  const power = (base: bigint, of: number): bigint => base ** BigInt(Math.max(0, of));
  return halfEven(mantissa * power(10n, places) * power(2n, exponent), power(10n, -places) * power(2n, -exponent));
}

/** Python's `round(value, places)`. */
export function round(value: Value, places: number): Value {
  if (!isNumber(value)) throw typeError(`type ${typeName(value)} doesn't define __round__ method`);
  const number = numeric(value);
  if (typeof number === "bigint") {
    const unit = 10n ** BigInt(Math.max(0, Math.min(-places, MOST_DIGITS)));
    return (number < 0n ? -1n : 1n) * halfEven(absolute(number), unit) * unit;
  }
  if (!Number.isFinite(number) || number === 0 || places > 323) return number;
  const rounded = places < -308 ? 0 : Number(`${scaledInt(Math.abs(number), places)}e${-places}`);
  if (!Number.isFinite(rounded)) throw valueError("rounded value too large to represent");
  return number < 0 ? -rounded : rounded;
}

/** Decimal digits of other scripts as ASCII: they stand in blocks of ten. */
const asciiDigits = (text: string): string => {
  spend(text.length / 16);
  return text.replace(/\p{Nd}/gu, (digit) => {
    let first = digit.codePointAt(0)!;
    while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first--;
    return String((digit.codePointAt(0)! - first) % 10);
  });
};

/** `int(text, base)`, undefined where Python raises ValueError. */
export function parseInteger(text: string, base: number): bigint | undefined {
  const plain = asciiDigits(textOf(strip(text))).toLowerCase();
  const [, sign, prefix = "", digits = ""] = /^([+-]?)(0[box]_?)?([\da-z]+(?:_[\da-z]+)*)$/.exec(plain) ?? [];
  const prefixBase = { b: 2, o: 8, x: 16 }[prefix[1] ?? ""];
  const fits = prefixBase !== undefined && (base === 0 || base === prefixBase);
  const radix = fits ? prefixBase : base === 0 ? 10 : base;
  let value = 0n;
  const shown = (fits ? digits : prefix + digits).replaceAll("_", "");
  if (shown === "" || (shown.length > MOST_DIGITS && ![2, 4, 8, 16, 32].includes(radix))) return undefined;
  spendBits(shown.length * 5);
  for (const digit of shown) {
    const worth = Number.parseInt(digit, 36);
    if (worth >= radix) return undefined;
    value = value * BigInt(radix) + BigInt(worth);
  }
  return sign === "-" ? -value : value;
}

/** `float(text)`, undefined where Python raises ValueError. */
export function parseFloating(text: string): number | undefined {
  const plain = asciiDigits(textOf(strip(text))).toLowerCase();
  if (/^[+-]?nan$/.test(plain)) return Number.NaN;
  if (/^[+-]?inf(inity)?$/.test(plain)) return plain.startsWith("-") ? -Infinity : Infinity;
  const number = /^[+-]?(?:\d+(?:_\d+)*\.?(?:\d+(?:_\d+)*)?|\.\d+(?:_\d+)*)(?:e[+-]?\d+(?:_\d+)*)?$/;
  return number.test(plain) ? Number(plain.replaceAll("_", "")) : undefined;
}

/** `int(value)` of a float. */
export function truncate(value: number): bigint {
  if (!Number.isFinite(value)) throw valueError(`cannot convert float ${printFloat(value)} to integer`);
  return BigInt(Math.trunc(value));
}
