/** What emitted text looks like: literals that read back exactly, operands without needless parentheses, one load each. */
import { describe, expect, test } from "vitest";
import { f32, i32, type KernelBuilder, kernel, select, u32 } from "../../codegen/builder.ts";
import { emitJs } from "../../codegen/emit-js.ts";
import { emitWgsl } from "../../codegen/emit-wgsl.ts";
import { floatText } from "../../codegen/printer.ts";
import { f32FromBits } from "../../src/base/dtype.ts";
import { randomWords } from "./run.ts";

/** The body of a kernel as WGSL, without head and declarations. */
function body(build: (k: KernelBuilder) => void): string[] {
  const text = emitWgsl(kernel("subject", { workgroupSize: 8, doc: "a test" }, build));
  const lines = text.split("\n");
  return lines.slice(lines.indexOf("  let local = i32(local_id);") + 1, -2).map((line) => line.slice(2));
}

describe("float literals", () => {
  test.each([
    [0, "0.0"],
    [-0, "-0.0"],
    [1, "1.0"],
    [0.1, "0.1"],
    [1e-6, "0.000001"],
    [16777216, "16777216.0"],
    [3.4028234663852886e38, "3.402823466e+38"],
    [2 ** -149, "1e-45"],
  ])("%d", (value, text) => expect(floatText(Math.fround(value))).toBe(text));

  test("read back as the same f32 and never pass the largest", () => {
    for (const word of randomWords(17, 5000)) {
      const value = f32FromBits(word);
      if (!Number.isFinite(value)) continue;
      const text = floatText(value);
      expect(Math.fround(Number(text))).toBe(value);
      expect(Math.abs(Number(text))).toBeLessThanOrEqual(3.4028234663852886e38);
      expect(text).toMatch(/[.e]/);
    }
  });

  test("of what is no f32 are refused", () => {
    expect(() => floatText(0.1)).toThrow("internal error: 0.1 is not an f32");
    expect(() => floatText(Number.NaN)).toThrow("internal error: NaN is not an f32");
  });
});

describe("WGSL", () => {
  test("groups by precedence and keeps the order of float sums", () => {
    const lines = body((k) => {
      const [a, b, c] = [k.var("a", i32(0)), k.var("b", i32(0)), k.var("c", i32(0))];
      const [x, y, z] = [k.var("x", f32(0)), k.var("y", f32(0)), k.var("z", f32(0))];
      k.let("sums", a.add(b.sub(c)));
      k.let("difference", a.sub(b.sub(c)));
      k.let("floats", x.add(y.add(z)));
      k.let("products", a.div(4).add(b.rem(8)).mul(c));
      k.let("quotient", a.mul(b).div(c));
      k.let(
        "logic",
        a
          .lt(b.add(1))
          .and(b.ge(-2))
          .and(c.eq(0).or(c.gt(9)).not()),
      );
      k.let(
        "masks",
        a
          .and(7)
          .shl(2)
          .or(b.shr(c.add(1))),
      );
      k.let("negative", a.add(-3).mul(b.neg()));
      k.let("far", u32(1).mul(0x9e3779b1));
    });
    expect(lines.slice(6)).toEqual([
      "let sums = a + b - c;",
      "let difference = a - (b - c);",
      "let floats = x + (y + z);",
      "let products = (a / 4 + b % 8) * c;",
      "let quotient = (a * b) / c;",
      "let logic = a < b + 1 && b >= -2 && !(c == 0 || c > 9);",
      "let masks = ((a & 7) << 2u) | (b >> u32(c + 1));",
      "let negative = (a - 3) * (-b);",
      "let far = 0x9e3779b1u;",
    ]);
  });

  test("gives the compiler no two constants to compute: there they have no width", () => {
    const lines = body((k) => {
      const [a, b] = [k.var("a", i32(0)), k.var("b", i32(0))];
      k.let("least", i32(-5).min(6).toU32());
      k.let("chosen", select(i32(1).lt(2), i32(-7), a).bitsU32());
      k.let("product", i32(-2147483635).mul(i32(-88).mul(a)));
      k.let("sum", i32(2147483644).add(i32(2147483632).add(a).add(b)));
      k.let("bits", i32(7).and(i32(-2).and(a)));
      k.let("decided", a.lt(b).and(i32(1).eq(2)));
      k.let("undecided", i32(1).eq(1).and(a.lt(b)));
    }).slice(2);
    expect(lines).toEqual([
      "let least = 0xfffffffbu;",
      "let chosen = 0xfffffff9u;",
      "let product = -2147483635 * (-88 * a);",
      "let sum = 2147483644 + (2147483632 + a + b);",
      "let bits = 7 & (-2 & a);",
      "let decided = false;",
      "let undecided = a < b;",
    ]);
  });

  test("adds in place", () => {
    const lines = body((k) => {
      const sum = k.var("sum", f32(0));
      const mask = k.var("mask", u32(0));
      k.assign(sum, sum.add(f32(2).mul(sum)));
      k.assign(sum, f32(2).add(sum));
      k.assign(mask, mask.or(u32(4)));
    });
    expect(lines.slice(2)).toEqual(["sum += 2.0f * sum;", "sum = 2.0f + sum;", "mask |= 4u;"]);
  });

  test("reads what cannot change once per scope, and what can every time", () => {
    const lines = body((k) => {
      const table = k.buffer("table", "i32", "read");
      const state = k.buffer("state", "i32", "read_write");
      const first = k.loadI32("first_read", table, 3);
      k.loadI32("again", table, 3);
      k.loadI32("changing", state, 3);
      k.loadI32("changing", state, 3);
      k.if(first.gt(0), () => k.loadI32("inside", table, 4));
      k.loadI32("behind", table, 4);
      const at = k.var("at", i32(0));
      k.loadI32("moving", table, at);
      k.assign(at, 1);
      k.loadI32("moving", table, at);
      k.loadI32("other_name", table, first);
      k.loadI32("same_place", table, first);
    });
    expect(lines).toEqual([
      "let first_read = table[3];",
      "let changing = state[3];",
      "let changing_2 = state[3];",
      "if (first_read > 0) {",
      "  let inside = table[4];",
      "}",
      "let behind = table[4];",
      "var at: i32 = 0;",
      "let moving = table[at];",
      "at = 1;",
      "let moving_2 = table[at];",
      "let other_name = table[first_read];",
    ]);
  });

  test("a buffer read in vectors only is an array of vectors", () => {
    const text = emitWgsl(
      kernel("subject", { workgroupSize: 8, doc: "a test" }, (k) => {
        const x = k.buffer("x", "f32", "read");
        const y = k.buffer("y", "f32", "write");
        const values = k.loadGroup("v", x, k.local, 8);
        k.storeGroup(y, k.local, values.slice(0, 4));
        k.store(y, k.local.mul(9), values[7]!);
      }),
    );
    expect(text).toContain("x: array<vec4<f32>>;");
    expect(text).toContain("let v4_v = x[local * 2 + 1];");
    expect(text).toContain("let v7 = v4_v.w;");
    expect(text).toContain("y: array<f32>;");
    expect(text).toContain("y[local * 4 + 3] = v3;");
  });
});

test("JavaScript statements carry no outer parentheses", () => {
  const text = emitJs(
    kernel("subject", { workgroupSize: 8, doc: "a test" }, (k) => {
      const y = k.buffer("y", "u32", "write");
      const x = k.var("x", i32(3));
      k.if(x.lt(k.local), () => k.assign(x, x.add(1)));
      k.store(y, x.mul(2), x.toF32().bitsU32());
    }),
    { checked: false, subgroupSize: 4 },
  );
  expect(text).toContain("if (x < local) {");
  expect(text).toContain("x = x + 1 | 0;");
  expect(text).toContain("y[Math.imul(x, 2)] = (bitsF[0] = x, bitsU[0]);");
});
