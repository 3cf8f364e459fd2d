/** Graphs as text for people: one line per call, values by name. Stable, so that it can be compared. */
import type { Graph, Node } from "./graph.ts";

function weightText(node: Node): string[] {
  return Object.entries(node.weights).map(([role, w]) =>
    w.kind === "tensor" ? `${role}=${w.tensor}[${w.rows}, ${w.columns}] ${w.format}` : `${role}=${w.kind}`,
  );
}

export function printGraph(graph: Graph): string {
  const name = (id: number): string => `%${id}`;
  const lines = graph.nodes.map((node) => {
    const outputs = Object.values(node.outputs).map((id) => {
      const v = graph.values[id]!;
      return `${name(id)}: ${v.type}[${v.extent}, ${v.width}]`;
    });
    const operands = [
      ...Object.entries(node.inputs).map(([role, id]) => `${role}=${name(id)}`),
      ...weightText(node),
      ...Object.entries(node.states).map(([role, s]) => `${role}=${s.kind}${"layer" in s ? `.${s.layer}` : ""}`),
      ...Object.entries(node.attributes).map(([key, value]) => `${key}=${String(value)}`),
    ];
    const left = outputs.length === 0 ? "" : `${outputs.join(", ")} = `;
    return `${left}${node.op}(${operands.join(", ")})  # ${node.label}`;
  });
  for (const [result, id] of Object.entries(graph.results)) lines.push(`result ${result} = ${name(id)}`);
  return `${lines.join("\n")}\n`;
}
