/** Programs: every operand a range of a buffer, sizes by hand, rules that hold for all of them, and stable text. */
import { describe, expect, test } from "vitest";
import { kernel } from "../../codegen/builder.ts";
import { present } from "../../src/base/invariant.ts";
import type { ConstantRef, StateRef } from "../../src/base/operands.ts";
import { StepBlock } from "../../src/base/step-block.ts";
import type { Graph } from "../../src/graph/graph.ts";
import { verifyGraph } from "../../src/graph/verify.ts";
import { fuse } from "../../src/passes/fuse.ts";
import { lower, stateName, statePool, verifyProgram } from "../../src/passes/lower.ts";
import { planMemory } from "../../src/passes/plan-memory.ts";
import { select } from "../../src/passes/select.ts";
import { bindingsOf } from "../../src/program/candidate.ts";
import { gridSize, type Program } from "../../src/program/program.ts";
import type { Profile } from "../../src/program/storage.ts";
import { printProgram } from "../model/print-program.ts";
import { CAPACITY, EXACT, op, TestGraph, weight } from "./graphs.ts";

const kv: StateRef = { kind: "kv", layer: 3, heads: 2, headWidth: 4 };
const rotary: ConstantRef = { kind: "rotary-table", theta: 1e4, rotaryWidth: 4, maxPositions: 512 };

function rotated(g: TestGraph, label: string, x: number, table = rotary) {
  return g.builder.one(op("head-norm-rotary"), label, {
    attributes: { heads: 2, headWidth: 4, headStride: 4, rotaryWidth: 4, sections: [2, 0, 0], epsilon: 1e-6 },
    inputs: { x: x as never },
    weights: { w: weight(`${label}.w`, 1, 4), rotary: table },
  });
}

/** Embedding, one attention layer and a head with tied weights. */
function graph(): Graph {
  const g = new TestGraph();
  const x = g.input("embed", 8);
  const k = rotated(g, "k", g.linear("key", x, 8, 8));
  const v = g.linear("value", x, 8, 8);
  g.builder.call(op("kv-append"), "append", {
    attributes: { heads: 2, headWidth: 4 },
    inputs: { k, v },
    states: { kv },
  });
  const attributes = { queryHeads: 2, heads: 2, headWidth: 4, gateStride: 4, gateOffset: 0, scale: 0.5 };
  const y = g.builder.one(op("attention"), "attend", { attributes, inputs: { q: k, gate: v }, states: { kv } });
  const sum = g.join("sum", "add", x, g.linear("out", y, 8, 8));
  const rows = g.builder.one(op("gather-rows"), "rows", { inputs: { x: sum } });
  const logits = g.builder.one(op("linear"), "logits", {
    attributes: { epilogue: "none", outputType: "exact" },
    inputs: { x: rows },
    weights: { w: weight("embed.table", 16, 8) },
  });
  g.builder.call(op("argmax"), "argmax", { inputs: { logits } });
  return g.finish({ logits });
}

function programOf(source: Graph, profile: Profile = "exact"): Program {
  const selection = select(fuse(source), { ...EXACT, profile });
  return lower("test", selection, planMemory(selection, CAPACITY, 256), CAPACITY);
}

const bytes = (program: Program, name: string): number =>
  present(
    program.buffers.find((b) => b.name === name),
    name,
  ).bytes;

describe("lowering", () => {
  const program = programOf(graph());

  test("buffers have the sizes their contents need", () => {
    expect(bytes(program, "step")).toBe(new StepBlock(CAPACITY).words.byteLength);
    // Choices of 3 outputs, two words each, and last tokens of 3 slots.
    expect(bytes(program, "sampled")).toBe(4 * 9);
    expect(bytes(program, "weight embed.table")).toBe(4 * 16 * 8);
    // 6 pages of keys and values: 2 heads, 64 tokens, 4 wide.
    expect(bytes(program, "kv.3")).toBe(6 * 2 * 2 * 64 * 4 * 4);
    expect(
      program.buffers
        .map((b) => b.name)
        .filter((name) => name.startsWith("weight"))
        .sort(),
    ).toEqual(["embed.table", "k.w", "key.w", "out.w", "value.w"].map((name) => `weight ${name}`));
  });

  test("bindings are whole buffers or aligned ranges of arenas, as the kernels count them", () => {
    for (const launch of program.launches) {
      const { source } = present(program.kernels[launch.kernel], launch.kernel);
      expect(source.kind).toBe("portable");
      expect(launch.bindings).toHaveLength(bindingsOf(source).length);
      for (const ref of launch.bindings) {
        expect(ref.offsetBytes % 256).toBe(0);
        const whole = ref.offsetBytes === 0 && ref.sizeBytes === bytes(program, ref.buffer);
        expect(whole || ref.buffer.startsWith("arena.")).toBe(true);
      }
    }
  });

  test("calls that share weights, tables or states share buffers, and equal kernels are one", () => {
    const bindingsOf = (label: string): string[] =>
      program.launches.filter((l) => l.label === label).flatMap((l) => l.bindings.map((b) => b.buffer));
    expect(bindingsOf("embed")).toContain("weight embed.table");
    expect(bindingsOf("logits")).toContain("weight embed.table");
    expect(bindingsOf("append")).toContain("kv.3");
    expect(bindingsOf("attend")).toContain("kv.3");
    const kernelOf = (label: string) => program.launches.find((l) => l.label === label)!.kernel;
    expect(kernelOf("key")).toBe(kernelOf("value"));
    expect(kernelOf("key")).not.toBe(kernelOf("out"));
  });

  test("results name their place and type", () => {
    const { logits } = program.results;
    expect(logits).toMatchObject({ storage: "f32", extent: "outputs", width: 16 });
    expect(logits!.ref.buffer).toMatch(/^arena\./);
  });

  test("the fast profile halves activations and pages", () => {
    const fast = programOf(graph(), "fast");
    expect(bytes(fast, "kv.3")).toBe(bytes(program, "kv.3") / 2);
  });

  test("a buffer that would hold two tables is a bug", () => {
    const g = new TestGraph();
    const x = g.input("embed", 8);
    const a = rotated(g, "a", x);
    const b = rotated(g, "b", a, { ...rotary, theta: 1e6 });
    expect(() => programOf(g.finish({ b }))).toThrow("internal error: buffer rotary-table holds two things");
  });

  test("pools count pages for keys and values, slots for the rest", () => {
    expect(statePool({ ref: kv, storage: "f32" }, CAPACITY)).toEqual({ bytes: 4 * 2 * 2 * 64 * 4, count: 6 });
    expect(statePool({ ref: kv, storage: "bf16" }, CAPACITY)).toEqual({ bytes: 2 * 2 * 2 * 64 * 4, count: 6 });
    expect(statePool({ ref: { kind: "token-counts", vocabulary: 16 }, storage: "u32" }, CAPACITY)).toEqual({
      bytes: 64,
      count: 3,
    });
    expect(stateName(kv)).toBe("kv.3");
    expect(stateName({ kind: "token-counts", vocabulary: 16 })).toBe("token-counts");
  });
});

describe("verifyProgram", () => {
  const program = programOf(graph());
  const edit = (change: (launch: Program["launches"][number]) => Program["launches"][number]): Program => ({
    ...program,
    launches: program.launches.map((launch) => (launch.label === "key" ? change(launch) : launch)),
  });

  test("passes what lowering made", () => expect(() => verifyProgram(program)).not.toThrow());

  test("counts bindings", () => {
    const fewer = edit((launch) => ({ ...launch, bindings: launch.bindings.slice(1) }));
    expect(() => verifyProgram(fewer)).toThrow("internal error: key: 4 bindings wanted");
  });

  test("knows every kernel and buffer", () => {
    expect(() => verifyProgram(edit((launch) => ({ ...launch, kernel: "ghost" })))).toThrow("ghost is missing");
    const lost = { ...program, buffers: program.buffers.filter((b) => b.name !== "step") };
    expect(() => verifyProgram(lost)).toThrow("internal error: buffer step is missing");
  });

  test("keeps bindings inside their buffers", () => {
    const far = edit((launch) => ({
      ...launch,
      bindings: launch.bindings.map((b) => (b.buffer === "weight key.w" ? { ...b, offsetBytes: 256 } : b)),
    }));
    expect(() => verifyProgram(far)).toThrow("internal error: key: binding passes the end of weight key.w");
  });

  test("keeps what is read and what is written in different buffers", () => {
    const mixed = edit((launch) => {
      const arena = launch.bindings.find((b) => b.buffer.startsWith("arena."))!;
      return { ...launch, bindings: [...launch.bindings.slice(0, -1), { ...arena }] };
    });
    expect(() => verifyProgram(mixed)).toThrow(/internal error: key: arena\.\d is read and written/);
  });
});

describe("verifyGraph", () => {
  const good = graph();
  const [first, second] = good.nodes as [Graph["nodes"][number], Graph["nodes"][number]];

  test.each<[string, Graph, string]>([
    ["a use before its value", { ...good, nodes: [second, first] }, "key: x is used before it is made"],
    ["two producers", { ...good, nodes: [first, first] }, "embed: y has two producers"],
    ["an output that is no value", { ...good, values: [] }, "embed: y is no value"],
    ["a value under another id", { ...good, values: good.values.slice(1) }, "value 0 has id 1"],
    ["a result nobody makes", { ...good, nodes: [first] }, "result logits is never made"],
  ])("refuses %s", (_name, broken, message) => {
    expect(() => verifyGraph(broken)).toThrow(`internal error: ${message}`);
  });
});

test("grids count rows of a step, and nothing where there are none", () => {
  const grid = [
    { extent: "tokens", multiply: 3, divide: 8 },
    { extent: "one", multiply: 17, divide: 4 },
    { extent: "outputs", multiply: 1, divide: 1 },
  ] as const;
  expect(gridSize(grid, { tokens: 5, sequences: 2, outputs: 0 })).toEqual([2, 5, 0]);
});

describe("text", () => {
  test("of a program is the same for the same program, and says sizes, grids and places", () => {
    const text = printProgram(programOf(graph()));
    expect(printProgram(programOf(graph()))).toBe(text);
    expect(text).toMatch(/^program test: 10 launches, \d+ kernels\n/);
    expect(text).toContain("  buffer weight key.w: 256 B, weight [8, 8] f32\n");
    expect(text).toContain("  buffer kv.3: 24,576 B, kv state, f32\n");
    expect(text).toMatch(
      / 0 embed @portable embedding_8#[0-9a-f]{12} \(ceil\(2\/64\) x tokens x 1\) \[step\+0:\d+, sampled\+0:36,/,
    );
    expect(text).toMatch(/\n {2}result logits: \[outputs, 16\] f32 at arena\.\d\+\d+\n$/);
  });

  test("of weights that change their type on the way names both", () => {
    const program = {
      name: "p",
      kernels: {},
      launches: [],
      results: {},
      buffers: [
        {
          name: "w",
          bytes: 1234567,
          role: { kind: "weight", tensor: "w", row: 0, rows: 2, columns: 3, stored: "bf16", resident: "f32" },
        },
      ],
    } as const satisfies Program;
    expect(printProgram(program)).toBe(
      "program p: 0 launches, 0 kernels\n  buffer w: 1,234,567 B, weight [2, 3] bf16 -> f32\n",
    );
  });

  test("kernels of one text have one id, others another", () => {
    const ids = Object.keys(programOf(graph()).kernels);
    expect(new Set(ids).size).toBe(ids.length);
    expect(kernel("a", { workgroupSize: 1, doc: "d" }, () => {})).toEqual(
      kernel("a", { workgroupSize: 1, doc: "d" }, () => {}),
    );
  });
});
