/**
 * What the native linear kernels share: the op's buffers in the portable kernel's order, and the hooks that load
 * inputs and weights and finish sums. Formats and epilogues live in `shaders`; a new one needs no new body.
 */
import { type F32, KernelBuilder } from "../../../codegen/builder.ts";
import { epilogueOf } from "../../../shaders/epilogue.ts";
import { operand } from "../../../shaders/lowering.ts";
import { bindStep } from "../../../shaders/step.ts";
import { storageRun } from "../../../shaders/storage.ts";
import { bindWeight } from "../../../shaders/weights/registry.ts";
import type { Caps } from "../../../src/base/caps.ts";
import type { WeightFormat } from "../../../src/base/formats/registry.ts";
import { STEP } from "../../../src/base/step-block.ts";
import type { Problem, TensorType, WeightType } from "../../../src/program/candidate.ts";
import { floatArray, intParameter } from "../native-source.ts";
import { fragmentHooks } from "./fragment-hooks.ts";

/** Neighbouring elements along K of one load. */
export const LOAD_RUN = 8;
const COUNT_WORD = { tokens: STEP.rows, sequences: STEP.lanes, outputs: STEP.outputs } as const;

type MatrixType = Extract<WeightType, { kind: "tensor" }>;

export interface LinearHooks {
  readonly k: KernelBuilder;
  readonly x: TensorType;
  readonly y: TensorType;
  /** Columns of `y` that the matrices make: all, or those of a run of rows. */
  readonly columns: number;
  /** Names of the bound weights: one, or two of a pair. */
  readonly matrices: readonly string[];
  readonly constants: Readonly<Record<string, number>>;
  /** `none`, `swiglu`, … */
  readonly epilogue: string;
  readonly run: number;
}

/** What a body reads through hooks: `load_inputs` in runs of so many elements, and weights in its way. */
export interface LinearLoads {
  readonly inputRun?: number;
  readonly weights: "runs" | "fragments" | "none";
}

/** The matrices of a call, by role. */
export function matricesOf(problem: Problem): readonly (MatrixType & { readonly role: string })[] {
  return ["w", "w2"].flatMap((role) => {
    const type = problem.weights[role];
    return type?.kind === "tensor" ? [{ ...type, role }] : [];
  });
}

/** The format of the call's matrices if they all lie in fragment order of one format. */
export function fragmentFormat(problem: Problem): WeightFormat | undefined {
  const matrices = matricesOf(problem);
  const format = matrices[0]?.format;
  return matrices.every((w) => w.order === "fragments" && w.format === format) ? format : undefined;
}

/** What the matrix units need of a call: bf16 inputs in whole copies of `run` elements, on a card that has both. */
export function fitsMatrixUnits(problem: Problem, caps: Caps, run: number): boolean {
  const x = operand(problem.inputs, "x", "linear");
  const y = operand(problem.outputs, "y", "linear");
  return (caps.cuda?.computeCapability ?? 0) >= 80 && x.storage === "bf16" && x.width % run === 0 && y.width % 2 === 0;
}

/**
 * Declares buffers and the hook `finish(buffers, row, group, sums, second)`, and those for inputs and weights that are
 * asked for: `load_inputs(buffers, row, group, values)`, `load_weights(buffers, matrix, row, group, values)` in runs of
 * `LOAD_RUN`, or the two of `fragmentHooks`.
 */
export function linearHooks(problem: Problem, threads: number, loads: LinearLoads): LinearHooks {
  const x = operand(problem.inputs, "x", "linear");
  const y = operand(problem.outputs, "y", "linear");
  const epilogue = epilogueOf(problem);
  const k = new KernelBuilder(threads);
  bindStep(k);
  const input = k.buffer("x", x.storage, "read");
  const matrices = matricesOf(problem);
  const packed = loads.weights === "fragments" ? fragmentHooks(k, matrices, matrices[0]!.format) : undefined;
  const readers = packed === undefined ? matrices.map((w) => bindWeight(k, w.role, w)) : [];
  packed?.bind();
  const bound = epilogue.bind(k);
  const out = k.buffer("y", y.storage, "write");
  const run = storageRun(y, 2);
  const row = intParameter("row");
  const group = intParameter("group");
  const put = (values: readonly F32[]): void => {
    for (const [i, value] of values.entries()) k.assignAt(floatArray("values"), i, value);
  };
  const valuesOf = (length: number) => ({ name: "values", type: "f32", length, output: true }) as const;
  const place = [
    { name: "row", type: "i32" },
    { name: "group", type: "i32" },
  ] as const;
  const { inputRun } = loads;
  if (inputRun !== undefined) {
    k.hook("load_inputs", [...place, valuesOf(inputRun)], () =>
      put(k.loadGroup("x_value", input, row.mul(x.width / inputRun).add(group), inputRun)),
    );
  }
  if (loads.weights === "runs") {
    k.hook("load_weights", [{ name: "matrix", type: "i32" }, ...place, valuesOf(LOAD_RUN)], () => {
      for (const [i, reader] of readers.entries()) {
        k.if(intParameter("matrix").eq(i), () => put(reader.run("weight", row, group, LOAD_RUN)));
      }
    });
  }
  packed?.declare();
  const sums = (name: string) => ({ name, type: "f32", length: run }) as const;
  k.hook("finish", [...place, sums("sums"), sums("second")], () => {
    const of = (name: string): F32[] => Array.from({ length: run }, (_, i) => floatArray(name).at(i));
    const finished = bound.apply(row, group, of("sums"), epilogue.pair ? of("second") : []);
    k.storeGroup(out, row.mul(y.width / run).add(group), finished);
  });
  return {
    k,
    x,
    y,
    columns: matrices[0]!.rows,
    matrices: matrices.map(({ role }) => role),
    constants: {
      COLUMNS: matrices[0]!.rows,
      DEPTH: x.width,
      MATRICES: matrices.length,
      RUN: run,
      COUNT_WORD: COUNT_WORD[x.extent],
      ...packed?.facts,
    },
    epilogue: epilogue.name,
    run,
  };
}
