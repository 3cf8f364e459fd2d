/**
 * Selection: storage types for every value, and for every call the first candidate that matches. A weight has one
 * resident format that all its calls share. Nothing is searched or measured; the tables decide.
 */
import type {
  Candidate,
  Lowering,
  Problem,
  StateStorage,
  StateType,
  TensorType,
  WeightType,
} from "../../shaders/candidate.ts";
import type { Caps } from "../base/caps.ts";
import type { DType } from "../base/dtype.ts";
import { UnsupportedError } from "../base/errors.ts";
import { invariant, present } from "../base/invariant.ts";
import type { Extent, StateRef } from "../base/operands.ts";
import type { WeightFormat } from "../base/weight-format.ts";
import type { Graph, Node, Value } from "../graph/graph.ts";
import { verifyGraph } from "../graph/verify.ts";
import { fitsNarrow } from "../ops/contract.ts";
import { opContracts } from "../ops/registry.ts";

/** `exact`: f32 activations, KV and state. `fast`: narrow where the backend likes it. */
export type Profile = "exact" | "fast";

export interface SelectOptions {
  readonly candidates: readonly Candidate[];
  readonly caps: Caps;
  readonly profile: Profile;
  /** Most rows of each extent in one submit of the program. Absent: any. */
  readonly most?: Readonly<Record<Extent, number>>;
}

export interface SelectedNode {
  readonly node: Node;
  readonly problem: Problem;
  readonly candidate: Candidate;
  readonly lowering: Lowering;
}

export interface Selection {
  readonly graph: Graph;
  readonly storage: readonly DType[];
  readonly nodes: readonly SelectedNode[];
}

/** Storage of an output; an index is i32, and only activations of the fast profile may be narrow. */
function storageOf(value: Value, node: Node, { profile, caps }: SelectOptions): DType {
  if (value.type === "index") return "i32";
  const contract = present(opContracts.get(node.op), `contract of ${node.op}`);
  if (value.type === "exact" || profile === "exact") return "f32";
  return fitsNarrow(contract, node.attributes, value.width) ? caps.fastActivations : "f32";
}

function storages(graph: Graph, options: SelectOptions): DType[] {
  const storage: DType[] = graph.values.map(() => "f32");
  for (const node of graph.nodes) {
    for (const id of Object.values(node.outputs)) {
      storage[id] = storageOf(present(graph.values[id], `value ${id}`), node, options);
    }
  }
  return storage;
}

export function stateStorage(ref: StateRef, profile: Profile, caps: Caps): StateStorage {
  if (ref.kind === "token-counts") return "u32";
  if (ref.kind !== "kv" || profile === "exact" || ref.headWidth % 2 !== 0) return "f32";
  return caps.fastKeyValues;
}

/**
 * The format a weight has in memory: dense types the backend keeps stay as they are; everything else, block formats
 * included, is decoded to f32 when it is uploaded.
 */
export function residentFormat(stored: WeightFormat, caps: Caps): WeightFormat {
  const kept: readonly WeightFormat[] = caps.denseWeights;
  return kept.includes(stored) ? stored : "f32";
}

function problemOf(node: Node, graph: Graph, storage: readonly DType[], options: SelectOptions): Problem {
  const tensor = (id: number): TensorType => {
    const value = present(graph.values[id], `value ${id}`);
    return { extent: value.extent, width: value.width, storage: storage[id]! };
  };
  const map = <A, B>(record: Readonly<Record<string, A>>, f: (a: A) => B): Record<string, B> =>
    Object.fromEntries(Object.entries(record).map(([role, a]) => [role, f(a)]));
  return {
    op: node.op,
    ...(options.most === undefined ? {} : { most: options.most }),
    attributes: node.attributes,
    inputs: map(node.inputs, tensor),
    outputs: map(node.outputs, tensor),
    weights: map(node.weights, (w): WeightType => {
      if (w.kind !== "tensor") return w;
      return { kind: "tensor", rows: w.rows, columns: w.columns, format: residentFormat(w.format, options.caps) };
    }),
    states: map(node.states, (ref): StateType => ({ ref, storage: stateStorage(ref, options.profile, options.caps) })),
  };
}

/** @throws UnsupportedError `no_candidate` naming the call when no implementation takes it. */
export function select(graph: Graph, options: SelectOptions): Selection {
  verifyGraph(graph);
  const storage = storages(graph, options);
  const nodes = graph.nodes.map((node): SelectedNode => {
    const problem = problemOf(node, graph, storage, options);
    const candidate = options.candidates.find((c) => c.op === node.op && c.match(problem, options.caps));
    if (candidate === undefined) {
      throw new UnsupportedError(
        "no_candidate",
        `${node.label}: no implementation of ${node.op} on ${options.caps.backend}`,
        {
          data: { op: node.op, label: node.label },
        },
      );
    }
    const lowering = candidate.lower(problem, options.caps);
    invariant(lowering.launches.length > 0, `${node.label}: candidate ${candidate.name} has no launches`);
    return { node, problem, candidate, lowering };
  });
  return { graph, storage, nodes };
}
