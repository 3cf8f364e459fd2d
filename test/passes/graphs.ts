/** Small graphs, capacities and devices for tests of the passes. */
import { expect } from "vitest";
import { portableCandidates } from "../../shaders/index.ts";
import { createTraceBackend } from "../../src/backend/trace/trace-backend.ts";
import type { Caps } from "../../src/base/caps.ts";
import { present } from "../../src/base/invariant.ts";
import { GraphBuilder, type Inference } from "../../src/graph/builder.ts";
import type { Graph, ValueId, WeightRef } from "../../src/graph/graph.ts";
import { opContracts } from "../../src/ops/registry.ts";
import type { PoolCapacity } from "../../src/passes/lower.ts";
import type { SelectOptions } from "../../src/passes/select.ts";

export const CAPACITY: PoolCapacity = {
  maxRows: 8,
  maxLanes: 2,
  maxPagesPerLane: 4,
  maxOutputs: 3,
  slots: 3,
  pages: 6,
};

export const CAPS: Caps = {
  ...createTraceBackend().caps,
  backend: "none",
  device: "paper",
  maxBindingBytes: 2 ** 27,
  maxBufferBytes: 2 ** 28,
  fastActivations: "bf16",
  fastKeyValues: "bf16",
  weightFormats: ["f32", "bf16"],
};

export const EXACT: SelectOptions = { candidates: portableCandidates, caps: CAPS, profile: "exact" };

export const op = (name: string): Inference => present(opContracts.get(name), name);

export const weight = (
  tensor: string,
  rows: number,
  columns: number,
  format: WeightRef["format"] = "f32",
): WeightRef => ({
  kind: "tensor",
  tensor,
  rows,
  columns,
  format,
});

/** A graph builder with the calls tests use. */
export class TestGraph {
  readonly builder = new GraphBuilder();

  input(name = "in", width = 8): ValueId {
    return this.builder.one(op("embedding"), name, {
      attributes: { width },
      weights: { table: weight(`${name}.table`, 16, width) },
    });
  }

  linear(name: string, x: ValueId, rows: number, columns: number, attributes = {}): ValueId {
    return this.builder.one(op("linear"), name, {
      attributes: { epilogue: "none", ...attributes },
      inputs: { x },
      weights: { w: weight(`${name}.w`, rows, columns) },
    });
  }

  join(name: string, kind: "add" | "swiglu" | "sigmoid-gate", a: ValueId, b: ValueId): ValueId {
    return this.builder.one(op("join"), name, { attributes: { kind }, inputs: { a, b } });
  }

  gates(name: string, a: ValueId, b: ValueId, heads: number): Readonly<Record<string, ValueId>> {
    const weights = { logDecay: weight(`${name}.log`, 1, heads), decayBias: weight(`${name}.bias`, 1, heads) };
    return this.builder.call(op("delta-gates"), name, { inputs: { a, b }, weights });
  }

  finish(results: Readonly<Record<string, ValueId>>): Graph {
    for (const [name, id] of Object.entries(results)) this.builder.keep(name, id);
    return this.builder.finish();
  }
}

/** Every call's contract gives the types the graph's values have. */
export function expectContracts(graph: Graph): void {
  for (const node of graph.nodes) {
    const typeOf = (id: number) => present(graph.values[id], String(id));
    const inputs = Object.fromEntries(Object.entries(node.inputs).map(([role, id]) => [role, typeOf(id)]));
    const { attributes, weights, states } = node;
    const types = present(opContracts.get(node.op), node.op).infer({ attributes, inputs, weights, states });
    for (const [role, id] of Object.entries(node.outputs)) {
      const { type, extent, width } = typeOf(id);
      expect({ type, extent, width }, `${node.label}.${role}`).toEqual(types[role]);
    }
  }
}
