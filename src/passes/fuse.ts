/**
 * Fusion: a short list of patterns onto ops that exist on their own. Each pattern needs the value between to have one
 * reader and not to be a result; what is computed does not change, only where it is stored.
 */
import { invariant } from "../base/invariant.ts";
import type { Graph, Node, ValueId } from "../graph/graph.ts";
import { verifyGraph } from "../graph/verify.ts";

interface Uses {
  readonly producer: ReadonlyMap<ValueId, Node>;
  readonly readers: ReadonlyMap<ValueId, number>;
  readonly results: ReadonlySet<ValueId>;
}

function usesOf(graph: Graph): Uses {
  const producer = new Map<ValueId, Node>();
  const readers = new Map<ValueId, number>();
  for (const node of graph.nodes) {
    for (const id of Object.values(node.outputs)) producer.set(id, node);
    for (const id of Object.values(node.inputs)) readers.set(id, (readers.get(id) ?? 0) + 1);
  }
  return { producer, readers, results: new Set(Object.values(graph.results)) };
}

/** The linear without epilogue or demand on its output's type that makes a value nobody else reads. */
function plainLinear(uses: Uses, id: ValueId | undefined): Node | undefined {
  if (id === undefined) return undefined;
  const node = uses.producer.get(id);
  const { epilogue, outputType = "activation" } = node?.attributes ?? {};
  const plain = node?.op === "linear" && epilogue === "none" && outputType === "activation";
  return plain && uses.readers.get(id) === 1 && !uses.results.has(id) ? node : undefined;
}

/** Nodes that take the place of `node`, and the producers they swallow. */
interface Rewrite {
  readonly nodes: readonly Node[];
  readonly swallowed: readonly Node[];
}

/** add(residual, linear(x)) -> linear with the residual epilogue. */
function fuseResidual(node: Node, uses: Uses): Rewrite | undefined {
  if (node.op !== "join" || node.attributes["kind"] !== "add") return undefined;
  const linear = plainLinear(uses, node.inputs["b"]);
  if (linear === undefined) return undefined;
  const inputs = { ...linear.inputs, residual: node.inputs["a"]! };
  const attributes = { ...linear.attributes, epilogue: "residual" };
  return { nodes: [{ ...linear, attributes, inputs, outputs: node.outputs }], swallowed: [linear] };
}

/** swiglu(linear(x), linear2(x)) -> linear with a pair of weights. */
function fuseSwiglu(node: Node, uses: Uses): Rewrite | undefined {
  if (node.op !== "join" || node.attributes["kind"] !== "swiglu") return undefined;
  const gate = plainLinear(uses, node.inputs["a"]);
  const up = plainLinear(uses, node.inputs["b"]);
  if (gate === undefined || up === undefined || gate.inputs["x"] !== up.inputs["x"]) return undefined;
  const weights = { w: gate.weights["w"]!, w2: up.weights["w"]! };
  const attributes = { ...gate.attributes, epilogue: "swiglu" };
  const fused = { ...gate, label: node.label, attributes, weights, outputs: node.outputs };
  return { nodes: [fused], swallowed: [gate, up] };
}

/** delta-gates(linear(x), linear2(x)) -> two linears with the decay and sigmoid epilogues. */
function fuseGates(node: Node, uses: Uses): Rewrite | undefined {
  if (node.op !== "delta-gates") return undefined;
  const a = plainLinear(uses, node.inputs["a"]);
  const b = plainLinear(uses, node.inputs["b"]);
  if (a === undefined || b === undefined) return undefined;
  const decay: Node = {
    ...a,
    attributes: { ...a.attributes, epilogue: "decay" },
    weights: { ...a.weights, ...node.weights },
    outputs: { y: node.outputs["g"]! },
  };
  const strength: Node = {
    ...b,
    attributes: { ...b.attributes, epilogue: "sigmoid" },
    outputs: { y: node.outputs["beta"]! },
  };
  return { nodes: [decay, strength], swallowed: [a, b] };
}

const PATTERNS = [fuseResidual, fuseSwiglu, fuseGates] as const;

/** The graph with every pattern applied; values that vanish keep their ids but have no producer. */
export function fuse(graph: Graph): Graph {
  verifyGraph(graph);
  const uses = usesOf(graph);
  const swallowed = new Set<Node>();
  const replaced = new Map<Node, readonly Node[]>();
  for (const node of graph.nodes) {
    for (const pattern of PATTERNS) {
      const rewrite = pattern(node, uses);
      if (rewrite === undefined) continue;
      for (const gone of rewrite.swallowed) {
        invariant(!swallowed.has(gone), `${gone.label} is fused twice`);
        swallowed.add(gone);
      }
      replaced.set(node, rewrite.nodes);
      break;
    }
  }
  const nodes = graph.nodes.flatMap((node) => (swallowed.has(node) ? [] : (replaced.get(node) ?? [node])));
  const fused: Graph = { ...graph, nodes };
  verifyGraph(fused);
  return fused;
}
