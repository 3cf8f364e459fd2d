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
import { STEP } from "../../../src/base/step-block.ts";
import type { Problem, TensorType } from "../../../src/program/candidate.ts";
import { floatArray, intParameter } from "../native-source.ts";

/** Neighbouring elements along K of one load. */
export const LOAD_RUN = 8;
const COUNT_WORD = { tokens: STEP.rows, sequences: STEP.lanes, outputs: STEP.outputs } as const;

export interface LinearHooks {
  readonly k: KernelBuilder;
  readonly x: TensorType;
  readonly y: TensorType;
  /** Names of the bound weights: one, or two of a pair. */
  readonly matrices: readonly string[];
  readonly constants: Readonly<Record<string, number>>;
  /** `none`, `swiglu`, … */
  readonly epilogue: string;
  readonly run: number;
}

/** Declares buffers and the hook `finish(buffers, row, group, sums, second)`; `loads` adds those for inputs and weights. */
export function linearHooks(problem: Problem, threads: number, loads: boolean): LinearHooks {
  const x = operand(problem.inputs, "x", "linear");
  const y = operand(problem.outputs, "y", "linear");
  const epilogue = epilogueOf(problem);
  const k = new KernelBuilder(threads);
  bindStep(k);
  const input = k.buffer("x", x.storage, "read");
  const matrices = ["w", ...(epilogue.pair ? ["w2"] : [])];
  const weights = matrices.map((role) => bindWeight(k, role, operand(problem.weights, role, "linear")));
  const bound = epilogue.bind(k);
  const out = k.buffer("y", y.storage, "write");
  const run = storageRun(y, 2);
  const row = intParameter("row");
  const group = intParameter("group");
  const put = (values: readonly F32[]): void => {
    for (const [i, value] of values.entries()) k.assignAt(floatArray("values"), i, value);
  };
  const values = { name: "values", type: "f32", length: LOAD_RUN, output: true } as const;
  const place = [
    { name: "row", type: "i32" },
    { name: "group", type: "i32" },
  ] as const;
  if (loads) {
    k.hook("load_inputs", [...place, values], () =>
      put(k.loadGroup("x_value", input, row.mul(x.width / LOAD_RUN).add(group), LOAD_RUN)),
    );
    k.hook("load_weights", [{ name: "matrix", type: "i32" }, ...place, values], () => {
      for (const [i, reader] of weights.entries()) {
        k.if(intParameter("matrix").eq(i), () => put(reader.run("weight", row, group, LOAD_RUN)));
      }
    });
  }
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
    matrices,
    constants: {
      COLUMNS: y.width,
      DEPTH: x.width,
      MATRICES: weights.length,
      RUN: run,
      COUNT_WORD: COUNT_WORD[x.extent],
    },
    epilogue: epilogue.name,
    run,
  };
}
