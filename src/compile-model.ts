/**
 * From a model to a runner, in two steps: graph, passes and programs, which need a backend's facts and no device; then
 * the buffers, with the bytes of every weight put in place.
 */
import type { Backend } from "./backend/backend.ts";
import type { Caps } from "./base/caps.ts";
import { UnsupportedError } from "./base/errors.ts";
import { RECORD_TOKENS } from "./base/step-block.ts";
import type { Graph } from "./graph/graph.ts";
import { type LoadOptions, loadWeights } from "./load-weights.ts";
import type { Model } from "./model/model.ts";
import { type Head, textGraph } from "./model/open.ts";
import { checkDevice } from "./passes/check-device.ts";
import { fuse } from "./passes/fuse.ts";
import { lower, type PoolCapacity } from "./passes/lower.ts";
import { planMemory, rowCapacities } from "./passes/plan-memory.ts";
import { INTEGER_FORMATS, quantiseActivations } from "./passes/quantise.ts";
import { type Selection, select } from "./passes/select.ts";
import type { Extents, Program } from "./program/program.ts";
import type { Activations, Profile } from "./program/storage.ts";
import { ModelRunner, type RunnerPrograms } from "./runtime/model-runner.ts";

/** What programs are compiled for: a backend's facts and routes. No buffer and no device is touched. */
export type CompileTarget = Pick<Backend, "caps" | "candidates">;

export interface CompileOptions {
  readonly profile: Profile;
  readonly capacity: PoolCapacity;
  readonly maxPositions: number;
  readonly keepHidden?: boolean;
  /** Default: float. */
  readonly activations?: Activations;
}

/**
 * Most rows of a step whose products read floats whatever `activations` says: drafts are verified in steps of at most so
 * many, and their acceptance suffers from codes.
 */
export const FLOAT_ROWS = RECORD_TOKENS;

function mostOf({ capacity }: CompileOptions, mostRows: number): Extents {
  const capacities = rowCapacities(capacity);
  return { ...capacities, tokens: Math.min(mostRows, capacities.tokens) };
}

/**
 * The calls of one head, each with its storage and its route on a backend.
 * @param mostRows rows of the bucket; default: all the capacity holds
 */
export function selectHead(
  model: Model,
  { candidates, caps }: CompileTarget,
  head: Head,
  options: CompileOptions,
  mostRows = options.capacity.maxRows,
): Selection {
  const fused = fuse(textGraph(model, { ...options, head }));
  const isCoded = options.activations === "int8" && mostRows > FLOAT_ROWS;
  const graph = isCoded ? withInt8(fused, model, caps) : fused;
  return select(graph, {
    candidates,
    caps,
    profile: options.profile,
    most: mostOf(options, mostRows),
    pages: options.capacity.pages,
  });
}

/** @throws UnsupportedError `no_integer_weights` where nothing would change */
function withInt8(graph: Graph, model: Model, { weightFormats }: Caps): Graph {
  const changed = quantiseActivations(graph, { formats: weightFormats });
  if (changed !== graph) return changed;
  const matrices = graph.nodes.filter(({ op }) => op === "linear").flatMap(({ weights }) => Object.values(weights));
  const found = new Set(matrices.flatMap((w) => (w.kind === "tensor" ? [w.format] : [])));
  throw new UnsupportedError(
    "no_integer_weights",
    `activations int8: ${model.name} multiplies with matrices of ${[...found].join(", ")}; needs some of ` +
      INTEGER_FORMATS.join(", "),
    {
      hint: "leave `activations` out, or store the matrices as integers: qwerk convert",
      data: { param: "activations", found: [...found], needed: INTEGER_FORMATS },
    },
  );
}

/** The program of one head on a backend. @param mostRows as `selectHead` */
export function compileProgram(
  model: Model,
  target: CompileTarget,
  head: Head,
  options: CompileOptions,
  mostRows = options.capacity.maxRows,
): Program {
  const { caps } = target;
  const most = mostOf(options, mostRows);
  const selection = selectHead(model, target, head, options, mostRows);
  const plan = planMemory(selection, options.capacity, caps.offsetAlignment);
  const program = lower(`text-${head}`, selection, plan, options.capacity, most);
  checkDevice(program, caps, most);
  return program;
}

/** Rows of plain decoding and of one draft: a bucket of their own wherever rows decide at all. */
const FEWEST_ROWS = 2;

/** Rows at which the choice of routes changes, rising; empty where it does not depend on rows. */
export function bucketBounds({ candidates }: CompileTarget, activations: Activations = "float"): readonly number[] {
  const meant = candidates.flatMap(({ mostRows }) => mostRows ?? []);
  const routes = meant.length === 0 ? [] : [FEWEST_ROWS, ...meant];
  return [...new Set([...routes, ...(activations === "int8" ? [FLOAT_ROWS] : [])])].sort((a, b) => a - b);
}

/** Programs of a head by rising bucket of rows, the last for any number; equal ones are kept once. */
export function compileBuckets(
  model: Model,
  target: CompileTarget,
  head: Head,
  options: CompileOptions,
): readonly Program[] {
  const { maxRows } = options.capacity;
  const bounds = [...bucketBounds(target, options.activations).filter((rows) => rows < maxRows), maxRows];
  const programs = bounds.map((rows) => compileProgram(model, target, head, options, rows));
  const launches = programs.map((program) => JSON.stringify(program.launches));
  return programs.filter((_, i) => launches[i] !== launches[i + 1]);
}

/**
 * Both programs of a model, which share their buffers.
 * @throws CapacityError `binding_too_large` with the buffer and both numbers
 */
export function compilePrograms(model: Model, target: CompileTarget, options: CompileOptions): RunnerPrograms {
  return {
    argmax: compileBuckets(model, target, "argmax", options),
    sample: compileBuckets(model, target, "sample", options),
  };
}

/**
 * Puts compiled programs on a device, with the model's weights. When it throws, none of their buffers is left.
 * @throws CapacityError, CompileError, ArtifactError as their sources do; the reason of `signal` once it is aborted
 */
export async function loadRunner(
  model: Model,
  backend: Backend,
  programs: RunnerPrograms,
  capacity: PoolCapacity,
  options: LoadOptions = {},
): Promise<ModelRunner> {
  const runner = await ModelRunner.create(backend, programs, capacity, (targets) =>
    loadWeights(model, backend, targets, options),
  );
  if (options.signal?.aborted !== true) return runner;
  runner.dispose();
  throw options.signal.reason;
}

/** Compiled for the device and loaded. @throws as `compilePrograms` and `loadRunner` do */
export function createRunner(model: Model, backend: Backend, options: CompileOptions): Promise<ModelRunner> {
  return loadRunner(model, backend, compilePrograms(model, backend, options), options.capacity);
}
