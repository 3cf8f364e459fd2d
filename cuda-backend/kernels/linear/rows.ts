/**
 * linear, route `rows`: a warp per pair of columns, for steps of few rows, where reading the weights is all that counts.
 * Takes any dense weight and any activation type, on every supported card, and stays right for any number of rows.
 */
import {
  type Candidate,
  groupsOf,
  type NativeKernel,
  ONE,
  operand,
  type Problem,
  perExtent,
} from "../../../shaders/candidate.ts";
import { nativeText } from "../native-source.ts";
import { LOAD_RUN, linearHooks, shapeText } from "./hooks.ts";
import { linearTileMma } from "./tile-mma.ts";

const WARPS = 4;
const ROWS = 8;
/** Rows up to which reading the weights costs more than the arithmetic. */
const FEW_ROWS = 32;
const NAME = "linear/rows";

function problemOf(parameters: NativeKernel["parameters"]): Problem {
  return JSON.parse(String(parameters["problem"])) as Problem;
}

export function rowsText(parameters: NativeKernel["parameters"]) {
  const problem = problemOf(parameters);
  const x = operand(problem.inputs, "x", "linear");
  const y = operand(problem.outputs, "y", "linear");
  const hooks = linearHooks(problem, 32 * WARPS, true);
  return nativeText({
    recorder: hooks.recorder,
    name: `linear_rows_${y.width}x${x.width}_${hooks.epilogue}`,
    doc: [
      `y[${y.extent}, ${y.width}] = ${hooks.epilogue}(x[${x.extent}, ${x.width}] wT)`,
      `block x: ${WARPS} groups of ${hooks.run} columns, block y: ${ROWS} rows; a warp makes one group`,
    ].join("\n"),
    file: "./linear/rows.cu",
    constants: { ...hooks.constants, WARPS, ROWS },
    limits: { registers: 168, spillsAllowed: false },
  });
}

const DENSE = new Set(["f32", "f16", "bf16"]);

export const linearRows: Candidate = {
  op: "linear",
  name: "rows",
  fewRows: true,
  match: (problem, caps) => {
    const x = operand(problem.inputs, "x", "linear");
    const matrices = ["w", "w2"].flatMap((role) => problem.weights[role] ?? []);
    const dense = x.width % LOAD_RUN === 0 && matrices.every((w) => w.kind === "tensor" && DENSE.has(w.format));
    const few = (problem.most?.[x.extent] ?? Number.POSITIVE_INFINITY) <= FEW_ROWS;
    return dense && (few || !linearTileMma.match(problem, caps));
  },
  lower: (problem) => {
    const parameters = { problem: shapeText(problem) };
    const { kernel } = rowsText(parameters);
    const x = operand(problem.inputs, "x", "linear");
    const y = operand(problem.outputs, "y", "linear");
    const { operands, run } = linearHooks(problem, 32 * WARPS, true);
    const access = kernel.bindings.map((b) => (b.access === "read" ? "read" : "read_write"));
    const grid = [groupsOf(y.width, run * WARPS), perExtent(x.extent, ROWS), ONE] as const;
    return { launches: [{ source: { kind: "native", name: NAME, access, parameters }, operands, grid }], scratch: {} };
  },
};
