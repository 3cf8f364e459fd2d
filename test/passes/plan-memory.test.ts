/**
 * Places of values in arenas, on random graphs: what lives at the same time does not overlap, no launch reads and
 * writes one arena, and a handful of arenas is enough. The checks here know nothing of how places were found.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { byteSize, type DType } from "../../src/base/dtype.ts";
import type { Access, Attributes, Extent } from "../../src/base/operands.ts";
import type { Node, Value, ValueId } from "../../src/graph/graph.ts";
import { planMemory, rowCapacities, scratchKey, valueKey } from "../../src/passes/plan-memory.ts";
import { type SelectedNode, type Selection, select } from "../../src/passes/select.ts";
import { bindingsOf, type Candidate, type Launch, type TensorType } from "../../src/program/candidate.ts";
import { CAPACITY, EXACT, TestGraph } from "./graphs.ts";

const ALIGNMENT = 256;

function launch(operands: readonly (readonly [string, Access])[]): Launch {
  const one = { extent: "one", multiply: 1, divide: 1 } as const;
  const bindings = operands.map(([operand, access]) => ({ operand, access }));
  return { source: { kind: "host", name: "body", parameters: {}, bindings }, grid: [one, one, one] };
}

/** One call of a random graph: which earlier values it reads, what it makes, and whether it works in two launches. */
interface Recipe {
  readonly inputs: readonly number[];
  readonly outputs: readonly { readonly width: number; readonly extent: Extent; readonly storage: DType }[];
  readonly scratch: number | undefined;
}

const recipe: fc.Arbitrary<Recipe> = fc.record({
  inputs: fc.array(fc.nat(), { minLength: 1, maxLength: 3 }),
  outputs: fc.array(
    fc.record({
      width: fc.integer({ min: 1, max: 300 }),
      extent: fc.constantFrom<Extent>("tokens", "sequences", "outputs"),
      storage: fc.constantFrom<DType>("f32", "bf16", "i32"),
    }),
    { minLength: 1, maxLength: 2 },
  ),
  scratch: fc.option(fc.integer({ min: 1, max: 300 }), { nil: undefined, freq: 4 }),
});

const NO_CANDIDATE = { op: "body", name: "body" } as Candidate;

/** A selection made of recipes. Inputs prefer recent values, as layers do, but reach back now and then. */
function selectionOf(recipes: readonly Recipe[], keep: readonly number[]): Selection {
  const values: Value[] = [];
  const storage: DType[] = [];
  const types: TensorType[] = [];
  const nodes: SelectedNode[] = [];
  for (const [index, r] of recipes.entries()) {
    const known = values.length;
    const picked =
      known === 0 ? [] : r.inputs.map((n) => (n % 4 === 0 ? n % known : known - 1 - (n % Math.min(known, 4))));
    const inputs = Object.fromEntries([...new Set(picked)].map((id, i) => [`in${i}`, id as ValueId]));
    const outputs = Object.fromEntries(
      r.outputs.map((type, i) => {
        const id = values.length as ValueId;
        values.push({ id, name: `v${id}`, type: "activation", extent: type.extent, width: type.width });
        storage.push(type.storage);
        types.push(type);
        return [`out${i}`, id];
      }),
    );
    const map = (record: Readonly<Record<string, ValueId>>): Record<string, TensorType> =>
      Object.fromEntries(Object.entries(record).map(([role, id]) => [role, types[id]!]));
    const reads = Object.keys(inputs).map((role) => [role, "read"] as const);
    const writes = Object.keys(outputs).map((role) => [role, "read_write"] as const);
    const part = ["scratch:part", r.scratch === undefined ? "read" : "read_write"] as const;
    const launches =
      r.scratch === undefined
        ? [launch([...reads, ...writes])]
        : [launch([...reads, part]), launch([["scratch:part", "read"], ...reads.slice(0, 1), ...writes])];
    const scratch: Record<string, TensorType> =
      r.scratch === undefined ? {} : { part: { extent: "tokens", width: r.scratch, storage: "f32" } };
    const node: Node = {
      op: "body",
      label: `n${index}`,
      attributes: {} as Attributes,
      inputs,
      outputs,
      weights: {},
      states: {},
    };
    const problem = { op: "body", attributes: {}, inputs: map(inputs), outputs: map(outputs), weights: {}, states: {} };
    nodes.push({ node, problem, candidate: NO_CANDIDATE, lowering: { launches, scratch } });
  }
  const results = Object.fromEntries(keep.map((n) => [`r${n}`, (n % values.length) as ValueId]));
  return { graph: { values, nodes: nodes.map((n) => n.node), results }, storage, nodes };
}

interface Life {
  readonly key: string;
  readonly bytes: number;
  first: number;
  last: number;
}

/** When each value and scratch must keep its contents, and how many bytes it has. */
function livesOf(selection: Selection): Map<string, Life> {
  const lives = new Map<string, Life>();
  const bytesOf = (t: TensorType): number => rowCapacities(CAPACITY)[t.extent] * t.width * byteSize(t.storage);
  for (const [at, { node, problem, lowering }] of selection.nodes.entries()) {
    for (const [role, id] of Object.entries(node.outputs)) {
      lives.set(valueKey(id), { key: valueKey(id), bytes: bytesOf(problem.outputs[role]!), first: at, last: at });
    }
    for (const [name, type] of Object.entries(lowering.scratch)) {
      const key = scratchKey(at, name);
      lives.set(key, { key, bytes: bytesOf(type), first: at, last: at });
    }
    for (const id of Object.values(node.inputs)) lives.get(valueKey(id))!.last = at;
  }
  for (const id of Object.values(selection.graph.results)) lives.get(valueKey(id))!.last = selection.nodes.length;
  return lives;
}

/** All that is wrong with a plan, in words. */
function faults(selection: Selection, plan: ReturnType<typeof planMemory>): string[] {
  const wrong: string[] = [];
  const lives = [...livesOf(selection).values()];
  const place = (key: string) => plan.places.get(key)!;
  for (const life of lives) {
    const { colour, offsetBytes, sizeBytes } = place(life.key);
    if (offsetBytes % ALIGNMENT !== 0) wrong.push(`${life.key} starts at ${offsetBytes}`);
    if (sizeBytes < life.bytes) wrong.push(`${life.key} has ${sizeBytes} of ${life.bytes} B`);
    if (offsetBytes + sizeBytes > plan.arenaBytes[colour]!) wrong.push(`${life.key} passes the end of its arena`);
  }
  for (const [i, a] of lives.entries()) {
    for (const b of lives.slice(0, i)) {
      const [p, q] = [place(a.key), place(b.key)];
      const together = a.first <= b.last && b.first <= a.last && p.colour === q.colour;
      const meet = p.offsetBytes < q.offsetBytes + q.sizeBytes && q.offsetBytes < p.offsetBytes + p.sizeBytes;
      if (together && meet) wrong.push(`${a.key} and ${b.key} overlap`);
    }
  }
  for (const [at, { node, lowering }] of selection.nodes.entries()) {
    for (const { source } of lowering.launches) {
      if (source.kind !== "host") continue;
      const colours = (wanted: Access): number[] =>
        bindingsOf(source).flatMap(({ operand: name, access }) => {
          if (access !== wanted) return [];
          const id = node.inputs[name] ?? node.outputs[name];
          return [place(id === undefined ? scratchKey(at, "part") : valueKey(id)).colour];
        });
      const written = new Set(colours("read_write"));
      if (colours("read").some((colour) => written.has(colour))) wrong.push(`${node.label} reads and writes one arena`);
    }
  }
  return wrong;
}

describe("random graphs", () => {
  test("have no overlap, no arena that a launch reads and writes, and at most four arenas", () => {
    let nodes = 0;
    const property = fc.property(
      fc.array(recipe, { minLength: 1, maxLength: 40, size: "max" }),
      fc.array(fc.nat(), { maxLength: 3 }),
      (recipes, keep) => {
        const selection = selectionOf(recipes, keep);
        const plan = planMemory(selection, CAPACITY, ALIGNMENT);
        expect(faults(selection, plan)).toEqual([]);
        expect(plan.arenaBytes.length).toBeLessThanOrEqual(4);
        nodes += recipes.length;
      },
    );
    fc.assert(property, { seed: 7, numRuns: 300 });
    expect(nodes).toBeGreaterThan(2000);
  });

  test("the same graph gets the same plan", () => {
    for (const recipes of fc.sample(fc.array(recipe, { minLength: 5, maxLength: 20 }), { seed: 8, numRuns: 20 })) {
      const [a, b] = [0, 1].map(() => planMemory(selectionOf(recipes, [0]), CAPACITY, ALIGNMENT));
      expect([...a!.places]).toEqual([...b!.places]);
    }
  });
});

describe("layers", () => {
  test("memory of values that are gone is used again", () => {
    const layers = (count: number): readonly number[] => {
      const g = new TestGraph();
      let hidden = g.input("in", 64);
      for (let i = 0; i < count; i++) {
        const act = g.join(
          `${i}.act`,
          "swiglu",
          g.linear(`${i}.gate`, hidden, 128, 64),
          g.linear(`${i}.up`, hidden, 128, 64),
        );
        hidden = g.join(`${i}.sum`, "add", hidden, g.linear(`${i}.down`, act, 64, 128));
      }
      return planMemory(select(g.finish({ out: hidden }), EXACT), CAPACITY, ALIGNMENT).arenaBytes;
    };
    const total = (bytes: readonly number[]): number => bytes.reduce((a, b) => a + b, 0);
    expect(total(layers(12))).toBe(total(layers(4)));
    // Alive at once at most: hidden (64 wide), gate, up and act (128 wide), 8 rows of f32.
    expect(total(layers(12))).toBeLessThanOrEqual(2 * 4 * 8 * (64 + 3 * 128));
  });

  test("a result keeps its memory to the end", () => {
    const g = new TestGraph();
    const first = g.linear("first", g.input(), 8, 8);
    let last = first;
    for (let i = 0; i < 6; i++) last = g.linear(`next${i}`, last, 8, 8);
    const selection = select(g.finish({ first, last }), EXACT);
    const { places } = planMemory(selection, CAPACITY, ALIGNMENT);
    const kept = places.get(valueKey(first))!;
    for (const [key, other] of places) {
      if (key === valueKey(first) || Number(key.slice(1)) < first) continue;
      const apart = other.colour !== kept.colour || other.offsetBytes !== kept.offsetBytes;
      expect(apart, `${key} lies on the result`).toBe(true);
    }
  });

  test("an operand bound twice by one launch, for reading and for writing, is a bug", () => {
    const selection = selectionOf(
      [
        { inputs: [], outputs: [{ width: 8, extent: "tokens", storage: "f32" }], scratch: undefined },
        { inputs: [0], outputs: [{ width: 8, extent: "tokens", storage: "f32" }], scratch: undefined },
      ],
      [],
    );
    const [made, user] = selection.nodes as [SelectedNode, SelectedNode];
    const twice = {
      ...user,
      lowering: {
        launches: [
          launch([
            ["in0", "read"],
            ["in0", "read_write"],
          ]),
        ],
        scratch: {},
      },
    };
    const attempt = (): unknown => planMemory({ ...selection, nodes: [made, twice] }, CAPACITY, ALIGNMENT);
    expect(attempt).toThrow("internal error: n1: an operand is read and written through two bindings");
  });
});
