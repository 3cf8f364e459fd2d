/**
 * Int8 activations: products of token rows with matrices that are stored as integers read codes instead of floats, and
 * whoever makes the rows gives the codes, by itself where its op can. Apart from fusion, because results change: it is
 * an option, and only for programs of many rows. Products whose outputs must stay exact, and the few rows whose logits
 * are wanted, keep their floats.
 */
import type { WeightFormat } from "../base/formats/registry.ts";
import { present } from "../base/invariant.ts";
import type { Graph, Node, Value, ValueId, WeightRef } from "../graph/graph.ts";
import { verifyGraph } from "../graph/verify.ts";
import { quantisesHeads } from "../ops/gated-rms-norm.ts";
import { quantise } from "../ops/quantise.ts";
import { quantisedTypes } from "../ops/quantised.ts";
import { QUANTISED_EPILOGUES, quantisedLinear } from "../ops/quantised-linear.ts";

/** Formats whose value is an integer times the scale of a group that lies in one group of codes. */
export const INTEGER_FORMATS: readonly WeightFormat[] = ["q4_g64", "q5_g64", "q6_g64", "w8_g32"];

/** Rows at which a part of a matrix may begin, so that outputs can be bound from there in every storage type. */
const PART_ROWS = 128;

interface QuantiseOptions {
  /** Formats that the backend reads as they are stored. */
  readonly formats: readonly WeightFormat[];
}

/** Whether all rows of a matrix are integers in memory. */
function storesIntegers({ format, parts }: WeightRef, { formats }: QuantiseOptions): boolean {
  const right = (one: WeightFormat): boolean => INTEGER_FORMATS.includes(one) && formats.includes(one);
  if (parts === undefined) return right(format);
  return parts.every((part) => right(part.format) && part.rows % PART_ROWS === 0);
}

/** A linear that can read codes: its matrices are integers of one format, its rows tokens', its outputs activations. */
function readsCodes(node: Node, { values }: Graph, options: QuantiseOptions): boolean {
  if (node.op !== "linear") return false;
  const x = present(values[present(node.inputs["x"], "x")], "x");
  const y = present(values[present(node.outputs["y"], "y")], "y");
  const matrices = Object.values(node.weights).flatMap((w) => (w.kind === "tensor" ? [w] : []));
  const [first] = matrices;
  return (
    QUANTISED_EPILOGUES.some((epilogue) => epilogue === node.attributes["epilogue"]) &&
    x.extent === "tokens" &&
    y.type === "activation" &&
    matrices.every((w) => storesIntegers(w, options) && w.format === first?.format) &&
    (matrices.length === 1 || matrices.every(({ parts }) => parts === undefined))
  );
}

/** Whether a node's op can give its rows as codes. */
function givesCodes({ op, inputs, attributes, weights }: Node, { values }: Graph): boolean {
  switch (op) {
    case "rms-norm":
    case "join":
      return true;
    case "gated-rms-norm":
      return quantisesHeads(values[inputs["x"]!]!.width, Number(attributes["heads"]));
    case "quantised-linear":
      // Runs of rows of a matrix would each make a part of a group.
      return Object.values(weights).every((w) => w.kind === "tensor" && w.parts === undefined);
    default:
      return false;
  }
}

interface Codes {
  readonly codes: ValueId;
  readonly scales: ValueId;
}

/**
 * The graph with int8 products wherever they apply; the same graph where they nowhere do.
 * @param graph fused, so that joins which are epilogues have become ones
 */
export function quantiseActivations(graph: Graph, options: QuantiseOptions): Graph {
  const readers = new Set(graph.nodes.filter((node) => readsCodes(node, graph, options)));
  if (readers.size === 0) return graph;
  const values: Value[] = [...graph.values];
  const add = (name: string, type: Omit<Value, "id" | "name">): ValueId => {
    const { extent, width, type: logical } = type;
    values.push({ id: values.length as ValueId, name, type: logical, extent, width });
    return (values.length - 1) as ValueId;
  };
  const quantised = new Map<ValueId, Codes>();
  for (const { inputs } of readers) {
    const x = inputs["x"]!;
    if (quantised.has(x)) continue;
    const value = present(graph.values[x], `value ${x}`);
    const { codes, scales } = quantisedTypes(value);
    quantised.set(x, { codes: add(`${value.name}.codes`, codes), scales: add(`${value.name}.scales`, scales) });
  }
  // Who still reads the floats: other ops, the residual of a product, results.
  const floats = new Set(Object.values(graph.results));
  for (const node of graph.nodes) {
    for (const [role, id] of Object.entries(node.inputs)) if (!(readers.has(node) && role === "x")) floats.add(id);
  }
  const nodes = graph.nodes.flatMap((node): Node[] => {
    const reader = readers.has(node) ? withCodes(node, quantised) : node;
    return producers(reader, { ...graph, values }, quantised, floats);
  });
  const changed: Graph = { ...graph, values, nodes };
  verifyGraph(changed);
  return changed;
}

/** The product of codes that takes a linear's place. */
function withCodes(node: Node, quantised: ReadonlyMap<ValueId, Codes>): Node {
  const { x, ...others } = node.inputs;
  const { codes, scales } = present(quantised.get(x!), `codes of ${node.label}`);
  const { outputType: _, ...attributes } = node.attributes;
  return { ...node, op: quantisedLinear.name, attributes, inputs: { x: codes, xScales: scales, ...others } };
}

/** A node that gives codes of its rows, where they are read, or the node and one that makes them. */
function producers(
  node: Node,
  graph: Graph,
  quantised: ReadonlyMap<ValueId, Codes>,
  floats: ReadonlySet<ValueId>,
): Node[] {
  const made = Object.entries(node.outputs).flatMap(([role, id]) => {
    const codes = quantised.get(id);
    return codes === undefined ? [] : [{ role, id, codes }];
  });
  const [only] = made;
  if (only?.role === "y" && givesCodes(node, graph)) {
    const both = floats.has(only.id);
    const attributes = { ...node.attributes, outputs: both ? "both" : "quantised" };
    return [{ ...node, attributes, outputs: { ...(both && { y: only.id }), ...only.codes } }];
  }
  const apart = made.map(({ id, codes }): Node => {
    return {
      ...{ op: quantise.name, label: `${node.label}.quantise`, attributes: {} },
      ...{ inputs: { x: id }, outputs: { ...codes }, weights: {}, states: {} },
    };
  });
  return [node, ...apart];
}
