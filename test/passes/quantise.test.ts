/** Int8 activations: which products read codes, who gives them, who keeps floats; contracts hold afterwards. */
import { describe, expect, test } from "vitest";
import { portableCandidates } from "../../shaders/index.ts";
import { RECORD_TOKENS } from "../../src/base/step-block.ts";
import { bucketBounds, FLOAT_ROWS } from "../../src/compile-model.ts";
import type { Graph, ValueId, WeightRef } from "../../src/graph/graph.ts";
import { fuse } from "../../src/passes/fuse.ts";
import { INTEGER_FORMATS, quantiseActivations } from "../../src/passes/quantise.ts";
import { CAPS, expectContracts, op, TestGraph, weight } from "./graphs.ts";

type Format = WeightRef["format"];

class Int8Graph extends TestGraph {
  norm(name: string, x: ValueId, width: number): ValueId {
    return this.builder.one(op("rms-norm"), name, {
      attributes: { epsilon: 1e-6, unitOffset: true },
      inputs: { x },
      weights: { w: weight(`${name}.w`, 1, width) },
    });
  }

  product(name: string, x: ValueId, rows: number, columns: number, w: Format | WeightRef, attributes = {}): ValueId {
    return this.builder.one(op("linear"), name, {
      attributes: { epilogue: "none", ...attributes },
      inputs: { x },
      weights: { w: typeof w === "string" ? weight(`${name}.w`, rows, columns, w) : w },
    });
  }
}

/** `label: op outputs(...)` of every call, with what it reads; formats the backend reads are all integers by default. */
function quantised(build: (g: Int8Graph) => Graph, formats: readonly Format[] = INTEGER_FORMATS): string[] {
  const graph = quantiseActivations(fuse(build(new Int8Graph())), { formats });
  expectContracts(graph);
  const names = new Map(graph.values.map(({ id, name }) => [id, name]));
  return graph.nodes.map(({ label, op, inputs, outputs }) => {
    const read = Object.values(inputs).map((id) => names.get(id));
    return `${label}: ${op}(${read.join(", ")}) -> ${Object.keys(outputs).join(", ")}`;
  });
}

describe("rows of a norm", () => {
  test("are codes where all products of them are of integers", () => {
    const calls = quantised((g) => {
      const y = g.norm("norm", g.input("in", 96), 96);
      return g.finish({ q: g.product("q", y, 8, 96, "q4_g64"), k: g.product("k", y, 8, 96, "w8_g32") });
    });
    expect(calls).toEqual([
      "in: embedding() -> y",
      "norm: rms-norm(in.y) -> codes, scales",
      "q: quantised-linear(norm.y.codes, norm.y.scales) -> y",
      "k: quantised-linear(norm.y.codes, norm.y.scales) -> y",
    ]);
  });

  const readers: readonly (readonly [string, (g: Int8Graph, y: ValueId) => Readonly<Record<string, ValueId>>])[] = [
    ["a product of floats reads them", (g, y) => ({ a: g.product("a", y, 8, 96, "bf16") })],
    ["a product of another packed format does", (g, y) => ({ a: g.product("a", y, 128, 96, "fp8_row") })],
    ["an exact product does", (g, y) => ({ a: g.product("a", y, 8, 96, "q4_g64", { outputType: "exact" }) })],
    ["they are a result", (_g, y) => ({ y })],
    ["another op does", (g, y) => ({ j: g.join("j", "sigmoid-gate", y, y) })],
    ["a product adds them", (g, y) => ({ s: g.join("s", "add", y, g.product("p", y, 96, 96, "q6_g64")) })],
  ];
  test.each(readers)("are codes and floats where %s", (_why, more) => {
    const calls = quantised((g) => {
      const y = g.norm("norm", g.input("in", 96), 96);
      return g.finish({ q: g.product("q", y, 8, 96, "q5_g64"), ...more(g, y) });
    });
    expect(calls[1]).toBe("norm: rms-norm(in.y) -> y, codes, scales");
    expect(calls[2]).toBe("q: quantised-linear(norm.y.codes, norm.y.scales) -> y");
  });

  test("stay floats where nothing applies: the graph is the same", () => {
    const build = (format: Format, attributes = {}): Graph => {
      const g = new Int8Graph();
      return g.finish({ q: g.product("q", g.norm("norm", g.input("in", 128), 128), 128, 128, format, attributes) });
    };
    for (const format of ["f32", "bf16", "fp8_row", "nvfp4"] as const) {
      const graph = build(format);
      expect(quantiseActivations(graph, { formats: [...INTEGER_FORMATS, format] })).toBe(graph);
    }
    const unread = build("q4_g64");
    expect(quantiseActivations(unread, { formats: ["q5_g64"] })).toBe(unread);
    const exact = build("q4_g64", { outputType: "exact" });
    expect(quantiseActivations(exact, { formats: INTEGER_FORMATS })).toBe(exact);
  });

  test("of wanted logits stay floats", () => {
    const g = new Int8Graph();
    const rows = g.builder.one(op("gather-rows"), "rows", { inputs: { x: g.input("in", 64) } });
    const graph = g.finish({ y: g.product("head", g.norm("norm", rows, 64), 64, 64, "q4_g64") });
    expect(quantiseActivations(graph, { formats: INTEGER_FORMATS })).toBe(graph);
  });
});

describe("other producers", () => {
  test("a pair of matrices gives codes to the product behind it, and takes them", () => {
    const calls = quantised((g) => {
      const x = g.input("in", 64);
      const y = g.norm("norm", x, 64);
      const [gate, up] = ["gate", "up"].map((name) => g.product(name, y, 192, 64, "q4_g64"));
      return g.finish({
        out: g.join("sum", "add", x, g.product("down", g.join("act", "swiglu", gate!, up!), 64, 192, "q5_g64")),
      });
    });
    expect(calls).toEqual([
      "in: embedding() -> y",
      "norm: rms-norm(in.y) -> codes, scales",
      "act: quantised-linear(norm.y.codes, norm.y.scales) -> codes, scales",
      "down: quantised-linear(act.y.codes, act.y.scales, in.y) -> y",
    ]);
  });

  test("a pair of two formats stays a pair of floats, and its rows are quantised by themselves", () => {
    const calls = quantised((g) => {
      const y = g.norm("norm", g.input("in", 64), 64);
      const [gate, up] = [g.product("gate", y, 192, 64, "q4_g64"), g.product("up", y, 192, 64, "w8_g32")];
      return g.finish({ out: g.product("down", g.join("act", "swiglu", gate, up), 64, 192, "q5_g64") });
    });
    expect(calls.slice(1)).toEqual([
      "norm: rms-norm(in.y) -> y",
      "act: linear(norm.y) -> y",
      "act.quantise: quantise(act.y) -> codes, scales",
      "down: quantised-linear(act.y.codes, act.y.scales) -> y",
    ]);
  });

  test("a join does it by itself, an embedding does not", () => {
    const calls = quantised((g) => {
      const [a, b] = [g.input("a", 64), g.input("b", 64)];
      const gated = g.join("gated", "sigmoid-gate", a, b);
      return g.finish({ x: g.product("x", gated, 8, 64, "q4_g64"), y: g.product("y", a, 8, 64, "q4_g64") });
    });
    expect(calls).toEqual([
      "a: embedding() -> y",
      "a.quantise: quantise(a.y) -> codes, scales",
      "b: embedding() -> y",
      "gated: join(a.y, b.y) -> codes, scales",
      "x: quantised-linear(gated.y.codes, gated.y.scales) -> y",
      "y: quantised-linear(a.y.codes, a.y.scales) -> y",
    ]);
  });

  test.each([
    [2, "norm: gated-rms-norm(in.y, in.y) -> codes, scales"],
    [4, "norm: gated-rms-norm(in.y, in.y) -> y"],
  ])("a norm of %i heads in 128 columns: %s", (heads, expected) => {
    const calls = quantised((g) => {
      const x = g.input("in", 128);
      const y = g.builder.one(op("gated-rms-norm"), "norm", {
        attributes: { heads, epsilon: 1e-6 },
        inputs: { x, z: x },
        weights: { w: weight("norm.w", 1, 128 / heads) },
      });
      return g.finish({ out: g.product("out", y, 8, 128, "w8_g32") });
    });
    expect(calls[1]).toBe(expected);
    expect(calls.length).toBe(heads === 2 ? 3 : 4);
  });

  test("a matrix in several formats is read where all of them are integers and its parts can be bound", () => {
    const parts = (rows: number, format: Format) => [
      { tensor: "a", row: 0, rows, format: "q4_g64" as const },
      { tensor: "b", row: 0, rows: 256 - rows, format },
    ];
    const opOf = (rows: number, format: Format): string => {
      const w: WeightRef = { ...weight("w", 256, 64, "f32"), parts: parts(rows, format) };
      return quantised((g) => g.finish({ y: g.product("y", g.input("in", 64), 256, 64, w) }))
        .at(-1)!
        .split("(")[0]!;
    };
    expect(opOf(128, "q5_g64")).toBe("y: quantised-linear");
    expect(opOf(128, "bf16")).toBe("y: linear");
    expect(opOf(96, "q5_g64")).toBe("y: linear");
  });
});

test("steps that may verify drafts have programs of their own", () => {
  expect(FLOAT_ROWS).toBe(RECORD_TOKENS);
  expect(bucketBounds({ candidates: portableCandidates, caps: CAPS })).toEqual([]);
  expect(bucketBounds({ candidates: portableCandidates, caps: CAPS }, "int8")).toEqual([16]);
});
