/**
 * Every kernel the planner can select for the 27B model on CUDA: the model's graph, fused and unfused, with greedy and
 * sampled heads, dense and quantised as it is published, in both profiles, for every candidate that matches; and the
 * kernels that repack its weights. Apart from the gate so that other measurements use the same set.
 */
import type { Kernel } from "../codegen/ir.ts";
import { type CapableDevice, cudaCaps } from "../cuda-backend/caps.ts";
import { cudaText } from "../cuda-backend/kernel-text.ts";
import { nativeCandidates } from "../cuda-backend/kernels/index.ts";
import { portableCandidates } from "../shaders/index.ts";
import { repackKernel } from "../shaders/weights/repack.ts";
import type { Graph } from "../src/graph/graph.ts";
import { buildTextDecoder } from "../src/model/qwen3_5/graph.ts";
import { fuse } from "../src/passes/fuse.ts";
import { select } from "../src/passes/select.ts";
import { applies, type KernelLimits, type KernelSource, type Problem } from "../src/program/candidate.ts";
import { QUANTISATIONS, TEXT_27B } from "./shapes.ts";

export interface GateKernel {
  readonly op: string;
  readonly candidate: string;
  readonly profiles: readonly string[];
  readonly name: string;
  readonly entry: string;
  readonly source: string;
  readonly limits: KernelLimits;
  readonly dynamicSharedBytes: number;
  /** Lowest architecture it is for. */
  readonly minimumArchitecture: number;
}

/** A 24 GB card of 8.6; selection reads nothing else of it. */
const CARD: CapableDevice = {
  name: "gate",
  totalBytes: 24 * 2 ** 30,
  maxThreadsPerBlock: 1024,
  sharedBytes: 49152,
  capability: 86,
  multiprocessors: 82,
  sharedBytesOptIn: 101376,
};

function graphs(): readonly Graph[] {
  const built = Object.values(QUANTISATIONS).flatMap((formatOf) => {
    const options = { maxPositions: 262144, formatOf };
    return (["argmax", "sample"] as const).map((head) => buildTextDecoder(TEXT_27B, { ...options, head }));
  });
  return [...built, ...built.map(fuse)];
}

/** Of the matrices of a call that lie in another order, the kernels that bring them there. */
function repackKernels({ weights }: Problem): readonly Kernel[] {
  return Object.values(weights).flatMap((w) =>
    w.kind === "tensor" && w.order !== undefined ? [repackKernel(w.format, w.columns)] : [],
  );
}

/** Rows a program may be bound to: any, and what routes for few rows ask for. */
const MOST_ROWS = [undefined, 1, 16] as const;

/** The problem with each bound. */
function bounded(problem: Problem): readonly Problem[] {
  return MOST_ROWS.map((rows) =>
    rows === undefined ? problem : { ...problem, most: { tokens: rows, sequences: rows, outputs: rows } },
  );
}

/** Kernels by distinct source. */
export function gateKernels(): readonly GateKernel[] {
  const found = new Map<string, GateKernel>();
  /** Calls that were seen: layers repeat them. */
  const seen = new Set<string>();
  const note = (profile: string, kernel: GateKernel): void => {
    const known = found.get(kernel.source);
    if (known === undefined) found.set(kernel.source, kernel);
    else if (!known.profiles.includes(profile)) {
      found.set(kernel.source, { ...known, profiles: [...known.profiles, profile] });
    }
  };
  const add = (op: string, candidate: string, profile: string, source: KernelSource): void => {
    const { name, entry, text, limits, dynamicSharedBytes } = cudaText(source);
    const minimumArchitecture = source.kind === "text" ? 80 : 75;
    const kernel = { op, candidate, profiles: [profile], name, entry, source: text, limits };
    note(profile, { ...kernel, dynamicSharedBytes, minimumArchitecture });
  };
  const facts = cudaCaps("cuda", CARD);
  const candidates = [...nativeCandidates, ...portableCandidates];
  for (const graph of graphs()) {
    for (const profile of ["exact", "fast"] as const) {
      const { nodes } = select(graph, { candidates: portableCandidates, caps: facts, profile });
      for (const { node, problem } of nodes) {
        const problems = bounded(problem).flatMap((p) =>
          candidates.filter((c) => applies(c, p, facts)).map((candidate) => ({ candidate, p })),
        );
        for (const { candidate, p } of problems) {
          const call = JSON.stringify([profile, candidate.name, p]);
          if (seen.has(call)) continue;
          seen.add(call);
          for (const launch of candidate.lower(p, facts).launches) add(node.op, candidate.name, profile, launch.source);
        }
        for (const kernel of repackKernels(problem)) add("repack", "upload", profile, { kind: "portable", kernel });
      }
    }
  }
  return [...found.values()];
}
