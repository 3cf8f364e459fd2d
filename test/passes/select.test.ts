/** Selection: which storage each profile gives to values, states and weights, and which candidate a call gets. */
import { describe, expect, test } from "vitest";
import { portableCandidates } from "../../shaders/index.ts";
import type { Caps } from "../../src/base/caps.ts";
import { UnsupportedError } from "../../src/base/errors.ts";
import type { StateRef } from "../../src/base/operands.ts";
import type { Graph } from "../../src/graph/graph.ts";
import { select } from "../../src/passes/select.ts";
import type { Candidate } from "../../src/program/candidate.ts";
import { type Profile, residentFormat, residentType, stateType } from "../../src/program/storage.ts";
import { CAPS, EXACT, op, TestGraph, weight } from "./graphs.ts";

const kv: StateRef = { kind: "kv", layer: 3, heads: 1, headWidth: 8 };

/** Values of every logical type, one of odd width, pages and logits. */
function graph(): Graph {
  const g = new TestGraph();
  const x = g.input("x", 8);
  const odd = g.linear("odd", x, 7, 8);
  const k = g.linear("k", x, 8, 8);
  g.builder.call(op("kv-append"), "append", {
    attributes: { heads: 1, headWidth: 8 },
    inputs: { k, v: k },
    states: { kv },
  });
  const rows = g.builder.one(op("gather-rows"), "rows", { inputs: { x: k } });
  const logits = g.linear("logits", rows, 16, 8, { outputType: "exact" });
  const { token } = g.builder.call(op("argmax"), "argmax", { inputs: { logits } });
  return g.finish({ odd, logits, token: token! });
}

describe("storage of values", () => {
  const storageOf = (profile: Profile): Record<string, string> => {
    const built = graph();
    const { storage } = select(built, { ...EXACT, profile });
    return Object.fromEntries(built.values.map((value) => [value.name, storage[value.id]!]));
  };

  test("exact keeps floats in f32", () => {
    expect(storageOf("exact")).toEqual({
      "x.y": "f32",
      "odd.y": "f32",
      "k.y": "f32",
      "rows.y": "f32",
      "logits.y": "f32",
      "argmax.token": "i32",
    });
  });

  test("fast narrows activations of even width, never exact values or indices", () => {
    expect(storageOf("fast")).toEqual({
      "x.y": "bf16",
      "odd.y": "f32",
      "k.y": "bf16",
      "rows.y": "bf16",
      "logits.y": "f32",
      "argmax.token": "i32",
    });
  });

  test("problems carry these types and the states' own", () => {
    const { nodes } = select(graph(), { ...EXACT, profile: "fast" });
    const append = nodes.find(({ node }) => node.op === "kv-append")!;
    expect(append.problem.inputs["k"]).toEqual({ extent: "tokens", width: 8, storage: "bf16" });
    expect(append.problem.states["kv"]).toEqual({ ref: kv, storage: "bf16" });
    const head = nodes.find(({ node }) => node.label === "logits")!;
    expect(head.problem.inputs["x"]?.storage).toBe("bf16");
    expect(head.problem.outputs["y"]).toEqual({ extent: "outputs", width: 16, storage: "f32" });
  });
});

describe("storage of states", () => {
  const delta: StateRef = { kind: "delta", layer: 0, keyHeads: 1, valueHeads: 1, keyWidth: 8, valueWidth: 8 };
  const convolution: StateRef = { kind: "convolution", layer: 0, channels: 24, taps: 4 };
  const counts: StateRef = { kind: "token-counts", vocabulary: 16 };

  test.each<[string, StateRef, Profile, string]>([
    ["keys and values", kv, "exact", "f32"],
    ["keys and values", kv, "fast", "bf16"],
    ["keys and values of odd heads", { ...kv, headWidth: 7 }, "fast", "f32"],
    ["the recurrence", delta, "fast", "f32"],
    ["the convolution's tail", convolution, "fast", "f32"],
    ["token counts", counts, "exact", "u32"],
    ["token counts", counts, "fast", "u32"],
  ])("%s (%o, %s): %s", (_name, ref, profile, storage) => {
    expect(stateType(ref, profile, CAPS)).toEqual({ ref, storage });
  });

  test("a device that wants f32 pages gets them", () => {
    expect(stateType(kv, "fast", { ...CAPS, fastKeyValues: "f32" }).storage).toBe("f32");
  });
});

test("weights stay as they are where the device keeps their type, else become f32", () => {
  expect(residentFormat("bf16", CAPS)).toBe("bf16");
  expect(residentFormat("f16", CAPS)).toBe("f32");
  expect(residentFormat("bf16", { ...CAPS, weightFormats: ["f32"] })).toBe("f32");
  expect(residentFormat("q4_g64", CAPS)).toBe("f32");
  const g = new TestGraph();
  const x = g.input();
  const y = g.builder.one(op("linear"), "half", {
    attributes: { epilogue: "none" },
    inputs: { x },
    weights: { w: weight("half.w", 8, 8, "f16") },
  });
  const { nodes } = select(g.finish({ y }), EXACT);
  expect(nodes[1]!.problem.weights["w"]).toEqual({ kind: "tensor", rows: 8, columns: 8, format: "f32" });
});

describe("candidates", () => {
  const native = (matches: (rows: number) => boolean): Candidate => ({
    op: "linear",
    name: "native",
    match: (problem) => matches(problem.outputs["y"]!.width),
    lower: () => ({
      launches: [
        {
          source: {
            kind: "host",
            name: "native_linear",
            parameters: {},
            bindings: [
              { operand: "x", access: "read" },
              { operand: "w", access: "read" },
              { operand: "y", access: "read_write" },
            ],
          },
          grid: [
            { extent: "tokens", multiply: 1, divide: 1 },
            { extent: "one", multiply: 1, divide: 1 },
            { extent: "one", multiply: 1, divide: 1 },
          ],
        },
      ],
      scratch: {},
    }),
  });

  test("the first that matches is taken, call by call", () => {
    const candidates = [native((rows) => rows === 8), ...portableCandidates];
    const { nodes } = select(graph(), { ...EXACT, candidates });
    const chosen = nodes.filter(({ node }) => node.op === "linear").map((n) => `${n.node.label} ${n.candidate.name}`);
    expect(chosen).toEqual(["odd portable", "k native", "logits portable"]);
  });

  test("none at all is an error that names call and device", () => {
    const candidates = portableCandidates.filter((c) => c.op !== "argmax");
    const attempt = (): unknown => select(graph(), { ...EXACT, candidates });
    expect(attempt).toThrow(UnsupportedError);
    expect(attempt).toThrow("argmax: no implementation of argmax on none");
    try {
      attempt();
    } catch (error) {
      expect(error).toMatchObject({ code: "no_candidate", data: { op: "argmax", label: "argmax" } });
    }
  });

  test("one without launches is a bug of the candidate", () => {
    const empty: Candidate = { ...native(() => true), lower: () => ({ launches: [], scratch: {} }) };
    const attempt = (): unknown => select(graph(), { ...EXACT, candidates: [empty, ...portableCandidates] });
    expect(attempt).toThrow("internal error: odd: candidate native has no launches");
  });
});

test("equal calls are lowered once and share their kernel, other ones are not", () => {
  const g = new TestGraph();
  const x = g.input("x", 8);
  const same = g.linear("b", g.linear("a", x, 8, 8), 8, 8);
  const other = g.linear("c", same, 16, 8);
  let lowered = 0;
  const candidates = portableCandidates.map((candidate): Candidate => {
    const lower: Candidate["lower"] = (problem, caps) => {
      if (problem.op === "linear") lowered++;
      return candidate.lower(problem, caps);
    };
    return { ...candidate, lower };
  });
  const { nodes } = select(g.finish({ other }), { ...EXACT, candidates });
  const sources = ["a", "b", "c"].map(
    (label) => nodes.find(({ node }) => node.label === label)!.lowering.launches[0]!.source,
  );
  expect(lowered).toBe(2);
  expect(sources[1]).toBe(sources[0]);
  expect(sources[2]).not.toEqual(sources[0]);
});

test("an order of the backend's is taken where it takes the matrix' shape", () => {
  const caps: Caps = { ...CAPS, weightFormats: ["q4_g64", "bf16"], orders: { q4_g64: "panels" } };
  const q4 = { rows: 6, columns: 128, format: "q4_g64" } as const;
  expect(residentType(q4, caps)).toEqual({ kind: "tensor", ...q4, order: "panels" });
  expect(residentType({ ...q4, columns: 96 }, caps)).toEqual({ kind: "tensor", ...q4, columns: 96 });
  expect(residentType({ ...q4, format: "bf16" }, caps)).toEqual({ kind: "tensor", ...q4, format: "bf16" });
  const unread = { ...caps, weightFormats: ["f32"] as const };
  expect(residentType(q4, unread)).toEqual({ kind: "tensor", ...q4, format: "f32" });
});
