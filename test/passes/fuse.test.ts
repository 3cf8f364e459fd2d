/** Fusion: every pattern, every reason to leave a call alone, and that a fused graph still obeys the ops' contracts. */
import { describe, expect, test } from "vitest";
import type { Graph } from "../../src/graph/graph.ts";
import { fuse } from "../../src/passes/fuse.ts";
import { expectContracts, TestGraph } from "./graphs.ts";

const calls = (graph: Graph): string[] =>
  graph.nodes.map((node) => {
    const kind = node.attributes["epilogue"] ?? node.attributes["kind"];
    return `${node.label}: ${node.op}${kind === undefined ? "" : ` ${String(kind)}`}`;
  });

/** Fuses, checks the contracts, and says which calls are left. */
function fused(build: (g: TestGraph) => Graph): string[] {
  const graph = fuse(build(new TestGraph()));
  expectContracts(graph);
  return calls(graph);
}

describe("residual", () => {
  test("a sum with a linear becomes its epilogue", () => {
    let graph!: Graph;
    const left = fused((g) => {
      const x = g.input();
      const y = g.linear("down", x, 8, 8);
      graph = g.finish({ out: g.join("sum", "add", x, y) });
      return graph;
    });
    expect(left).toEqual(["in: embedding", "down: linear residual"]);
    const [, node] = fuse(graph).nodes;
    expect(node).toMatchObject({ inputs: { x: 0, residual: 0 }, outputs: { y: 2 } });
    expect(fuse(graph).results).toEqual({ out: 2 });
    // The given graph is not changed.
    expect(calls(graph)).toEqual(["in: embedding", "down: linear none", "sum: join add"]);
  });

  test.each<[string, (g: TestGraph) => Graph]>([
    [
      "the product stands on the left",
      (g) => {
        const x = g.input();
        return g.finish({ out: g.join("sum", "add", g.linear("down", x, 8, 8), x) });
      },
    ],
    [
      "somebody else reads the product",
      (g) => {
        const x = g.input();
        const y = g.linear("down", x, 8, 8);
        return g.finish({ out: g.join("sum", "add", x, y), twice: g.join("more", "sigmoid-gate", x, y) });
      },
    ],
    [
      "the product is added to itself",
      (g) => {
        const y = g.linear("down", g.input(), 8, 8);
        return g.finish({ out: g.join("sum", "add", y, y) });
      },
    ],
    [
      "the product is a result",
      (g) => {
        const x = g.input();
        const y = g.linear("down", x, 8, 8);
        return g.finish({ out: g.join("sum", "add", x, y), product: y });
      },
    ],
    [
      "the product must stay exact",
      (g) => {
        const x = g.input();
        return g.finish({ out: g.join("sum", "add", x, g.linear("down", x, 8, 8, { outputType: "exact" })) });
      },
    ],
    ["nothing is a product", (g) => g.finish({ out: g.join("sum", "add", g.input("a"), g.input("b")) })],
    [
      "the join is no sum",
      (g) => {
        const x = g.input();
        return g.finish({ out: g.join("gate", "sigmoid-gate", x, g.linear("down", x, 8, 8)) });
      },
    ],
  ])("stays when %s", (_reason, build) => {
    expect(fused(build)).toEqual(calls(build(new TestGraph())));
  });
});

describe("swiglu", () => {
  test("two linears of one input become one with two weights", () => {
    const build = (g: TestGraph): Graph => {
      const x = g.input();
      return g.finish({ out: g.join("act", "swiglu", g.linear("gate", x, 12, 8), g.linear("up", x, 12, 8)) });
    };
    expect(fused(build)).toEqual(["in: embedding", "act: linear swiglu"]);
    const node = fuse(build(new TestGraph())).nodes[1]!;
    expect(node.weights).toMatchObject({ w: { tensor: "gate.w" }, w2: { tensor: "up.w" } });
  });

  test.each<[string, (g: TestGraph) => Graph]>([
    [
      "their inputs differ",
      (g) => {
        const [a, b] = [g.input("a"), g.input("b")];
        return g.finish({ out: g.join("act", "swiglu", g.linear("gate", a, 12, 8), g.linear("up", b, 12, 8)) });
      },
    ],
    [
      "one of them is something else",
      (g) => {
        const x = g.input();
        return g.finish({ out: g.join("act", "swiglu", g.linear("gate", x, 8, 8), x) });
      },
    ],
    [
      "one product feeds both sides",
      (g) => {
        const y = g.linear("gate", g.input(), 12, 8);
        return g.finish({ out: g.join("act", "swiglu", y, y) });
      },
    ],
    [
      "the second product is a result",
      (g) => {
        const x = g.input();
        const up = g.linear("up", x, 12, 8);
        return g.finish({ out: g.join("act", "swiglu", g.linear("gate", x, 12, 8), up), up });
      },
    ],
  ])("stays when %s", (_reason, build) => {
    expect(fused(build)).toEqual(calls(build(new TestGraph())));
  });
});

describe("delta gates", () => {
  const build = (g: TestGraph, keepA: boolean): Graph => {
    const x = g.input();
    const [a, b] = [g.linear("a", x, 4, 8), g.linear("b", x, 4, 8)];
    const { g: decay, beta } = g.gates("gates", a, b, 4);
    return g.finish({ decay: decay!, beta: beta!, ...(keepA ? { a } : {}) });
  };

  test("two linears take the decay and sigmoid epilogues", () => {
    expect(fused((g) => build(g, false))).toEqual(["in: embedding", "a: linear decay", "b: linear sigmoid"]);
    const [, decay, beta] = fuse(build(new TestGraph(), false)).nodes;
    expect(Object.keys(decay!.weights).sort()).toEqual(["decayBias", "logDecay", "w"]);
    expect(decay!.outputs).toEqual({ y: 3 });
    expect(beta!.outputs).toEqual({ y: 4 });
  });

  test("stay when a projection is a result", () => {
    const left = fused((g) => build(g, true));
    expect(left).toEqual(["in: embedding", "a: linear none", "b: linear none", "gates: delta-gates"]);
  });
});

test("a chain of layers is fused call by call, and fusing again changes nothing", () => {
  const graph = (() => {
    const g = new TestGraph();
    let hidden = g.input();
    for (const layer of [0, 1, 2]) {
      const act = g.join(
        `${layer}.act`,
        "swiglu",
        g.linear(`${layer}.gate`, hidden, 12, 8),
        g.linear(`${layer}.up`, hidden, 12, 8),
      );
      hidden = g.join(`${layer}.sum`, "add", hidden, g.linear(`${layer}.down`, act, 8, 12));
    }
    return g.finish({ out: hidden });
  })();
  const once = fuse(graph);
  expectContracts(once);
  expect(calls(once)).toEqual([
    "in: embedding",
    ...[0, 1, 2].flatMap((layer) => [`${layer}.act: linear swiglu`, `${layer}.down: linear residual`]),
  ]);
  expect(fuse(once)).toEqual(once);
});
