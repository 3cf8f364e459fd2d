/** What holds for every graph: a value has one producer, is made before it is used, and every result exists. */
import { invariant } from "../base/invariant.ts";
import type { Graph, ValueId } from "./graph.ts";

export function verifyGraph(graph: Graph): void {
  const made = new Set<ValueId>();
  for (const [id, value] of graph.values.entries()) invariant(value.id === id, `value ${id} has id ${value.id}`);
  for (const node of graph.nodes) {
    for (const [role, id] of Object.entries(node.inputs)) {
      invariant(made.has(id), `${node.label}: ${role} is used before it is made`);
    }
    for (const [role, id] of Object.entries(node.outputs)) {
      invariant(graph.values[id] !== undefined, `${node.label}: ${role} is no value`);
      invariant(!made.has(id), `${node.label}: ${role} has two producers`);
      made.add(id);
    }
  }
  for (const [name, id] of Object.entries(graph.results)) invariant(made.has(id), `result ${name} is never made`);
}
