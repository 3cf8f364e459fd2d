/** The vector functions of WebAssembly code against float64: two units in the last place, and the limits exactly. */
import { describe, expect, test } from "vitest";
import { encodeWasm } from "../../codegen/wasm/encode.ts";
import { load, store, type Wasm, WasmFunction } from "../../codegen/wasm/ir.ts";
import { exp4, log4, tanh4 } from "../../codegen/wasm/math.ts";
import { cos4, sin4 } from "../../codegen/wasm/trigonometry.ts";
import { SEED } from "../base/seed.ts";
import { randomSource } from "../conformance/random.ts";

/** A function of four lanes as one of an array. */
function applied(name: string, make: (f: WasmFunction, x: Wasm) => Wasm): (values: readonly number[]) => Float32Array {
  const f = new WasmFunction(name);
  const at = f.param("at", "i32");
  f.put(store("v128.store", at.get, make(f, load("v128.load", at.get))));
  const memory = new WebAssembly.Memory({ initial: 16 });
  const module = new WebAssembly.Module(encodeWasm({ exports: { run: f } }, false));
  const run = new WebAssembly.Instance(module, { env: { memory } }).exports["run"] as (at: number) => void;
  return (values) => {
    const floats = new Float32Array(memory.buffer, 0, values.length);
    floats.set(values);
    for (let i = 0; i < values.length; i += 4) run(4 * i);
    return floats.slice();
  };
}

/** Distance in units of the last place of the right value; subnormal ones have the unit of the least normal one. */
function unitsOff(actual: number, right: number): number {
  const rounded = Math.fround(right);
  if (Object.is(rounded, actual)) return 0;
  return Math.abs(actual - right) / 2 ** (Math.max(-126, Math.floor(Math.log2(Math.abs(right)))) - 23);
}

const SUBJECTS = [
  {
    name: "exp",
    f: applied("exp", exp4),
    right: Math.exp,
    draw: (uniform: number) => -104 + 193 * uniform,
    limits: [-Infinity, Infinity, NaN, 0, -0, -200, 200, -3.4e38, 3.4e38, 88.72283, 88.72284, -103.2789, -103.98],
  },
  {
    name: "log",
    f: applied("log", log4),
    right: Math.log,
    draw: (uniform: number) => 2 ** (-149 + 276 * uniform),
    limits: [
      0,
      -0,
      -1,
      -Infinity,
      Infinity,
      NaN,
      1,
      2 ** -149,
      2 ** -126,
      3.4028234663852886e38,
      Math.SQRT1_2,
      Math.SQRT2,
    ],
  },
  {
    name: "tanh",
    f: applied("tanh", tanh4),
    right: Math.tanh,
    draw: (uniform: number) => 20 * uniform - 10,
    limits: [-Infinity, Infinity, NaN, 0, -0, 0.625, -0.625, 1e-30, 200, -3.4e38],
  },
  ...[
    { name: "sin", f: applied("sin", sin4), right: Math.sin },
    { name: "cos", f: applied("cos", cos4), right: Math.cos },
  ].map((subject) => ({
    ...subject,
    draw: (uniform: number) => (uniform < 0.5 ? -1 : 1) * 2 ** (-40 + ((uniform * 1e6) % 1) * 167.9),
    // Where reductions change, the nearest f32 to multiples of pi, and the f32 nearest to a multiple of pi / 2 of all.
    limits: [
      ...[Infinity, -Infinity, NaN, 0, -0, 2 ** -149, 2 ** 24, -(2 ** 24), 2 ** 24 - 1, 3.4028234663852886e38],
      ...[Math.PI / 4, Math.PI / 2, Math.PI, -Math.PI, 3e7 * Math.PI, 16367173 * 2 ** 72, -16367173 * 2 ** 72],
    ],
  })),
] as const;

describe.each(SUBJECTS)("$name", ({ f, right, draw, limits }) => {
  test("is right to two units of the last place", () => {
    const random = randomSource(SEED);
    const values = Array.from({ length: 40_000 }, () => Math.fround(draw(random.uniform())));
    const worst = Math.max(...f(values).map((actual, i) => unitsOff(actual, right(values[i]!))));
    expect(worst, `seed ${SEED}`).toBeLessThan(2);
  });

  test("is right around 0 and 1", () => {
    const random = randomSource(SEED);
    const near = (x: number): number => Math.fround(x + (random.uniform() - 0.5) * 2 ** -random.integer(0, 24));
    const values = Array.from({ length: 4000 }, (_, i) => Math.abs(near(i % 2)));
    const worst = Math.max(...f(values).map((actual, i) => unitsOff(actual, right(values[i]!))));
    expect(worst, `seed ${SEED}`).toBeLessThan(2);
  });

  test("has the right limits", () => {
    const values = limits.map(Math.fround);
    const padded = [...values, ...Array(4).fill(1)].slice(0, 4 * Math.ceil(values.length / 4));
    const got = [...f(padded)].slice(0, values.length);
    for (const [i, value] of values.entries()) {
      const wanted = Math.fround(right(value));
      if (!Number.isFinite(wanted) || wanted === 0) expect(got[i], `of ${value}`).toBe(wanted);
      else expect(unitsOff(got[i]!, right(value)), `of ${value}`).toBeLessThan(2);
    }
  });
});
