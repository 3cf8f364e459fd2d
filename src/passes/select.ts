/**
 * Selection: storage types for every value, and for every call the first candidate that matches. A weight has one
 * resident format that all its calls share. Nothing is searched or measured; the tables decide.
 */
import type { Caps } from "../base/caps.ts";
import type { DType } from "../base/dtype.ts";
import { UnsupportedError } from "../base/errors.ts";
import { invariant, present } from "../base/invariant.ts";
import type { Extents } from "../base/operands.ts";
import type { Graph, Node } from "../graph/graph.ts";
import { verifyGraph } from "../graph/verify.ts";
import { fitsNarrow } from "../ops/contract.ts";
import { opContracts } from "../ops/registry.ts";
import {
  applies,
  type Candidate,
  type Launch,
  type Lowering,
  type Problem,
  type TensorType,
  type WeightType,
} from "../program/candidate.ts";
import { codesRows, type Profile, residentType, segmented, stateType, valueStorage } from "../program/storage.ts";
import { type RowSlice, slicedProblem, slicesOf } from "./slice.ts";

export interface SelectOptions {
  readonly candidates: readonly Candidate[];
  readonly caps: Caps;
  readonly profile: Profile;
  /** Most rows of each extent in one submit of the program. Absent: any. */
  readonly most?: Extents;
  /** Pages of every KV pool. Absent: as many as a binding holds. */
  readonly pages?: number;
}

export interface SelectedLaunch extends Launch {
  /** The rows it reads, where its call's matrices are read in runs of rows. */
  readonly slice?: RowSlice;
}

export interface SelectedNode {
  readonly node: Node;
  /** The call with whole matrices. */
  readonly problem: Problem;
  readonly candidate: Candidate;
  readonly lowering: Omit<Lowering, "launches"> & { readonly launches: readonly SelectedLaunch[] };
}

export interface Selection {
  readonly graph: Graph;
  readonly storage: readonly DType[];
  readonly nodes: readonly SelectedNode[];
}

function storages(graph: Graph, options: SelectOptions): DType[] {
  const storage: DType[] = graph.values.map(() => "f32");
  for (const node of graph.nodes) {
    const contract = present(opContracts.get(node.op), `contract of ${node.op}`);
    for (const id of Object.values(node.outputs)) {
      const { type, width } = present(graph.values[id], `value ${id}`);
      const fits = fitsNarrow(contract, node.attributes, width);
      storage[id] = valueStorage(type, fits, options.profile, options.caps);
    }
  }
  return storage;
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
    ...(codesRows(node.op, options.profile, options.caps) && { codedRows: true }),
    attributes: node.attributes,
    inputs: map(node.inputs, tensor),
    outputs: map(node.outputs, tensor),
    weights: map(node.weights, (w): WeightType => (w.kind === "tensor" ? residentType(w, options.caps) : w)),
    states: map(node.states, (ref) =>
      segmented(stateType(ref, options.profile, options.caps), options.pages ?? 1, options.caps),
    ),
  };
}

/** @throws UnsupportedError `no_candidate` naming the call when no implementation takes it. */
export function select(graph: Graph, options: SelectOptions): Selection {
  verifyGraph(graph);
  const storage = storages(graph, options);
  const lower = loweringsOnce(options.caps);
  const nodes = graph.nodes.map((node): SelectedNode => {
    const problem = problemOf(node, graph, storage, options);
    const contract = present(opContracts.get(node.op), `contract of ${node.op}`);
    const slices = slicesOf(node, contract, problem, options.caps);
    const problems = slices?.map((slice) => slicedProblem(problem, slice)) ?? [problem];
    const candidate = options.candidates.find((c) => problems.every((p) => applies(c, p, options.caps)));
    if (candidate === undefined) {
      throw new UnsupportedError(
        "no_candidate",
        `${node.label}: no implementation of ${node.op} on ${options.caps.backend}`,
        {
          data: { op: node.op, label: node.label },
        },
      );
    }
    const lowerings = problems.map((p) => lower(candidate, p));
    const launches = lowerings.flatMap((lowering, i) => {
      invariant(lowering.launches.length > 0, `${node.label}: candidate ${candidate.name} has no launches`);
      const slice = slices?.[i];
      return slice === undefined ? lowering.launches : lowering.launches.map((launch) => ({ ...launch, slice }));
    });
    return { node, problem, candidate, lowering: { launches, scratch: sharedScratch(lowerings) } };
  });
  return { graph, storage, nodes };
}

/** Lowers equal calls once: a model has few different ones, and kernels are long to build. */
function loweringsOnce(caps: Caps): (candidate: Candidate, problem: Problem) => Lowering {
  const known = new Map<Candidate, Map<string, Lowering>>();
  return (candidate, problem) => {
    const own = known.get(candidate) ?? new Map<string, Lowering>();
    known.set(candidate, own);
    const key = JSON.stringify(problem);
    const lowering = own.get(key) ?? candidate.lower(problem, caps);
    own.set(key, lowering);
    return lowering;
  };
}

/** Scratch of launches that follow each other: what has one name is one place, as wide as the widest asks. */
function sharedScratch(lowerings: readonly Lowering[]): Lowering["scratch"] {
  const shared: Record<string, TensorType> = {};
  for (const [name, type] of lowerings.flatMap(({ scratch }) => Object.entries(scratch))) {
    const known = shared[name];
    if (known === undefined || known.width < type.width) shared[name] = type;
  }
  return shared;
}
